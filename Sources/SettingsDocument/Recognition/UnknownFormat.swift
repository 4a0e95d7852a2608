// Why a file has no known format, and what can be done about it.

import SettingsModel

/// Why neither the name nor the text of a file tells its format.
package struct UnknownFormat: Equatable, Sendable {
    /// The reason, as the end of a sentence without its period; nil where nothing is known of the text.
    package let reason: String?
    /// What makes the file readable; nil where naming a format may.
    package let remedy: String?
    /// The formats that read the text, the best first; none for a language that isn't supported.
    package let candidates: [Format]
    /// Whether the text may be in a format that only who knows its program can name.
    package private(set) var isDoubtful = false

    private init(_ reason: String?, remedy: String? = nil, candidates: [Format] = []) {
        self.reason = reason
        self.remedy = remedy
        self.candidates = candidates
    }

    /// Looks for the reason where ``Format/detect(name:bytes:)`` finds no format.
    package init(path: String, bytes: [UInt8]) {
        let file = FileName(path: path)
        if ["plist", "strings", "pbxproj"].contains(file.ending), Self.isOpenStep(bytes) {
            let command = "plutil -convert xml1 \(path.quotedForShell)"
            self.init(Self.openStep, remedy: "Convert it to XML: \(command)")
        } else if case .language(let language)? = file.meaning {
            self.init("by its name it is \(language), which isn't supported")
        } else if Self.isXML(bytes) {
            self.init("it is XML, which isn't supported but for property lists")
        } else if let doubt = LineGuess(file, bytes)?.doubt, !Self.isLibconfig(bytes) {
            self.init(
                "its format isn't certain, because of line \(doubt.place.line): \(doubt.problem)",
                candidates: Format.candidates(for: bytes)
            )
            isDoubtful = true
        } else if Self.isLibconfig(bytes) {
            self.init(
                "most of its lines end in ';' or braces: it looks like libconfig's format",
                candidates: [.picom]
            )
        } else {
            self.init(nil, candidates: Format.candidates(for: bytes))
        }
    }

    /// What to do, with a format named as `spelled` says; `other` where nothing better is known.
    package func advice(naming spelled: (Format) -> String, or other: String) -> String {
        if let remedy { return remedy }
        guard !candidates.isEmpty else { return other }
        return "Name its format: " + candidates.map(spelled).joined(separator: ", or ")
    }
}

// MARK: Formats that read a text

extension Format {
    /// The formats that read a text and find settings in all of its lines, the best first; at most three.
    package static func candidates(for bytes: [UInt8]) -> [Format] {
        let order: [Format] = [
            .json, .jsonc, .json5, .xmlPropertyList, .toml, .yaml, .gitConfig, .dotenv, .args, .ini,
            .keyValue,
        ]
        return Array(order.lazy.filter { $0.isCandidate(for: bytes) }.prefix(3))
    }

    private func isCandidate(for bytes: [UInt8]) -> Bool {
        guard let document = try? parse(bytes),  // nil: it isn't in that format
            case .dictionary(let entries) = document.root, !entries.isEmpty
        else { return false }
        guard let lines = document as? LineDocument else {
            // A text without comments is in all three.
            return self == .json || self == .xmlPropertyList || self == .toml || self == .yaml
                || !Format.json.isCandidate(for: bytes)
                    && (self == .jsonc || !Format.jsonc.isCandidate(for: bytes))
        }
        guard lines.unread.isEmpty else { return false }
        switch self {
        case .gitConfig: return lines.sections.contains { bytes[$0.header].contains(0x22) }
        // What isn't an assignment is passed over.
        case .dotenv:
            let count = bytes.split { $0 == 0x0A || $0 == 0x0D }
                .count { LineText.trimmed($0).first.map { $0 != UInt8(ascii: "#") } ?? false }
            return lines.lineEntries.count == count
                && lines.lineEntries.allSatisfy { isVariable(bytes[$0.key]) }
        case .args:
            return lines.linesBeside(lines.lineEntries.map(\.range) + lines.comments).isEmpty
        // A list of words, or of patterns, is a file of keys without values to INI.
        case .ini:
            let keys = lines.lineEntries.filter { $0.hasSeparator && isPlain(bytes[$0.key]) }
            return keys.count * 2 > lines.lineEntries.count
        case .keyValue: return LineDoubts.first(in: bytes, as: .keyValue, isNamed: true) == nil
        default: return true
        }
    }

    private func isPlain(_ key: ArraySlice<UInt8>) -> Bool {
        key.first.map(LineText.isLetterOrDigit) == true
            && !key.contains { LineText.isBlank($0) || "(){}\"'<>;".utf8.contains($0) }
    }

    /// Whether a key is one of the environment's, in capitals.
    private func isVariable(_ key: ArraySlice<UInt8>) -> Bool {
        key.allSatisfy { (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
    }
}

// MARK: Other languages

extension UnknownFormat {
    /// Why a property list in OpenStep's text form isn't read.
    static let openStep = "this is a property list in OpenStep's text form, which isn't read"

    /// Whether a text begins as a property list in OpenStep's text form, UTF-16 included.
    static func isOpenStep(_ bytes: [UInt8]) -> Bool {
        let bytes = (try? WideText.utf8(bytes)) ?? bytes  // what isn't UTF-16 is UTF-8
        return bytes.withUnsafeBufferPointer { text in
            var scanner = StringsScanner(bytes, text)
            // What can't be read isn't one.
            return (try? scanner.beginsPropertyList()) ?? false
        }
    }

    /// Whether a text is XML, and its first element isn't that of a property list.
    static func isXML(_ bytes: [UInt8]) -> Bool {
        let text = bytes[bytes.byteOrderMarkEnd...].drop { $0 <= 0x20 }
        guard text.first == UInt8(ascii: "<") else { return false }
        let element = zip(text, text.dropFirst()).enumerated().first { _, pair in
            pair.0 == UInt8(ascii: "<") && LineText.isLetterOrDigit(pair.1)
        }
        guard let element else { return false }
        return !text.dropFirst(element.offset + 1).starts(with: "plist".utf8)
    }

    private static func isLibconfig(_ bytes: [UInt8]) -> Bool {
        let lines = bytes.split { $0 == 0x0A || $0 == 0x0D }.map(LineText.trimmed)
        let settings = lines.filter { !"#/".utf8.contains($0.first ?? 0x23) }
        let marked = settings.filter { "{}()[];,".utf8.contains($0.last ?? 0) }
        return marked.count * 2 > settings.count
            && marked.contains { $0.last == UInt8(ascii: ";") }
    }
}
