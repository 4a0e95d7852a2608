// Which keys of a line-based file belong together: groups, and the lines of each key.

import SettingsModel

/// The keys of a file by their groups, each with all of its lines.
struct LineOutline: Sendable {
    /// All sections of one name.
    struct Group {
        /// The name as it is first spelled, or as git lists it; empty for the root.
        var name: String
        var parent: Int
        /// The groups within, in the order of the file.
        var children: [Int] = []
        /// The sections with this name, in the order of the file.
        var sections: [Int] = []
        /// The leaves, in the order of the file.
        var leaves: [Int] = []
    }
    /// One key, however often it stands.
    struct Leaf {
        var group: Int32
        /// The first and last of its entries.
        var first: Int32
        var last: Int32
        var count: Int32 = 1
    }
    private struct ChildName: Hashable {
        var parent: Int
        var name: ExactText
    }

    /// The groups, the root first.
    private(set) var groups = [Group(name: "", parent: -1)]
    private(set) var leaves: [Leaf] = []
    /// The leaf of each entry, or -1 for one whose name can't be read or that says no value.
    private(set) var leafOfEntry: [Int32] = []
    /// The entry of the same leaf that follows each, or -1.
    private(set) var nextOfEntry: [Int32] = []
    private var childGroups: [ChildName: Int] = [:]
    /// Positions in `leaves` by hash, -1 for none; its size is a power of two.
    private var table: [Int32] = []
    /// Keys whose text is not what they are called, by entry.
    private var decodedKeys: [Int32: [UInt8]] = [:]
    let dialect: LineDialect

    /// Creates the outline of a file that was scanned.
    ///
    /// - Throws: ``DocumentError`` with code `.duplicate` where keys or sections may not stand again,
    ///   `.conflict` where a key is a section too, `.tooDeep` and `.tooMany` past the limits.
    init(_ scanner: LineScanner, limits: Limits) throws(DocumentError) {
        dialect = scanner.source.dialect
        var groupOfSection: [Int] = []
        groupOfSection.reserveCapacity(scanner.sections.count)
        for (index, section) in scanner.sections.enumerated() {
            groupOfSection.append(try group(of: section, index, scanner, limits))
        }
        try addLeaves(scanner, groupOfSection, limits)
        try checkConflicts(scanner)
    }

    // MARK: Groups

    private mutating func group(
        of section: LineSection,
        _ index: Int,
        _ scanner: LineScanner,
        _ limits: Limits
    ) throws(DocumentError) -> Int {
        guard let path = section.path else { return -1 }
        guard path.count < limits.keyPathSegments else {
            throw scanner.source.fail(
                "sections nest deeper than \(limits.keyPathSegments - 1) levels here",
                at: section.header.lowerBound,
                advice: "Nest them less deeply",
                code: .tooDeep
            )
        }
        var group = 0
        for name in path {
            let key = ChildName(parent: group, name: ExactText(folded(section: name)))
            if let known = childGroups[key] {
                group = known
            } else {
                groups.append(Group(name: name, parent: group))
                groups[group].children.append(groups.count - 1)
                group = groups.count - 1
                childGroups[key] = group
            }
        }
        if dialect.repeats == .refused, !groups[group].sections.isEmpty {
            throw scanner.source.fail(
                "duplicate section '\(groups[group].name.escapedForDisplay)'",
                at: section.header.lowerBound,
                advice: "Put its keys into the first one",
                code: .duplicate
            )
        }
        groups[group].sections.append(index)
        return group
    }

    /// In git's files, a section's name is folded and a subsection's is not.
    func folded(section name: String) -> String {
        guard dialect.sections == .git else { return name }
        let outer = name.utf8.prefix { $0 != UInt8(ascii: ".") }
        return LineText.folded(String(Substring(outer))) + name[outer.endIndex...]
    }

    /// The group within another that has a name, or nil.
    func child(_ name: String, of group: Int) -> Int? {
        childGroups[ChildName(parent: group, name: ExactText(folded(section: name)))]
    }

