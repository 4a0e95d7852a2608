// The lines in which two texts differ, as diff -u shows them.

/// The differences of two texts, as `patch` takes them.
struct UnifiedDiff {
    /// Lines around each difference that stay the same.
    private static let context = 3
    /// How many lines one difference is searched for its end; past it, all up to the lines that the
    /// texts end with alike counts as changed.
    private static let reach = 1_000

    /// Lines that gave way to others; either may be none.
    private struct Change {
        var old: Range<Int>
        var new: Range<Int>
    }

    private let old: [ArraySlice<UInt8>]
    private let new: [ArraySlice<UInt8>]
    private var changes: [Change] = []

    /// Compares two texts line by line.
    init(from old: [UInt8], to new: [UInt8]) {
        self.old = Self.lines(of: old)
        self.new = Self.lines(of: new)
        // Numbers are compared faster than lines.
        var numbers: [ArraySlice<UInt8>: Int] = [:]
        func number(_ line: ArraySlice<UInt8>) -> Int {
            let next = numbers.count
            let number = numbers[line] ?? next
            numbers[line] = number
            return number
        }
        compare(self.old.map(number), self.new.map(number))
    }

    private static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        for index in text.indices where text[index] == 0x0A {
            lines.append(text[start...index])
            start = index + 1
        }
        if start < text.count { lines.append(text[start...]) }
        return lines
    }

    private mutating func compare(_ old: [Int], _ new: [Int]) {
        let shorter = min(old.count, new.count)
        let prefix = (0..<shorter).prefix { old[$0] == new[$0] }.count
        let suffix = (0..<shorter - prefix).prefix {
            old[old.count - 1 - $0] == new[new.count - 1 - $0]
        }.count
        let oldEnd = old.count - suffix
        let newEnd = new.count - suffix
        var (i, j) = (prefix, prefix)
        while i < oldEnd || j < newEnd {
            if i < oldEnd, j < newEnd, old[i] == new[j] {
                (i, j) = (i + 1, j + 1)
                continue
            }
            let (oldLines, newLines) = Self.changed(old[i..<oldEnd], new[j..<newEnd])
            changes.append(Change(old: i..<i + oldLines, new: j..<j + newLines))
            (i, j) = (i + oldLines, j + newLines)
        }
    }

    /// How many lines differ before the texts are alike again.
    private static func changed(_ old: ArraySlice<Int>, _ new: ArraySlice<Int>) -> (Int, Int) {
        for distance in 1...reach {
            // As many on both sides first: a line changed where it stands.
            let inOld = (0...distance).sorted { abs(2 * $0 - distance) < abs(2 * $1 - distance) }
            for lines in inOld where lines < old.count && distance - lines < new.count {
                if old[old.startIndex + lines] == new[new.startIndex + distance - lines] {
                    return (lines, distance - lines)
                }
            }
            if distance >= old.count + new.count { break }
        }
        return (old.count, new.count)
    }

    // MARK: Text

    /// The differences with their heads, or nothing for equal texts.
    func text(oldName: String, newName: String) -> [UInt8] {
        guard !changes.isEmpty else { return [] }
        var text = Array("--- \(oldName)\n+++ \(newName)\n".utf8)
        var first = 0
        while first < changes.count {
            var last = first
            while last + 1 < changes.count,
                changes[last + 1].old.lowerBound - changes[last].old.upperBound <= 2 * Self.context
            {
                last += 1
            }
            text += hunk(changes[first...last])
            first = last + 1
        }
        return text
    }

    private func hunk(_ changes: ArraySlice<Change>) -> [UInt8] {
        guard let first = changes.first, let last = changes.last else { return [] }
        let before = min(Self.context, first.old.lowerBound)
        let after = min(Self.context, old.count - last.old.upperBound)
        let oldRange = first.old.lowerBound - before..<last.old.upperBound + after
        let newRange = first.new.lowerBound - before..<last.new.upperBound + after
        var text = Array("@@ -\(Self.head(oldRange)) +\(Self.head(newRange)) @@\n".utf8)
        var position = oldRange.lowerBound
        for change in changes {
            for line in old[position..<change.old.lowerBound] { Self.append(" ", line, to: &text) }
            for line in old[change.old] { Self.append("-", line, to: &text) }
            for line in new[change.new] { Self.append("+", line, to: &text) }
            position = change.old.upperBound
        }
        for line in old[position..<oldRange.upperBound] { Self.append(" ", line, to: &text) }
        return text
    }

    /// First line and count; of no lines, the line before them.
    private static func head(_ range: Range<Int>) -> String {
        let start = range.isEmpty ? range.lowerBound : range.lowerBound + 1
        return range.count == 1 ? "\(start)" : "\(start),\(range.count)"
    }

    private static func append(_ sign: Character, _ line: ArraySlice<UInt8>, to text: inout [UInt8])
    {
        text += sign.utf8
        text += line
        if line.last != 0x0A { text += "\n\\ No newline at end of file\n".utf8 }
    }
}
