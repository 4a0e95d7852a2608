// Where new lines go in a line-based file, and which bytes go with old ones.

import SettingsModel

/// Changes of single entries, turned into edits of lines and of values in them.
struct LinePlacement {
    let document: LineDocument
    private let style: EditStyle
    let layout: TextLayout
    var habits: LineHabits
    var list: LineEditList
    /// The entries that are removed from lines that others share.
    var removedWords: [Int] = []
    /// The blocks that aren't there yet, in what they will stand in.
    var newBlocks: [[String]: NewBlock] = [:]
    /// What ``firstEntryWithHeader(in:)`` found.
    private var limits: [Int: Int?] = [:]
    /// Which of the list's new sections a group has, by its path.
    private var newSections: [[String]: Int] = [:]

    var bytes: [UInt8] { document.bytes }
    var dialect: LineDialect { document.dialect }
    var entries: [LineEntry] { document.lineEntries }

    /// Creates a placement without edits.
    init(_ document: LineDocument, _ style: EditStyle) {
        self.document = document
        self.style = style
        layout = TextLayout(document.bytes)
        habits = LineHabits(of: document, layout, style)
        list = LineEditList(layout, document.dialect)
    }

    /// Everything planned, from front to back, without overlaps.
    var edits: [Edit] { removingWords.addingBlocks.list.assembled }

    /// A text as it stands in this file, in the quotes of another value where it fits into them.
    ///
    /// Where lines end in CRLF, so do those of a text, if a reader takes them for the file's. Otherwise it has no
    /// form there.
    func spelled(
        _ text: String,
        quotedAs old: ArraySlice<UInt8> = []
    ) throws(EditError) -> String {
        let spelled = try dialect.spelled(text, like: old, style)
        let parts = spelled.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
        guard layout.lineEnding != "\n", parts.count > 1 else { return spelled }
        if dialect.quoting == .shell {
            return parts.map { String(Substring($0)) }.joined(separator: layout.lineEnding)
        }
        if parts.dropLast().allSatisfy({ $0.last == 0x0D }) { return spelled }
        throw dialect.unrepresentable(
            "a line break while its lines end in CRLF or CR",
            "Leave it out, or save the file with LF"
        )
    }

    // MARK: Lines that are there

    /// Gives an entry another text.
    mutating func set(_ index: Int, _ text: String) throws(EditError) {
        let entry = entries[index]
        try checkImmutable(entry)
        let old = bytes[entry.value]
        if let commands = dialect.commands { return try set(index, text, commands) }
        let kept = style == .natural ? SpelledText.kept(text, over: old, in: dialect) : nil
        let spelled = if let kept { kept } else { try spelled(text, quotedAs: old) }
        try checkQuotes(spelled, before: entry.value.upperBound)
        if !text.isEmpty, entry.hasSeparator, dialect.decoded(old).isEmpty,
            document.hasResets(document.name(of: Int(document.outline.leafOfEntry[index])))
        {
            // An empty assignment forgets what earlier files said; it stays, and the value follows.
            return try insert(text, besides: index, after: index)
        }
        let separator = habits.separator(in: Int(entry.section), before: text)
        guard entry.hasSeparator else {
            if text == dialect.loneKeys?.text { return }
            try checkFlag(document.bytes[entry.key], text)
            let keyEnd = entry.key.upperBound
            return list.replace(keyEnd..<keyEnd, separator + spelled)
        }
        replaceValue(of: entry, spelled, like: separator)
    }

    /// Puts a spelling in the place of a value, with the blanks that the two need around them.
    mutating func replaceValue(of entry: LineEntry, _ spelled: String, like separator: String) {
        if spelled.isEmpty {
            list.replace(blankStart(ofEmptied: entry)..<entry.value.upperBound, "")
        } else if entry.value.isEmpty {
            fill(entry, spelled, like: separator)
        } else {
            // A backslash would make text of the comment's sign.
            let adjoins =
                dialect.marks?.needsBlank == false && !LineText.isContinued(spelled.utf8)
            let end =
                adjoins ? "" : missingBlank(behind: entry.value.upperBound, spelled: spelled)
            list.replace(entry.value, spelled + end)
        }
    }

