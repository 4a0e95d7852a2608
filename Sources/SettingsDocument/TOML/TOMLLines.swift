// A TOML file cut into lines.

import SettingsModel

extension TOMLDocument {
    /// The file's lines: headers are structure, an array of tables is one run while it isn't interrupted.
    ///
    /// Cost: linear.
    package var lines: [DocumentLine] {
        var cutter = LineCutter(bytes: bytes)
        for run in runs {
            let anchor: DocumentLine.Anchor =
                switch run.anchor {
                case .leaves(let leaves):
                    .entries(leaves.map { SettingKeyPath(segments: tree.path(of: $0)) })
                case .array(let array): .entries([SettingKeyPath(segments: tree.path(of: array))])
                case .header(let header): .structure(bytes.text(header))
                }
            cutter.add(run.range, anchor)
        }
        return cutter.finish()
    }

    /// Lines that belong together, from the first byte of the first to the last byte of the last.
    private struct Run {
        /// What hangs on them, by its nodes or its text.
        enum Anchor {
            case leaves(ArraySlice<Int>)
            case array(Int)
            case header(Range<Int>)
        }
        var range: Range<Int>
        var anchor: Anchor
    }

    /// The headers and statements in the order of the file.
    private var runs: [Run] {
        var runs: [Run] = []
        appendEntryRuns(to: &runs)
        runs += headerRuns
        runs.sort { $0.range.lowerBound < $1.range.lowerBound }
        return runs
    }

    private func appendEntryRuns(to runs: inout [Run]) {
        let leaves = leaves
        let statements = leaves.map(statement)
        var first = 0
        while first < leaves.count {
            var end = first + 1
            while end < leaves.count, statements[end] == statements[first] { end += 1 }
            if let range = statements[first] {
                runs.append(Run(range: range, anchor: .leaves(leaves[first..<end])))
            }
            first = end
        }
    }

    /// The key and value of the line that a leaf is in; nil for a leaf that only headers make.
    private func statement(of leaf: Int) -> Range<Int>? {
        var node = leaf
        while tree.nodes[node].holder != .line {
            guard node != 0 else { return nil }
            node = tree.nodes[node].parent
        }
        return tree.nodes[node].keySpan.lowerBound..<tree.nodes[node].span.upperBound
    }

    /// The headers in the order of the file, each array of tables with all that is in it.
    private var headerRuns: [Run] {
        var arraySections: [Int: Int] = [:]
        for (index, section) in tree.sections.enumerated() where index > 0 {
            guard let array = outermostArray(of: section.table) else { continue }
            arraySections[index] = array
        }
        var runs: [Run] = []
        var seen = Set<Int>()
        var index = 1
        while index < tree.sections.count {
            let first = index
            guard let array = arraySections[index] else {
                let header = tree.sections[index].header
                runs.append(Run(range: header, anchor: .header(header)))
                index += 1
                continue
            }
            while index + 1 < tree.sections.count, arraySections[index + 1] == array { index += 1 }
            let range = tree.sections[first].header.lowerBound..<contentEnd(of: index)
            let isFirst = seen.insert(array).inserted
            let anchor: Run.Anchor = isFirst ? .array(array) : .header(tree.sections[first].header)
            runs.append(Run(range: range, anchor: anchor))
            index += 1
        }
        return runs
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

    /// Adds the lines of a run, which something hangs on.
    mutating func add(_ run: Range<Int>, _ anchor: DocumentLine.Anchor) {
        fillTrivia(to: bytes.lineStart(run.lowerBound))
        let start = position
        position = bytes.nextLine(max(run.upperBound - 1, run.lowerBound))
        lines.append(DocumentLine(range: start..<position, anchor: anchor))
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
