// Settings in files with a setting a line, in any of their dialects.

package import SettingsModel

/// A settings file of lines: INI and its relatives, .env, properties and the like.
///
/// Every value is a text, or an array of texts where a key stands for a list. What stands where is
/// known after reading; texts are made only when they are asked for. Bytes that aren't UTF-8 stay:
/// a value with such bytes is a literal that can be replaced but not set, and a key or section whose
/// name has them is passed over.
package struct LineDocument: Document {
    package let bytes: [UInt8]
    package let format: Format
    let dialect: LineDialect
    let sections: [LineSection]
    let lineEntries: [LineEntry]
    package let comments: [Range<Int>]
    let outline: LineOutline
    /// The entry that counts of each leaf, in the order of the file.
    let effective: [Int32]
    /// Whether bytes that aren't UTF-8 are Latin-1, as in old Java properties.
    let isLatin1: Bool
    /// Whether nothing in the file may be changed.
    let isImmutable: Bool
    /// The lines that can't be read; they stay as they are.
    let unread: [UnreadLine]
    /// What the lines show about the sign that ends a key.
    let dividers: LineDividers
    /// What a file of commands has beside its settings.
    let surroundings: CommandSurroundings
    let limits: Limits

    package init(_ bytes: [UInt8], as format: Format, limits: Limits) throws(DocumentError) {
        guard var dialect = LineDialect(format) else {
            preconditionFailure("\(format.rawValue) is no format of lines")
        }
        try SourceEncoding.checkSize(bytes)
        try MergeConflict.check(bytes)
        self.bytes = bytes
        self.format = format
        self.limits = limits
        isLatin1 = dialect.quoting == .java && LineText.string(bytes) == nil
        (sections, lineEntries, comments, outline, isImmutable, unread, dividers, surroundings) =
            try bytes.withUnsafeBufferPointer { text throws(DocumentError) in
                var scanner = LineScanner(bytes, text, dialect)
                try scanner.scan()
                let dividers = scanner.dividers
                if dividers.reading == .equals {
                    // From here on, ':' is a part of a key like any other.
                    dialect.separators = [UInt8(ascii: "=")]
                    if dividers.hasColons {
                        scanner = LineScanner(bytes, text, dialect)
                        try scanner.scan()
                    }
                }
                let outline = try LineOutline(scanner, limits: limits)
                return (
                    scanner.sections, scanner.entries, scanner.comments, outline,
                    scanner.isImmutable, scanner.unread, dividers,
                    scanner.surroundings
                )
            }
        self.dialect = dialect
        effective = Self.effective(lineEntries, outline)
    }

    private static func effective(_ entries: [LineEntry], _ outline: LineOutline) -> [Int32] {
        var effective: [Int32] = []
        effective.reserveCapacity(outline.leaves.count)
        for index in entries.indices where outline.leafOfEntry[index] >= 0 {
            let leaf = Int(outline.leafOfEntry[index])
            if outline.effectiveEntry(of: leaf) == index { effective.append(Int32(index)) }
        }
        return effective
    }
}

// MARK: Values

extension LineDocument {
    package var root: SettingValue { value(of: 0) ?? .dictionary([]) }

    /// The keys of a group as one value, or nil for none.
    private func value(of group: Int) -> SettingValue? {
        var values: [SettingValue.Entry] = []
        for leaf in outline.groups[group].leaves {
            values.append(SettingValue.Entry(name(of: leaf), value(ofLeaf: leaf)))
        }
        for child in outline.groups[group].children {
            guard let value = value(of: child) else { continue }
            values.append(SettingValue.Entry(outline.groups[child].name, value))
        }
        return values.isEmpty ? nil : .dictionary(values)
    }

    /// What a leaf is called.
    func name(of leaf: Int) -> String { outline.name(of: leaf, lineEntries, bytes) }

    /// The leaf of a name in a group; nil for none.
    func leaf(_ name: String, in group: Int) -> Int? {
        outline.leaf(name, in: group, lineEntries, bytes)
    }

    /// Whether a leaf is an array however many lines it has.
    func isListKey(_ name: String) -> Bool {
        guard dialect.adding.hasLists else { return false }
        return dialect.adding.lists.contains(dialect.compared(name))
            || dialect.adding.listSuffixes.contains(where: name.hasByteSuffix)
    }

    /// The value of a leaf.
    func value(ofLeaf leaf: Int) -> SettingValue {
        let isList = dialect.adding.hasLists && isListKey(name(of: leaf))
        let items = items(ofLeaf: leaf)
        let first = value(ofEntry: items[0])
        if dialect.adding.resets, items.count == 1, first == .string("") { return first }
        guard isList || items.count > 1 else { return first }
        let values = items.map(value(ofEntry:))
        return joined(values, of: leaf) ?? .array(values)
    }

    /// Whether a line of a key that has no value forgets those before it.
    func hasResets(_ name: String) -> Bool {
        dialect.repeats == .listWithReset || dialect.adding.resets && isListKey(name)
    }

