// Which bytes change in a file of commands, and where a new command goes.

import SettingsModel

extension LinePlacement {
    // MARK: Lines that are there

    /// Gives a setting another text.
    mutating func set(
        _ index: Int,
        _ text: String,
        _ language: any CommandLanguage
    ) throws(EditError) {
        let entry = entries[index]
        let name = document.name(of: Int(document.outline.leafOfEntry[index]))
        if entry.command.contains(.flag) { try checkFlag(name, text, language) }
        try checkText(text, of: name, isNew: false, language)
        if entry.command.contains(.flag) {
            guard language.flagTexts.denied != nil else { return }
            let prefix = entry.range.lowerBound..<entry.key.lowerBound
            let isThere = text == language.flagTexts.there
            guard isThere == entry.command.contains(.denied) else { return }
            return list.replace(prefix, language.flagFront(isThere, like: layout.text(prefix)))
        }
        try checkFront(entry.range.lowerBound..<entry.value.lowerBound, text, language)
        let spelled = try spelled(text, quotedAs: bytes[entry.value])
        guard dialect.sections == .blocks, !spelled.isEmpty else {
            return list.replace(entry.value, spelled)
        }
        let separator = habits.separator(in: Int(entry.section), before: spelled)
        replaceValue(of: entry, spelled, like: separator)
    }

    func checkText(
        _ text: String,
        of key: String,
        isNew: Bool,
        _ language: any CommandLanguage
    ) throws(EditError) {
        let names = document.surroundings.replaced
        if let (what, advice) = language.objection(
            to: text,
            of: key,
            isNew: isNew,
            replacing: names
        ) {
            throw dialect.unrepresentable(what, advice)
        }
    }

    private func checkFlag(
        _ name: String,
        _ text: String,
        _ language: any CommandLanguage
    ) throws(EditError) {
        let (there, denied) = language.flagTexts
        guard text != there, text != denied else { return }
        let name = name.escapedForDisplay
        guard let denied else {
            throw dialect.unrepresentable(
                "a value for '\(name)', which stands alone",
                "Remove the key; then it can be set anew"
            )
        }
        throw dialect.unrepresentable(
            "such a text for '\(name)', which is \(there) or \(denied)",
            "Set '\(there)' or '\(denied)'"
        )
    }

    private func checkFront(
        _ front: Range<Int>,
        _ text: String,
        _ language: any CommandLanguage
    ) throws(EditError) {
        if let (what, advice) = language.objection(to: text, behind: layout.text(front)) {
            throw dialect.unrepresentable(what, advice)
        }
    }

    /// What follows the key in a line beside another one of the same key.
    mutating func ending(
        besides like: LineEntry,
        _ lead: String,
        _ text: String,
        _ spelled: String
    ) throws(EditError) -> String {
        let separator = habits.separator(besides: like, before: text)
        guard let language = dialect.commands else { return separator + spelled }
        if like.command.contains(.flag), text == language.flagTexts.there { return "" }
        let front = lead + layout.text(like.key) + separator
        if let (what, advice) = language.objection(to: text, behind: front) {
            throw dialect.unrepresentable(what, advice)
        }
        return separator + spelled
    }

    /// The same with the entries taken out that share their lines with others.
    ///
    /// A line with nothing left to set goes with its comment, as its command alone would show options.
    var removingWords: Self {
        guard !removedWords.isEmpty else { return self }
        var copy = self
        let lines = Dictionary(grouping: removedWords) {
            layout.line(of: entries[$0].range.lowerBound)
        }
        for words in lines.values.map({ $0.sorted() }) {
            let entry = entries[words[0]]
            if isEmptied(entry, without: words) {
                copy.list.removeLines(
                    layout.lineStart(entry.range.lowerBound)..<lineEnd(after: entry)
                )
                continue
            }
            for word in words {
                let range = wordRange(of: entries[word])
                copy.list.replace(
                    layout.blanksStart(before: range.lowerBound)..<range.upperBound,
                    ""
                )
            }
        }
        return copy
    }

