// What `settingsctl get` prints, `settingsctl set` takes back: a law over kinds of values and formats.

import Foundation
import Testing

@Suite(.ownThread) struct `A value that settingsctl get prints` {
    /// Files with each kind of value, and texts that look like another kind.
    private static let files = [
        (
            "s.toml",
            #"""
            number = 14 # a number
            text = "14"
            yes = "true"
            none = "null"
            quoted = "\"14\""
            braces = "{\"a\":1}"
            brackets = "[x"
            dash = "-x"
            minus = "-"
            empty = ""
            blank = "  a b "
            lines = "a\nb\n\n"
            real = 14.0
            large = 1e100
            infinite = inf
            flag = true
            hex = 0x1F
            moment = 2026-11-21T09:30:00Z
            day = 2026-05-05
            time = 07:32:00
            list = [1, 2]
            texts = ["a", "14"]
            nothing = []
            rows = [{ n = 1 }, { n = 2 }]
            """#
        ),
        (
            "s.yaml",
            """
            text: '14'
            yes: 'true'
            no: "no"
            mode: 0644
            size: 1.50
            day: 2026-05-05
            list: [a, '1']
            none: null

            """
        ),
        (
            "s.json",
            #"{"text":"14","half":1.5,"none":null,"flag":false,"list":[{"a":"1"}],"q":"\"x\""}"#
        ),
        ("s.ini", "[a]\nnumber = 14\nflag = true\nquoted = \"x\"\nempty =\npath = C:\\x\n"),
        (".env", "ID=14\nNAME=\"a b\"\nHASH='#1'\n"),
        ("kitty.conf", "font_size 13\nbold_font auto\n"),
        ("x.desktop", "[Desktop Entry]\nName=14\nKeywords=a;b;\nHidden=false\n"),
        (
            "s.plist",
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict><key>text</key><string>14</string><key>flag</key><true/>
            <key>bytes</key><data>AQID</data><key>moment</key><date>2026-11-21T09:30:00Z</date></dict></plist>

            """
        ),
    ]

    @Test(arguments: files) func `is taken back as it was`(name: String, text: String) throws {
        let home = try Home(files: [name], holding: text)
        let agent = try AgentUnderTest(in: home)
        let lines = try agent.output("list", Home.domain, "--json").split(separator: "\n")
        #expect(lines.count >= 2)
        for line in lines {
            let entry = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            let key = try #require(entry?["key"] as? String)
            let before = try agent.output("get", Home.domain, key, "--json")
            let printed = String(try agent.output("get", Home.domain, key).dropLast())
            // '-' is the standard input.
            if printed != "-" { _ = try agent.output("set", "--", Home.domain, key, printed) }
            _ = try agent.output(input: printed + "\n", "set", Home.domain, key, "-")
            let after = try agent.output("get", Home.domain, key, "--json")
            #expect(after.value == before.value, "\(key): \(printed)")
        }
        #expect(home.text(name) == text)
    }
}

extension AgentUnderTest {
    /// What a command prints that ends well.
    fileprivate func output(input: String = "", _ words: String...) throws -> String {
        try home.write(input, to: "input")
        let shell = ["sh", "-c", "exec \"$@\" <input", "sh", try Self.builtBinary("settingsctl")]
        var environment = Self.environment(in: home)
        environment["PATH"] = "/usr/bin:/bin"
        let program = try RunningProgram(
            ["env", "-C", home.path] + shell + words,
            environment: environment
        )
        let ending = try program.waitForEnd()
        #expect(ending == .exited(0), "\(words): \(program.errorText())")
        return program.outputText()
    }
}

extension String {
    /// The value in what `get --json` prints.
    fileprivate var value: Substring? {
        guard let start = range(of: #""value":"#), let end = range(of: #","rev":"#) else {
            return nil
        }
        return self[start.upperBound..<end.lowerBound]
    }
}