    /// The names of a group from the outermost inwards.
    func path(of group: Int) -> [String] {
        var path: [String] = []
        var group = group
        while group > 0 {
            path.append(groups[group].name)
            group = groups[group].parent
        }
        return path.reversed()
    }

    // MARK: Leaves

    private mutating func addLeaves(
        _ scanner: LineScanner,
        _ groupOfSection: [Int],
        _ limits: Limits
    ) throws(DocumentError) {
        let entries = scanner.entries
        leaves.reserveCapacity(entries.count)
        leafOfEntry = Array(repeating: -1, count: entries.count)
        nextOfEntry = Array(repeating: -1, count: entries.count)
        var size = 16
        while size < entries.count * 2 { size *= 2 }
        table = Array(repeating: -1, count: size)
        for (index, entry) in entries.enumerated() {
            let group = groupOfSection[Int(entry.section)]
            guard group >= 0, !entry.isDeletion, let key = readableKey(of: entry, index, scanner)
            else { continue }
            try add(index, entry, key, group, scanner)
        }
        guard leaves.count > limits.keysPerDomain else { return }
        throw scanner.source.fail(
            "the file has more than \(limits.keysPerDomain) keys",
            at: entries[Int(leaves[limits.keysPerDomain].first)].key.lowerBound,
            advice: "Move some of them into another file",
            code: .tooMany
        )
    }

    /// What a key is called, or nil for bytes that aren't UTF-8.
    private mutating func readableKey(
        of entry: LineEntry,
        _ index: Int,
        _ scanner: LineScanner
    ) -> UnsafeBufferPointer<UInt8>? {
        let text = UnsafeBufferPointer(rebasing: scanner.text[entry.key])
        if let name = dialect.commands?.name(of: text) {
            decodedKeys[Int32(index)] = name
            return text
        }
        let isEscaped = dialect.quoting == .java || dialect.quoting == .kconfig
        if isEscaped, text.contains(UInt8(ascii: "\\")) {
            let key = LineText.unescaped(scanner.bytes[entry.key], dialect.quoting)
            guard LineText.string(key) != nil else { return nil }
            decodedKeys[Int32(index)] = key
        } else if let marks = dialect.marks, marks.escapes == .json,
            text.contains(where: { "\\\"'".utf8.contains($0) })
        {
            // npm's ini reads a key as it reads a value.
            let key = marks.decoded(scanner.bytes[entry.key])
            guard LineText.string(key) != nil else { return nil }
            decodedKeys[Int32(index)] = key
        } else if text.contains(where: { $0 >= 0x80 }), LineText.string(text) == nil {
            return nil
        }
        return text
    }

    private mutating func add(
        _ index: Int,
        _ entry: LineEntry,
        _ text: UnsafeBufferPointer<UInt8>,
        _ group: Int,
        _ scanner: LineScanner
    ) throws(DocumentError) {
        let decoded = decodedKeys[Int32(index)]
        var slot = decoded.map { hash($0, group) } ?? hash(text, group)
        while table[slot] >= 0 {
            let leaf = Int(table[slot])
            let first = leaves[leaf].first
            let known = UnsafeBufferPointer(
                rebasing: scanner.text[scanner.entries[Int(first)].key]
            )
            let isSame =
                decodedKeys.isEmpty
                ? isEqual(known, text)
                : isEqual(decodedKeys[first] ?? Array(known), decoded ?? Array(text))
            if isSame, leaves[leaf].group == group {
                guard dialect.repeats != .refused else { throw again(entry, scanner) }
                nextOfEntry[Int(leaves[leaf].last)] = Int32(index)
                leaves[leaf].last = Int32(index)
                leaves[leaf].count += 1
                leafOfEntry[index] = Int32(leaf)
                return
            }
            slot = (slot + 1) & (table.count - 1)
        }
        table[slot] = Int32(leaves.count)
        leafOfEntry[index] = Int32(leaves.count)
        groups[group].leaves.append(leaves.count)
        leaves.append(Leaf(group: Int32(group), first: Int32(index), last: Int32(index)))
    }

