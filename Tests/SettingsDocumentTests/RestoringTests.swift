// Keys that were removed and are set again: where they return to, and with what.

import DocumentFuzz
import SettingsDocument
import SettingsModel
import TestSupport
import Testing

/// Formats whose files have lines, and so places to return to.
private let textFormats = Format.allCases.filter { $0 != .binaryPropertyList && $0 != .sshConfig }

private func document(_ text: String, _ format: Format) throws -> any Document {
    try format.parse(Array(text.utf8))
}

private func text(_ document: any Document) -> String {
    String(decoding: document.bytes, as: UTF8.self)
}

/// The text without blanks: of what shares a line, one key after the other brings back more or fewer.
private func words(_ document: any Document) -> String {
    text(document).filter { !$0.isWhitespace }
}

private func path(_ key: String) -> DocumentPath {
    DocumentPath(key.split(separator: ".").map { .key(String($0)) })
}

@Suite struct `A key that was removed and is set again` {
    @Test(arguments: textFormats)
    func `leaves the file byte for byte as it was`(format: Format) throws {
        var checked = 0
        for sample in format.samples {
            guard let old = try? format.parse(sample) else { continue }
            for entry in old.entries {
                let path = DocumentPath(entry.keyPath)
                // An alias or a list that others share is refused.
                guard let gone = try? old.revised(by: DocumentChange(path, nil)).document,
                    gone.stored(entry.value, at: path) == entry.value
                else { continue }
                let former = FormerText(old, before: gone)

                let back = gone.restoring([DocumentChange(path, entry.value)], from: former)

                #expect(back.refusals.isEmpty, "\(format) \(entry.keyPath)")
                #expect(text(back.document) == text(old), "\(format) \(entry.keyPath)")
                checked += 1
            }
        }
        #expect(checked > 0)
    }

    @Test func `stands as a new key does where the older text is in another format`() throws {
        let old = try document("A=1\nB=2\n", .properties)
        let now = try document("B=2\n", .dotenv)
        let change = DocumentChange(path("A"), .string("1"))

        let back = now.restoring([change], from: FormerText(old, before: nil))

        #expect(back.refusals.map(\.change) == [change])
        #expect(back.document.format == .dotenv)
    }

    @Test(arguments: textFormats, [1, 2, 3] as [UInt64])
    func `returns beside others that return before or after it`(
        format: Format,
        seed: UInt64
    ) throws {
        var random = SeededRandom(seed: seed)
        for sample in format.samples {
            guard let old = try? format.parse(sample) else { continue }
            let entries = old.entries.filter {
                old.stored($0.value, at: DocumentPath($0.keyPath)) == $0.value
            }.shuffled(using: &random).prefix(4)
            let removals = entries.map { DocumentChange(DocumentPath($0.keyPath), nil) }
            let removal = old.revised(by: removals)
            guard removal.refusals.isEmpty else { continue }
            let former = FormerText(old, before: removal.document)
            let changes = entries.map { DocumentChange(DocumentPath($0.keyPath), $0.value) }

            let together = removal.document.restoring(changes, from: former).document
            var document = removal.document
            for change in changes.shuffled(using: &random) {
                document = document.restoring([change], from: former).document
            }

            #expect(text(together) == text(old))
            #expect(words(document) == words(old))
        }
    }
}

// MARK: A file that has changed since

/// A text that had a key, one without it, and what becomes of that when the key is set again.
struct RestoringCase: CustomTestStringConvertible, Sendable {
    enum Remover {
        case agent
        case person
    }
    let name: String
    var format = Format.toml
    let old: String
    let now: String
    let key: String
    var value = SettingValue.integer(9)
    var remover = Remover.agent
    /// What the agent left, where a person has changed more of it since.
    var next: String?
    let expected: String

    var testDescription: String { "\(format.rawValue): \(name)" }
}

