// Values and keys spelled as TOML.

import SettingsModel

/// Spells values for one file.
struct TOMLWriter {
    /// The file's line end, for strings of several lines.
    let lineEnding: String
    /// Whether the old quotes may be kept.
    let style: EditStyle

    /// A value as TOML, in the quotes of what stands there now while they can be kept.
    ///
    /// Throws ``EditError`` with code `.unrepresentable`.
    func text(
        of value: SettingValue,
        like old: ArraySlice<UInt8> = []
    ) throws(EditError) -> String {
        switch value {
        case .null: throw .unrepresentable(.null, in: "TOML")
        case .boolean(let value): return value ? "true" : "false"
        case .integer(let value): return text(of: value, like: old)
        case .real(let value): return text(of: value, like: old)
        case .string(let value): return text(of: value, like: old)
        case .date(let value): return value.description
        case .data(let value): return basic(Base64.encode(value))
        case .raw(let text):
            guard Self.isLiteral(text) else {
                throw .unrepresentable(.raw(text), in: "TOML")
            }
            return text
        case .array(let values):
            var items: [String] = []
            for value in values { items.append(try text(of: value)) }
            return "[" + items.joined(separator: ", ") + "]"
        case .dictionary(let entries):
            var items: [String] = []
            for entry in entries { items.append(try self.entry(key(entry.key), entry.value)) }
            return items.isEmpty ? "{}" : "{ " + items.joined(separator: ", ") + " }"
        }
    }

    /// Whether a text is a date or time without an offset.
    static func isLiteral(_ text: String) -> Bool {
        let file = Array("a = \(text)\n".utf8)
        // nil: no TOML
        let document = try? TOMLDocument(file, as: .toml, limits: .standard)
        return document?.root == .dictionary([.init("a", .raw(text))])
    }

    /// `key = value`, with a key that is already spelled.
    func entry(_ key: String, _ value: SettingValue) throws(EditError) -> String {
        key + " = " + (try text(of: value))
    }

    /// One part of a key, in quotes where it must be.
    func key(_ key: String) -> String {
        let isBare = !key.isEmpty && key.utf8.allSatisfy(\.isBareKey)
        return isBare ? key : basic(key)
    }

    /// A key of several parts.
    func key(_ parts: some Sequence<String>) -> String {
        parts.map { key($0) }.joined(separator: ".")
    }

    private func text(of number: Int64, like old: ArraySlice<UInt8>) -> String {
        let spelling = style == .natural ? NumberSpelling(old) : nil
        return spelling?.spelled(number) ?? String(number)
    }

    private func text(of number: Double, like old: ArraySlice<UInt8>) -> String {
        if number.isNaN { return "nan" }
        if number.isInfinite { return number < 0 ? "-inf" : "inf" }
        let spelling = style == .natural ? RealSpelling(old) : nil
        return spelling?.spelled(number) ?? number.description
    }

    // MARK: Strings

    private func text(of string: String, like old: ArraySlice<UInt8>) -> String {
        guard style == .natural, let quote = old.first else { return basic(string) }
        if let text = respelled(Array(old), as: string) { return text }
        let isLiteral = quote == UInt8(ascii: "'")
        let hasLines = string.utf8.contains(.lineFeed)
        if hasLines, old.starts(with: [quote, quote, quote]),
            isLiteral || quote == UInt8(ascii: "\"")
        {
            return isLiteral && canBeLiteralLines(string)
                ? "'''" + lineEnding + lines(string) + "'''" : basicLines(string)
        }
        return isLiteral && canBeLiteral(string) ? "'\(string)'" : basic(string)
    }

    /// The old string with the smallest change; nil where its quotes can't hold the new text.
    private func respelled(_ old: [UInt8], as string: String) -> String? {
        guard let quote = old.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
        else {
            return nil
        }
        // Readers of TOML 0.5 take a quote right before the closing ones for one of them.
        if quote == UInt8(ascii: "'"), string.utf8.last == quote { return nil }
        let change = old.spelledTOMLString(old.indices).change(to: string)
        let hasLines = old.starts(with: [quote, quote, quote]) && old.count >= 6
        var added = change.text
        if quote == UInt8(ascii: "\"") {
            added = hasLines ? escapedLines(added) : StringEscapes.toml.escaped(added)
        } else if hasLines {
            added = lines(added)
        }
        let text =
            old.text(0..<change.place.lowerBound) + added
            + old.text(change.place.upperBound..<old.count)
        guard case .string(let said)? = Self.value(in: text), said.isSame(as: string) else {
            return nil
        }
        return text
    }

    /// What a value's text says; nil where it's none.
    private static func value(in text: String) -> SettingValue? {
        let file = Array("a = \(text)\n".utf8)
        // nil: no TOML
        let document = try? TOMLDocument(file, as: .toml, limits: .standard)
        guard case .dictionary(let entries) = document?.root, entries.count == 1 else { return nil }
        return entries[0].value
    }

    private func canBeLiteral(_ string: String) -> Bool {
        string.utf8.allSatisfy { Self.isLiteral($0) && $0 != UInt8(ascii: "'") }
    }

    private func canBeLiteralLines(_ string: String) -> Bool {
        string.utf8.allSatisfy { Self.isLiteral($0) || $0 == .lineFeed }
            && !string.contains("'''") && string.utf8.last != UInt8(ascii: "'")
    }

    /// Whether a byte may stand between single quotes (TOML, "String": no control characters but tab).
    private static func isLiteral(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != 0x7F || byte == .tab
    }

    private func lines(_ string: String) -> String {
        string.utf8.split(separator: .lineFeed, omittingEmptySubsequences: false)
            .map { String($0) ?? "" }.joined(separator: lineEnding)
    }

    private func basicLines(_ string: String) -> String {
        "\"\"\"" + lineEnding + escapedLines(string) + "\"\"\""
    }

    private func escapedLines(_ string: String) -> String {
        string.utf8.split(separator: .lineFeed, omittingEmptySubsequences: false)
            .map { StringEscapes.toml.escaped(String(decoding: $0, as: UTF8.self)) }
            .joined(separator: lineEnding)
    }

    private func basic(_ string: String) -> String { StringEscapes.toml.quoted(string) }
}
