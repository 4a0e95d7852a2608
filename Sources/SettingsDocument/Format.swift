// Which language a settings file is written in.

package import SettingsModel

/// The language of a settings file; the raw value is what `format =` in a domain file says.
package enum Format: String, CaseIterable, Sendable {
    case toml
    case json
    /// JSON with comments and trailing commas, as VS Code writes it.
    case jsonc
    case json5
    case yaml
    case xmlPropertyList = "xml-plist"
    case binaryPropertyList = "binary-plist"
}

extension Format {
    /// The format of a file, by its name first and its content where the name leaves it open.
    ///
    /// - Returns: nil when neither tells.
    package static func detect(name: String, bytes: [UInt8]) -> Format? {
        let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
        switch ending {
        case "toml": return .toml
        case "jsonc", "code-workspace": return .jsonc
        case "json5": return .json5
        // Programs that take comments call their files .json all the same; reading is strict
        // unless a comment stands in the file.
        case "json": return JSONDocument.hasComments(bytes) ? .jsonc : .json
        case "yaml", "yml": return .yaml
        case "plist":
            return bytes.starts(with: Array("bplist".utf8)) ? .binaryPropertyList : .xmlPropertyList
        default: return detect(bytes)
        }
    }

    private static func detect(_ bytes: [UInt8]) -> Format? {
        if bytes.starts(with: Array("bplist".utf8)) { return .binaryPropertyList }
        let text = bytes.drop { [0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains($0) }
        if text.starts(with: Array("<?xml".utf8)) || text.starts(with: Array("<plist".utf8)) {
            return .xmlPropertyList
        }
        if text.first == UInt8(ascii: "{") {
            return JSONDocument.hasComments(bytes) ? .jsonc : .json
        }
        if text.starts(with: Array("%YAML ".utf8)) || text.starts(with: Array("---".utf8)) {
            return .yaml
        }
        return nil
    }

    /// Reads a file in this format.
    ///
    /// - Throws: ``DocumentError``; with code `.tooLarge` before anything is read.
    package func parse(
        _ bytes: [UInt8],
        limits: Limits = .standard
    ) throws(DocumentError) -> any Document {
        guard bytes.count <= limits.fileBytes else {
            throw DocumentError(
                code: .tooLarge,
                at: 0,
                in: [],
                problem: "the file has \(bytes.count) bytes, at most \(limits.fileBytes)",
                advice: "Move large data out of the settings file"
            )
        }
        switch self {
        case .toml: return try TOMLDocument(bytes, as: self, limits: limits)
        case .json, .jsonc, .json5: return try JSONDocument(bytes, as: self, limits: limits)
        case .yaml: return try YAMLDocument(bytes, as: self, limits: limits)
        case .xmlPropertyList: return try XMLPropertyList(bytes, as: self, limits: limits)
        case .binaryPropertyList: return try BinaryPropertyList(bytes, as: self, limits: limits)
        }
    }

    /// What a new file in this format begins as.
    package var emptyFile: [UInt8] {
        switch self {
        case .toml, .jsonc, .json5, .yaml: []
        case .json: Array("{}\n".utf8)
        case .xmlPropertyList: XMLPropertyList.emptyFile
        case .binaryPropertyList: BinaryPropertyList.emptyFile
        }
    }
}

// MARK: What a format can hold

extension Format {
    /// The value as this format would give it back after writing it, or nil when it can't be written.
    ///
    /// A date is an RFC 3339 string where there are no dates, data a base64 string.
    package func stored(_ value: SettingValue) -> SettingValue? {
        switch value {
        case .boolean, .integer, .string: return value
        case .null: return isJSON || self == .yaml ? .null : nil
        case .real(let number): return canHold(number) ? value : nil
        case .date(let date):
            if isJSON || self == .yaml { return .string(date.description) }
            // Foundation's readers of XML take whole seconds only.
            return self == .xmlPropertyList && date.nanoseconds > 0 ? nil : value
        case .data(let bytes):
            return isPropertyList || self == .yaml ? value : .string(Base64.encode(bytes))
        case .raw(let text): return canHold(raw: text) ? value : nil
        case .array(let values):
            var stored: [SettingValue] = []
            for value in values {
                guard let element = self.stored(value) else { return nil }
                stored.append(element)
            }
            return .array(stored)
        case .dictionary(let entries):
            var stored: [SettingValue.Entry] = []
            for entry in entries {
                guard let element = self.stored(entry.value) else { return nil }
                stored.append(SettingValue.Entry(entry.key, element))
            }
            return .dictionary(stored)
        }
    }

    /// The value read from this format with the type it is known to have elsewhere.
    ///
    /// A string that spells a date stays a date where the setting is one, and likewise data.
    package func restored(_ value: SettingValue, like known: SettingValue?) -> SettingValue {
        guard let known, case .string(let text) = value else { return value }
        switch known {
        case .date where stored(known)?.typeName == "string":
            let date = try? SettingDate(rfc3339: text)  // nil: the text is no date any more
            return date.map(SettingValue.date) ?? value
        case .data where stored(known)?.typeName == "string":
            guard let bytes = try? Base64.decode(text.utf8), Base64.encode(bytes) == text else {
                return value
            }
            return .data(bytes)
        default: return value
        }
    }

    private var isJSON: Bool { self == .json || self == .jsonc || self == .json5 }
    private var isPropertyList: Bool { self == .xmlPropertyList || self == .binaryPropertyList }

    private func canHold(_ number: Double) -> Bool {
        self != .json && self != .jsonc || number.isFinite
    }

    /// A raw literal belongs to the language it came from: a number's digits to JSON and YAML, a local
    /// date to TOML, text with a tag to YAML.
    private func canHold(raw text: String) -> Bool {
        let isNumber = text.utf8.allSatisfy { "+-.0123456789eE".utf8.contains($0) }
        let isLocalTime =
            text.utf8.count >= 5 && text.utf8.dropFirst(2).contains { ":-".utf8.contains($0) }
        if isJSON { return isNumber && !isLocalTime }
        if self == .yaml { return isNumber && !isLocalTime || text.hasPrefix("!") }
        return self == .toml && isLocalTime
    }
}
