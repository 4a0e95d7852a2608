// Runs settingsctl as a process, in a world of its own.

import Foundation
import Glibc
import SettingsModel
import SettingsProtocol
import Testing

/// What a run of settingsctl left.
struct Outcome: Equatable {
    var status: Int32
    var output: String
    var errors: String
}

/// A folder with a socket's place, in which settingsctl runs without the real home.
final class Terminal {
    let folder: URL
    private(set) var agent: FakeAgent?
    var environment: [String: String]

    init() throws {
        // Short, since a socket's path has room for 107 bytes.
        folder = URL(filePath: "/tmp/sc-\(UUID().uuidString.prefix(13))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        environment = [
            "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "PATH": "/nonexistent",
            "SETTINGS_AGENT_SOCKET": folder.appending(path: "s").path, "LC_ALL": "C.UTF-8",
        ]
    }

    /// The domains that most tests are about.
    private static let usualDomains = ["a.b", "org.example.editor"].map { domainReport($0) }

    /// A terminal with an agent that has these domains, for its folder, and answers all else this
    /// way.
    convenience init(
        domains: (_ folder: String) -> [DomainReport] = { _ in usualDomains },
        warnings: [Warning] = [],
        plan: LinkPlan = LinkPlan(token: "t"),
        answer: @escaping @Sendable (Call) -> Answer
    ) throws {
        try self.init()
        let path = folder.appending(path: "s").path
        let domains = domains(folder.path)
        agent = try FakeAgent(
            path: path,
            domains: domains,
            warnings: warnings,
            plan: plan,
            answer: answer
        )
    }

    deinit {
        agent?.close()
        _ = try? FileManager.default.removeItem(at: folder)  // in /tmp, which is cleared anyway
    }

    /// What the agent was asked but for its domains, which most commands need to know.
    var calls: [Call] { agent?.calls ?? [] }

    /// Writes the programs that are to be run.
    ///
    /// What this process writes itself can't be run ("text file busy", execve(2)) while a child that
    /// another test has just started still holds the open file.
    private static let installer = URL(filePath: "/usr/bin/install")

