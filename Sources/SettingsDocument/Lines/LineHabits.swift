// How a line-based file writes: indentation, and what stands between keys and values.

/// What a file shows of its writer's habits, each from its last sample.
struct LineHabits {
    private let document: LineDocument
    private let style: EditStyle
    private let layout: TextLayout
    /// The separators found so far, by section.
    private var separators: [Int: String] = [:]
    /// The separator of the whole file, if it was looked for.
    private var commonSeparator: String?

    private var bytes: [UInt8] { document.bytes }
    private var dialect: LineDialect { document.dialect }
    private var entries: [LineEntry] { document.lineEntries }

    /// Creates habits that are looked for when they are asked for.
    init(of document: LineDocument, _ layout: TextLayout, _ style: EditStyle) {
        self.document = document
        self.layout = layout
        self.style = style
    }

    // MARK: Indentation

    /// What the line of a new key begins with.
    var indent: String {
        let sample = entries.last { layout.isFirstInLine($0.range.lowerBound) }
        return sample.map { layout.indent(at: $0.range.lowerBound) } ?? dialect.newKey.indent
    }

    /// The same below an entry: as that is indented where it begins its line.
    func indent(below entry: LineEntry) -> String {
        let start = entry.range.lowerBound
        return layout.isFirstInLine(start) ? layout.indent(at: start) : indent
    }

    // MARK: Separators

    /// Whether a key stands alone that has an empty text: the file has such keys, and none with a separator and
    /// no value.
    mutating func standsAlone(_ key: some Collection<UInt8>, with spelled: String) -> Bool {
        spelled.isEmpty && areEmptyKeysAlone && !key.contains(where: LineText.isBlank)
    }

    private lazy var areEmptyKeysAlone =
        dialect.loneKeys?.text == "" && style == .natural
        && entries.contains { !$0.hasSeparator } && emptyEntries.isEmpty

    /// Whether blanks stay behind the separator of an empty text: the file has such keys, and none without blanks.
    private(set) lazy var areEmptyTextsSpaced =
        style == .natural && !emptyEntries.isEmpty
        && emptyEntries.allSatisfy { LineText.isBlank(bytes[$0.value.lowerBound - 1]) }

    private lazy var emptyEntries = entries.filter { $0.hasSeparator && $0.value.isEmpty }

    /// What stands between a key and its text, as in the last entry of a section that shows it.
    ///
    /// A section without a sample, and `nil` for a new one, has what the whole file has. Before an
    /// empty text no blanks stand, but in git's files and where the file has them.
    mutating func separator(in section: Int?, before text: String) -> String {
        fitted(separator(in: section), before: text)
    }

    /// What stands between the key and the text of a line that is to be like another one.
    mutating func separator(besides entry: LineEntry, before text: String) -> String {
        guard style == .natural, let own = sample(in: entry) else {
            return separator(in: Int(entry.section), before: text)
        }
        return fitted(own, before: text)
    }

    private mutating func fitted(_ separator: String, before text: String) -> String {
        let isCommand = dialect.commands != nil && dialect.sections != .blocks
        guard text.isEmpty, !isCommand, dialect.quoting != .git, !areEmptyTextsSpaced
        else { return separator }
        return String(separator.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }

    private mutating func separator(in section: Int?) -> String {
        guard style == .natural else { return dialect.newKey.separator }
        guard let section else {
            let common =
                commonSeparator ?? sample(among: entries.indices) ?? dialect.newKey.separator
            commonSeparator = common
            return common
        }
        let known = separators[section] ?? sample(among: document.entries(in: section))
        let separator = known ?? self.separator(in: nil)
        separators[section] = separator
        return separator
    }

    private func sample(among entries: Range<Int>) -> String? {
        entries.reversed().lazy.compactMap { sample(in: self.entries[$0]) }.first
    }

    private func sample(in entry: LineEntry) -> String? {
        guard entry.hasSeparator, !entry.value.isEmpty else { return nil }
        let start = dialect.quoting == .kconfig ? flagsEnd(of: entry) : entry.key.upperBound
        let range = start..<entry.value.lowerBound
        // Columns of values that are lined up fit no other key.
        return range.count <= 3 && !layout.hasLineBreak(range) ? layout.text(range) : nil
    }

    /// Past the flags of a key: `Path[$e]=`.
    private func flagsEnd(of entry: LineEntry) -> Int {
        let rest = bytes[entry.key.upperBound..<entry.value.lowerBound]
        return rest.firstIndex { $0 == UInt8(ascii: "=") || LineText.isBlank($0) } ?? rest.endIndex
    }
}

extension LineDocument {
    /// The entries of a section.
    func entries(in section: Int) -> Range<Int> {
        firstEntry(from: section)..<firstEntry(from: section + 1)
    }

    /// The first entry of a section or a later one; entries stand in the order of their sections.
    private func firstEntry(from section: Int) -> Int {
        lineEntries.partitioningIndex { Int($0.section) >= section }
    }
}
