// What was read can be set again, whatever else was set before.

package import SettingsDocument
import SettingsModel
package import TestSupport

/// A value that couldn't be set again, or became another one.
package struct ReturnFinding: Sendable {
    package var problem: String
    package var changes: [DocumentChange]
}

extension Document {
    /// Gives one of the settings other values, and then the one that was read; nil where that is read again.
    package func findingOfReturn(using random: inout SeededRandom) -> ReturnFinding? {
        guard let entry = entries.randomElement(using: &random), format.canSet(entry.value) else {
            return nil
        }
        let path = DocumentPath(entry.keyPath)
        var changes: [DocumentChange] = []
        var document: any Document = self
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let other = DocumentChange(path, entry.value.other(using: &random))
            guard document.stored(other.value ?? .null, at: path) != entry.value else { continue }
            let revision = document.revised(by: [other])
            guard revision.refusals.isEmpty else { continue }
            changes.append(other)
            document = revision.document
        }
        guard !changes.isEmpty else { return nil }
        changes.append(DocumentChange(path, entry.value))
        let revision = document.revised(by: [DocumentChange(path, entry.value)])
        guard let error = revision.refusals.first?.error else {
            let value = revision.document.root.value(at: path)
            if value == entry.value { return nil }
            return ReturnFinding(
                problem:
                    "'\(entry.keyPath)' isn't what was read again but \(value.map { "\($0)" } ?? "nothing")",
                changes: changes
            )
        }
        guard !isExcused(entry.value) else { return nil }
        return ReturnFinding(
            problem: "'\(entry.keyPath)' can't be set again: \(error.problem)",
            changes: changes
        )
    }

    /// Whether the format can't hold a value that stands in a file where its old spelling is gone.
    private func isExcused(_ value: SettingValue) -> Bool {
        if case .array(let values) = value {
            // `ExecStart=\` at a line's end says nothing and forgets nothing; no other spelling does so.
            return values.contains { isExcused($0) || format == .systemd && $0 == .string("") }
        }
        guard case .string(let text) = value else { return false }
        // What is a blank to other readers may be none to ours.
        let ends = [text.unicodeScalars.first, text.unicodeScalars.last].compactMap(\.self)
        let isBlank: (Unicode.Scalar) -> Bool = {
            $0.properties.isWhitespace || (0x1C...0x1F).contains($0.value) || $0 == "\u{FEFF}"
        }
        let canHoldBlanks: Set<Format> = [
            .gitConfig, .properties, .desktopEntry, .keyFile, .kconfig,
        ]
        if LineSamples.isMade(of: format), !canHoldBlanks.contains(format),
            ends.contains(where: isBlank)
        {
            return true
        }
        return switch format {
        // Only some programs read several lines as one value.
        case .ini: text.utf8.contains { $0 == 0x0A || $0 == 0x0D }
        // In a file with CRLF, no line is to end otherwise.
        case .php: text.utf8.contains(0x0A) && bytes.contains(0x0D)
        // To the shell `$` is a sign in double quotes, and nothing in single ones.
        case .dotenv: text.utf8.contains { "$`\\\r".utf8.contains($0) }
        // Foundation reads them, and stricter readers refuse the whole file for one.
        case .xmlPropertyList: text.unicodeScalars.contains(where: \.isForbiddenInXML)
        default: false
        }
    }
}

extension Unicode.Scalar {
    /// Whether XML 1.0 has no place for the character (section 2.2).
    fileprivate var isForbiddenInXML: Bool {
        value < 0x20 && !"\t\n\r".unicodeScalars.contains(self) || value & 0xFFFE == 0xFFFE
    }
}

extension Format {
    /// Whether a value that was read can be set at all: bytes that aren't UTF-8 can't, nor a binary
    /// property list's null.
    fileprivate func canSet(_ value: SettingValue) -> Bool {
        switch value {
        case .raw, .null: stored(value) == value
        case .array(let values): values.allSatisfy(canSet)
        case .dictionary(let entries): entries.allSatisfy { canSet($0.value) }
        default: true
        }
    }
}

extension SettingValue {
    /// Another value: most often a text, in a list for a list.
    fileprivate func other(using random: inout SeededRandom) -> SettingValue {
        let text = SettingValue.string(LineSamples.texts.randomElement(using: &random) ?? "")
        if case .array = self, Bool.random(using: &random) { return .array([text]) }
        return Int.random(in: 0..<4, using: &random) == 0
            ? .integer(.random(in: 0...99, using: &random)) : text
    }
}
