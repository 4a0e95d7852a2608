// Places as text.

import SettingsDocument
import SettingsModel
import Testing

@Suite struct `A place` {
    @Test(
        arguments: [
            ("font.size", [.key("font"), .key("size")]),
            ("servers[0].\"a.b\"", [.key("servers"), .index(0), .key("a.b")]),
            ("[2][0]", [.index(2), .index(0)]), ("\"list[0]\"", [.key("list[0]")]),
            ("a.\"x]\\\"[0]\"[1]", [.key("a"), .key("x]\"[0]"), .index(1)]),
        ] as [(String, [PathElement])]
    )
    func `is read from its text, and written so`(text: String, elements: [PathElement]) throws {
        let path = try DocumentPath(parsing: text)
        #expect(path.elements == elements)
        #expect("\(path)" == text)
    }

    @Test(arguments: [
        "", ".", "a.", "a..b", ".a", "a[", "a[]", "a[-1]", "a[x]", "a[0", "a[0]b", "a[0].",
        "\"a", "\"a\"b", "a\u{1B}", "a[99999999999999999999]",
    ])
    func `is no other text`(text: String) {
        #expect(throws: ModelError.self) { try DocumentPath(parsing: text) }
    }

    @Test func `names the key that is meant where brackets have no position`() throws {
        let error = #expect(throws: ModelError.self) { try DocumentPath(parsing: "A.Name[de]") }
        #expect(error?.advice.hasSuffix(#": 'A."Name[de]"'"#) == true)
    }
}
