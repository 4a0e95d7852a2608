// What a shell completes.

import Foundation
import SettingsModel
import SettingsProtocol
import Testing

private let unset = Answer.failure(RPCError(.keyNotFound, "'k' is not set", advice: "Set it"))

extension Terminal {
    /// What is offered for the word at a position, as ArgumentParser's scripts ask for it.
    fileprivate func completions(of position: Int, _ words: String...) throws -> Outcome {
        environment["SAP_SHELL"] = "bash"
        let place = ["positional@\(position)", String(words.count - 1), "0"]
        return try run(["---completion", words[1], "--"] + place + words)
    }
}

@Suite struct `A completion` {
    @Test(
        arguments: [
            ("wrap", "off\non\ncolumn\n"), ("theme", "dark\nlight\n"), ("font.size", "\n"),
            ("account.token", "\n"), ("nowhere", "\n"),
        ]
    )
    func `has the values of choices and switches`(key: String, expected: String) throws {
        let terminal = try EditorBundle.terminal { _ in unset }
        let outcome = try terminal.completions(of: 2, "settingsctl", "set", "a.b", key, "")
        #expect(outcome.output == expected)
    }

    @Test func `has true and false where that is what is stored`() throws {
        let terminal = try Terminal { call in
            guard case .get(_, let key, _) = call else { return unset }
            let value = SettingValue.boolean(true)
            return .result(Setting(key: key, value: value, rev: 1, layer: .user, origin: "x"))
        }
        let outcome = try terminal.completions(of: 2, "settingsctl", "set", "a.b", "k", "")
        #expect(outcome.output == "true\nfalse\n")
    }

    @Test func `has the domains and keys that the agent knows`() throws {
        let entries = [entry("org.example.editor", "font.size", .integer(1))]
        let terminal = try Terminal(
            domains: { _ in [domainReport("org.example.editor")] },
            answer: { _ in .result(Page(seq: 1, entries: entries, next: nil)) }
        )
        let domains = try terminal.completions(of: 0, "settingsctl", "get", "")
        #expect(domains.output == "org.example.editor\n")
        let keys = try terminal.completions(
            of: 1,
            "settingsctl",
            "get",
            "org.example.editor",
            ""
        )
        #expect(keys.output == "font.size\n")
    }

    @Test func `has the keys of the schema, too`() throws {
        let terminal = try EditorBundle.terminal { _ in
            .result(Page(seq: 1, entries: [entry("a.b", "added", .integer(1))], next: nil))
        }
        let outcome = try terminal.completions(of: 1, "settingsctl", "toggle", "a.b", "")
        #expect(outcome.output == "font.size\nwrap\ntheme\naccount.token\nadded\n")
    }

    @Test func `never starts an agent`() throws {
        let terminal = try Terminal()
        try terminal.write("settings-agent", "#!/bin/sh\ntouch started\n")
        chmod(terminal.folder.appending(path: "settings-agent").path, 0o700)
        terminal.environment["PATH"] = terminal.folder.path + ":/usr/bin:/bin"
        let outcome = try terminal.completions(of: 0, "settingsctl", "get", "")
        #expect(outcome.output == "\n")
        let left = try FileManager.default.contentsOfDirectory(atPath: terminal.folder.path)
        #expect(left == ["settings-agent"])
    }
}
