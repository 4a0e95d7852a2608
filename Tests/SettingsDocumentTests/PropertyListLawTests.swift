// The laws of an edit over property lists in every layout, with Foundation as the second reader.

import Foundation
import SettingsDocument
import SettingsModel
import TestSupport
import Testing

private let head = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">

    """

/// Property lists in the layouts that programs and people write.
let plistSamples: [(name: String, text: String)] = [
    (
        "as Foundation writes it",
        head + """
            <dict>
            \t<key>a</key>
            \t<integer>1</integer>
            \t<key>b</key>
            \t<dict>
            \t\t<key>c</key>
            \t\t<array>
            \t\t\t<string>x</string>
            \t\t\t<true/>
            \t\t\t<dict/>
            \t\t</array>
            \t\t<key>d</key>
            \t\t<data>
            \t\tAQID
            \t\t</data>
            \t\t<key>e</key>
            \t\t<date>2001-09-09T01:46:40Z</date>
            \t\t<key>r</key>
            \t\t<real>0.10000000149011612</real>
            \t</dict>
            \t<key>u</key>
            \t<integer>18446744073709551615</integer>
            </dict>
            </plist>

            """
    ),
    (
        "comments",
        head + """
            <!-- top -->
            <dict>
              <!-- a's -->
              <key>a</key> <!-- k -->
              <integer>1</integer> <!-- v -->
              <?pi x?>
              <!-- <key>off</key><true/> -->
              <key>b</key>
              <!-- between -->
              <array>
                <!-- one -->
                <string>1</string> <!-- 1 -->
                <string>2</string>
                <!-- end -->
              </array>
              <key>e</key> <dict> <!-- empty --> </dict>
              <!-- tail -->
            </dict>
            </plist> <!-- after -->

            """
    ),
    (
        "one line",
        "<plist><dict><key>a</key><true/><key>b</key><array><real>1</real></array></dict></plist>"
    ),
    (
        "no plist",
        "<dict>\n <key>a</key><string/>\n <key>b</key><string></string>\n <key></key><data/>\n</dict>"
    ),
    (
        "pairs on lines",
        "<dict>\n  <key>a</key> <true />\n  <key>b</key> <integer> 2 </integer>\n</dict>\n"
    ),
    (
        "several on a line",
        "<dict>\n  <key>a</key><true/> <key>b</key><false/>\n  <key>c</key><true/> </dict>\n"
    ),
    (
        "CRLF",
        head.replacing("\n", with: "\r\n")
            + "<dict>\r\n\t<key>a</key>\r\n\t<string>x\r\ny</string>\r\n\t<key>b</key>\r\n\t<dict>\r\n\t</dict>\r\n</dict>\r\n</plist>\r\n"
    ),
    (
        "byte order mark",
        "\u{FEFF}<plist version='1>0'><dict a='/'><key>&#x61;&amp;</key><string><![CDATA[<x>]]>y<!-- z --></string></dict></plist>"
    ),
    ("attributes", "<plist><dict id = 'x' /></plist>"),
    (
        "root array",
        "<plist version=\"1.0\">\n<array>\n\t<integer>0x1F</integer>\n\t<dict/>\n</array>\n</plist>"
    ),
    ("root string", "<string>x</string>"),
    ("duplicates", "<dict><key>a</key><true/><key>a</key><false/><key>b</key><true/></dict>"),
]

extension EditLaws {
    /// The probes and the types that property lists have besides, with some that they can't hold.
    static let plistProbes: [SettingValue] =
        probes + [
            SettingValue.data([]), .data(Array(0..<100)), .null, .real(.infinity), .real(.nan),
            .date(SettingDate(seconds: 1_000_000_000)),
            .date(SettingDate(seconds: -62_135_596_800)),
            .date(SettingDate(seconds: 0, nanoseconds: 1)), .string("\u{1}"),
        ]
}

/// What Foundation reads of a property list, as a value; nil when it refuses.
func foundationValue(_ bytes: [UInt8]) -> SettingValue? {
    guard
        let object = try? PropertyListSerialization.propertyList(
            from: Foundation.Data(bytes),
            options: [],
            format: nil
        )
    else { return nil }
    return settingValue(object)
}

private func settingValue(_ object: Any) -> SettingValue {
    switch object {
    case let flag as Bool where type(of: object) == Bool.self: .boolean(flag)
    case let text as String: .string(text)
    case let data as Foundation.Data: .data([UInt8](data))
    case let date as Date:
        .date(SettingDate(seconds: Int64(date.timeIntervalSince1970.rounded(.down))))
    case let values as [Any]: .array(values.map(settingValue))
    case let entries as [String: Any]:
        .dictionary(entries.map { SettingValue.Entry($0.key, settingValue($0.value)) })
    case let number as NSNumber: numberValue(number)
    default: .raw("\(object)")
    }
}

private func numberValue(_ number: NSNumber) -> SettingValue {
    if ["f", "d"].contains(String(cString: number.objCType)) { return .real(number.doubleValue) }
    let isTooLong = number.compare(NSNumber(value: Int64.max)) == .orderedDescending
    return isTooLong ? .raw("\(number.uint64Value)") : .integer(number.int64Value)
}

@Suite struct `An edit of a property list` {
    @Test(arguments: plistSamples.indices)
    func `keeps the laws in every layout`(index: Int) throws {
        let document = try Format.xmlPropertyList.parse(Array(plistSamples[index].text.utf8))
        let laws = EditLaws(document: document)
        laws.checkLines(of: document)
        for path in laws.paths { try laws.checkAll(at: path, in: EditLaws.plistProbes) }
    }

    @Test(arguments: plistSamples.indices)
    func `keeps the laws in the conservative style`(index: Int) throws {
        let document = try Format.xmlPropertyList.parse(Array(plistSamples[index].text.utf8))
        let laws = EditLaws(document: document)
        for path in laws.paths {
            for probe in EditLaws.plistProbes {
                try laws.check([DocumentChange(path, probe)], style: .conservative)
            }
        }
    }

    @Test(arguments: plistSamples.indices)
    func `makes many changes at once as it makes them one by one`(index: Int) throws {
        var random = SeededRandom(seed: UInt64(index))
        let document = try Format.xmlPropertyList.parse(Array(plistSamples[index].text.utf8))
        let laws = EditLaws(document: document)
        for _ in 0..<100 { try laws.check(laws.randomChanges(using: &random)) }
    }

    @Test(arguments: plistSamples.indices)
    func `removes again what it put in`(index: Int) throws {
        let text = plistSamples[index].text
        let document = try Format.xmlPropertyList.parse(Array(text.utf8))
        for path in EditLaws(document: document).paths {
            guard case .dictionary(let entries) = document.root.value(at: path.elements[...]),
                !entries.isEmpty
            else { continue }
            let place = path.appending(.key("new"))
            let longer = try document.revised(by: DocumentChange(place, .integer(1))).document
            let back = try longer.revised(by: DocumentChange(place, nil)).document
            #expect(String(decoding: back.bytes, as: UTF8.self) == text)
        }
    }

    @Test(arguments: plistSamples.indices)
    func `reads as Foundation reads it, before and after`(index: Int) throws {
        let document = try Format.xmlPropertyList.parse(Array(plistSamples[index].text.utf8))
        guard let expected = foundationValue(document.bytes) else {
            // Foundation refuses <data/>, and comments and blanks where we pass over them.
            let names: Set = ["byte order mark", "pairs on lines", "no plist"]
            #expect(names.contains(plistSamples[index].name))
            return
        }
        #expect(document.root == expected)
        let laws = EditLaws(document: document)
        for path in laws.paths {
            for probe in EditLaws.plistProbes {
                let revision = document.revised(by: [DocumentChange(path, probe)])
                #expect(foundationValue(revision.document.bytes) == revision.document.root)
            }
        }
    }
}
