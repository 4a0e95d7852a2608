// The nasty cases of XML property lists, one by one.

import Foundation
import SettingsDocument
import SettingsModel
import Testing

/// A case whose texts are what stands within `<plist>`, with what is around them.
private func file(_ example: EditCase) -> EditCase {
    func file(_ text: String) -> String { "<plist version=\"1.0\">\n\(text)\n</plist>\n" }
    var example = example
    example.before = file(example.before)
    if case .bytes(let text) = example.outcome { example.outcome = .bytes(file(text)) }
    return example
}

@Suite struct `A nasty property list case` {
    static let contents: [EditCase] = [
        (
            "2 inserted before the tail comment",
            "<dict>\n\t<key>a</key>\n\t<true/> <!-- a -->\n\t<!-- tail -->\n</dict>", [set("b", 1)],
            "<dict>\n\t<key>a</key>\n\t<true/> <!-- a -->\n\t<key>b</key>\n\t<integer>1</integer>\n\t<!-- tail -->\n</dict>"
        ),
        (
            "2 inserted behind comments around a pair",
            "<dict>\n\t<!-- a --> <key>a</key> <true/> <!-- one -->\n</dict>", [set("b", 1)],
            "<dict>\n\t<!-- a --> <key>a</key> <true/> <!-- one -->\n\t<key>b</key> <integer>1</integer>\n</dict>"
        ),
        (
            "2 inserted behind a comment on one line",
            "<dict><key>a</key><true/> <!-- one --></dict>", [set("b", 1)],
            "<dict><key>a</key><true/> <!-- one --><key>b</key><integer>1</integer></dict>"
        ),
        (
            "8 removed with comments around it",
            "<dict>\n\t<!-- a --> <key>a</key> <true/> <!-- one -->\n\t<key>b</key> <true/>\n</dict>",
            [remove("a")], "<dict>\n\t<key>b</key> <true/>\n</dict>"
        ),
        (
            "3 true with a blank flips", "<dict><key>a</key><true /></dict>", [set("a", false)],
            "<dict><key>a</key><false /></dict>"
        ),
        (
            "3 true with two tags", "<dict><key>a</key><true></true></dict>", [set("a", false)],
            "<dict><key>a</key><false/></dict>"
        ),
        (
            "5 nested dictionary opened", "<dict>\n\t<key>a</key>\n\t<dict/>\n</dict>",
            [set("a/b", 1)],
            "<dict>\n\t<key>a</key>\n\t<dict>\n\t\t<key>b</key>\n\t\t<integer>1</integer>\n\t</dict>\n</dict>"
        ),
        (
            "42 attribute kept where opened",
            "<dict>\n  <key>a</key>\n  <array id=\"1/\" />\n</dict>", [set("a/0", 1)],
            "<dict>\n  <key>a</key>\n  <array id=\"1/\">\n    <integer>1</integer>\n  </array>\n</dict>"
        ),
        (
            "6 CDATA replaced", "<dict><key>a</key><string><![CDATA[<x>]]></string></dict>",
            [set("a", "]]>")], "<dict><key>a</key><string>]]&gt;</string></dict>"
        ),
        (
            "6 equal CDATA kept", "<dict><key>a</key><string><![CDATA[<x>]]>&#x79;</string></dict>",
            [set("a", "<x>y")], "<dict><key>a</key><string><![CDATA[<x>]]>&#x79;</string></dict>"
        ),
        (
            "7 key with an entity", "<dict><key>&lt;&#97;</key><true/></dict>", [set("<a", 1)],
            "<dict><key>&lt;&#97;</key><integer>1</integer></dict>"
        ),
        (
            "8 removed, comment above stays",
            "<dict>\n\t<!-- why -->\n\t<key>a</key>\n\t<true/> <!-- a -->\n\t<key>b</key>\n\t<true/>\n</dict>",
            [remove("a")], "<dict>\n\t<!-- why -->\n\t<key>b</key>\n\t<true/>\n</dict>"
        ),
        (
            "9 empty string, two spellings",
            "<dict><key>a</key><string/><key>b</key><string></string></dict>",
            [set("a", "x"), set("b", "y")],
            "<dict><key>a</key><string>x</string><key>b</key><string>y</string></dict>"
        ),
        (
            "10 empty key", "<dict><key></key><true/></dict>", [set([""], 1)],
            "<dict><key></key><integer>1</integer></dict>"
        ),
        (
            "11 several pairs on a line",
            "<dict>\n\t<key>a</key><true/> <key>b</key><true/>\n</dict>",
            [remove("a"), set("c", 1)],
            "<dict>\n\t<key>b</key><true/><key>c</key><integer>1</integer>\n</dict>"
        ),
        (
            "11 pair on one line", "<dict>\n\t<key>a</key> <true/>\n</dict>", [set("b", 1)],
            "<dict>\n\t<key>a</key> <true/>\n\t<key>b</key> <integer>1</integer>\n</dict>"
        ),
        (
            "17 commented-out key", "<dict>\n\t<!-- <key>a</key><true/> -->\n</dict>",
            [set("a", 1)],
            "<dict>\n\t<!-- <key>a</key><true/> -->\n\t<key>a</key>\n\t<integer>1</integer>\n</dict>"
        ),
        (
            "19 hexadecimal kept when equal", "<dict><key>a</key><integer>0x1F</integer></dict>",
            [set("a", 31)], "<dict><key>a</key><integer>0x1F</integer></dict>"
        ),
        (
            "21 real is not integer", "<dict><key>a</key><real>1</real></dict>", [set("a", 1)],
            "<dict><key>a</key><integer>1</integer></dict>"
        ),
        (
            "22 infinity", "<dict><key>a</key><real>1</real></dict>", [set("a", .real(-.infinity))],
            "<dict><key>a</key><real>-infinity</real></dict>"
        ),
        (
            "24 data wrapped at column 76", "<dict>\n\t<key>a</key>\n\t<data>AA==</data>\n</dict>",
            [set("a", .data(Array(repeating: 7, count: 52)))],
            "<dict>\n\t<key>a</key>\n\t<data>\n\tBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcH\n\tBw==\n\t</data>\n</dict>"
        ),
        (
            "25 equal data kept", "<dict><key>a</key><data> AQ\n ID </data></dict>",
            [set("a", .data([1, 2, 3]))], "<dict><key>a</key><data> AQ\n ID </data></dict>"
        ),
        (
            "26 blanks in a string are content", "<dict><key>a</key><string> x\n</string></dict>",
            [set("a", "x")], "<dict><key>a</key><string>x</string></dict>"
        ),
        (
            "27 carriage return", "<dict><key>a</key><string>x</string></dict>", [set("a", "\r\n")],
            "<dict><key>a</key><string>&#13;\n</string></dict>"
        ),
        (
            "34 last duplicate edited", "<dict><key>a</key><true/><key>a</key><true/></dict>",
            [set("a", 1)], "<dict><key>a</key><true/><key>a</key><integer>1</integer></dict>"
        ),
        (
            "41 only pair removed", "<dict>\n\t<key>a</key>\n\t<true/>\n</dict>", [remove("a")],
            "<dict>\n</dict>"
        ),
        (
            "40 appended to a one-line array", "<array><true/></array>", [set("1", 1)],
            "<array><true/><integer>1</integer></array>"
        ),
        (
            "array over an array",
            "<array>\n\t<string>a</string> <!-- A -->\n\t<string>b</string> <!-- B -->\n\t<string>c</string> <!-- C -->\n</array>",
            [set("", ["a", "c", 1])],
            "<array>\n\t<string>a</string> <!-- A -->\n\t<string>c</string> <!-- C -->\n\t<integer>1</integer>\n</array>"
        ),
        (
            "dictionary gives way",
            "<dict>\n\t<key>a</key>\n\t<dict>\n\t\t<key>b</key>\n\t\t<true/>\n\t</dict>\n</dict>",
            [remove("a/b"), set("a", 1)], "<dict>\n\t<key>a</key>\n\t<integer>1</integer>\n</dict>"
        ),
        (
            "all removed and others added",
            "<dict>\n\t<key>a</key>\n\t<true/>\n\t<key>b</key>\n\t<true/>\n</dict>",
            [remove("a"), remove("b"), set("c", 1)],
            "<dict>\n\t<key>c</key>\n\t<integer>1</integer>\n</dict>"
        ),
        (
            "1 value between comments",
            "<dict>\n\t<key>a</key> <!-- k -->\n\t<true/> <!-- v -->\n</dict>", [set("a", 1)],
            "<dict>\n\t<key>a</key> <!-- k -->\n\t<integer>1</integer> <!-- v -->\n</dict>"
        ),
        (
            "4 escaped", "<dict><key>a</key><string>x</string></dict>", [set("a", "<&>")],
            "<dict><key>a</key><string>&lt;&amp;&gt;</string></dict>"
        ),
        (
            "16 comment between key and value",
            "<dict>\n\t<key>a</key>\n\t<!-- b -->\n\t<true/>\n</dict>", [set("a", 1)],
            "<dict>\n\t<key>a</key>\n\t<!-- b -->\n\t<integer>1</integer>\n</dict>"
        ),
        (
            "18 instruction within a dictionary",
            "<dict>\n\t<?x y?>\n\t<key>a</key>\n\t<true/>\n</dict>", [set("b", 1)],
            "<dict>\n\t<?x y?>\n\t<key>a</key>\n\t<true/>\n\t<key>b</key>\n\t<integer>1</integer>\n</dict>"
        ),
        (
            "23 odd dates untouched",
            "<dict><key>a</key><date>1999-12-31T23:59:59.5+01:00</date><key>b</key><true/></dict>",
            [set("b", 1)],
            "<dict><key>a</key><date>1999-12-31T23:59:59.5+01:00</date><key>b</key><integer>1</integer></dict>"
        ),
        (
            "29 brackets in text untouched",
            "<dict><key>a</key><string>]]></string><key>b</key><true/></dict>", [set("b", 1)],
            "<dict><key>a</key><string>]]></string><key>b</key><integer>1</integer></dict>"
        ),
        (
            "38 four blanks inferred", "<dict>\n    <key>a</key>\n    <true/>\n</dict>",
            [set("b/c", 1)],
            "<dict>\n    <key>a</key>\n    <true/>\n    <key>b</key>\n    <dict>\n        <key>c</key>\n        <integer>1</integer>\n    </dict>\n</dict>"
        ),
        (
            "39 nested empty array opened", "<dict>\n  <key>a</key>\n  <array/>\n</dict>",
            [set("a/0", 1)],
            "<dict>\n  <key>a</key>\n  <array>\n    <integer>1</integer>\n  </array>\n</dict>"
        ),
        ("nothing there to remove", "<dict/>", [remove("a"), remove("b/c")], "<dict/>"),
    ]

