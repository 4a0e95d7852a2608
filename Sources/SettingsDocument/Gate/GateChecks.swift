// What the gate compares: that each change was made, and that nothing else was touched.

package import SettingsModel

extension ChangeTree {
    /// Whether a new tree is the expected one.
    ///
    /// A dictionary that lost its last key may be there, empty, or not: dotted keys in TOML have no
    /// line of their own for it.
    func areMade(in new: SettingValue?, from old: SettingValue?, expected: SettingValue?) -> Bool {
        guard case .kept = base, !keys.isEmpty, case .dictionary(let expected)? = expected,
            case .dictionary(let old)? = old
        else { return new == expected }
        let isPruned = new == nil && !old.isEmpty
        guard case .dictionary(let new)? = isPruned ? .dictionary([]) : new else { return false }
        var newEntries = EntryLookup(new)
        var oldEntries = EntryLookup(old)
        var count = 0
        for entry in expected {
            // Both are asked in their order, which needs no dictionary.
            let (value, oldValue) = (newEntries[entry.key], oldEntries[entry.key])
            if value != nil { count += 1 }
            guard let changes = child(entry.key) else {
                guard value == entry.value else { return false }
                continue
            }
            guard changes.areMade(in: value, from: oldValue, expected: entry.value) else {
                return false
            }
        }
        return count == new.count
    }
}

/// Entries found by key, at once when they are asked for in their order.
struct EntryLookup {
    private let entries: [SettingValue.Entry]
    private var next = 0
    private var places: [ExactText: Int]?

    /// Creates a lookup that begins at the first entry.
    init(_ entries: [SettingValue.Entry]) { self.entries = entries }

    /// The value of a key, or nil.
    subscript(key: String) -> SettingValue? {
        mutating get {
            if next < entries.count, entries[next].key.isSame(as: key) {
                next += 1
                return entries[next - 1].value
            }
            let known =
                places
                ?? Dictionary(entries.indices.map { (ExactText(entries[$0].key), $0) }) { _, last in
                    last
                }
            places = known
            guard let place = known[ExactText(key)] else { return nil }
            next = place + 1
            return entries[place].value
        }
    }
}

extension Document {
    /// Whether every value that no change is about has the text it had.
    ///
    /// Only values that the edits touch are looked at. A format without text (a binary property
    /// list) is written anew, so there's nothing to compare.
    func keepsOtherText(in new: Self, _ changes: [DocumentChange], _ edits: [Edit]) -> Bool {
        guard format != .binaryPropertyList else { return true }
        let changed = ChangedPlaces(changes)
        func isKept(_ entry: DocumentEntry) -> Bool {
            let path = DocumentPath(entry.keyPath)
            guard !changed.concern(entry.keyPath), let span = span(of: path) else { return true }
            guard let newSpan = new.span(of: path) else { return false }
            return bytes[span] == new.bytes[newSpan]
        }
        return entries(touchedBy: edits).allSatisfy(isKept)
    }
}

extension Document {
    /// What each document does that gives values back as they were set: compares the roots.
    package func isChanged(
        into new: Self,
        by changes: [DocumentChange]
    ) throws(EditError) -> Bool {
        let (changes, old) = (ChangeTree(changes), root)
        // A file without any value is an empty dictionary.
        let expected = try changes.applied(to: old) ?? .dictionary([])
        return changes.areMade(in: new.root, from: old, expected: expected)
    }

    /// What a document does that spells equal values alike everywhere.
    package func stored(_ value: SettingValue, at path: DocumentPath) -> SettingValue? {
        format.stored(value)
    }

    /// What a document does whose language tells letters from one another.
    package func spelled(_ path: DocumentPath) -> DocumentPath { path }

    /// What a document does whose leaves are all written where they stand.
    package func entries(touchedBy edits: [Edit]) -> [DocumentEntry] {
        let entries = entries
        return edits.touched(of: entries.map(\.offset)).map { entries[$0] }
    }
}

extension [Edit] {
    /// The indices of the offsets that an edit's range holds, and of the last before each.
    func touched(of offsets: [Int]) -> [Int] {
        flatMap { edit in
            let first = offsets.partitioningIndex { $0 >= edit.range.lowerBound }
            let end = offsets.partitioningIndex { $0 >= edit.range.upperBound }
            return Swift.max(first - 1, 0)..<Swift.max(first, end)
        }
    }
}

/// The places that changes are about.
struct ChangedPlaces {
    /// The paths of the changes, cut before a position in an array.
    private var paths = Set<[ExactText]>()
    /// All prefixes of the paths.
    private var prefixes = Set<[ExactText]>()

    /// Notes where the changes are.
    init(_ changes: [DocumentChange]) {
        for change in changes {
            var path: [ExactText] = []
            for element in change.path.elements {
                guard case .key(let key) = element else { break }
                prefixes.insert(path)
                path.append(ExactText(key))
            }
            prefixes.insert(path)
            paths.insert(path)
        }
    }

    /// Whether a change is at a leaf, above it, or below it.
    func concern(_ leaf: SettingKeyPath) -> Bool {
        let segments = leaf.segments.map { ExactText($0) }
        return prefixes.contains(segments)
            || segments.indices.contains { paths.contains(Array(segments.prefix($0))) }
    }
}

// MARK: What readers can take

extension Document {
    /// Checks that whoever reads the file by its path and content gets what it says.
    ///
    /// - Throws: ``EditError`` with code `.otherFormat`.
    func checkTellsFormat(inFile path: String) throws(EditError) {
        let told = Format.detect(name: path, bytes: bytes)
        guard told != format else { return }
        let hasValues = entries.contains { $0.value != .dictionary([]) }
        guard hasValues else { return }
        // Without its last comment, JSON with comments is as good as JSON.
        let reading = try? told?.parse(bytes)  // nil: it can't be read as that
        guard reading?.root != root else { return }
        throw .otherFormat(told, insteadOf: format)
    }
}

extension Document {
    /// Refuses an edit after which TOML reads other settings than INI, where it read the same before and the
    /// format is only guessed: the file's program may read TOML.
    ///
    /// - Throws: ``EditError`` with code `.otherFormat`.
    func checkStaysTOML(from old: Self, inFile path: String) throws(EditError) {
        guard format == .ini, FileName(path: path).meaning == nil,
            let old = old as? LineDocument, old.signedEntry != nil, old.isAlsoTOML,
            let new = self as? LineDocument, !new.isAlsoTOML
        else { return }
        throw EditError(
            code: .otherFormat,
            problem: "the file may be TOML, which doesn't read the new value this way",
            advice: "Say its format where the file is linked: format = \"\(format.rawValue)\""
        )
    }
}

extension EditError {
    /// A change after which the file would be read in another format, or in none.
    fileprivate static func otherFormat(_ told: Format?, insteadOf format: Format) -> EditError {
        EditError(
            code: .otherFormat,
            problem: told.map { "the file would be taken for \($0.noun) then" }
                ?? "the file's content would tell no format then",
            advice: "Say its format where the file is linked: format = \"\(format.rawValue)\""
        )
    }

    /// A change after which the file could not be read.
    static func tooLarge(_ count: Int) -> EditError {
        EditError(
            code: .unrepresentable,
            problem: "the file would have \(count) bytes, "
                + "at most \(Limits.standard.fileBytes) are read",
            advice: "Move large data out of the settings file"
        )
    }
}
