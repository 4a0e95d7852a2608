// The YAML test suite: its files are read as it says, as far as libyaml reads them.

import Foundation
import SettingsDocument
import SettingsModel
import Testing

/// One file of the suite.
struct YAMLSuiteFile: Sendable, CustomTestStringConvertible {
    var name: String
    var bytes: [UInt8]
    var isValid: Bool
    /// The values of its documents as JSON, where it has that form.
    var json: [UInt8]?

    var testDescription: String { name }

    /// All files, in the order of their names.
    static let all: [YAMLSuiteFile] = {
        let files = Dictionary(SharedFolder.yaml.map { ($0.name, $0.bytes) }) { $1 }
        return SharedFolder.yaml.filter { $0.name.hasSuffix("/in.yaml") }.map { file in
            let folder = file.name.dropLast("in.yaml".count)
            return YAMLSuiteFile(
                name: String(folder.dropFirst("yaml/".count).dropLast()),
                bytes: file.bytes,
                isValid: files[folder + "error"] == nil,
                json: files[folder + "in.json"]
            )
        }
    }()
}

@Suite(.enabled(if: SharedFolder.url != nil, SharedFolder.isMissing))
struct `The YAML test suite` {
    @Test func `is read as far as libyaml reads it`() {
        let files = YAMLSuiteFile.all
        let read = files.filter { (try? Format.yaml.parse($0.bytes)) != nil }

        #expect(files.count { $0.isValid } == 308)
        #expect(files.count { !$0.isValid } == 94)
        #expect(read.count { $0.isValid } >= 257)
        #expect(94 - read.count { !$0.isValid } >= 78)

        print("read", read.count { $0.isValid }, "refused", 94 - read.count { !$0.isValid })
    }

    /// Files whose values aren't those of the JSON beside them, and why.
    private static let others: [String: String] = {
        let reasons = [
            "a tag of the program's own makes a literal": [
                "6CK3", "7FWL", "CC74", "CUP7", "M5C3", "P76L", "Z67P", "Z9M4",
            ],
            "data is data": ["565N"],
            "a file without a value is an empty dictionary": [
                "DK95/07", "MUS6/02", "MUS6/03", "MUS6/04",
            ],
            "to libyaml, '?' in brackets begins a key": ["652Z", "HM87/01"],
            "libyaml adds no line end where the file has none": ["JEF9/02", "L24T/01"],
        ]
        return reasons.reduce(into: [:]) { others, reason in
            for name in reason.value { others[name] = reason.key }
        }
    }()

    @Test func `says what the JSON beside it says`() {
        var compared = 0
        for file in YAMLSuiteFile.all {
            guard file.isValid, let json = file.json,
                let document = try? Format.yaml.parse(file.bytes),
                let expected = try? Format.json.parse(json)
            else { continue }
            compared += 1
            let isSame = Self.isSame(document.root, expected.root)
            #expect(isSame == (Self.others[file.name] == nil), "\(file.name)")
        }
        #expect(compared > 150)
    }

    /// JSON has one type of number, and text for what only a tag tells.
    private static func isSame(_ value: SettingValue, _ json: SettingValue) -> Bool {
        switch (value, json) {
        case (.array(let a), .array(let b)):
            return a.count == b.count && zip(a, b).allSatisfy { isSame($0, $1) }
        case (.dictionary(let a), .dictionary(let b)):
            let known = Dictionary(b.map { ($0.key, $0.value) }) { _, last in last }
            return a.count == b.count
                && a.allSatisfy { entry in known[entry.key].map { isSame(entry.value, $0) } ?? false
                }
        case (.real(let a), .integer(let b)): return a == Double(b)
        default: return value == json
        }
    }
}