    static let files: [EditCase] = [
        (
            "12 CRLF",
            "<plist>\r\n<dict>\r\n\t<key>a</key>\r\n\t<true/>\r\n</dict>\r\n</plist>\r\n",
            [set("b", 1)],
            "<plist>\r\n<dict>\r\n\t<key>a</key>\r\n\t<true/>\r\n\t<key>b</key>\r\n\t<integer>1</integer>\r\n</dict>\r\n</plist>\r\n"
        ),
        (
            "13 byte order mark", "\u{FEFF}<plist><dict><key>a</key><true/></dict></plist>",
            [set("a", 1)], "\u{FEFF}<plist><dict><key>a</key><integer>1</integer></dict></plist>"
        ),
        (
            "14 no declaration and no plist", "<dict><key>a</key><true/></dict>", [set("a", 1)],
            "<dict><key>a</key><integer>1</integer></dict>"
        ),
        (
            "15 attributes in single quotes",
            "<?xml version='1.0' encoding='utf-8'?>\n<plist version='1.0'><dict><key>a</key><true/></dict></plist>",
            [set("a", 1)],
            "<?xml version='1.0' encoding='utf-8'?>\n<plist version='1.0'><dict><key>a</key><integer>1</integer></dict></plist>"
        ),
        (
            "32 external definition never fetched",
            "<!DOCTYPE plist SYSTEM \"file:///none\"><plist><dict><key>a</key><true/></dict></plist>",
            [set("a", 1)],
            "<!DOCTYPE plist SYSTEM \"file:///none\"><plist><dict><key>a</key><integer>1</integer></dict></plist>"
        ),
        (
            "36 root string", "<plist><string>x</string></plist>", [set("", "y")],
            "<plist><string>y</string></plist>"
        ),
        (
            "a sign and a base stay",
            "<plist><array><integer>+7</integer><integer>0x1F</integer></array></plist>",
            [set("0", 8), set("1", 32)],
            "<plist><array><integer>+8</integer><integer>0x20</integer></array></plist>"
        ),
        (
            "44 comment behind the end", "<plist><array><true/></array></plist>\n<!-- end -->\n",
            [set("1", 1)],
            "<plist><array><true/><integer>1</integer></array></plist>\n<!-- end -->\n"
        ),
    ]

