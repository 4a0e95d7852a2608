// Places in a text, and how a message shows them.

import SettingsDocument
import SettingsModel
import Testing

@Suite struct `A place in a text` {
    @Test(arguments: [
        ("abc", 0, 1, 1), ("abc", 3, 1, 4), ("abc", 99, 1, 4), ("a\nb", 2, 2, 1), ("a\n", 2, 2, 1),
        ("é日x", 2, 1, 2), ("é日x", 3, 1, 2), ("é日x", 5, 1, 3), ("\u{FEFF}a", 3, 1, 1),
        ("\u{FEFF}a", 0, 1, 1), ("a\r\nb", 3, 2, 1), ("", 0, 1, 1), ("a\rb", 1, 1, 2),
        ("a\rb", 2, 2, 1), ("a\r\nb", 2, 1, 3), ("a\r\rb", 3, 3, 1),
    ])
    func `counts lines and Unicode scalars from 1`(
        text: String,
        offset: Int,
        line: Int,
        column: Int
    ) {
        #expect(
            SourcePlace(offset: offset, in: Array(text.utf8))
                == SourcePlace(line: line, column: column)
        )
        #expect(
            SourcePlaces(Array(text.utf8)).place(offset) == SourcePlace(line: line, column: column)
        )
    }
}

@Suite struct `An excerpt` {
    private func shown(_ text: String, _ line: Int, _ column: Int) -> String {
        excerpt(at: SourcePlace(line: line, column: column), in: Array(text.utf8))
    }

    @Test func `has the line and a caret below the place`() {
        #expect(shown("a = 1\nsize = \"big\"\n", 2, 8) == "  2 | size = \"big\"\n    |        ^")
    }

    @Test func `shows no control character and one column for each tab`() {
        #expect(shown("\tx\u{1B}[31m\r\n", 1, 3) == "  1 |  x\u{FFFD}[31m\n    |   ^")
    }

    @Test func `ends lines at lone carriage returns`() {
        #expect(shown("a\rb\r\nc", 2, 1) == "  2 | b\n    | ^")
        #expect(shown("a\rb\r\nc", 3, 1) == "  3 | c\n    | ^")
    }

    @Test func `leaves a byte order mark out`() {
        #expect(shown("\u{FEFF}x", 1, 1) == "  1 | x\n    | ^")
    }

    @Test func `cuts a long line around the place`() throws {
        let text = String(repeating: "a", count: 300) + "!" + String(repeating: "b", count: 300)
        let lines = shown(text, 1, 301).split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 110 })
        let column = try #require(lines[0].firstIndex(of: "!"))
        let caret = try #require(lines[1].firstIndex(of: "^"))
        #expect(
            lines[0].distance(from: lines[0].startIndex, to: column)
                == lines[1].distance(from: lines[1].startIndex, to: caret)
        )
    }

    @Test(arguments: [(1, 1), (2, 9), (7, 1), (1, 500)])
    func `is given for any place`(line: Int, column: Int) {
        #expect(shown("a\n", line, column).count < 200)
    }
}
