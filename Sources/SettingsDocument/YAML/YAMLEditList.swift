// Planned lines and replacements put together, with the file's last line kept as it was.

import SettingsModel

/// The edits of one YAML file while they are gathered.
struct YAMLEditList {
    private let layout: TextLayout
    private var inner: [Edit] = []
    private var newLines: [(place: Int, text: String)] = []
    private var removedLines: [Range<Int>] = []

    init(_ layout: TextLayout) { self.layout = layout }

    /// Replaces text within lines.
    mutating func replace(_ range: Range<Int>, _ text: String) { inner.append(Edit(range, text)) }

    /// Replaces text within lines.
    mutating func replace(_ edit: Edit) { inner.append(edit) }

    /// Puts whole lines in, at the start of a line or at the end of the file.
    mutating func insertLines(_ text: String, at place: Int) { newLines.append((place, text)) }

    /// Takes whole lines out.
    mutating func removeLines(_ range: Range<Int>) { removedLines.append(range) }

    /// All edits, from front to back.
    mutating func assembled(_ document: YAMLDocument) -> [Edit] {
        let bytes = layout.bytes
        removedLines.sort { $0.lowerBound < $1.lowerBound }
        let hasText = bytes.count > layout.lineStarts[0]
        if hasText, bytes.last != 0x0A, bytes.last != 0x0D { keepMissingLineEnd(document) }
        let new = newLines.map { Edit($0.place..<$0.place, $0.text) }
        return (new + inner + removedLines.map { Edit($0, "") }).inOrder()
    }

    /// A file whose last line has no line end keeps it so, whatever becomes that line.
    private mutating func keepMissingLineEnd(_ document: YAMLDocument) {
        let removed = removedLines.runAtEnd(of: layout.bytes.count)
        let ending = removed?.lowerBound ?? layout.bytes.count
        let atEnd = newLines.indices.filter { newLines[$0].place >= ending }
        guard let last = atEnd.last else {
            if let removed { removeLineEnd(before: removed, document) }
            return
        }
        newLines[last].text.removeLast()  // "\r\n" is one character
        guard removed == nil else { return }
        newLines[atEnd[0]].text = layout.lineEnding + newLines[atEnd[0]].text
        guard let header = document.headerChange(before: layout.bytes.count) else { return }
        // A block that is replaced needs no other header.
        let isReplaced = inner.contains { $0.range.contains(header.range.lowerBound) }
        if !isReplaced { inner.append(header) }
    }

    private mutating func removeLineEnd(before range: Range<Int>, _ document: YAMLDocument) {
        let start = range.lowerBound
        // The line end may be the last character of a block scalar's text.
        guard start > layout.lineStarts[0], !document.hasBlockScalar(endingAt: start) else {
            return
        }
        let bytes = layout.bytes
        let isPair = start > 1 && bytes[start - 1] == 0x0A && bytes[start - 2] == 0x0D
        removedLines.insert(start - (isPair ? 2 : 1)..<start, at: 0)
        removedLines.sort { $0.lowerBound < $1.lowerBound }
    }
}

extension YAMLDocument {
    /// Whether a block scalar's last line ends where a line begins.
    func hasBlockScalar(endingAt lineStart: Int) -> Bool {
        tree.nodes.contains { node in
            node.isBlockScalar && node.end <= lineStart
                && bytes[Int(node.end)..<lineStart].allSatisfy { $0 == 0x0A || $0 == 0x0D }
        }
    }

    /// The edit of the header of a block scalar that ends the file without a line end.
    ///
    /// With a line below it, only `-` keeps its text without one.
    func headerChange(before end: Int) -> Edit? {
        guard let node = tree.nodes.last(where: { $0.isBlockScalar && $0.end == end }) else {
            return nil
        }
        let header = bytes[node.range].prefix(3).prefix { $0 != 0x0A && $0 != 0x0D && $0 != 0x20 }
        if header.contains(UInt8(ascii: "-")) { return nil }
        if let keep = header.firstIndex(of: UInt8(ascii: "+")) { return Edit(keep..<keep + 1, "-") }
        return Edit(Int(node.content) + 1..<Int(node.content) + 1, "-")
    }
}
