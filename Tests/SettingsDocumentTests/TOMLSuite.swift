// The toml-test suite: its files are read as it says, and edited without harm.

import Foundation
import SettingsDocument
import SettingsModel
import Testing

/// One file of the suite.
struct TOMLSuiteFile: Sendable, CustomTestStringConvertible {
    var name: String
    var bytes: [UInt8]
    /// What it says, with types, or nil for an invalid file.
    var tagged: [UInt8]?

    var testDescription: String { name }

    /// The files that the suite lists for TOML 1.1.
    static let all: [TOMLSuiteFile] = {
        let files = Dictionary(SharedFolder.toml.map { ($0.name, $0.bytes) }) { $1 }
        let list = String(decoding: files["toml/tests/files-toml-1.1.0"] ?? [], as: UTF8.self)
        return list.split(separator: "\n").compactMap { name in
            guard name.hasSuffix(".toml"), let bytes = files["toml/tests/\(name)"] else {
                return nil
            }
            let tags = files["toml/tests/\(name.dropLast(".toml".count)).json"]
            let tagged = name.hasPrefix("valid/") ? tags : nil
            return TOMLSuiteFile(name: String(name), bytes: bytes, tagged: tagged)
        }
    }()
}

@Suite(.enabled(if: SharedFolder.url != nil, SharedFolder.isMissing))
struct `The toml-test suite` {
    @Test func `is read as it says`() {
        let files = TOMLSuiteFile.all

        #expect(files.count { $0.tagged != nil } == 220)
        #expect(files.count { $0.tagged == nil } == 492)
        for file in files {
            do throws(DocumentError) {
                let document = try TOMLDocument(file.bytes, as: .toml, limits: .standard)
                let isRight =
                    file.tagged.map { TaggedJSON($0).agrees(with: document.root) } ?? false
                #expect(isRight, "\(file.name)")
            } catch {
                #expect(file.tagged == nil, "\(file.name): \(error.place) \(error.problem)")
            }
        }
    }
}

/// The suite's description of a file's values.
struct TaggedJSON {
    private var object: Any?

    init(_ bytes: [UInt8]) { object = try? JSONSerialization.jsonObject(with: Data(bytes)) }

    func agrees(with value: SettingValue) -> Bool { Self.agree(object, value) }

    private static func agree(_ tagged: Any?, _ value: SettingValue) -> Bool {
        switch (tagged, value) {
        case (let tagged as [Any], .array(let values)):
            return tagged.count == values.count && zip(tagged, values).allSatisfy { agree($0, $1) }
        case (let tagged as [String: Any], .dictionary(let entries)):
            return tagged.count == entries.count
                && entries.allSatisfy { agree(tagged[$0.key], $0.value) }
        case (let tagged as [String: String], _):
            guard let type = tagged["type"], let text = tagged["value"] else { return false }
            return agree(type, text, value)
        default: return false
        }
    }

    private static func agree(_ type: String, _ text: String, _ value: SettingValue) -> Bool {
        switch (type, value) {
        case ("string", .string(let value)): return text.utf8.elementsEqual(value.utf8)
        case ("integer", .integer(let value)): return Int64(text) == value
        case ("bool", .boolean(let value)): return text == String(value)
        case ("float", .real(let value)):
            if text.hasSuffix("nan") { return value.isNaN }
            return Double(text) == value
        case ("datetime", .date(let value)): return (try? SettingDate(rfc3339: text)) == value
        case ("datetime-local", .raw(let value)):
            return Self.local(text, hasDay: true) == Self.local(value, hasDay: true)
        case ("date-local", .raw(let value)): return text == value
        case ("time-local", .raw(let value)):
            return Self.local(text, hasDay: false) == Self.local(value, hasDay: false)
        default: return false
        }
    }

    private static func local(_ text: String, hasDay: Bool) -> SettingDate? {
        var time = hasDay ? text : "1970-01-01T" + text
        if time.utf8.count == 16 { time += ":00" }
        return try? SettingDate(rfc3339: time + "Z")
    }
}
