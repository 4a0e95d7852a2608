// Property lists as Foundation reads them, before and after edits.

import DocumentFuzz
import Foundation
import SettingsDocument
import SettingsModel
import Testing

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

@Suite struct `Foundation beside us` {
    /// What we read and it refuses: empty data, comments and blanks where we pass over them.
    private static let refused: Set = ["byte order mark", "pairs on lines", "no plist"]

    @Test(arguments: Format.xmlPropertyList.layouts)
    func `reads property lists as we read them, before an edit and after`(layout: Layout) throws {
        let document = try layout.format.parse(layout.bytes)
        guard let expected = foundationValue(document.bytes) else {
            #expect(Self.refused.contains(layout.name) || layout.name.hasPrefix("sample"))
            return
        }
        #expect(document.root == expected)
        for path in EditLaws(layout.name, document).paths {
            for probe in probes {
                let new = document.revised(by: [DocumentChange(path, probe)]).document
                // Foundation reads blanks as an empty dictionary, but not a file of no bytes.
                guard !new.bytes.isEmpty else { continue }
                #expect(foundationValue(new.bytes) == new.root, "\(path) \(probe)")
            }
        }
    }
}
