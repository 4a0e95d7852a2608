// A TOML file's leaves, lines and spans.

import SettingsDocument
import SettingsModel
import Testing

@Suite struct `A TOML document` {
    private static let text = """
        # head
        title = "x" # t

        a.b = 1
        c = { d = 2, e = {} }
        list = [
          1, # one
        ]
        [t] # header
        # comment
        x = '''
        long
        '''
        [empty]
        [[p]]
        n = 1
        # between
        [p.q]
        m = 2

        [z]
        [[p]]
        # end
        """

    @Test func `lists its leaves in the order of the file`() throws {
        let document = try toml(Self.text)
        let entries = document.entries

        #expect(
            entries.map(\.keyPath.description) == [
                "title", "a.b", "c.d", "c.e", "list", "t.x", "p",
            ]
        )
        let rests = entries.map {
            String(decoding: document.bytes[$0.offset...].prefix(4), as: UTF8.self)
        }
        #expect(rests == ["titl", "a.b ", "d = ", "e = ", "list", "x = ", "p]]\n"])
        #expect(entries[3].value == .dictionary([]))
        #expect(entries[6].value.typeName == "array")
    }

    @Test(arguments: [
        ("title", "\"x\""), ("a.b", "1"), ("c", "{ d = 2, e = {} }"), ("c.d", "2"),
        ("t.x", "'''\nlong\n'''"), ("a", nil), ("t", nil), ("p", nil), ("nothing", nil),
    ])
    func `knows a value's own text`(_ path: String, _ text: String?) throws {
        let document = try toml(Self.text)
        let span = document.span(of: DocumentPath(try SettingKeyPath(parsing: path)))
        #expect(span.map { String(decoding: document.bytes[$0], as: UTF8.self) } == text)
    }

    @Test func `reads what TOML 1.1 added`() throws {
        let document = try toml("a = {\n  b = \"\\e\\x41\", # c\n}\nt = 07:32\n")
        #expect(
            document.root
                == .dictionary([
                    .init("a", .dictionary([.init("b", .string("\u{1B}A"))])),
                    .init("t", .raw("07:32")),
                ])
        )
    }
}