    /// The executable, taken away from where it was built: an agent stands beside it there, and it
    /// would start that one.
    static let executable: Result<URL, any Error> = Result {
        let built = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appending(path: "settingsctl")
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "settingsctl-\(getpid())"
        )
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let copy = folder.appending(path: "settingsctl")
        let copying = try Process.run(installer, arguments: [built.path, copy.path])
        copying.waitUntilExit()
        try #require(copying.terminationStatus == 0)
        return copy
    }

    /// The rights that the kernel takes from what is made in the folder.
    ///
    /// umask(2) tells them only by setting others, which all that other tests make in that moment has.
    func mask() throws -> Int {
        let made = folder.appending(path: UUID().uuidString).path
        try #require(mkdir(made, 0o777) == 0)
        let mode = try FileManager.default.attributesOfItem(atPath: made)[.posixPermissions] as? Int
        return 0o777 & ~(try #require(mode))
    }

    /// Runs a command to its end.
    func run(_ words: String..., input: String = "") throws -> Outcome {
        try run(words, input: input)
    }

    /// Runs a script of the folder, for arguments that Foundation can't pass.
    func run(shell script: String) throws -> Outcome {
        try run([script], program: URL(filePath: "/bin/sh"))
    }

    /// Runs a command to its end.
    func run(
        _ words: [String],
        program: URL? = nil,
        input: String = "",
        into file: String? = nil
    ) throws -> Outcome {
        let process = Process()
        process.executableURL = try program ?? Self.executable.get()
        process.arguments = words
        process.environment = environment
        process.currentDirectoryURL = folder
        let (standardInput, output, errors) = (Pipe(), Pipe(), Pipe())
        process.standardInput = standardInput
        process.standardOutput = output
        let taken = file.flatMap { FileHandle(forWritingAtPath: $0) }
        if let taken { process.standardOutput = taken }
        process.standardError = errors
        try process.run()
        try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try standardInput.fileHandleForWriting.close()
        // Nobody else has the writing end then, which would have to be closed to end the reading.
        let printed = taken == nil ? try output.fileHandleForReading.readToEnd() ?? Data() : Data()
        let complained = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus,
            output: String(decoding: printed, as: UTF8.self),
            errors: String(decoding: complained, as: UTF8.self)
        )
    }

    /// Starts several commands before it waits for their ends; gives their statuses.
    func runAtOnce(_ commands: [[String]]) throws -> [Int32] {
        let processes = try commands.map { words in
            let process = Process()
            process.executableURL = try Self.executable.get()
            process.arguments = words
            process.environment = environment
            process.currentDirectoryURL = folder
            try process.run()
            return process
        }
        return processes.map { process in
            process.waitUntilExit()
            return process.terminationStatus
        }
    }

    /// Runs a command that doesn't end, until it has printed so many lines.
    func lines(_ count: Int, of words: String...) throws -> [String] {
        let process = Process()
        process.executableURL = try Self.executable.get()
        process.arguments = words
        process.environment = environment
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        defer {
            // A child of a dispatch thread has SIGTERM blocked, as that thread has.
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        var text = ""
        while text.count(where: { $0 == "\n" }) < count {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { break }
            text += String(decoding: data, as: UTF8.self)
        }
        return text.split(separator: "\n").map(String.init)
    }

    /// Writes a file of the folder, with the folders on the way; gives its path.
    @discardableResult
    func write(_ name: String, _ text: String) throws -> String {
        let file = folder.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: file)
        return file.path
    }

    /// Writes a shell script of the folder that can be run by its name.
    func writeProgram(_ name: String, _ script: String) throws {
        let words = ["-D", "-m", "700", "/dev/stdin", name]
        let outcome = try run(words, program: Self.installer, input: "#!/bin/sh\n" + script)
        try #require(outcome == Outcome(status: 0, output: "", errors: ""))
    }

    /// The text of a file of the folder.
    func read(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
    }
}

/// A domain that is one.
func domain(_ name: String) -> Domain {
    guard let domain = try? Domain(name) else { preconditionFailure("'\(name)' is no domain") }
    return domain
}

/// A domain as the agent reports it.
func domainReport(
    _ name: String,
    bundle: String? = nil,
    schema: String? = nil
) -> DomainReport {
    var report = DomainReport(
        domain: domain(name),
        title: nil,
        files: [],
        bundle: bundle,
        problems: 0
    )
    report.schema = schema
    return report
}

/// A key path that is one.
func key(_ text: String) -> SettingKeyPath {
    guard let key = try? SettingKeyPath(parsing: text) else {
        preconditionFailure("'\(text)' is no key path")
    }
    return key
}

/// An entry of the user's layer.
func entry(_ domainName: String, _ keyText: String, _ value: SettingValue) -> Entry {
    Entry(
        domain: domain(domainName),
        key: key(keyText),
        content: .value(value, rev: 1, layer: .user, origin: "agent")
    )
}

/// A linked file of a domain.
func replica(
    _ file: String,
    _ state: ReplicaReport.State = .ok,
    format: String = "toml"
) -> ReplicaReport {
    ReplicaReport(domain: domain("a.b"), file: file, format: format, state: state, layer: .user)
}

/// An answer with the value of a setting.
func setting(_ keyText: String, _ value: SettingValue, rev: UInt64 = 3) -> Answer {
    .result(Setting(key: key(keyText), value: value, rev: rev, layer: .user, origin: "client:x"))
}

/// Answers that a setting isn't set, and that a change was made.
let unset = Answer.failure(RPCError(.keyNotFound, "'k' is not set", advice: "Set it"))
let accepted = Answer.result(Acceptance(seq: 1, rev: 1, isChanged: true, warnings: []))