    @Test(arguments: contents.map(file) + files)
    func `gives exactly these bytes`(edit: EditCase) throws {
        try Format.xmlPropertyList.check(edit)
    }

    @Test(
        arguments: [
            ("<integer>-9223372036854775808</integer>", .integer(.min)),
            ("<integer>+1</integer>", .integer(1)),
            ("<integer>18446744073709551615</integer>", .raw("18446744073709551615")),
            ("<real>NaN</real>", .real(.nan)), ("<real>1</real>", .real(1)),
            ("<real>1e400</real>", .raw("1e400")),
            ("<date>1999-12-31T23:59:59Z</date>", .date(SettingDate(seconds: 946_684_799))),
            ("<date>1999-12-31T23:59:59.5Z</date>", .raw("1999-12-31T23:59:59.5Z")),
            ("<date>1999-12-31</date>", .raw("1999-12-31")),
            ("<string>&#x1F600;&#65;</string>", .string("😀A")),
            ("<string>a]]>b</string>", .string("a]]>b")),
            ("<string>\u{1}</string>", .string("\u{1}")),
            ("<string>a\r\nb</string>", .string("a\r\nb")), ("<data/>", .data([])),
            (
                "<dict><?pi?><key>a</key><!-- b --><true/></dict>",
                .dictionary([.init("a", .boolean(true))])
            ),
        ] as [(String, SettingValue)]
    )
    func `reads exactly`(text: String, value: SettingValue) throws {
        #expect(try Format.xmlPropertyList.parse(Array(text.utf8)).root == value)
    }

