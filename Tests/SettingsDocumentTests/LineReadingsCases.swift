// Lines that programs read in two ways: what is read, and which changes are refused.

import SettingsDocument
import SettingsModel
import Testing

@Suite struct `A header with brackets in its name` {
    @Test(
        arguments: [
            ("[*.[ch]]\nx=1\n", "*.[ch]"), ("[{a,[bc]d}.txt] ; c\nx=1\n", "{a,[bc]d}.txt"),
            ("[[a-z][0-9]]\nx=1\n", "[a-z][0-9]"), ("[a]b]\nx=1\n", "a]b"),
            ("[*.{js,ts}]\nx=1\n", "*.{js,ts}"),
            ("[A][B]\nx=1\n", nil), ("[a] ; see [b]\nx=1\n", nil),
        ] as [(String, String?)]
    )
    func `ends at the last one`(text: String, name: String?) {
        let value = name.map { SettingValue.dictionary([.init($0, ["x": "1"])]) }
        #expect((try? read(text, .ini)) == value)
    }

    static let cases: [EditCase] = [
        ("a value", "[*.[ch]]\nx=1\n", [set("*.[ch]/x", "2")], "[*.[ch]]\nx=2\n"),
        ("a new section", "[*]\nx=1\n", [set("*.[ch]/x", "2")], "[*]\nx=1\n\n[*.[ch]]\nx=2\n"),
        (
            "a name that would be another", "[*]\nx=1\n", [set("a] ; [b/x", "2")],
            .refused(.unrepresentable)
        ),
        ("two names", "[*]\nx=1\n", [set("a][b/x", "2")], .refused(.unrepresentable)),
    ]

    @Test(arguments: cases) func `can be edited`(example: EditCase) throws {
        try Format.ini.check(example)
    }
}