/// What happened in TOML files.
private let tomlCases = [
    RestoringCase(
        name: "the values around it changed, and a key was added",
        old: "a = 1\nb = 2 # two\nc = 3\n",
        now: "a = 5\nc = 6\nd = 7\n",
        key: "b",
        expected: "a = 5\nb = 9 # two\nc = 6\nd = 7\n"
    ),
    RestoringCase(
        name: "the line before it went, too",
        old: "a = 1\nb = 2 # two\nc = 3\nd = 4\n",
        now: "c = 3\nd = 4\n",
        key: "b",
        expected: "b = 9 # two\nc = 3\nd = 4\n"
    ),
    RestoringCase(
        name: "both lines beside it went, too",
        old: "[t]\na = 1\n\nb = 2\nc = 3\nd = 4\n[u]\nx = 1\n",
        now: "[t]\na = 1\nd = 4\n[u]\nx = 1\n",
        key: "t.c",
        expected: "[t]\na = 1\nc = 9\nd = 4\n[u]\nx = 1\n"
    ),
    RestoringCase(
        name: "nothing else is left of its table",
        old: "[t]\na = 1\nb = 2 # two\n\n# u\n[u]\nx = 1\n",
        now: "[t]\n\n# u\n[u]\nx = 1\n",
        key: "t.b",
        expected: "[t]\nb = 9 # two\n\n# u\n[u]\nx = 1\n"
    ),
    RestoringCase(
        name: "the comment above it stands there still",
        old: "a = 1\n\n# about b\nb = 2 # two\n\n# about c\nc = 3\n",
        now: "a = 1\n\n# about b\n\n# about c\nc = 3\nd = 4\n",
        key: "b",
        expected: "a = 1\n\n# about b\nb = 9 # two\n\n# about c\nc = 3\nd = 4\n"
    ),
    RestoringCase(
        name: "the comment above it has changed",
        old: "a = 1\n\n# about b\nb = 2 # two\nc = 3\n",
        now: "a = 1\n\n# about that b\nc = 3\n",
        key: "b",
        expected: "a = 1\n\n# about that b\nb = 9 # two\nc = 3\n"
    ),
    RestoringCase(
        name: "a person took its comments out with it",
        old: "a = 1\n# about b\nb = 2 # two\n\n# about c\nc = 3\n",
        now: "a = 1\n\n# about c\nc = 3\n",
        key: "b",
        remover: .person,
        expected: "a = 1\nb = 9\n\n# about c\nc = 3\n"
    ),
    RestoringCase(
        name: "a person took its table out with it",
        old: "a = 1\n\n[font] # Letters.\n# Points.\nsize = 12 # or more\n\n[window]\nwide = 1\n",
        now: "a = 1\n\n[window]\nwide = 1\n",
        key: "font.size",
        remover: .person,
        expected: "a = 1\n\n[font]\nsize = 9\n\n[window]\nwide = 1\n"
    ),
    RestoringCase(
        name: "the agent took its table out with it",
        old: "a = 1\n\n[font] # Letters.\nsize = 12 # or more\n\n[window]\nwide = 1\n",
        now: "a = 1\n\n[window]\nwide = 1\n",
        key: "font.size",
        expected: "a = 1\n\n[font] # Letters.\nsize = 9 # or more\n\n[window]\nwide = 1\n"
    ),
    RestoringCase(
        name: "a person took its table out after the agent took it out",
        old: "a = 1\n\n[font] # Letters.\nsize = 12 # or more\n\n[window]\nwide = 1\n",
        now: "a = 1\n\n[window]\nwide = 1\n",
        key: "font.size",
        next: "a = 1\n\n[font] # Letters.\n\n[window]\nwide = 1\n",
        expected: "a = 1\n\n[font]\nsize = 9 # or more\n\n[window]\nwide = 1\n"
    ),
    RestoringCase(
        name: "its comment stands elsewhere now",
        old: "a = 1\nb = 2 # two\nc = 3\n",
        now: "a = 1\nc = 3\n# two\n",
        key: "b",
        next: "a = 1\nc = 3\n",
        expected: "a = 1\nb = 9\nc = 3\n# two\n"
    ),
    RestoringCase(
        name: "its value had comments within",
        old: "a = 1\nb = [ # ports\n  1,\n  # more\n  2, # two\n]\nc = 3\n",
        now: "a = 1\nc = 3\n",
        key: "b",
        value: .array([.integer(1), .integer(2)]),
        expected: "a = 1\nb = [ # ports\n  1,\n  # more\n  2, # two\n]\nc = 3\n"
    ),
    RestoringCase(
        name: "its value had comments within that a person took out",
        old: "a = 1\nb = [ # ports\n  1,\n  # more\n  2, # two\n]\nc = 3\n",
        now: "a = 1\nc = 3\n",
        key: "b",
        value: .array([.integer(1), .integer(2)]),
        remover: .person,
        expected: "a = 1\nb = [\n  1,\n  2,\n]\nc = 3\n"
    ),
    RestoringCase(
        name: "its table was emptied, in lines that end as Windows has it",
        old: "\u{FEFF}a = 1\r\n[t]\r\nb = 0x10 # two\r\n",
        now: "\u{FEFF}a = 2\r\n[t]\r\n",
        key: "t.b",
        value: .integer(16),
        expected: "\u{FEFF}a = 2\r\n[t]\r\nb = 0x10 # two\r\n"
    ),
    RestoringCase(
        name: "it stood in an inline table",
        old: "p = { x = 1, y = 2, z = 3 } # point\n",
        now: "p = { x = 5, z = 3 } # a point\n",
        key: "p.y",
        expected: "p = { x = 5, y = 9, z = 3 } # a point\n"
    ),
    RestoringCase(
        name: "its line was the last, without an end",
        old: "a = 1\nb = 2 # two",
        now: "a = 1\nc = 3",
        key: "b",
        expected: "a = 1\nb = 9 # two\nc = 3"
    ),
    RestoringCase(
        name: "its line was the last, without an end, and the line before went, too",
        old: "a = 1\r\nb = 2\r\nc = 3 # three",
        now: "a = 1",
        key: "c",
        expected: "a = 1\r\nc = 9 # three"
    ),
    RestoringCase(
        name: "its line was the last, without an end, and all above it went, too",
        old: "# a\na = 1\n\nb = 2 # two",
        now: "x = 1\n",
        key: "b",
        expected: "b = 9 # two\nx = 1\n"
    ),
    RestoringCase(
        name: "its line was the last, without an end, and its table went, too",
        old: "a = 1\n\n[t]\nb = 2 # two",
        now: "a = 1\n",
        key: "t.b",
        expected: "a = 1\n\n[t]\nb = 9 # two\n"
    ),
    RestoringCase(
        name: "it was all there was, without a line end",
        old: "b = 2 # two",
        now: "# more\n",
        key: "b",
        expected: "# more\nb = 9 # two\n"
    ),
    RestoringCase(
        name: "it was all that the file says, without a line end",
        old: "b = 2 # two",
        now: "",
        key: "b",
        expected: "b = 9 # two"
    ),
]

