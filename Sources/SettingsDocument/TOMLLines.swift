// A TOML file cut into lines, for merging comments.

import SettingsModel

extension TOMLDocument {
    /// The file's lines: headers are structure, an array of tables is one run while it isn't interrupted.
    ///
    /// Cost: linear.
    package var lines: [DocumentLine] {
        var cutter = LineCutter(bytes: bytes)
        for run in runs { cutter.add(run) }
        return cutter.finish()
    }

    /// Lines that belong together, from the first byte of the first to the last byte of the last.
    fileprivate struct Run {
        var range: Range<Int>
        var anchor: DocumentLine.Anchor
    }

    /// The headers and statements in the order of the file.
    private var runs: [Run] {
        var runs: [Run] = []
        var arraySections: [Int: Int] = [:]
        for (index, section) in tree.sections.enumerated() where index > 0 {
            guard let array = outermostArray(of: section.table) else { continue }
            arraySections[index] = array
        }
        appendEntryRuns(to: &runs)
        appendHeaderRuns(arraySections, to: &runs)
        runs.sort { $0.range.lowerBound < $1.range.lowerBound }
        return runs
    }

    private func appendEntryRuns(to runs: inout [Run]) {
        var current: (range: Range<Int>, keyPaths: [SettingKeyPath])?
        for entry in entries {
            guard let range = statement(of: entry) else { continue }
            if let last = current, last.range == range {
                current?.keyPaths.append(entry.keyPath)
                continue
            }
            if let last = current {
                runs.append(Run(range: last.range, anchor: .entries(last.keyPaths)))
            }
            current = (range, [entry.keyPath])
        }
        if let last = current {
            runs.append(Run(range: last.range, anchor: .entries(last.keyPaths)))
        }
    }

    /// The key and value of the line that a leaf is in; nil for a leaf that only headers make.
    private func statement(of entry: DocumentEntry) -> Range<Int>? {
        var node = 0
        var line: Int?
        for segment in entry.keyPath.segments {
            guard let child = tree.child(of: node, segment) else { return nil }
            if tree.nodes[child].holder == .line { line = child }
            node = child
        }
        return line.map { tree.nodes[$0].keySpan.lowerBound..<tree.nodes[$0].span.upperBound }
    }

    private func appendHeaderRuns(_ arraySections: [Int: Int], to runs: inout [Run]) {
        var seen = Set<Int>()
        var index = 1
        while index < tree.sections.count {
            let first = index
            guard let array = arraySections[index] else {
                let header = tree.sections[index].header
                runs.append(Run(range: header, anchor: .structure(bytes.text(header))))
                index += 1
                continue
            }
            while index + 1 < tree.sections.count, arraySections[index + 1] == array { index += 1 }
            let range = tree.sections[first].header.lowerBound..<contentEnd(of: index)
            let anchor: DocumentLine.Anchor =
                seen.insert(array).inserted
                ? .entries([SettingKeyPath(segments: tree.path(of: array))])
                : .structure(bytes.text(tree.sections[first].header))
            runs.append(Run(range: range, anchor: anchor))
            index += 1
        }
    }

    /// The end of a section's last value, or of its header.
    func contentEnd(of section: Int) -> Int {
        let last = tree.sections[section].lastLeaf
        return last == TOMLTree.none
            ? tree.sections[section].header.upperBound : tree.nodes[last].span.upperBound
    }

    /// The outermost array of tables that a table is part of.
    private func outermostArray(of table: Int) -> Int? {
        var outermost: Int?
        var node = table
        while node > 0 {
            if case .arrayOfTables = tree.nodes[node].kind { outermost = node }
            node = tree.nodes[node].parent
        }
        return outermost
    }
}

/// Fills the gaps between runs with trivia, line by line.
private struct LineCutter {
    let bytes: [UInt8]
    private var lines: [DocumentLine] = []
    private var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func add(_ run: TOMLDocument.Run) {
        fillTrivia(to: bytes.lineStart(run.range.lowerBound))
        let end = bytes.nextLine(max(run.range.upperBound - 1, run.range.lowerBound))
        lines.append(DocumentLine(range: position..<end, anchor: run.anchor))
        position = end
    }

    mutating func finish() -> [DocumentLine] {
        fillTrivia(to: bytes.count)
        return lines
    }

    private mutating func fillTrivia(to end: Int) {
        // A byte order mark belongs to the first line.
        guard end > bytes.byteOrderMarkEnd || bytes.count == end else { return }
        while position < end {
            let next = min(bytes.nextLine(position), end)
            lines.append(DocumentLine(range: position..<next, anchor: .trivia))
            position = next
        }
    }
}
