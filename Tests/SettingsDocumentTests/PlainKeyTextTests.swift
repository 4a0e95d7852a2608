// Texts of keys that are read without quotes and positions.

import SettingsDocument
import SettingsModel
import Testing

@Suite struct `A plain text of a key` {
    @Test(arguments: ["a", "a.b", "font.size", "a-b.c_d", "0.12", "-a.-1", "A.Z9.z"])
    func `is read as any other text is`(text: String) throws {
        #expect(KeyText(plain: text) == (try KeyText(parsing: text)))
    }

    @Test(arguments: [
        "", ".", "a.", ".a", "a..b", "a[0]", "\"a.b\"", "a b", "a\n", "\u{E4}", "e\u{301}", "a/b",
        "a:",
    ])
    func `is no other text`(text: String) {
        #expect(KeyText(plain: text) == nil)
    }
}
