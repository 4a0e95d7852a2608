// Key paths as text and in order.

import SettingsModel
import TestSupport
import Testing

@Suite struct `A key path` {
    @Test(arguments: [
        ("font", ["font"]),
        ("font.size", ["font", "size"]),
        ("editor.\"a.b\".size", ["editor", "a.b", "size"]),
        ("\"with \\\"quotes\\\"\"", ["with \"quotes\""]),
        ("\"\\u00e9\"", ["é"]),
        ("schriftgröße.☃", ["schriftgröße", "☃"]),
    ])
    func `is read from text`(text: String, segments: [String]) throws {
        #expect(try SettingKeyPath(parsing: text).segments == segments)
    }

    @Test(arguments: [
        ("a\u{9B}b", "009B"), ("a\u{85}", "0085"), ("\u{202E}abc", "202E"), ("\u{2066}", "2066"),
    ])
    func `that a terminal would act on is written as escapes, and read so`(
        segment: String,
        number: String
    ) throws {
        let path = SettingKeyPath(segments: [segment])
        let controls = path.description.unicodeScalars.filter(\.isControl)
        #expect(controls.isEmpty)
        #expect(try SettingKeyPath(description: path.description) == path)
        #expect(try SettingKeyPath(parsing: path.description) == path)
        #expect(try SettingKeyPath(checking: path.segments) == path)
        let error = #expect(throws: ModelError.self) { try SettingKeyPath(parsing: segment) }
        #expect(error?.problem == "the key path has the control character U+\(number) as it is")
        #expect(error?.advice == "Write it as '\(path)'")
    }

    @Test(arguments: [
        "", ".", "a.", ".a", "a..b", "\"a", "\"a\"b", "\"\\x\"", "\"\\u12\"", "a\u{7}",
    ])
    func `is refused`(text: String) {
        #expect(throws: ModelError.self) { try SettingKeyPath(parsing: text) }
    }

    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func `reads back from its description, whatever its segments`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let letters = [
            "a", "Z", "0", ".", "\"", "\\", " ", "[", "]", "\n", "\t", "\u{1}", "é", "☃",
        ]
        let path = SettingKeyPath(
            segments: (0..<Int.random(in: 1...4, using: &random)).map { _ in
                (0..<Int.random(in: 0...4, using: &random))
                    .map { _ in letters.randomElement(using: &random) ?? "a" }.joined()
            }
        )
        #expect(try SettingKeyPath(description: path.description) == path)
    }

    @Test func `has a limit of segments, and is refused one past it`() throws {
        let limits = Limits()
        let longest = Array(repeating: "a", count: limits.keyPathSegments)
        #expect(try SettingKeyPath(checking: longest).segments.count == limits.keyPathSegments)
        #expect(throws: ModelError.self) { try SettingKeyPath(checking: longest + ["a"]) }
    }

    @Test func `has a limit of bytes in a segment, and is refused one past it`() throws {
        let limits = Limits()
        let longest = String(repeating: "a", count: limits.segmentBytes)
        #expect(try SettingKeyPath(checking: [longest]).segments == [longest])
        #expect(throws: ModelError.self) { try SettingKeyPath(checking: [longest + "a"]) }
    }

    @Test func `leads to what is below it, and stands in its way`() {
        let font = SettingKeyPath(segments: ["font"])
        let size = font.appending("size")
        #expect(font.isPrefix(of: size))
        #expect(font.isPrefix(of: font))
        #expect(font.conflicts(with: size))
        #expect(size.conflicts(with: font))
        #expect(!font.conflicts(with: font))
        #expect(!size.conflicts(with: font.appending("name")))
        #expect(size.parent == font)
        #expect(font.parent == nil)
    }

    @Test func `comes in order segment by segment`() {
        let paths = [["a"], ["a", "b"], ["a", "c"], ["a.b"], ["b"]].map(
            SettingKeyPath.init(segments:)
        )
        #expect(paths.reversed().sorted() == paths)
    }
}

@Suite struct `A key pattern` {
    private func path(_ text: String) throws -> SettingKeyPath { try SettingKeyPath(parsing: text) }

    @Test func `of a star matches every key`() throws {
        #expect(try KeyPattern(parsing: "*", limits: .standard).matches(path("a.b")))
    }

    @Test func `of a key matches only that key`() throws {
        let pattern = try KeyPattern(parsing: "font.size", limits: .standard)
        #expect(try pattern.matches(path("font.size")))
        #expect(try !pattern.matches(path("font.size.x")))
        #expect(try !pattern.matches(path("font")))
    }

    @Test(arguments: ["th*", "*x", "*.size", "a.*.b", "a*.*", "**", "\"a\".b*"])
    func `with a star that is no last segment is refused`(text: String) {
        #expect(throws: ModelError.self) { try KeyPattern(parsing: text, limits: .standard) }
    }

    @Test(arguments: [
        ["*"], ["a", "b*"], ["*.py", "indent"], ["\u{301}*."], ["a\u{600}"], ["\u{301}*"],
    ])
    func `reads back from its description, also of keys with stars`(segments: [String]) throws {
        let path = SettingKeyPath(segments: segments)
        for pattern in [KeyPattern.exactly(path), .below(path)] {
            let read = try KeyPattern(parsing: pattern.description, limits: .standard)
            #expect(read == pattern)
        }
    }

    @Test func `that ends in a star matches what is below`() throws {
        let pattern = try KeyPattern(parsing: "font.*", limits: .standard)
        #expect(try pattern.matches(path("font.size")))
        #expect(try !pattern.matches(path("fonts.size")))
    }
}

@Suite struct `A domain` {
    @Test(arguments: ["org.example.editor", "a", "A_b-c.9", String(repeating: "a", count: 249)])
    func `has a name`(name: String) throws {
        #expect(try Domain(name).name == name)
    }

    @Test(arguments: [
        "", ".hidden", "-option", "a/b", "a b", "é", "a\n",
    ])
    func `can't be called that`(name: String) {
        #expect(throws: ModelError.self) { try Domain(name) }
    }

    @Test func `has a name that leaves room for '.plist' in the name of a file`() {
        let name = String(repeating: "a", count: 250)
        let error = #expect(throws: ModelError.self) { try Domain(name) }
        #expect(error?.problem == "the domain's name '\(name)' has 250 bytes, at most 249")
        #expect(error?.advice == "Use a shorter name")
    }
}

@Suite struct `Text for a terminal` {
    @Test func `shows control characters instead of obeying them`() {
        #expect("a\u{1B}[31m".escapedForDisplay == "a\\u{1B}[31m")
        #expect("\u{202E}abc".escapedForDisplay == "\\u{202E}abc")
        #expect("plain ☃".escapedForDisplay == "plain ☃")
    }
}
