// Texts of keys, and which keys they mean.

import SettingsDocument
import SettingsModel
import Testing

private func document(_ text: String, _ format: Format = .json) throws -> any Document {
    try format.parse(Array(text.utf8))
}

/// VS Code's settings: flat keys, and a table with the settings of one language.
private let flat = """
    {"editor.fontSize": 12, "editor.tabs": [1], "files.associations": {"*.x": "y"},
     "[python]": {"editor.fontSize": 10}}
    """
/// git's: a value beside a section of the same name.
private let git =
    "[user]\n\tname = a\n[color]\n\tbranch = auto\n[color \"branch\"]\n\tcurrent = red\n"
private let nested = #"{"font": {"size": 12}, "a.b": 1, "tool": {"x.y": {"z": 1}}}"#
private let desktop = "[Desktop Entry]\nName=a\nName[de]=b\n"

@Suite struct `The text of a key` {
    @Test(
        arguments: [
            // A key that is there.
            (flat, .json, "editor.fontSize", #""editor.fontSize""#),
            (flat, .json, "[python].editor.fontSize", #""[python]"."editor.fontSize""#),
            (flat, .json, "editor.tabs[0]", #""editor.tabs"[0]"#),
            (flat, .json, "files.associations", #""files.associations""#),
            (nested, .json, "font.size", "font.size"), (nested, .json, "a.b", #""a.b""#),
            (nested, .json, "tool.x.y.z", #"tool."x.y".z"#),
            (nested, .json, "tool.x.y", #"tool."x.y""#),
            (git, .gitConfig, "color.branch.current", #""color.branch".current"#),
            (git, .gitConfig, "color.branch", "color.branch"),
            (git, .gitConfig, "Color.branch.Current", #""color.branch".current"#),
            (git, .gitConfig, "Color.Branch", "color.branch"),
            (git, .gitConfig, "user.New", "user.new"),
            (desktop, .desktopEntry, "Desktop Entry.Name[de]", #""Desktop Entry"."Name[de]""#),
            // A new one.
            (flat, .json, "editor.new", #""editor.new""#),
            (flat, .json, "[python].editor.new", #""[python]"."editor.new""#),
            (flat, .json, "files.associations.y", #""files.associations".y"#),
            (nested, .json, "font.new", "font.new"), (nested, .json, "new.key", "new.key"),
            (nested, .json, "a.new", #""a.new""#), (nested, .json, "aa.new", "aa.new"),
            (git, .gitConfig, "color.branch.new", #""color.branch".new"#),
            (git, .gitConfig, "remote.origin.url", #""remote.origin".url"#),
            ("", .properties, "log4j.new", #""log4j.new""#),
            ("[tool.x]\na=1\n", .ini, "general.b", "general.b"),
            ("[tool.x]\na=1\n", .ini, "tool.x.b", #""tool.x".b"#),
            (git, .gitConfig, "user.email", "user.email"), ("{}", .json, "a.b", "a.b"),
            // In quotes, a part is one name.
            (flat, .json, #""editor".fontSize"#, "editor.fontSize"),
            (nested, .json, #""font.size""#, #""font.size""#),
            // A mark behind a sign hides it from Swift's characters, not from us.
            ("{}", .json, "\"\u{301}a.b\".c", "\"\u{301}a.b\".c"),
            ("{}", .json, "a.\u{301}b", "a.\u{301}b"),
            ("{}", .json, "\"a.b\u{301}\".\"\u{301}.d\"", "\"a.b\u{301}\".\"\u{301}.d\""),
            ("{\"a\": [1]}", .json, "a[0]", "a[0]"),
        ] as [(String, Format, String, String)]
    )
    func `means the key that is there, or one like those beside it`(
        file: String,
        format: Format,
        text: String,
        meant: String
    ) throws {
        let path = try document(file, format).path(of: KeyText(parsing: text))
        #expect("\(path)" == meant)
    }

    @Test(arguments: [
        (
            #"{"a.b": 1, "a": {"b": 2}}"#, "a.b", "'a.b' matches 2 keys",
            #"Name one of them: '"a".b' or '"a.b"'"#
        ),
        (
            #"{"a.b": {"c": 1}, "a": {"b.c": 2}}"#, "a.b.c",
            "'a.b.c' matches 2 keys",
            #"Name one of them: '"a.b".c' or '"a"."b.c"'"#
        ),
    ])
    func `is refused where two are there, with texts that mean each alone`(
        file: String,
        text: String,
        problem: String,
        advice: String
    ) throws {
        let document = try document(file)
        let error = #expect(throws: ModelError.self) {
            try document.path(of: KeyText(parsing: text))
        }
        #expect(error?.problem == problem)
        #expect(error?.advice == advice)
        for spelling in advice.split(separator: "'").filter({ $0.contains("\"") }) {
            let path = try document.path(of: KeyText(parsing: String(spelling)))
            #expect(document.root.value(at: path.elements[...]) != nil, "\(spelling)")
        }
    }

    @Test(arguments: ["Name[xx]", "a[", "[x]", "a.Name[xx]"])
    func `is refused where brackets name no key that is there`(text: String) throws {
        let document = try document(desktop, .desktopEntry)
        let error = #expect(throws: ModelError.self) {
            try document.path(of: KeyText(parsing: text))
        }
        let problem = "has brackets without a position, which is counted from 0"
        #expect(error?.problem == "'\(text)' \(problem)")
    }

    @Test(arguments: [
        "", ".", "a.", "a..b", ".a", "a[0]b", "a[0].", "\"a", "\"a\"b", "\"a\"[x]", "a\u{1B}",
        "a[99999999999999999999]",
    ])
    func `is no other text`(text: String) {
        #expect(throws: ModelError.self) { try KeyText(parsing: text) }
    }

    @Test(arguments: [("a", "a"), (#""a.b""#, #""a.b""#), (#""a".b"#, "a.b"), ("l[0].x", "l")])
    func `is clear without knowing the keys where no dot or bracket is open`(
        text: String,
        key: String
    ) throws {
        #expect(try KeyText(parsing: text).only?.description == key)
    }

    @Test(arguments: ["a.b", "a.b[0]", "Name[de]"])
    func `isn't clear without them otherwise`(text: String) throws {
        #expect(try KeyText(parsing: text).only == nil)
    }

    @Test func `with very many dots means the nested or the flat key`() throws {
        let parts = (0..<40).map { "k\($0)" }
        let text = parts.joined(separator: ".")
        #expect(
            try document(#"{"\#(text)": 1}"#).path(of: KeyText(parsing: text)).elements
                == [.key(text)]
        )
        #expect(
            try document("{}").path(of: KeyText(parsing: text)).elements
                == parts.map(PathElement.key)
        )
    }
}