/// What happened in files with brackets.
private let bracketCases = [
    RestoringCase(
        name: "it was the last, and another came behind",
        format: .jsonc,
        old: "{\n  \"a\": 1,\n  \"b\": 2 // two\n}\n",
        now: "{\n  \"a\": 1,\n  \"c\": 3\n}\n",
        key: "b",
        expected: "{\n  \"a\": 1,\n  \"b\": 9, // two\n  \"c\": 3\n}\n"
    ),
    RestoringCase(
        name: "it was the last, and a comment came behind",
        format: .jsonc,
        old: "{\n  \"a\": 1,\n  \"b\": 2 // two\n}\n",
        now: "{\n  \"a\": 5\n  // more\n}\n",
        key: "b",
        expected: "{\n  \"a\": 5,\n  \"b\": 9 // two\n  // more\n}\n"
    ),
    RestoringCase(
        name: "the file's only comment was on its line",
        format: .jsonc,
        old: "{\n  \"a\": 1,\n  \"b\": 2, // two\n  \"c\": 3\n}\n",
        now: "{\n  \"a\": 1,\n  \"c\": 4\n}\n",
        key: "b",
        expected: "{\n  \"a\": 1,\n  \"b\": 9, // two\n  \"c\": 4\n}\n"
    ),
    RestoringCase(
        name: "all stands on one line",
        format: .json,
        old: "{\"a\":1,\"b\":2,\"c\":3}",
        now: "{\"a\":10,\"c\":3,\"d\":4}",
        key: "b",
        expected: "{\"a\":10,\"b\":9,\"c\":3,\"d\":4}"
    ),
    RestoringCase(
        name: "a person took its table out with it",
        format: .json5,
        old: "{\n  a: 1,\n  font: { // Letters.\n    size: 12, // or more\n  },\n  c: 3,\n}\n",
        now: "{\n  a: 1,\n  c: 3,\n}\n",
        key: "font.size",
        remover: .person,
        expected: "{\n  a: 1,\n  font: {\n    size: 9,\n  },\n  c: 3,\n}\n"
    ),
    RestoringCase(
        name: "it stood between others",
        format: .xmlPropertyList,
        old: """
            <plist version="1.0">
            <dict>
            \t<key>a</key><integer>1</integer>
            \t<!-- two -->
            \t<key>b</key>
            \t<integer>2</integer> <!-- second -->
            \t<key>c</key><integer>3</integer>
            </dict>
            </plist>
            """,
        now: """
            <plist version="1.0">
            <dict>
            \t<key>a</key><integer>5</integer>
            \t<!-- two -->
            \t<key>c</key><integer>3</integer>
            \t<key>d</key><integer>4</integer>
            </dict>
            </plist>
            """,
        key: "b",
        expected: """
            <plist version="1.0">
            <dict>
            \t<key>a</key><integer>5</integer>
            \t<!-- two -->
            \t<key>b</key>
            \t<integer>9</integer> <!-- second -->
            \t<key>c</key><integer>3</integer>
            \t<key>d</key><integer>4</integer>
            </dict>
            </plist>
            """
    ),
]

