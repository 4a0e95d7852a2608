// A text as lines, in paragraphs that blank lines part.

/// The lines of a text, without their ends; the last is empty where the text ends in a line break.
struct TextLines {
    var lines: [ArraySlice<UInt8>]

    init(_ bytes: [UInt8]) {
        lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    }

    init(_ lines: [ArraySlice<UInt8>]) { self.lines = lines }

    var bytes: [UInt8] { Array(lines.joined(separator: [0x0A])) }

    /// Adds a paragraph at the end; the text ends in a line break if it did before.
    mutating func append(_ paragraph: [ArraySlice<UInt8>]) {
        let isEnded = lines.last?.isEmpty == true
        lines.insert(contentsOf: [[]] + paragraph, at: isEnded ? lines.count - 1 : lines.count)
    }

    /// Where the paragraph of a line ends: behind its last line.
    func endOfParagraph(from index: Int) -> Int {
        lines[index...].firstIndex(where: \.isBlank) ?? lines.count
    }
}

extension ArraySlice<UInt8> {
    var isBlank: Bool { allSatisfy(\.isSpace) }

    /// Whether a line says this, with blanks around it or without.
    func says(_ text: String) -> Bool {
        let line = drop(while: \.isSpace)
        return line.starts(with: text.utf8) && line.dropFirst(text.utf8.count).isBlank
    }

    /// Whether a line is the header of a table.
    var isHeader: Bool { drop(while: \.isSpace).first == UInt8(ascii: "[") }

    /// Whether a step of a picture in a line has a name.
    func hasStep(_ name: String) -> Bool {
        let text = String(decoding: self, as: UTF8.self)
        return text.contains("|\(name)}") || text.contains("|\(name)|")
    }
}

extension UInt8 {
    /// A blank, a tab, or the first half of a line's end.
    fileprivate var isSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0D }
}