    /// Puts a text where none stands, behind as many blanks as its line or the file has behind such a sign.
    ///
    /// Where a comment follows, the other blanks stay before it.
    private mutating func fill(_ entry: LineEntry, _ spelled: String, like separator: String) {
        let value = entry.value.lowerBound
        let signEnd = max(entry.key.upperBound, layout.blanksStart(before: value))
        let own = bytes[entry.key.upperBound..<signEnd]
        let sample = separator.utf8.reversed().drop(while: LineText.isBlank).reversed()
        let wanted =
            own.elementsEqual(sample)
            ? String(separator.unicodeScalars.dropFirst(sample.count))
            : own.first.map(LineText.isBlank) == true ? " " : ""
        let present = value - signEnd
        guard isBeforeComment(value) else {
            return list.replace(value..<value, (present > 0 ? "" : wanted) + spelled)
        }
        let start = signEnd + min(present, wanted.utf8.count)
        let lead = String(wanted.unicodeScalars.dropFirst(present))
        let end = start < value ? "" : missingBlank(behind: value, spelled: spelled)
        list.replace(start..<start, lead + spelled + end)
    }

    /// Whether a comment stands behind a value that ends at an offset.
    private func isBeforeComment(_ offset: Int) -> Bool {
        let end = layout.blanksEnd(from: offset)
        return end < bytes.count && LineText.lineBreakEnd(bytes, at: end) == nil
    }

    /// Refuses quotes before a comment where they would be text.
    private func checkQuotes(_ spelled: String, before offset: Int) throws(EditError) {
        guard dialect.marks?.protection == .wholeLine, isBeforeComment(offset),
            dialect.marks?.quote(of: Array(spelled.utf8)[...]) != nil
        else { return }
        throw dialect.unrepresentable(
            "a text in quotes before a comment",
            "Put the comment on a line of its own"
        )
    }

    /// Where what goes with a value begins: blanks that would be left at its line's end, and a separator where
    /// keys stand alone.
    private mutating func blankStart(ofEmptied entry: LineEntry) -> Int {
        let value = entry.value
        guard LineText.lineBreakEnd(bytes, at: value.upperBound) != nil, !value.isEmpty else {
            return value.lowerBound
        }
        let isFirst = layout.isFirstInLine(entry.range.lowerBound)
        if isFirst, habits.standsAlone(bytes[entry.key], with: "") { return entry.key.upperBound }
        let start = layout.blanksStart(before: value.lowerBound)
        let isBehindSign =
            dialect.separators.isEmpty
            || start > 0 && dialect.separators.contains(bytes[start - 1])
        return isBehindSign && !habits.areEmptyTextsSpaced ? start : value.lowerBound
    }

    /// The blank without which a comment right behind a value would be part of it.
    private func missingBlank(behind value: Int, spelled: String) -> String {
        guard value < bytes.count else { return "" }
        if let marks = dialect.marks, marks.endsAtBlank {
            let isWord = marks.quote(of: Array(spelled.utf8)[...]) == nil
            return isWord && isBeforeComment(value) && !LineText.isBlank(bytes[value]) ? " " : ""
        }
        let signs =
            dialect.inlineComments == .afterBlank ? dialect.comments : dialect.marks?.comments
        return signs?.contains(bytes[value]) == true ? " " : ""
    }