/// What happened in files of lines.
private let lineCases = [
    RestoringCase(
        name: "its mapping was left empty",
        format: .yaml,
        old: "a: 1\nfont:\n  size: 12 # or more\nc: 3\n",
        now: "a: 1\nfont: {}\nc: 4\n",
        key: "font.size",
        expected: "a: 1\nfont:\n  size: 9 # or more\nc: 4\n"
    ),
    RestoringCase(
        name: "a person took its mapping out with it",
        format: .yaml,
        old: "a: 1\nfont: # Letters.\n  # Points.\n  size: 12 # or more\nc: 3\n",
        now: "a: 1\nc: 3\n",
        key: "font.size",
        remover: .person,
        expected: "a: 1\nfont:\n  size: 9\nc: 3\n"
    ),
    RestoringCase(
        name: "it was a text of several lines",
        format: .yaml,
        old: "a: 1\nb: |\n  one\n  two\nc: 3\n",
        now: "a: 1\nc: 3\nd: 4\n",
        key: "b",
        value: .string("one\ntwo\n"),
        expected: "a: 1\nb: |\n  one\n  two\nc: 3\nd: 4\n"
    ),
    RestoringCase(
        name: "it stood between others",
        format: .gitConfig,
        old: "[user]\n\tname = A\n\tmail = x # mine\n\tkey = k\n[core]\n\tpager = less\n",
        now: "[user]\n\tname = B\n\tkey = k\n[core]\n\tpager = more\n",
        key: "user.mail",
        value: .string("y"),
        expected: "[user]\n\tname = B\n\tmail = y # mine\n\tkey = k\n[core]\n\tpager = more\n"
    ),
    RestoringCase(
        name: "a person took its section out with it",
        format: .ini,
        old: "top = 1\n\n[font]\n; Points.\nsize = 12\n\n[window]\nwide = 1\n",
        now: "top = 1\n\n[window]\nwide = 1\n",
        key: "font.size",
        value: .string("9"),
        remover: .person,
        expected: "top = 1\n\n[font]\nsize = 9\n\n[window]\nwide = 1\n"
    ),
    RestoringCase(
        name: "it stood between others",
        format: .dotenv,
        old: "A=1\n# Two.\nexport B='2' # two\nC=3\n",
        now: "A=5\n# Two.\nC=3\nD=4\n",
        key: "B",
        value: .string("9"),
        expected: "A=5\n# Two.\nexport B='9' # two\nC=3\nD=4\n"
    ),
    RestoringCase(
        name: "it went over several lines",
        format: .properties,
        old: "a=1\nb : two \\\n    lines\nc=3\n",
        now: "a=1\nc=3\n",
        key: "b",
        value: .string("two lines"),
        expected: "a=1\nb : two \\\n    lines\nc=3\n"
    ),
    RestoringCase(
        name: "it stood between others",
        format: .kitty,
        old: "font_size    14\nwindow_border 1\nterm xterm\n",
        now: "font_size    15\nterm xterm\n",
        key: "window_border",
        value: .string("2"),
        expected: "font_size    15\nwindow_border 2\nterm xterm\n"
    ),
]

