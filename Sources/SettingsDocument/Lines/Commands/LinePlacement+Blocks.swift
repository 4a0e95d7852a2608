// Where a new key goes in a file of commands with blocks.

import SettingsModel

extension LinePlacement {
    /// Puts a new key behind the last one of its block, into a block that has none, or into a new one.
    mutating func insert(
        at path: [String],
        _ text: String,
        _ spelled: String,
        _ language: any CommandLanguage
    ) throws(EditError) {
        let (block, key) = (Array(path.dropLast()), path[path.count - 1])
        if let scope = document.surroundings.scope {
            return try insert(at: path, text, language, scope)
        }
        try checkText(text, of: key, isNew: true, language)
        try checkEnds(language)
        let separator = habits.separator(in: sections(of: block).last, before: spelled)
        let place = lastEntry(of: block, like: key, language)
        let line = key + separator + spelled + language.ending(like: place?.entry, in: bytes)
        if let place {
            try checkEnd(before: place.entry.range.lowerBound, language)
            return list.insertLine(place.lead + line, at: lineEnd(after: place.entry))
        }
        if let header = headers(of: block).last {
            try checkEnd(before: header.lowerBound, language)
            let indent = layout.indent(at: header.lowerBound) + innerIndent
            return list.insertLine(indent + line, at: layout.nextLine(header.lowerBound))
        }
        for count in block.indices.dropFirst().reversed() {
            let (outer, inner) = (Array(block[..<count]), block[count...])
            guard language.nests(in: outer) else { continue }
            if let header = headers(of: outer).last {
                try checkEnd(before: header.lowerBound, language)
                return newBlocks[outer, default: NewBlock(name: "")].add(line, at: inner)
            }
            // A block of the same name could be another thing.
            if let place = lastEntry(of: outer, like: key, language) {
                let path = (inner + [line]).joined(separator: ":")
                return list.insertLine(place.lead + path, at: lineEnd(after: place.entry))
            }
        }
        if block.isEmpty, language.locksOpenBlocks, let open = document.surroundings.openEnd {
            return list.insertLine(line, at: layout.lineStart(open))
        }
        try checkEnd()
        if block.isEmpty { return list.insertLine(line, at: bytes.count) }
        newBlocks[[], default: NewBlock(name: "")].add(line, at: language.newBlocks(block)[...])
    }

    /// Refuses a new line where CR alone ends lines, which the program doesn't know.
    func checkEnds(_ language: any CommandLanguage) throws(EditError) {
        guard layout.lineEnding == "\r" else { return }
        throw EditError(
            code: .readOnly,
            problem: "the file's lines end in CR, which \(language.program) takes for text",
            advice: "Save the file with LF"
        )
    }

    // MARK: Places

    /// The sections of a block, in the order of the file.
    func sections(of block: [String]) -> [Int] {
        guard case .group(let group)? = document.place(at: block) else { return [] }
        return document.outline.groups[group].sections
    }

    /// The lines that begin a block.
    func headers(of block: [String]) -> [Range<Int>] {
        sections(of: block).map { document.sections[$0].header }.filter { !$0.isEmpty }
    }

    /// The last entry of a block, of the kind of a key if there is one, and what its line begins with, indent
    /// included.
    private func lastEntry(
        of block: [String],
        like key: String,
        _ language: any CommandLanguage
    ) -> (entry: LineEntry, lead: String)? {
        let known = sections(of: block).reversed().lazy.flatMap { section in
            document.entries(in: section).reversed().lazy.map { entries[$0] }
        }.filter { !$0.isDeletion }
        let group = language.group(of: key)
        let like = known.first { language.group(of: layout.text($0.key)) == group }
        guard let entry = like ?? known.first, let lead = language.lead(of: entry, in: bytes)
        else { return nil }
        return (entry, layout.indent(at: entry.range.lowerBound) + lead)
    }

    /// Past the last key that stands in a block itself.
    private func lastEnd(in block: [String]) -> Int? {
        sections(of: block).reversed().lazy.filter { !document.sections[$0].header.isEmpty }
            .compactMap { document.entries(in: $0).last }.first
            .map { lineEnd(after: entries[$0]) }
    }

    /// How much deeper the lines of a block stand, as in the last one that shows it.
    var innerIndent: String {
        let samples = entries.reversed().lazy.compactMap { entry -> String? in
            let header = document.sections[Int(entry.section)].header
            let outer = layout.indent(at: header.lowerBound)
            let inner = layout.indent(at: entry.range.lowerBound)
            guard !header.isEmpty, inner.utf8.starts(with: outer.utf8) else { return nil }
            return String(inner.unicodeScalars.dropFirst(outer.unicodeScalars.count))
        }
        return samples.first ?? dialect.newKey.indent
    }

    // MARK: New blocks

    /// The same with the blocks that aren't there yet.
    var addingBlocks: Self {
        guard !newBlocks.isEmpty else { return self }
        var copy = self
        for (block, new) in newBlocks.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            if let scope = document.surroundings.scope {
                copy.add(new, scope)
            } else {
                copy.add(new.blocks, to: block)
            }
        }
        return copy
    }

    private mutating func add(_ blocks: [NewBlock], to outer: [String]) {
        let inner = innerIndent
        let signs = dialect.commands?.blockSigns ?? ("", "")
        guard let header = headers(of: outer).last else {
            for block in blocks {
                let lines = block.lines(indent: "", inner: inner, signs)
                let section = list.addSection(header: lines[0])
                for line in lines.dropFirst() { list.addLine(line, toNewSection: section) }
            }
            return
        }
        let last = lastEnd(in: outer)
        let place = last ?? layout.nextLine(header.lowerBound)
        let indent = layout.indent(at: header.lowerBound) + inner
        for block in blocks {
            if last != nil { list.insertLine("", at: place) }
            for line in block.lines(indent: indent, inner: inner, signs) {
                list.insertLine(line, at: place)
            }
        }
    }
}

/// A block that isn't there yet.
struct NewBlock {
    let name: String
    private var keys: [String] = []
    private(set) var blocks: [NewBlock] = []

    /// Creates a block with nothing in it.
    init(name: String) { self.name = name }

    /// Puts the line of a key into the block that a path leads to from this one.
    mutating func add(_ line: String, at path: ArraySlice<String>) {
        guard let name = path.first else { return keys.append(line) }
        if let known = blocks.firstIndex(where: { $0.name == name }) {
            return blocks[known].add(line, at: path.dropFirst())
        }
        blocks.append(NewBlock(name: name))
        blocks[blocks.count - 1].add(line, at: path.dropFirst())
    }

    /// Its lines, from the one with its name to the one with its brace.
    func lines(indent: String, inner: String, _ signs: (open: String, close: String)) -> [String] {
        let keys = keys.map { indent + inner + $0 }
        let blocks = blocks.flatMap { $0.lines(indent: indent + inner, inner: inner, signs) }
        return [indent + name + signs.open] + keys + blocks + [indent + signs.close]
    }
}
