// JSON5 as Foundation's decoder reads it.

import Foundation
import SettingsDocument
import SettingsModel
import Testing

/// Any JSON value, for Foundation's decoder.
private enum Decoded: Decodable {
    case value(SettingValue)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .value(.null)
        } else if let flag = try? container.decode(Bool.self) {
            self = .value(.boolean(flag))
        } else if let number = try? container.decode(Double.self) {
            self = .value(.real(number))
        } else if let text = try? container.decode(String.self) {
            self = .value(.string(text))
        } else if let values = try? container.decode([Decoded].self) {
            self = .value(.array(values.map(\.value)))
        } else {
            let entries = try container.decode([String: Decoded].self)
            self = .value(.dictionary(entries.map { SettingValue.Entry($0.key, $0.value.value) }))
        }
    }

    var value: SettingValue {
        switch self {
        case .value(let value): value
        }
    }
}

extension SettingValue {
    /// The value as Foundation's decoder tells it: all numbers are reals.
    fileprivate var withRealNumbers: SettingValue {
        switch self {
        case .integer(let number): .real(Double(number))
        case .raw(let text): Double(text).map(SettingValue.real) ?? self
        case .array(let values): .array(values.map(\.withRealNumbers))
        case .dictionary(let entries):
            .dictionary(entries.map { Entry($0.key, $0.value.withRealNumbers) })
        default: self
        }
    }
}

@Suite struct `A JSON5 file` {
    @Test(
        .enabled(if: !SharedFolder.json5.isEmpty, SharedFolder.isMissing),
        arguments: SharedFolder.json5
    )
    func `is read as Foundation reads it`(file: SuiteFile) throws {
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        guard let decoded = try? decoder.decode(Decoded.self, from: Foundation.Data(file.bytes)),
            let document = try? Format.json5.parse(file.bytes)
        else { return }
        // Where Foundation leaves the language: it keeps the line end of a continued line (ECMAScript
        // 5.1, section 7.8.4, drops it), counts the first of two equal keys, and keeps escapes in
        // bare keys. A minus before an integer zero says nothing to us.
        let others = [
            "readme-example", "-escaped-", "/escaped-", "multi-line", "duplicate-keys",
            "negative-zero",
        ]
        guard !others.contains(where: file.name.contains) else { return }
        #expect(document.root.withRealNumbers == decoded.value)
    }
}
