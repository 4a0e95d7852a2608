// Changes that are refused, as programs read the lines in two ways, and one of them would lose something.

import SettingsModel

extension LineEditor {
    /// Refuses to change a key that stands in several sections of one name: each of them may be a thing of
    /// its own, and the key of one would be changed or removed for that of another.
    func checkSections(ofLeaf leaf: Int) throws(EditError) {
        let entries = document.allEntries(ofLeaf: leaf)
        guard entries.count > 1 else { return }
        let sections = Set(entries.map { document.lineEntries[$0].section })
        guard sections.count > 1 else { return }
        try checkSections(ofGroup: Int(document.outline.leaves[leaf].group))
    }

    /// Refuses a new key in a section that stands several times.
    func checkSections(ofGroup group: Int) throws(EditError) {
        let known = document.outline.groups[group]
        guard known.sections.count > 1, !document.dialect.merging.merges(known.name) else { return }
        let lines = known.sections.map { section in
            let header = document.sections[section].header
            return "\(SourcePlace(offset: header.lowerBound, in: document.bytes).line)"
        }
        throw EditError(
            code: .ambiguous,
            problem:
                "the section '\(known.name.escapedForDisplay)' occurs \(lines.count) times (lines "
                + "\(lines.joined(separator: ", "))), and the change could mean any of them",
            advice: "Edit the file by hand"
        )
    }

    /// Refuses to change an entry that programs read in different ways, or that stands among lines that aren't
    /// settings.
    mutating func checkReadings(ofEntry index: Int) throws(EditError) {
        try checkLines(ofEntry: index)
        let section = Int(document.lineEntries[index].section)
        if let first = lines.firstEntryWithHeader(in: section), first < index {
            try checkLines(ofEntry: first)
        }
        try checkUnread(in: section)
        if document.dividers.reading == .unknown, document.dividers.isDoubtful(index) {
            throw document.dividedInTwoWays(index)
        }
    }

    /// Refuses a new key of which programs would disagree where it stands.
    mutating func checkReadings(ofNewKey path: [String]) throws(EditError) {
        let names = Array(path.dropLast())
        guard case .group(let group)? = document.place(at: names),
            case let sections = document.outline.groups[group].sections, !sections.isEmpty
        else { return try checkNewSection(names) }
        try checkSections(ofGroup: group)
        for section in sections { try checkUnread(in: section) }
    }

    /// Refuses changes in a section of which a line can't be read, where nothing shows that its other lines are
    /// settings.
    private func checkUnread(in section: Int) throws(EditError) {
        guard dialect.unreadLines == .closeSection,
            let line = document.unread.first(where: { $0.section == section })
        else { return }
        let text = LineText.string(document.bytes[line.range].prefix { $0 != 0x0A && $0 != 0x0D })
        throw EditError(
            code: .ambiguous,
            problem:
                "line \(line.error.place.line), '\((text ?? "").escapedForDisplay)', can't be read, so the "
                + "keys of its section are only read",
            advice: "Edit the file by hand"
        )
    }

    /// Refuses a new section whose header some programs find in the file.
    private mutating func checkNewSection(_ path: [String]) throws(EditError) {
        guard [.brackets, .patterns].contains(document.dialect.sections), let name = path.first
        else { return }
        let trimmed = LineText.trimmed(Array(name.utf8)[...])
        let same = headers.first { header in
            LineText.trimmed(document.bytes[header].dropFirst().dropLast()).elementsEqual(trimmed)
        }
        guard let header = same else { return }
        let text = LineText.string(document.bytes[header]) ?? ""
        let number = SourcePlace(offset: header.lowerBound, in: document.bytes).line
        throw EditError(
            code: .ambiguous,
            problem:
                "line \(number), '\(text.escapedForDisplay)', is the header of this section to some programs",
            advice: "Remove the blanks in that line, or edit the file by hand"
        )
    }

