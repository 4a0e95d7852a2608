// Where new keys and tables go in a TOML file.

import SettingsModel

extension TOMLEditPlan {
    /// Places all new keys.
    ///
    /// Call once, when all changes are known.
    mutating func placeNewKeys() throws(EditError) {
        for table in tablesWithNewKeys {
            let keys = newKeys[table] ?? []
            switch tree.nodes[table].origin {
            case .dotted: try insertLines(keys, beside: table)
            case .implied: try insertSections(keys, below: table)
            default: try insertKeys(keys, in: table)
            }
        }
    }

    /// Keys of the table itself go to its lines, deeper ones to sections, if the file has any.
    private mutating func insertKeys(_ keys: [NewKey], in table: Int) throws(EditError) {
        let hasHeaders = tree.sections.count > 1
        let own = keys.filter { $0.parts.count == 1 || !hasHeaders }
        try insertLines(own, in: section(of: table))
        try insertSections(keys.filter { $0.parts.count > 1 && hasHeaders }, below: table)
    }

    // MARK: Lines

    /// Puts keys after the last line that shares the dotted table's key.
    private mutating func insertLines(_ keys: [NewKey], beside table: Int) throws(EditError) {
        let leaf = tree.nodes[table].lastLeaf
        let key = tree.nodes[leaf].keySpan
        let dropped = dottedDepth(of: leaf) - dottedDepth(of: table)
        let prefix = bytes.dottedPrefix(of: key, dropping: dropped) + "."
        let indent = bytes.indent(at: key.lowerBound)
        let place = bytes.nextLine(tree.nodes[leaf].span.upperBound)
        for key in keys {
            let entry = try writer.entry(prefix + writer.key(key.parts), key.value)
            insertLine(indent + entry, at: place)
        }
    }

    /// Puts keys after the last line of a section, else after its header.
    private mutating func insertLines(_ keys: [NewKey], in section: Int) throws(EditError) {
        guard !keys.isEmpty else { return }
        let last = tree.sections[section].lastLeaf
        let hasLeaf = last != TOMLTree.none
        let isBeforeHeaders = section == 0 && !hasLeaf && tree.sections.count > 1
        var place = bytes.count
        var indent = ""
        if hasLeaf {
            place = bytes.nextLine(tree.nodes[last].span.upperBound)
            indent = bytes.indent(at: tree.nodes[last].keySpan.lowerBound)
        } else if section > 0 {
            place = bytes.nextLine(tree.sections[section].header.upperBound)
            indent = bytes.indent(at: tree.sections[section].header.lowerBound)
        } else if isBeforeHeaders {
            place = sectionEnd(0)
        }
        for key in keys {
            let entry = try writer.entry(writer.key(key.parts), key.value)
            insertLine(indent + entry, at: place)
        }
        let isLast = removedLines.runAtEnd(of: bytes.count).map { $0.lowerBound <= place } ?? false
        if isBeforeHeaders, !isLast { insertLine("", at: place) }
    }

    /// Puts a line in, after those that were put in at that place before.
    mutating func insertLine(_ line: String, at place: Int) {
        newLines.append(NewLines(place: place, text: line + writer.lineEnding))
    }

    // MARK: Sections

    /// Where a section's text ends: before the comment lines that lead the next header.
    func sectionEnd(_ section: Int) -> Int {
        guard section + 1 < tree.sections.count else { return bytes.count }
        let floor =
            section == 0 && tree.sections[0].lastLeaf == TOMLTree.none
            ? bytes.byteOrderMarkEnd : bytes.nextLine(document.contentEnd(of: section))
        var end = bytes.lineStart(tree.sections[section + 1].header.lowerBound)
        while end > floor {
            let line = bytes.lineStart(end - 1)
            guard bytes.isComment(line..<end) else { break }
            end = line
        }
        return max(end, floor)
    }

    /// Puts keys into new sections after all that is in a table, one for each new table.
    private mutating func insertSections(_ keys: [NewKey], below table: Int) throws(EditError) {
        guard !keys.isEmpty else { return }
        let place = sectionEnd(max(tree.nodes[table].lastSection, 0))
        let path = tree.path(of: table)
        var order: [[ExactText]] = []
        var keysByTable: [[ExactText]: [NewKey]] = [:]
        for key in keys {
            let name = key.parts.dropLast().map { ExactText($0) }
            if keysByTable[name] == nil { order.append(name) }
            keysByTable[name, default: []].append(key)
        }
        for name in order {
            var text = "[" + writer.key(path + name.map(\.text)) + "]" + writer.lineEnding
            for key in keysByTable[name] ?? [] {
                let entry = try writer.entry(writer.key(key.parts.suffix(1)), key.value)
                text += entry + writer.lineEnding
            }
            newLines.append(NewLines(place: place, text: text, sectionDepth: depth(of: table)))
        }
    }

    private func depth(of node: Int) -> Int {
        var depth = 0
        var node = node
        while node > 0 {
            depth += 1
            node = tree.nodes[node].parent
        }
        return depth
    }

    // MARK: Arrays of tables

    /// Makes an array of tables say other tables, each changed key by key.
    mutating func setTables(
        _ node: Int,
        to new: [[SettingValue.Entry]]
    ) throws(EditError) {
        let elements = tree.children(of: node)
        let old = elements.map { element -> [SettingValue.Entry] in
            if case .dictionary(let entries) = document.value(of: element) { entries } else { [] }
        }
        let values = new.map(SettingValue.dictionary)
        var plan = ContainerPlan(values: old.map(SettingValue.dictionary), becoming: values)
        if plan.movesTables(of: old) {
            plan = ContainerPlan(pairing: elements.count, with: values)
        }
        for (index, request) in plan.requests.enumerated() {
            switch request {
            case .remove: try remove(elements[index])
            case .set(.dictionary(let entries)):
                try changeTable(elements[index], as: ChangeTree(from: old[index], to: entries))
            default: break
            }
        }
        for insertion in plan.insertions {
            guard case .dictionary(let entries) = insertion.value else { continue }
            // Comment lines above the next header are about its table.
            let previous =
                insertion.after < 0
                ? section(of: elements[0]) - 1 : tree.nodes[elements[insertion.after]].lastSection
            try insertElement(entries, of: node, at: sectionEnd(previous))
        }
    }

    /// Puts a new section in for one more table of an array.
    private mutating func insertElement(
        _ entries: [SettingValue.Entry],
        of array: Int,
        at place: Int
    ) throws(EditError) {
        let header = tree.nodes[tree.nodes[array].firstChild].span
        var text = bytes.text(header) + writer.lineEnding
        for entry in entries {
            text += try writer.entry(writer.key(entry.key), entry.value) + writer.lineEnding
        }
        newLines.append(NewLines(place: place, text: text, sectionDepth: depth(of: array)))
    }
}

extension ContainerPlan {
    /// Whether a table that goes comes back elsewhere: its place would lose its comments.
    fileprivate func movesTables(of old: [[SettingValue.Entry]]) -> Bool {
        let removed = old.indices.filter(isRemoved).map { SettingValue.dictionary(old[$0]) }
        return insertions.contains { removed.contains($0.value) }
    }
}