    private func wordRange(of entry: LineEntry) -> Range<Int> {
        entry.range.lowerBound..<max(entry.value.upperBound, entry.key.upperBound)
    }

    /// Whether a line has nothing but its verb and a comment without some of its entries.
    private func isEmptied(_ entry: LineEntry, without words: [Int]) -> Bool {
        let lineStart = layout.lineStart(entry.range.lowerBound)
        let comment = document.comments.first {
            entry.range.lowerBound < $0.lowerBound && $0.lowerBound < entry.range.upperBound
        }
        let first = wordRange(of: entry)
        let lead = bytes[lineStart..<first.lowerBound].drop { !LineText.isLetterOrDigit($0) }
        guard lead.split(whereSeparator: LineText.isBlank).count == 1 else { return false }
        var position = lineStart + bytes[lineStart..<first.lowerBound].count
        for word in words {
            let range = wordRange(of: entries[word])
            guard layout.blanksEnd(from: position) >= range.lowerBound else { return false }
            position = range.upperBound
        }
        return layout.blanksEnd(from: position) >= (comment?.lowerBound ?? entry.range.upperBound)
    }

    // MARK: New lines

    /// Puts a new key behind the last one of its group, or of any, or at the end of the file.
    mutating func insert(
        _ key: String,
        _ text: String,
        _ spelled: String,
        _ language: any CommandLanguage
    ) throws(EditError) {
        try checkText(text, of: key, isNew: true, language)
        try checkReturns(language)
        let group = language.group(of: key)
        var last: (index: Int, lead: String)?
        var example: (index: Int, lead: String)?
        for index in entries.indices.reversed() where !entries[index].isDeletion {
            guard let lead = language.lead(of: entries[index], in: bytes) else { continue }
            if last == nil { last = (index, lead) }
            let name = String(decoding: bytes[entries[index].key], as: UTF8.self)
            if language.group(of: name) == group {
                example = (index, lead)
                break
            }
        }
        let separator = habits.separator(in: 0, before: text)
        let lead = example?.lead ?? language.lead(for: key)
        let line = language.line(lead, key, spelled, separator: separator)
        if let place = example ?? last {
            let entry = entries[place.index]
            let indent = layout.indent(at: entry.range.lowerBound)
            return list.insertLine(indent + line, at: lineEnd(after: entry))
        }
        if language.locksOpenBlocks, let open = document.surroundings.openEnd {
            return list.insertLine(line, at: layout.lineStart(open))
        }
        try checkEnd()
        list.insertLine(line, at: bytes.count)
    }
}

// MARK: What can't be

extension LinePlacement {
    /// Refuses a new line at the end of a file that ends within something.
    func checkEnd() throws(EditError) {
        guard let open = document.surroundings.openEnd else { return }
        throw EditError(
            code: .ambiguous,
            problem:
                "what begins in line \(lineNumber(of: open)) has no end, so no line can follow it",
            advice: "Add the setting above that line by hand"
        )
    }

    /// Refuses a new line behind an offset where a block, comment or text begins before that and isn't closed.
    func checkEnd(
        before offset: Int,
        _ language: any CommandLanguage
    ) throws(EditError) {
        guard language.locksOpenBlocks, let open = document.surroundings.openEnd, open <= offset
        else { return }
        try checkEnd()
    }

    /// Refuses a new line that would end with CR where the program may take that for text.
    private func checkReturns(_ language: any CommandLanguage) throws(EditError) {
        guard layout.lineEnding != "\n", !language.readsReturns else { return }
        throw EditError(
            code: .readOnly,
            problem:
                "the file's lines end in CRLF or CR, which \(language.program) may take for text",
            advice: "Save the file with LF"
        )
    }