    private func again(_ entry: LineEntry, _ scanner: LineScanner) -> DocumentError {
        let key = String(decoding: scanner.bytes[entry.key], as: UTF8.self)
        return scanner.source.fail(
            "duplicate key '\(key.escapedForDisplay)'",
            at: entry.key.lowerBound,
            advice: "Remove all but one of them",
            code: .duplicate
        )
    }

    /// FNV-1a, without case where it makes no difference.
    private func hash(_ key: some Sequence<UInt8>, _ group: Int) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(truncatingIfNeeded: group)
        for byte in key {
            hash ^= UInt64(dialect.keyCase == .sensitive ? byte : LineText.folded(byte))
            hash &*= 0x100_0000_01B3
        }
        return Int(truncatingIfNeeded: hash ^ hash >> 32) & (table.count - 1)
    }

    /// Whether two keys of a section are one.
    private func isEqual(_ a: some Collection<UInt8>, _ b: some Collection<UInt8>) -> Bool {
        guard a.count == b.count else { return false }
        return dialect.keyCase == .insensitive
            ? a.elementsEqual(b) { LineText.folded($0) == LineText.folded($1) }
            : a.elementsEqual(b)
    }

    /// Whether a key in a group is also the name of a group in it.
    private func checkConflicts(_ scanner: LineScanner) throws(DocumentError) {
        for group in groups.dropFirst() {
            let bytes = scanner.bytes
            guard !groups[group.parent].leaves.isEmpty, let section = firstSection(in: group),
                leaf(group.name, in: group.parent, scanner.entries, bytes) != nil
            else { continue }
            throw scanner.source.fail(
                "the section '\(group.name.escapedForDisplay)' has the name of a key",
                at: scanner.sections[section].header.lowerBound,
                advice: "Rename one of them",
                code: .conflict
            )
        }
    }

    /// The first section of a group, or of those in it: `[a][b]` makes a group `a` without a header of its own.
    private func firstSection(in group: Group) -> Int? {
        group.sections.first
            ?? group.children.lazy.compactMap { firstSection(in: groups[$0]) }.first
    }
}

// MARK: Finding

extension LineOutline {
    /// The leaf of a key in a group, or nil.
    func leaf(
        _ key: String,
        in group: Int,
        _ entries: [LineEntry],
        _ bytes: [UInt8]
    ) -> Int? {
        guard !table.isEmpty else { return nil }
        let key = Array(key.utf8)
        let folded = dialect.keyCase == .insensitiveAlone ? key.map(LineText.folded) : nil
        var inOtherCase: [Int] = []
        var slot = hash(key, group)
        while table[slot] >= 0 {
            let leaf = Int(table[slot])
            let first = leaves[leaf].first
            let text = decodedKeys[first]?[...] ?? bytes[entries[Int(first)].key]
            if leaves[leaf].group == group {
                if isEqual(text, key) { return leaf }
                if let folded, text.map(LineText.folded) == folded { inOtherCase.append(leaf) }
            }
            slot = (slot + 1) & (table.count - 1)
        }
        return inOtherCase.count == 1 ? inOtherCase[0] : nil
    }

    /// The entry of a leaf whose value counts, where not all do.
    func effectiveEntry(of leaf: Int) -> Int {
        Int(dialect.repeats == .firstCounts ? leaves[leaf].first : leaves[leaf].last)
    }

    /// The leaves of keys that stand before in another case.
    func leavesInOtherCase(_ entries: [LineEntry], _ bytes: [UInt8]) -> Set<Int> {
        var known = Set<ChildName>()
        return Set(
            leaves.indices.filter { leaf in
                let name = LineText.folded(name(of: leaf, entries, bytes))
                let child = ChildName(parent: Int(leaves[leaf].group), name: ExactText(name))
                return !known.insert(child).inserted
            }
        )
    }

    /// What a leaf is called: as it is first spelled, or as git lists it.
    func name(of leaf: Int, _ entries: [LineEntry], _ bytes: [UInt8]) -> String {
        let first = leaves[leaf].first
        let text = decodedKeys[first]?[...] ?? bytes[entries[Int(first)].key]
        let name = String(decoding: text, as: UTF8.self)
        return dialect.sections == .git ? LineText.folded(name) : name
    }
}