    @Test(arguments: [
        ("", DocumentError.Code.syntax, 0), ("<plist></plist>", .syntax, 7),
        ("<plist/>", .syntax, 8),
        ("<string>&foo;</string>", .syntax, 8), ("<string>&amp</string>", .syntax, 8),
        ("<!DOCTYPE plist [<!ENTITY x 'y'>]><true/>", .syntax, 16),
        ("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><true/>", .encoding, 0),
        ("<dict><key>a</key></dict>", .syntax, 6), ("<dict><true/></dict>", .syntax, 6),
        ("<dict>x</dict>", .syntax, 6), ("<true/><true/>", .syntax, 7),
        ("<array><true/>", .syntax, 0),
        ("<string>a<b/></string>", .syntax, 9), ("<integer>x</integer>", .syntax, 0),
        ("<integer></integer>", .syntax, 0), ("<real>x</real>", .syntax, 0),
        ("<data>@</data>", .syntax, 0),
        ("<dict><!-- </dict>", .syntax, 6), ("<set/>", .syntax, 0),
        ("<string>x</strin>", .syntax, 9),
        ("{ a = 1; }", .syntax, 0), ("<string><!--></string>", .syntax, 0),
    ])
    func `is refused with its place`(text: String, code: DocumentError.Code, offset: Int) {
        let error = #expect(throws: DocumentError.self) {
            try Format.xmlPropertyList.parse(Array(text.utf8))
        }
        #expect(error?.code == code)
        #expect(error?.offset == offset)
    }

    @Test(arguments: [
        (SettingValue.null, EditError.Code.unrepresentable), (.string("\u{1}"), .unrepresentable),
        (.date(SettingDate(seconds: 0, nanoseconds: 1)), .unrepresentable),
        (.raw("x"), .unrepresentable),
    ])
    func `can't hold everything`(value: SettingValue, code: EditError.Code) throws {
        let document = try Format.xmlPropertyList.parse(XMLPropertyList.emptyFile)
        let error = #expect(throws: EditError.self) {
            try document.revised(by: DocumentChange("a", value)) as Revision
        }
        #expect(error?.code == code)
    }

    @Test func `begins as Foundation writes it`() throws {
        let document = try Format.xmlPropertyList.parse(XMLPropertyList.emptyFile)
        let value: SettingValue = .dictionary([
            .init("a", .integer(1)), .init("b", .array([.string("x"), .data(Array(0..<100))])),
            .init("c", .dictionary([.init("d", .date(SettingDate(seconds: 0)))])),
            .init("e", .boolean(true)),
        ])
        let bytes = try document.revised(by: DocumentChange("", value)).document.bytes
        let object = try PropertyListSerialization.propertyList(
            from: Foundation.Data(bytes),
            options: [],
            format: nil
        )
        let theirs = try PropertyListSerialization.data(
            fromPropertyList: object,
            format: .xml,
            options: 0
        )
        #expect(String(decoding: bytes, as: UTF8.self) == String(decoding: theirs, as: UTF8.self))
    }
}

