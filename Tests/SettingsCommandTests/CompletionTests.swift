// What a shell completes.

import Foundation
import SettingsModel
import SettingsProtocol
import Testing

extension Terminal {
    /// What is offered for the word at a position, as ArgumentParser's scripts ask for it.
    fileprivate func completions(of position: Int, _ words: String...) throws -> Outcome {
        environment["SAP_SHELL"] = "bash"
        let place = ["positional@\(position)", String(words.count - 1), "0"]
        return try run(["---completion", words[1], "--"] + place + words)
    }
}

extension Terminal {
    /// What bash offers for the last word, by the script that it's given.
    fileprivate func bashCompletions(_ words: String...) throws -> Outcome {
        let script = try run("--generate-completion-script", "bash").output
        try write("completions", script)
        environment["PATH"] = "/usr/bin:/bin"
        let ask = """
            source completions
            COMP_WORDS=("$0" "$@")
            COMP_CWORD=$#
            COMP_LINE="${COMP_WORDS[*]}"
            COMP_POINT=${#COMP_LINE}
            _settingsctl settingsctl "${!#}" "${COMP_WORDS[COMP_CWORD - 1]}"
            printf '%s\n' "${COMPREPLY[@]}"
            """
        let program = try Self.executable.get().path
        return try run(["-c", ask, program] + words, program: URL(filePath: "/bin/bash"))
    }
}

/// Texts that a shell would run, or change.
private let shellTexts = [
    "$(touch made)", "`touch made`", "a.b", "$HOME", "it's", "a b", #"a\"#, "~", "x{1,2}",
]

@Suite struct `A completion in bash` {
    @Test(arguments: shellTexts)
    func `offers a key as it's written`(text: String) throws {
        let terminal = try Terminal { _ in
            let key = SettingKeyPath(segments: [text])
            let content = Entry.Content.value(.null, rev: 1, layer: .user, origin: "x")
            let entry = Entry(domain: domain("a.b"), key: key, content: content)
            return .result(Page(seq: 1, entries: [entry], next: nil))
        }
        let outcome = try terminal.bashCompletions("get", "a.b", "")
        let shown = SettingKeyPath(segments: [text]).description
        #expect(outcome == Outcome(status: 0, output: shown + "\n", errors: ""))
        #expect(throws: (any Error).self) { try terminal.read("made") }
    }

    @Test(arguments: shellTexts)
    func `offers a value as it's written`(text: String) throws {
        let terminal = try Terminal(
            domains: { [domainReport("a.b", schema: $0 + "/s.json")] },
            answer: { _ in unset }
        )
        let values = SettingValue.array([.string(text), .string("b")]).json
        try terminal.write("s.json", #"{"properties":{"k":{"enum":\#(values)}}}"#)
        let outcome = try terminal.bashCompletions("set", "a.b", "k", "")
        #expect(outcome == Outcome(status: 0, output: text + "\nb\n", errors: ""))
        #expect(throws: (any Error).self) { try terminal.read("made") }
    }

    @Test(arguments: ["$(touch made)", "`touch made`"])
    func `offers a file by its name`(name: String) throws {
        let terminal = try Terminal(domains: { _ in [] }, answer: { _ in unset })
        try terminal.write("files/" + name, "")
        let outcome = try terminal.bashCompletions("ui", "files/")
        #expect(outcome == Outcome(status: 0, output: "files/\(name)\n", errors: ""))
        #expect(throws: (any Error).self) { try terminal.read("made") }
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
            if case .get = call { setting("k", .boolean(true)) } else { unset }
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
        try terminal.writeProgram("settings-agent", "touch started\n")
        terminal.environment["PATH"] = terminal.folder.path + ":/usr/bin:/bin"
        let outcome = try terminal.completions(of: 0, "settingsctl", "get", "")
        #expect(outcome.output == "\n")
        let left = try FileManager.default.contentsOfDirectory(atPath: terminal.folder.path)
        #expect(left == ["settings-agent"])
    }
}