    /// The entries that a leaf's value is made of; the last alone where a later one counts.
    func items(ofLeaf leaf: Int) -> [Int] {
        let known = outline.leaves[leaf]
        let isList = known.count > 1 && dialect.adding.hasLists && isListKey(name(of: leaf))
        switch dialect.repeats {
        case .list where known.count > 1: return allEntries(ofLeaf: leaf)
        case .listWithReset where known.count > 1:
            return entriesSinceReset(ofLeaf: leaf) { lineEntries[$0].value.isEmpty }
        case _ where isList && dialect.adding.resets:
            return entriesSinceReset(ofLeaf: leaf) { value(ofEntry: $0) == .string("") }
        case _ where isList: return allEntries(ofLeaf: leaf)
        case _ where known.count > 1 && dialect.commands != nil: return addedEntries(ofLeaf: leaf)
        case .firstCounts: return [Int(known.first)]
        default: return [Int(known.last)]
        }
    }

    /// The entries behind the last one that forgets those before it, or that one itself.
    private func entriesSinceReset(ofLeaf leaf: Int, _ isReset: (Int) -> Bool) -> [Int] {
        let all = allEntries(ofLeaf: leaf)
        let kept = all.suffix(while: { !isReset($0) })
        return kept.isEmpty ? [Int(outline.leaves[leaf].last)] : Array(kept)
    }

    /// The last entry that says a whole value, with those that add to it.
    private func addedEntries(ofLeaf leaf: Int) -> [Int] {
        let all = allEntries(ofLeaf: leaf)
        let whole = all.lastIndex { !lineEntries[$0].command.contains(.adds) }
        return Array(all[(whole ?? 0)...])
    }

    /// Every entry of a leaf, in the order of the file.
    func allEntries(ofLeaf leaf: Int) -> [Int] {
        var entries: [Int] = []
        var entry = outline.leaves[leaf].first
        while entry >= 0 {
            entries.append(Int(entry))
            entry = outline.nextOfEntry[Int(entry)]
        }
        return entries
    }

    /// The value of one line.
    func value(ofEntry index: Int) -> SettingValue {
        let entry = lineEntries[index]
        if entry.command.contains(.flag), let (there, denied) = dialect.commands?.flagTexts {
            return .string(entry.command.contains(.denied) ? denied ?? "" : there)
        }
        guard entry.hasSeparator else { return .string(dialect.loneKeys?.text ?? "") }
        let text =
            isLatin1
            ? dialect.decoded(bytes[entry.value].flatMap(Self.utf8(ofLatin1:))[...])
            : dialect.decoded(bytes[entry.value])
        guard let string = LineText.string(text), !text.contains(0) else {
            return .raw(Self.shown(text))
        }
        return .string(string)
    }

    private static func utf8(ofLatin1 byte: UInt8) -> [UInt8] {
        byte < 0x80 ? [byte] : [0xC0 | byte >> 6, 0x80 | byte & 0x3F]
    }