    /// Refuses edits after which other lines would be read in another way: a line divided at another sign, or
    /// no line at all, as too many of those that are left can't be read.
    func checkReadings(after edits: [Edit]) throws(EditError) {
        let old = document.dividers
        guard old.hasColons || !document.unread.isEmpty, !edits.isEmpty,
            let bytes = try? document.bytes.applying(edits)  // nil: the gate says why
        else { return }
        guard let new = try? LineDocument(bytes, as: document.format, limits: document.limits)
        else {
            if document.unread.isEmpty { return }
            throw EditError(
                code: .readOnly,
                problem: "the file would have more lines that can't be read than settings",
                advice: "Edit the file by hand"
            )
        }
        let isSame = new.dividers.reading == old.reading
        let isKnown =
            isSame && (old.reading != .unknown || new.dividers.doubtful.count <= old.doubtful.count)
        guard !new.dividers.doubtful.isEmpty, !isKnown else { return }
        if let first = old.doubtful.first { throw document.dividedInTwoWays(first) }
        throw EditError(
            code: .ambiguous,
            problem:
                "some programs would divide the line at '=' in the value, and not at the ':' before it",
            advice: "Write '=' between key and value in that line, or leave '=' out of the value"
        )
    }

    /// Refuses to change a value below which indented lines look like settings or sections of their own.
    ///
    /// Python's configparser takes them for lines of the value, other readers don't: to those, a change
    /// of the value would remove settings.
    private func checkLines(ofEntry index: Int) throws(EditError) {
        guard let line = document.doubtfulLine(in: index) else { return }
        let number = SourcePlace(offset: line.lowerBound, in: document.bytes).line
        let text = LineText.string(document.bytes[line]) ?? ""
        throw EditError(
            code: .ambiguous,
            problem: "line \(number), '\(text.escapedForDisplay)', is a part of this value to some "
                + "programs and a line of its own to others",
            advice: "Remove the blanks at its start, or edit the file by hand"
        )
    }

    /// Refuses a text whose further lines look like settings or sections of their own.
    func checkLines(of text: String) throws(EditError) {
        guard dialect.continuation == .indentation else { return }
        let further = LineText.lines(Array(text.utf8)[...]).dropFirst().lazy.map(LineText.trimmed)
        guard let line = further.first(where: document.looksLikeOwnLine) else { return }
        throw EditError(
            code: .ambiguous,
            problem:
                "'\((LineText.string(line) ?? "").escapedForDisplay)' would be a part of the value to some "
                + "programs and a line of its own to others",
            advice: "Leave that line out, or edit the file by hand"
        )
    }

    /// Refuses a text with another end that may be a comment than the value that it replaces, if any.
    ///
    /// The value is read with that end, as Python's configparser does. Other readers would lose a comment, or
    /// the end of the text.
    func checkComment(ofEntry index: Int?, becoming text: String) throws(EditError) {
        let value = index.map { document.lineEntries[$0].value }
        let old = index.flatMap(document.doubtfulComment)
        let isInQuotes =
            value.map { document.dialect.marks?.quote(of: document.bytes[$0]) != nil } ?? false
        let bytes = isInQuotes ? [] : Array(text.utf8)
        let new = document.doubtfulComment(in: bytes[...])
        guard old.map({ document.bytes[$0] }) != new.map({ bytes[$0] }) else { return }
        guard let old else { throw commentAsText(LineText.string(bytes[new ?? 0..<0]) ?? "") }
        let number = SourcePlace(offset: old.lowerBound, in: document.bytes).line
        let shown = (LineText.string(document.bytes[old]) ?? "").escapedForDisplay
        throw EditError(
            code: .ambiguous,
            problem: "'\(shown)' in line \(number) is a part of the value to some programs and "
                + "a comment to others, and it would be lost",
            // Advice is shown where the value is a secret, too.
            advice: "Set a value that ends with it, too, or edit the line by hand"
        )
    }

    private func commentAsText(_ comment: String) -> EditError {
        EditError(
            code: .ambiguous,
            problem:
                "'\(comment.escapedForDisplay)' would be a part of the value to some programs and a comment to others",
            advice: "Leave out the blank before the sign, or edit the file by hand"
        )
    }
}
