// settingsctl versions and restore.

import Foundation
import SettingsModel
import SettingsProtocol
import Testing

@Suite struct `The commands for earlier texts` {
    private static let old = "size = 12\n"

    /// A terminal whose agent keeps an old text of every file.
    private func terminal(isSecret: Bool = false) throws -> Terminal {
        try Terminal { call in
            guard case .version = call else { return .result(Position(seq: 4)) }
            return .result(
                VersionText(
                    domain: domain("a.b"),
                    number: 3,
                    time: 0,
                    bytes: Array(Self.old.utf8),
                    isSecret: isSecret
                )
            )
        }
    }

    private func call(_ path: String, _ choice: Call.Version.Choice, isRestored: Bool) -> Call {
        .version(Call.Version(file: path, choice: choice, isRestored: isRestored))
    }

    @Test func `list the versions of a file`() throws {
        let terminal = try Terminal { _ in
            .result(
                VersionList([
                    VersionSummary(
                        number: 1,
                        time: 0,
                        writer: .other,
                        byteCount: 1,
                        isShown: false
                    ),
                    VersionSummary(
                        number: 12,
                        time: 0,
                        writer: .agent,
                        byteCount: 10,
                        isShown: true
                    ),
                ])
            )
        }
        let outcome = try terminal.run("versions", "/x/s.toml")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(
            lines == [
                "   1   1970-01-01T00:00:00Z  another program  1 byte",
                "*  12  1970-01-01T00:00:00Z  the agent        10 bytes",
            ]
        )
        #expect(terminal.calls == [.versions(file: "/x/s.toml")])
    }

    @Test(arguments: [["restore"], ["restore", "--dry-run"]])
    func `don't wait for a pipe in a file's place`(words: [String]) throws {
        let terminal = try terminal()
        let path = terminal.folder.appending(path: "s.toml").path
        #expect(mkfifo(path, 0o600) == 0)
        let outcome = try terminal.run(words + [path])
        let message = """
            settingsctl: '\(path)' is a pipe
            Nothing was restored. Move it away, and run this again.

            """
        #expect(outcome == Outcome(status: 6, output: "", errors: message))
    }

    @Test func `put a text back, byte for byte`() throws {
        let terminal = try terminal()
        let path = try terminal.write("s.toml", "size = = 3\n")
        let outcome = try terminal.run("restore", path)
        #expect(
            outcome
                == Outcome(status: 0, output: "version 3, of 1970-01-01T00:00:00Z\n", errors: "")
        )
        #expect(try terminal.read("s.toml") == Self.old)
        #expect(
            terminal.calls == [
                call(path, .former, isRestored: true), .rescan(domain: domain("a.b")),
            ]
        )
    }

    @Test func `put a text back where no file is`() throws {
        let terminal = try terminal()
        let path = terminal.folder.appending(path: "s.toml").path
        #expect(try terminal.run("restore", path, "--version", "3").status == 0)
        #expect(try terminal.read("s.toml") == Self.old)
        #expect(terminal.calls.first == call(path, .number(3), isRestored: true))
    }

    @Test func `only show what a restored text would change`() throws {
        let terminal = try terminal()
        let path = try terminal.write("s.toml", "size = 14\n")
        let outcome = try terminal.run("restore", path, "--dry-run", "--at", "1970-01-01T00:00:05Z")
        #expect(outcome.output.hasSuffix("@@ -1 +1 @@\n-size = 14\n+size = 12\n"))
        #expect(try terminal.read("s.toml") == "size = 14\n")
        #expect(terminal.calls == [call(path, .time(5_999), isRestored: false)])
    }

    @Test func `show no secret`() throws {
        let terminal = try terminal(isSecret: true)
        let path = try terminal.write("s.toml", "size = 14\n")
        let outcome = try terminal.run("restore", path, "--dry-run")
        #expect(
            outcome.output == "\(path): it would change; it may have secrets, which aren't shown\n"
        )
    }

    @Test func `give a domain the values of a time`() throws {
        let terminal = try Terminal { _ in .result(BatchAcceptance(seq: 4, revs: nil, warnings: []))
        }
        #expect(try terminal.run("restore", "a.b", "--at", "1970-01-01T00:00:05Z").status == 0)
        #expect(terminal.calls.contains(.undo(.since(domain("a.b"), 5_999))))
        #expect(try terminal.run("restore", "a.b").status == 2)
    }

    @Test func `refuse a time that is none`() throws {
        let outcome = try terminal().run("restore", "/x/s.toml", "--at", "soon")
        #expect(outcome.status == 2)
    }
}