    /// Bytes that are no text, with escapes for those that no character stands for.
    private static func shown(_ bytes: [UInt8]) -> String {
        bytes.map { byte in
            guard byte == 0 || byte >= 0x80 else { return String(Unicode.Scalar(byte)) }
            return "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}

// MARK: Places

extension LineDocument {
    /// What a path leads to.
    enum Place {
        case leaf(Int)
        case group(Int)
    }

    /// What a path of keys leads to, or nil.
    func place(at path: some Sequence<String>) -> Place? {
        var group = 0
        var leaf: Int?
        for name in path {
            guard leaf == nil else { return nil }
            if let child = outline.child(name, of: group) {
                group = child
            } else if let found = self.leaf(name, in: group) {
                leaf = found
            } else {
                return nil
            }
        }
        return leaf.map(Place.leaf) ?? .group(group)
    }

    package func span(of path: DocumentPath) -> Range<Int>? {
        var keys: [String] = []
        var position: Int?
        for element in path.elements {
            switch element {
            case .key(let key) where position == nil: keys.append(key)
            case .index(let index) where position == nil: position = index
            default: return nil
            }
        }
        guard case .leaf(let leaf)? = place(at: keys) else { return nil }
        let items = items(ofLeaf: leaf)
        guard let position else { return lineEntries[items[items.count - 1]].value }
        guard case .array = value(ofLeaf: leaf), items.indices.contains(position) else {
            return nil
        }
        return lineEntries[items[position]].value
    }

    /// The key path of a leaf.
    func keyPath(of leaf: Int) -> SettingKeyPath {
        let group = outline.path(of: Int(outline.leaves[leaf].group))
        return SettingKeyPath(segments: group + [name(of: leaf)])
    }

    package func spelled(_ path: DocumentPath) -> DocumentPath {
        let keys = path.elements.prefix { if case .key = $0 { true } else { false } }
        var names = keys.compactMap { if case .key(let name) = $0 { name } else { nil } }
        if dialect.sections == .git { names = gitPath(names) }
        var group = 0
        for (index, name) in names.enumerated() {
            guard let child = outline.child(name, of: group) else {
                if let leaf = self.leaf(name, in: group) {
                    names[index] = self.name(of: leaf)
                }
                break
            }
            names[index] = outline.groups[child].name
            group = child
        }
        return DocumentPath(names.map(PathElement.key) + path.elements.dropFirst(keys.count))
    }

    /// Where git's own dotted name leads: `remote.origin.url` is in the section `remote.origin`.
    ///
    /// What names no key may name a section: `remote.origin`.
    private func gitPath(_ names: [String]) -> [String] {
        guard names.count > 1 else { return names }
        let section = names.dropLast().joined(separator: ".")
        let key = [outline.folded(section: section), LineText.folded(names[names.count - 1])]
        if case .leaf? = place(at: key) { return key }
        let whole = outline.folded(section: names.joined(separator: "."))
        return outline.child(whole, of: 0) == nil ? key : [whole]
    }
}

extension String {
    /// Whether a name ends with these bytes, also where a mark hides a character of them.
    fileprivate func hasByteSuffix(_ suffix: String) -> Bool {
        utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }
}

extension [Int] {
    /// The longest end of an array in which a condition holds everywhere.
    fileprivate func suffix(while holds: (Int) -> Bool) -> ArraySlice<Int> {
        self[(lastIndex { !holds($0) }.map { $0 + 1 } ?? startIndex)...]
    }
}

// MARK: Edits

extension LineDocument {
    package func edits(
        for changes: [DocumentChange],
        style: EditStyle
    ) throws(EditError) -> [Edit] {
        guard !dialect.isReadOnly else {
            guard try isChanged(into: self, by: changes.map(stored)) else { throw readOnly }
            return []
        }
        var editor = LineEditor(self, style)
        return try editor.edits(for: changes.map(stored))
    }

    package func isChanged(
        into new: Self,
        by changes: [DocumentChange]
    ) throws(EditError) -> Bool {
        let unread = (
            old: self.unread.map { bytes[$0.range] }, new: new.unread.map { new.bytes[$0.range] }
        )
        guard unread.old == unread.new else { return false }
        let (changes, old) = (ChangeTree(changes), root)
        let expected = asRead(try changes.applied(to: old) ?? .dictionary([]), "")
        return changes.areMade(in: new.root, from: old, expected: expected)
    }

    /// A list of one line reads as its text, unless the key is known to be a list.
    private func asRead(_ value: SettingValue, _ key: String) -> SettingValue {
        switch value {
        case .array(let values) where values.count == 1 && !isListKey(key): values[0]
        case .dictionary(let entries):
            .dictionary(entries.map { SettingValue.Entry($0.key, asRead($0.value, $0.key)) })
        default: value
        }
    }

    private var readOnly: EditError {
        EditError(
            code: .readOnly,
            problem: "\(dialect.name) is only read",
            advice: "Edit the file by hand"
        )
    }

    package func refusal(of value: SettingValue, at path: DocumentPath) -> EditError {
        dialect.isReadOnly ? readOnly : lock(at: path) ?? format.refusal(of: value)
    }

    private func stored(_ change: DocumentChange) -> DocumentChange {
        guard let value = change.value, let stored = stored(value, at: change.path) else {
            return change
        }
        return DocumentChange(change.path, stored)
    }

    /// A text that no new key could have, where the spelling of the leaf's value can hold it: in quotes, say.
    private func fitting(_ value: SettingValue, _ leaf: Int) -> SettingValue? {
        guard case .string(let text) = value, let entry = items(ofLeaf: leaf).last else {
            return nil
        }
        let old = bytes[lineEntries[entry].value]
        if SpelledText.kept(text, over: old, in: dialect) != nil { return value }
        // nil: the edit is refused with the reason
        return (try? dialect.spelled(text, like: old, .natural)) == nil ? nil : value
    }

    package func stored(_ value: SettingValue, at path: DocumentPath) -> SettingValue? {
        guard let segments = path.elements.isEmpty ? [] : path.keyPath?.segments else {
            return format.stored(value)
        }
        switch (place(at: segments), value) {
        case (.leaf(let leaf)?, _):
            return format.stored(value, over: self.value(ofLeaf: leaf)) ?? fitting(value, leaf)
        case (.some, .dictionary(let entries)) where !entries.isEmpty:
            // What stands there may stay, also where it couldn't be written anew.
            var stored: [SettingValue.Entry] = []
            for entry in entries {
                let below = DocumentPath(path.elements + [.key(entry.key)])
                guard let value = self.stored(entry.value, at: below) else { return nil }
                stored.append(.init(entry.key, value))
            }
            return .dictionary(stored)
        case (nil, .boolean): return format.stored(value, over: usualTruth)
        default: return format.stored(value)
        }
    }
}