    /// Refuses to change a setting that some of its lines make one that is only read.
    func checkLocks(ofLeaf leaf: Int) throws(EditError) {
        guard dialect.commands != nil else { return }
        for index in document.items(ofLeaf: leaf) { try checkLocks(entries[index]) }
    }

    /// Refuses to remove an entry that other lines need.
    func checkNeed(of entry: LineEntry) throws(EditError) {
        let key = bytes[entry.key]
        let section = document.sections[Int(entry.section)]
        let isVariable =
            document.surroundings.scope != nil && section.path == [] && section.header.isEmpty
        guard isVariable || dialect.commands?.isNeeded(key, in: bytes) == true else { return }
        let name = layout.text(entry.key).escapedForDisplay
        throw EditError(
            code: .shared,
            problem: isVariable
                ? "'\(name)' is a variable, which other lines may use"
                : "other lines use '\(name)'",
            advice: "Set another value, or edit the file by hand"
        )
    }

    /// Refuses to change an entry that is only read.
    func checkLocks(_ entry: LineEntry) throws(EditError) {
        if let error = document.lock(of: entry) { throw error }
    }

    /// Refuses a new line for a setting that lines change which set no plain value.
    func checkSurroundings(of path: [String]) throws(EditError) {
        let name = dialect.compared(path[path.count - 1])
        guard let (count, offset) = document.surroundings.opaquePart(of: path.dropLast() + [name])
        else { return }
        let shown = path[count - 1].escapedForDisplay
        throw EditError(
            code: .readOnly,
            problem: count < path.count && document.surroundings.scope == nil
                ? "'\(shown)' in line \(lineNumber(of: offset)) is a block that isn't written: it stands "
                    + "there again, or all of it on one line"
                : "line \(lineNumber(of: offset)) changes '\(shown)' in another way than by a plain value",
            advice: "Edit the file by hand"
        )
    }

    private func lineNumber(of offset: Int) -> Int { SourcePlace(offset: offset, in: bytes).line }
}

extension LineDocument {
    /// The text that lines add up to; nil where they are a list.
    func joined(_ values: [SettingValue], of leaf: Int) -> SettingValue? {
        guard values.count > 1, !dialect.adding.hasLists || !isListKey(name(of: leaf)),
            let separator = dialect.commands?.separator(addingTo: name(of: leaf))
        else { return nil }
        let texts = values.compactMap { if case .string(let text) = $0 { text } else { nil } }
        return texts.count == values.count ? .string(texts.joined(separator: separator)) : nil
    }

    /// Why an entry is only read; nil where it may change.
    func lock(of entry: LineEntry) -> EditError? {
        guard let language = dialect.commands,
            let reason = entry.command.reason(language.program)
                ?? openReason(behind: entry.range.lowerBound, language)
        else { return nil }
        let line = SourcePlace(offset: entry.range.lowerBound, in: bytes).line
        return EditError(
            code: .readOnly,
            problem: "line \(line) is only read: \(reason)",
            advice: "Edit the file by hand"
        )
    }

    /// Why an entry at an offset is only read: a block, comment or text before it isn't closed; nil where all are.
    private func openReason(behind offset: Int, _ language: any CommandLanguage) -> String? {
        guard language.locksOpenBlocks, let open = surroundings.openEnd, open < offset else {
            return nil
        }
        return "what begins in line \(SourcePlace(offset: open, in: bytes).line) has no end"
    }

    /// Why the leaf at a path is only read; nil where it may change, or there is none.
    func lock(at path: DocumentPath) -> EditError? {
        let keys = path.elements.prefix { if case .key = $0 { true } else { false } }
        let names = keys.compactMap { if case .key(let name) = $0 { name } else { nil } }
        guard dialect.commands != nil, case .leaf(let leaf)? = place(at: names) else { return nil }
        return items(ofLeaf: leaf).lazy.compactMap { lock(of: lineEntries[$0]) }.first
    }
}
