// Tables of words: what the values of a setting are called in a file.

package import SettingsModel

/// One table of `[values]`: each of a setting's values, and the file's texts for it.
package struct ValueTable: Equatable, Sendable {
    struct Row: Equatable, Sendable {
        var setting: SettingValue
        /// All of them are read, the first is written.
        var texts: [SettingValue]
    }

    /// The name in the domain file; nil for the two words of a step.
    let name: String?
    let rows: [Row]
    /// All texts, the longest first.
    private let words: [[UInt8]]

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - name: The table's name.
    ///   - entries: The setting's value as the domain file has it, where `true` and `false` mean
    ///     booleans and digits numbers; and its texts, the one that is written first.
    /// - Throws: ``MapError``, whose offset is 0.
    package init(
        name: String,
        entries: [(setting: String, texts: [SettingValue])]
    ) throws(MapError) {
        guard !StepWord.isStep(name) else {
            throw MapError(
                .tableName,
                "the table '\(name)' has the name of a step",
                advice: "Give the table another name"
            )
        }
        try self.init(named: name, entries, at: 0)
    }

    /// A table of two words, for true and false, that a picture has at an offset.
    init(words: (String, String), at offset: Int) throws(MapError) {
        try self.init(
            named: nil,
            [("true", [Self.literal(words.0)]), ("false", [Self.literal(words.1)])],
            at: offset
        )
    }

    private init(
        named name: String?,
        _ entries: [(setting: String, texts: [SettingValue])],
        at offset: Int
    ) throws(MapError) {
        self.name = name
        rows = entries.map { Row(setting: Self.literal($0.setting), texts: $0.texts) }
        words = rows.flatMap(\.texts).compactMap { Self.text(of: $0).map { Array($0.utf8) } }
            .sorted { $0.count > $1.count }
        let title = name.map { "the table '\($0)'" } ?? "a pair of words"
        guard !rows.isEmpty, rows.allSatisfy({ !$0.texts.isEmpty }) else {
            throw MapError(
                .words,
                at: offset,
                "\(title) has no words",
                advice: "Write SETTING = \"FILE\" for each value, for example dark = \"gruvbox\""
            )
        }
        var meanings: [ExactText: SettingValue] = [:]
        for row in rows {
            for value in row.texts {
                guard let text = Self.text(of: value) else {
                    throw MapError(
                        .words,
                        at: offset,
                        "\(title) has a value of type \(value.typeName), expected texts, numbers or booleans",
                        advice: "Write the words of the file in quotes"
                    )
                }
                let other = meanings.updateValue(row.setting, forKey: ExactText(Self.folded(text)))
                guard other == nil || Self.areSame(other, row.setting) else {
                    throw MapError(
                        .words,
                        at: offset,
                        "'\(text)' means two settings in \(title)",
                        advice: "Each of the file's words can stand for one setting only"
                    )
                }
            }
        }
    }
}

// MARK: Reading and writing

extension ValueTable {
    /// The setting that the file's value means; nil where the table doesn't have it.
    func read(_ value: SettingValue) -> SettingValue? {
        Self.text(of: value).flatMap { row(for: $0) }?.setting
    }

    /// The file's value for a setting; nil where the table doesn't have it.
    func write(
        _ setting: SettingValue,
        over old: SettingValue?,
        as format: MappedFormat
    ) -> SettingValue? {
        guard let row = rows.first(where: { Self.areSame($0.setting, setting) }) else { return nil }
        if let old, let there = read(old), Self.areSame(there, row.setting) { return old }
        let first = row.texts[0]
        if format == .typed, let old, !hasWord(old) {
            // The table has another type than the file: as the file has it, where that can be.
            return row.texts.lazy.compactMap { Self.typed($0, like: old, cased: old) }.first
                ?? first
        }
        return Self.typed(first, like: format == .lines ? .string("") : first, cased: old)
    }

    /// The end of the longest word of the table at a place of a text.
    func end(in text: ArraySlice<UInt8>, from start: Int) -> Int? {
        for word in words {
            let end = start + word.count
            guard end <= text.endIndex else { continue }
            // Most places of a text have another first byte, in upper and in lower case.
            if let first = word.first, first | 0x20 != text[start] | 0x20 { continue }
            if Self.areSame(String(text[start..<end]), String(word)) { return end }
        }
        return nil
    }

    private func row(for text: String) -> Row? {
        rows.first { row in
            row.texts.contains { Self.text(of: $0).map { Self.areSame($0, text) } ?? false }
        }
    }

    private func hasWord(_ value: SettingValue) -> Bool {
        guard case .string(let text) = value else {
            return rows.contains { $0.texts.contains(value) }
        }
        return rows.contains {
            $0.texts.contains {
                if case .string(let word) = $0 { Self.areSame(word, text) } else { false }
            }
        }
    }
}

// MARK: Words

extension ValueTable {
    /// Words that programs read in any case.
    private static let truths: Set = ["true", "false", "yes", "no", "on", "off"]

    /// The text of a value; nil for what has none, such as a list.
    static func text(of value: SettingValue) -> String? {
        switch value {
        case .string(let text): text
        case .integer(let number): String(number)
        case .real(let number): "\(number)"
        case .boolean(let isTrue): isTrue ? "true" : "false"
        default: nil
        }
    }

    /// The value that a word of the domain file means.
    static func literal(_ word: String) -> SettingValue {
        switch word {
        case "true": .boolean(true)
        case "false": .boolean(false)
        default:
            ExactNumber(decimal: Array(word.utf8)[...])
                .flatMap { $0.rounded(to: 9) == $0 ? $0.value : nil } ?? .string(word)
        }
    }

    /// A word as the type of another value, in the case of an old one; nil where it can't be that.
    private static func typed(
        _ word: SettingValue,
        like other: SettingValue,
        cased old: SettingValue?
    ) -> SettingValue? {
        guard let text = text(of: word) else { return nil }
        switch other {
        case .string:
            guard case .string(let old)? = old else { return .string(text) }
            return .string(cased(text, like: old))
        case .boolean:
            return ["true": true, "false": false][text.lowercased()].map { .boolean($0) }
        case .integer: return Int64(text).flatMap { String($0) == text ? .integer($0) : nil }
        case .real:
            guard let real = Double(text), self.text(of: .real(real)) == text else { return nil }
            return .real(real)
        default: return nil
        }
    }

    /// A text in lower case where its case doesn't count.
    private static func folded(_ text: String) -> String {
        let lower = text.lowercased()
        return truths.contains(lower) ? lower : text
    }

    private static func areSame(_ a: String, _ b: String) -> Bool {
        a.isSame(as: b) || (a.utf8.count == b.utf8.count && folded(a).isSame(as: folded(b)))
    }

    /// Whether both are the same setting; 1 and 1.0 are.
    static func areSame(_ a: SettingValue?, _ b: SettingValue) -> Bool {
        guard let a, a != b else { return a != nil }
        return ExactNumber(a).map { $0 == ExactNumber(b) } ?? false
    }

    private static func cased(_ text: String, like old: String) -> String {
        let lower = text.lowercased()
        guard truths.contains(lower), truths.contains(old.lowercased()) else { return text }
        if old == old.uppercased() { return lower.uppercased() }
        return old == old.lowercased() ? lower : lower.prefix(1).uppercased() + lower.dropFirst()
    }
}
