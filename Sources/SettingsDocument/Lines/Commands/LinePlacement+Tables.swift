// Where a new key goes in a file whose code fills tables.

import SettingsModel

extension LinePlacement {
    /// Puts a new key behind the last one of its table, into a table that has none, or at the end of the code.
    mutating func insert(
        at path: [String],
        _ text: String,
        _ language: any CommandLanguage,
        _ scope: LuaScope
    ) throws(EditError) {
        try checkEnd()
        try checkEnds(language)
        let (block, key) = (Array(path.dropLast()), path[path.count - 1])
        let sections = sections(of: block)
        let last = sections.reversed().lazy.filter { [self] in
            !block.isEmpty || !document.sections[$0].header.isEmpty
        }.flatMap { [self] in document.entries(in: $0).reversed().map { entries[$0] } }
            .first { !$0.isDeletion }
        let line =
            try LuaLanguage.spelled(key) + separator(in: sections.last)
            + spelled(text, quotedAs: quotedSample(text))
        if let last {
            insert(line, behind: last)
        } else if let header = headers(of: block).last {
            let indent = layout.indent(at: header.lowerBound) + innerIndent
            list.insertLine("\(indent)\(line),", at: layout.nextLine(header.lowerBound))
        } else if scope.tables.contains(block), !scope.isFull {
            list.insertLine(Self.path(block, line), at: end(of: scope))
        } else if scope.tables.contains(block.dropLast()), !scope.isFull {
            let name = Self.path(block.dropLast(), LuaLanguage.spelled(block[block.count - 1]))
            newBlocks[block, default: NewBlock(name: name)].add(line + ",", at: [])
        } else {
            throw noTable(block)
        }
    }

    /// What leads to a key, which may stand in brackets.
    private static func path(_ block: [String], _ key: String) -> String {
        let names = block.dropFirst().map(LuaLanguage.spelled) + [key]
        return block[0] + names.map { $0.hasPrefix("[") ? $0 : "." + $0 }.joined()
    }

    /// Puts a table with its first keys at the end of the code.
    mutating func add(_ table: NewBlock, _ scope: LuaScope) {
        for line in table.lines(indent: "", inner: innerIndent, (" = {", "}")) {
            list.insertLine(line, at: end(of: scope))
        }
    }

    /// Before the last `return` and the comments above it, or at the end of the file.
    private func end(of scope: LuaScope) -> Int {
        scope.end.map { commentsStart(before: layout.lineStart($0)) } ?? bytes.count
    }

    private mutating func insert(_ line: String, behind entry: LineEntry) {
        let start = layout.lineStart(entry.range.lowerBound)
        let indent = layout.indent(at: entry.range.lowerBound)
        let next = bytes[entry.value.upperBound...].first { !LineText.isBlank($0) }
        let sign = next.flatMap { ",;".utf8.contains($0) ? String(Unicode.Scalar($0)) : nil }
        guard document.sections[Int(entry.section)].header.isEmpty else {
            // Without a sign nothing can follow it.
            let place = sign == nil ? commentsStart(before: start) : lineEnd(after: entry)
            return list.insertLine(indent + line + (sign ?? ","), at: place)
        }
        let block = document.sections[Int(entry.section)].path ?? []
        // That line may have another name of the table.
        let front = layout.text(entry.range.lowerBound..<entry.key.lowerBound)
        let isNamed = front.hasSuffix(".") && !line.hasPrefix("[")
        let statement = (isNamed ? front + line : Self.path(block, line)) + (sign ?? "")
        list.insertLine(indent + statement, at: lineEnd(after: entry))
    }

    /// What stands between names and values, but brackets.
    private mutating func separator(in section: Int?) -> String {
        let separator = habits.separator(in: section, before: "x")
        let isPlain = separator.utf8.allSatisfy { LineText.isBlank($0) || $0 == UInt8(ascii: "=") }
        return isPlain ? separator : dialect.newKey.separator
    }

    /// The last value in quotes, for a text that needs them.
    private func quotedSample(_ text: String) -> ArraySlice<UInt8> {
        guard !LuaValues.isBare(text.utf8) else { return [] }
        let sample = entries.last { bytes[$0.value].first.map { "\"'".utf8.contains($0) } == true }
        return sample.map { bytes[$0.value] } ?? []
    }

    private func noTable(_ block: [String]) -> EditError {
        let name = block.isEmpty ? nil : SettingKeyPath(segments: block).description
        return EditError(
            code: .noSuchPath,
            problem: name.map { "the file's code has no table '\($0)' at its end" }
                ?? "no code would use a new variable",
            advice: "Set a key of a table that the file has, or edit the file by hand"
        )
    }
}