@Suite struct `Thousands of changes at once` {
    @Test(arguments: [Format.jsonc, .xmlPropertyList, .binaryPropertyList])
    func `are planned together`(format: Format) throws {
        let start = format == .jsonc ? Array("// c\n{}\n".utf8) : XMLPropertyList.emptyFile
        let source = try (format == .jsonc ? Format.jsonc : .xmlPropertyList).parse(start)
        let entries = (0..<3_000).map {
            SettingValue.Entry("key\($0)", .dictionary([.init("v", .integer($0))]))
        }
        let all = DocumentChange("", .dictionary(entries))
        let filled = try source.bytes.applying(source.edits(for: [all], style: .natural))
        var document = try source.format.parse(filled)
        if format == .binaryPropertyList {
            let empty =
                Array("bplist00".utf8) + [0xD0, 8, 0, 0, 0, 0, 0, 0, 1, 1]
                + [1, 0, 9].flatMap { [0, 0, 0, 0, 0, 0, 0, $0] as [UInt8] }
            let binary = try format.parse(empty)
            document = try format.parse(
                binary.bytes.applying(binary.edits(for: [all], style: .natural))
            )
        }
        let changes = (0..<3_000).flatMap { number -> [DocumentChange] in
            switch number % 3 {
            case 0: [DocumentChange(DocumentPath([.key("key\(number)")]), nil)]
            case 1:
                [DocumentChange(DocumentPath([.key("key\(number)"), .key("v")]), .boolean(true))]
            default:
                [
                    DocumentChange(
                        DocumentPath([.key("new\(number)"), .key("v")]),
                        .integer(Int64(number))
                    )
                ]
            }
        }

        let edits = try document.edits(for: changes, style: .natural)

        let result = try format.parse(document.bytes.applying(edits))
        let expected = Dictionary(
            uniqueKeysWithValues: (0..<3_000).flatMap { number -> [(String, SettingValue)] in
                let old: SettingValue = .dictionary([.init("v", .integer(Int64(number)))])
                return switch number % 3 {
                case 0: []
                case 1: [("key\(number)", .dictionary([.init("v", .boolean(true))]))]
                default: [("key\(number)", old), ("new\(number)", old)]
                }
            }
        )
        guard case .dictionary(let found) = result.root else { return }
        #expect(Dictionary(uniqueKeysWithValues: found.map { ($0.key, $0.value) }) == expected)
    }
}