@Suite struct `A key that is set again after other changes` {
    @Test(arguments: tomlCases + bracketCases + lineCases)
    func `stands where it stood`(story: RestoringCase) throws {
        let old = try document(story.old, story.format)
        let hasSigns = JSONDocument.isWithComments(Array(story.now.utf8))
        let isStrictNow = story.format == .jsonc && !hasSigns
        let now = try document(story.now, isStrictNow ? .json : story.format)
        let change = DocumentChange(path(story.key), story.value)
        let next =
            story.remover == .agent ? try document(story.next ?? story.now, story.format) : nil

        let back = now.restoring([change], from: FormerText(old, before: next))

        #expect(back.refusals.isEmpty)
        #expect(text(back.document) == story.expected)
        #expect(try now.bytes.applying(back.edits) == back.document.bytes)
    }

    @Test(
        arguments: [
            // Another key of the same name stands where its table was.
            (Format.toml, "a.b = 1\n", "a = 2\n", "a.b"),
            // The older text never had it.
            (.toml, "a = 1\n", "a = 2\n", "b"),
            // The one line that all stands on is another now.
            (.json, "{\"a\": [1, 2], \"b\": 2}", "{\n  \"a\": [1, 2]\n}", "b"),
        ]
    )
    func `is refused where there is no such place`(
        format: Format,
        old: String,
        now: String,
        key: String
    ) throws {
        let now = try document(now, format)
        let change = DocumentChange(path(key), .integer(3))
        let former = FormerText(try document(old, format), before: nil)

        let revision = now.restoring([change], from: former)

        #expect(revision.refusals.map(\.change) == [change])
        #expect(revision.document.bytes == now.bytes)
        #expect(revision.edits.isEmpty)
    }

    @Test func `is refused alone where others return`() throws {
        let old = try document("a = 1\nb = 2 # two\nc = 3\n", .toml)
        let now = try document("c = 3\n", .toml)
        let changes = ["a", "new", "b"].map { DocumentChange(path($0), .integer(9)) }

        let revision = now.restoring(changes, from: FormerText(old, before: now))

        #expect(revision.refusals.map(\.change) == [changes[1]])
        #expect(text(revision.document) == "a = 9\nb = 9 # two\nc = 3\n")
    }

    @Test(arguments: [0, 1])
    func `stands where it stood in texts up to the limit`(excess: Int) throws {
        let lines = "a = 1\nb = 2\nc = 3\n"
        let filling = String(
            repeating: "#",
            count: mostRecalledBytes - lines.utf8.count - 1 + excess
        )
        let old = try document(lines + filling + "\n", .toml)
        let change = DocumentChange(path("b"), .integer(2))
        let now = try old.revised(by: DocumentChange(path("b"), nil)).document

        let back = now.restoring([change], from: FormerText(old, before: now))

        #expect(back.refusals.isEmpty == (excess == 0))
    }
}
