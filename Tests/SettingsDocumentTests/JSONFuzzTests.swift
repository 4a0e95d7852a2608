// JSON and XML property lists with bytes changed at random: nothing traps, and what is read can be edited.

import Foundation
import SettingsDocument
import SettingsModel
import TestSupport
import Testing

@Suite struct `A JSON or XML file with broken bytes` {
    private static let pieces: [String] = [
        "{", "}", "[", "]", ",", ":", "\"", "'", "\\", "/", "//", "/*", "*/", "\n", "\r", "\t",
        "\0",
        "-", "0x", "1e9", ".", "null", "\\u", "\\ud800", "é", "\u{2028}", "<", ">", "</", "/>",
        "<dict>", "</dict>", "<key>", "<!--", "-->", "<![CDATA[", "]]>", "&", "&amp;", "&#", ";",
        "<?",
    ]

    private func mutated(_ text: String, _ random: inout SeededRandom) -> [UInt8] {
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let place = Int.random(in: 0...bytes.count, using: &random)
            let end = min(bytes.count, place + Int.random(in: 0...6, using: &random))
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes.removeSubrange(place..<end)
            case 1: bytes.insert(contentsOf: bytes[place..<end], at: place)
            case 2: bytes.insert(.random(in: 0...255, using: &random), at: place)
            default:
                bytes.insert(
                    contentsOf: (Self.pieces.randomElement(using: &random) ?? "").utf8,
                    at: place
                )
            }
        }
        return bytes
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `is refused with a place, or read and edited by the laws`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let texts =
            jsonSamples.map { ($0.format, $0.text) }
            + plistSamples.map { (.xmlPropertyList, $0.text) }
        for _ in 0..<400 {
            guard let (format, text) = texts.randomElement(using: &random) else { return }
            let bytes = mutated(text, &random)
            do {
                let laws = EditLaws(document: try format.parse(bytes))
                #expect(laws.document.bytes == bytes)
                try laws.check(laws.randomChanges(using: &random))
            } catch let error as DocumentError {
                #expect((0...bytes.count).contains(error.offset))
                #expect(error.place.line >= 1 && error.place.column >= 1)
                #expect(!error.problem.isEmpty && !error.problem.hasSuffix("."))
            }
        }
    }

    @Test(arguments: [Format.json, .jsonc, .json5, .xmlPropertyList])
    func `is refused wherever it ends too early, or read`(format: Format) throws {
        for text in jsonSamples.map(\.text) + plistSamples.map(\.text) {
            let bytes = Array(text.utf8)
            for count in 0..<bytes.count {
                _ = try? format.parse(Array(bytes.prefix(count)))  // a trap is what would fail
            }
        }
    }
}

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
        .enabled(if: !JSONSuites.json5Suite.isEmpty, missingSuites),
        arguments: JSONSuites.json5Suite
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