    /// Removes an entry with its lines and the comment on its last line.
    mutating func remove(_ index: Int) throws(EditError) {
        let entry = entries[index]
        try checkImmutable(entry)
        try checkNeed(of: entry)
        if entry.command.contains(.sharesLine) { return removedWords.append(index) }
        let start = entry.range.lowerBound
        if layout.isFirstInLine(start) {
            list.removeLines(layout.lineStart(start)..<lineEnd(after: entry))
        } else {
            // `[section] key = value`: the header stays.
            list.replace(layout.blanksStart(before: start)..<entry.range.upperBound, "")
        }
    }

    /// Past the line end behind an entry.
    func lineEnd(after entry: LineEntry) -> Int {
        let end = entry.range.upperBound
        guard end < bytes.count else { return bytes.count }
        return LineText.lineBreakEnd(bytes, at: end) ?? end
    }

    // MARK: New lines

    /// Puts a line of the same key behind an entry, or before the first one.
    mutating func insert(
        _ text: String,
        besides sibling: Int,
        after entry: Int?
    ) throws(EditError) {
        let like = entries[sibling]
        let start = like.range.lowerBound
        let lineStart = layout.lineStart(start)
        let spelled = try spelled(text, quotedAs: bytes[like.value])
        // What stands before the key, such as `export`, is repeated; a header isn't.
        let isFirst = layout.isFirstInLine(start)
        let lead = isFirst ? layout.text(lineStart..<like.key.lowerBound) : dialect.newKey.indent
        let isAlone = habits.standsAlone(bytes[like.key], with: spelled)
        let end = isAlone ? "" : try ending(besides: like, lead, text, spelled)
        let line = lead + layout.text(like.key) + end
        list.insertLine(line, at: entry.map { lineEnd(after: entries[$0]) } ?? lineStart)
    }

    /// Puts a new key at the end of its section, or in a new section.
    mutating func insert(_ text: String, at path: [String]) throws(EditError) {
        let group = Array(path.dropLast())
        let key = try dialect.spelledKey(path[path.count - 1])
        let spelled = try spelled(text)
        if let commands = dialect.commands {
            return dialect.sections == .blocks
                ? try insert(at: path, text, spelled, commands)
                : try insert(path[path.count - 1], text, spelled, commands)
        }
        guard case .group(let known)? = document.place(at: group),
            known == 0 || !document.outline.groups[known].sections.isEmpty
        else {
            return try insert(assignment(key, spelled, text, in: nil), inNew: group)
        }
        let section = document.outline.groups[known].sections.last ?? 0
        guard !document.sections[section].isImmutable, !document.isImmutable else {
            throw Self.immutable("section")
        }
        let place = place(in: section)
        let line = try assignment(key, spelled, text, in: section)
        list.insertLine(place.indent + line, at: place.offset)
    }

    /// The line of a new key.
    private mutating func assignment(
        _ key: String,
        _ spelled: String,
        _ text: String,
        in section: Int?
    ) throws(EditError) -> String {
        if try checkFlag(Array(key.utf8)[...], text) { return key }
        if habits.standsAlone(key.utf8, with: spelled) { return key }
        return key + habits.separator(in: section, before: text) + spelled
    }

    private mutating func insert(_ line: String, inNew group: [String]) throws(EditError) {
        if document.isImmutable { throw Self.immutable("file") }
        let section: Int
        if let known = newSections[group] {
            section = known
        } else {
            section = list.addSection(header: try dialect.header(group))
            newSections[group] = section
        }
        list.addLine(habits.indent + line, toNewSection: section)
    }

    /// Behind the last key of a section, or behind its header; at the front, before the first header.
    ///
    /// Behind a line that only some programs read as a header they would find the key in another section, so
    /// the key goes before the value that has such a line.
    private mutating func place(in section: Int) -> (offset: Int, indent: String) {
        let known = document.entries(in: section)
        let limit = firstEntryWithHeader(in: section)
        if let index = (known.lowerBound..<(limit ?? known.upperBound)).last {
            return (lineEnd(after: entries[index]), habits.indent(below: entries[index]))
        }
        if let limit {
            let line = layout.lineStart(entries[limit].range.lowerBound)
            return (commentsStart(before: line), habits.indent(below: entries[limit]))
        }
        let header = document.sections[section].header
        if section > 0 { return (layout.nextLine(header.upperBound - 1), habits.indent) }
        guard document.sections.count > 1 else { return (bytes.count, "") }
        let next = document.sections[1].header.lowerBound
        return (commentsStart(before: layout.lineStart(next)), "")
    }

