// A home folder of a test's own, and the programs that run in it.

import Foundation
import Glibc
import Testing

/// A home folder of a test's own, removed after it.
final class Home {
    /// The one domain of most tests.
    static let domain = "org.example.editor"

    let path: String
    let user: User

    /// Whose home it is.
    enum User: Equatable {
        /// The one who runs the tests.
        case whoRunsTests
        /// One who may not do everything, also where root runs the tests.
        case ordinary

        /// nobody's and nothing's number.
        static let ordinaryID: UInt32 = 64_321

        var isSwitched: Bool { self == .ordinary && geteuid() == 0 }
    }

    /// Makes a home whose domain has these files, the first of them with a text.
    init(
        files: [String] = ["settings.toml"],
        of user: User = .whoRunsTests,
        holding text: String? = nil
    ) throws {
        var template = Array("/tmp/sa-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw TestFailure.call("mkdtemp") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        self.user = user
        for folder in ["config/settings-agent/domains", "state", "run", "data", "etc"] {
            try FileManager.default.createDirectory(
                atPath: self[folder],
                withIntermediateDirectories: true
            )
        }
        chmod(self["run"], 0o700)
        try link(files)
        if let text { try write(text, to: files[0]) }
        try hand(over: ".")
    }

    deinit {
        // A test may have left folders that can't be listed.
        _ = try? shell("chmod -R u+rwX '\(path)'; rm -rf '\(path)'")  // what stays is in /tmp
    }

    /// A path in the home.
    subscript(_ name: String) -> String { path + "/" + name }

    /// The path of the domain's file of this kind.
    func domainFile(_ domain: String = Home.domain) -> String {
        "config/settings-agent/domains/\(domain).toml"
    }

    /// Links these files to the domain.
    func link(_ files: [String]) throws {
        let tables = files.map { "[[file]]\npath = \"\(self[$0])\"\nadopt = \"all\"\n" }
        try write(tables.joined(separator: "\n"), to: domainFile())
    }

    // MARK: Files

    /// Makes a folder of the home's user.
    func makeFolder(_ name: String) throws {
        guard mkdir(self[name], 0o755) == 0 else { throw TestFailure.call("mkdir \(name)") }
        try hand(over: name)
    }

    /// A file's text; nil where there is none.
    func text(_ name: String) -> String? {
        FileManager.default.contents(atPath: self[name]).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Asks the agent to look again until a file has this text.
    func waitForText(_ text: String, of name: String, asking client: Client) throws {
        let deadline = Deadline()
        while self.text(name) != text {
            guard deadline.milliseconds > 0 else {
                throw TestFailure("'\(name)' has \(self.text(name) ?? "gone"), not \(text)")
            }
            try client.rescan()
        }
    }

    /// Writes a file in place, as most editors do.
    func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

    /// Writes a file in place.
    func write(_ bytes: [UInt8], to name: String) throws {
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
        let file = try Descriptor(open(self[name], flags, 0o644), from: "open \(name)")
        guard Glibc.write(file.number, bytes, bytes.count) == bytes.count else {
            throw TestFailure.call("write \(name)")
        }
        try hand(over: name)
    }

    /// Writes a new file and renames it over the old one, as other editors do.
    func replace(_ name: String, with text: String) throws {
        try write(text, to: name + ".new~")
        guard rename(self[name + ".new~"], self[name]) == 0 else {
            throw TestFailure.call("rename \(name)")
        }
    }

    /// The names in a folder.
    func names(in folder: String = ".") -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: self[folder])) ?? []).sorted()
    }

    /// What stat(2) says of a file.
    func status(_ name: String) throws -> stat {
        var status = stat()
        guard lstat(self[name], &status) == 0 else { throw TestFailure.call("lstat \(name)") }
        return status
    }

    func hand(over name: String) throws {
        guard user.isSwitched else { return }
        try shell("chown -hR \(User.ordinaryID):\(User.ordinaryID) '\(self[name])'")
    }

    // MARK: Programs

    /// Runs a shell command in the home and gives what it printed.
    @discardableResult
    func shell(_ command: String) throws -> String {
        let program = try RunningProgram(
            ["/bin/sh", "-ec", "cd '\(path)'; \(command)"],
            environment: ["PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"]
        )
        let status = try program.waitForEnd()
        guard status == .exited(0) else {
            throw TestFailure("\(command): \(status) \(program.errorText())")
        }
        return program.outputText()
    }
}