    /// The first entry of a section with a line that some programs take for a header; nil for none.
    ///
    /// To them, what follows is in another section.
    mutating func firstEntryWithHeader(in section: Int) -> Int? {
        if let known = limits[section] { return known }
        let first = document.entries(in: section).first {
            !document.doubtfulHeaders(in: $0).isEmpty
        }
        limits[section] = .some(first)
        return first
    }

    /// Where the comments begin that stand right above a line.
    func commentsStart(before line: Int) -> Int {
        var start = line
        for comment in document.comments.reversed() where comment.lowerBound < line {
            guard layout.nextLine(comment.lowerBound) == start,
                layout.isFirstInLine(comment.lowerBound)
            else { break }
            start = layout.lineStart(comment.lowerBound)
        }
        return start
    }
}

// MARK: What can't be

extension LinePlacement {
    /// Refuses a new key that no value could be given to: too deep, or with a name that can't be.
    func checkPlace(_ path: [String]) throws(EditError) {
        let (sections, key) = (Array(path.dropLast()), path[path.count - 1])
        try checkDepth(sections)
        _ = try dialect.spelledKey(key)
        if let (what, advice) = dialect.commands?.objection(to: key, in: sections) {
            throw dialect.unrepresentable(what, advice)
        }
    }

    private func checkDepth(_ group: [String]) throws(EditError) {
        if group.isEmpty, let section = dialect.leadingKeys.neededSection {
            throw dialect.unrepresentable(
                "a key outside of a section",
                "Put it into one, for example \(section).key"
            )
        }
        guard group.count > mostSections else { return }
        guard dialect.sections != .none else {
            throw dialect.unrepresentable(
                "a key within another",
                "Put a key with dots in quotes, for example \"a.b\""
            )
        }
        throw dialect.unrepresentable(
            "a key in more than \(mostSections) section\(mostSections == 1 ? "" : "s")",
            "Put a name with dots in quotes, for example \"a.b\".key"
        )
    }

    /// How many sections deep a key may stand.
    private var mostSections: Int {
        switch dialect.sections {
        case .none: 0
        case .brackets, .patterns, .git, .hosts: 1
        case .nested, .blocks: document.limits.keyPathSegments - 1
        }
    }

    /// Refuses another value than that of a key alone for one that takes none, such as mpv's `no-border`.
    ///
    /// - Returns: Whether the key is such a one.
    @discardableResult
    private func checkFlag(_ key: ArraySlice<UInt8>, _ text: String) throws(EditError) -> Bool {
        let name = key.drop { $0 == UInt8(ascii: "-") }
        guard let loneKeys = dialect.loneKeys, let denial = loneKeys.denial,
            name.starts(with: denial.utf8)
        else { return false }
        guard text == loneKeys.text else {
            let opposite = String(decoding: name.dropFirst(denial.utf8.count), as: UTF8.self)
            throw dialect.unrepresentable(
                "a value behind '\(String(decoding: key, as: UTF8.self).escapedForDisplay)'",
                "Remove the key, and set '\(opposite.escapedForDisplay)' instead"
            )
        }
        return true
    }

    private func checkImmutable(_ entry: LineEntry) throws(EditError) {
        try checkLocks(entry)
        if entry.isImmutable { throw Self.immutable("key") }
    }

    private static func immutable(_ what: String) -> EditError {
        EditError(
            code: .readOnly,
            problem: "the file says with [$i] that the \(what) may not be changed",
            advice: "Ask whoever administers this computer"
        )
    }
}
