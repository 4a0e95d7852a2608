// Finds the resources of a file, outside of what its preprocessor chooses among.

import SettingsModel

/// One pass over a file of X resources.
///
/// xrdb has the preprocessor of C read the file first, and Xlib doesn't: what the two read differently is left
/// alone or only read.
struct ResourceReader {
    private let source: LineSource
    private var found = CommandLines()
    private var position: Int
    /// Where the conditions begin that are open.
    private var conditions: [Int] = []
    /// Where a comment of C begins that is open.
    private var comment: Int?

    private var text: UnsafeBufferPointer<UInt8> { source.text }

    /// Creates a reader of a whole file.
    init(_ source: LineSource) {
        self.source = source
        position = source.bytes.byteOrderMarkEnd
    }

    /// What the file says.
    mutating func lines() -> CommandLines {
        while position < text.count, found.surroundings.openEnd == nil {
            let start = source.blanksEnd(from: position)
            var end = source.takeLine(&position).upperBound
            let isJoined = joinsNext(end)
            while joinsNext(end), position < text.count {
                end = source.takeLine(&position).upperBound
            }
            if start < end { take(start..<end, isJoined: isJoined) }
            // What is added behind it would be a part of it.
            if joinsNext(end), found.surroundings.openEnd == nil {
                found.surroundings.openEnd = start
            }
        }
        if found.surroundings.openEnd == nil {
            found.surroundings.openEnd = conditions.first ?? comment
        }
        return found
    }

    /// Whether a line that ends at an offset goes on in the next; to the preprocessor also where blanks follow the
    /// backslash, or another one stands before it.
    private func joinsNext(_ end: Int) -> Bool {
        let last = text[..<end].last { !LineText.isBlank($0) }
        return last == UInt8(ascii: "\\")
    }

    private mutating func take(_ line: Range<Int>, isJoined: Bool) {
        if comment != nil { return endComment(line) }
        switch text[line.lowerBound] {
        case UInt8(ascii: "!"):
            found.comments.append(line)
            return beginComment(line)
        case UInt8(ascii: "#"): return directive(line)
        default: break
        }
        if text[line].starts(with: "/*".utf8) {
            comment = line.lowerBound
            return endComment(line.lowerBound + 2..<line.upperBound)
        }
        beginComment(line)
        guard found.surroundings.openEnd == nil, conditions.isEmpty else { return }
        resource(line, isJoined: isJoined)
    }

    // MARK: Comments of C

    /// Reads no further where a comment begins in a line and goes on in others.
    private mutating func beginComment(_ line: Range<Int>) {
        var rest = text[line]
        while let start = Self.place(of: "/*", in: rest) {
            guard let end = Self.place(of: "*/", in: rest[(start + 2)...]) else {
                found.surroundings.openEnd = line.lowerBound
                return
            }
            rest = rest[(end + 2)...]
        }
    }

    private mutating func endComment(_ line: Range<Int>) {
        guard let start = comment else { return }
        guard let end = Self.place(of: "*/", in: text[line]) else { return }
        comment = nil
        // Something else behind it would begin a line to one reader, and be a part of one to the other.
        if text[end + 2..<line.upperBound].contains(where: { !LineText.isBlank($0) }) {
            found.surroundings.openEnd = start
        }
    }

    private static func place(
        of sign: StaticString,
        in bytes: Slice<UnsafeBufferPointer<UInt8>>
    ) -> Int? {
        let (first, second) = (sign.utf8Start[0], sign.utf8Start[1])
        return bytes.indices.dropLast().first { bytes[$0] == first && bytes[$0 + 1] == second }
    }

    // MARK: Directives

    private mutating func directive(_ line: Range<Int>) {
        let words = text[line].dropFirst().split(whereSeparator: LineText.isBlank)
        switch words.first.map({ String(decoding: $0, as: UTF8.self) }) {
        case "define":
            let name = words.dropFirst().first?.prefix {
                LineText.isLetterOrDigit($0) || $0 == 0x5F
            }
            found.surroundings.replaced.insert(String(decoding: name ?? text[0..<0], as: UTF8.self))
        case "if", "ifdef", "ifndef": conditions.append(line.lowerBound)
        case "endif": _ = conditions.popLast()
        default: break
        }
    }

    // MARK: Resources

    /// Behind the blanks before a value, and the line ends among them.
    private func valueStart(behind colon: Int, _ end: Int) -> Int {
        var start = source.blanksEnd(from: colon + 1)
        while start < end, text[start] == UInt8(ascii: "\\"),
            let next = LineText.lineBreakEnd(text, at: start + 1)
        {
            start = source.blanksEnd(from: next)
        }
        return min(start, end)
    }

    /// Whether Xlib joins the lines that the preprocessor joins.
    private func isJoinedForAll(_ line: Range<Int>) -> Bool {
        LineText.lines(source.bytes[line]).dropLast().allSatisfy(LineText.isContinued)
    }

    private mutating func resource(_ line: Range<Int>, isJoined: Bool) {
        guard let colon = text[line].firstIndex(of: UInt8(ascii: ":")) else { return }
        var keyEnd = colon
        while keyEnd > line.lowerBound, LineText.isBlank(text[keyEnd - 1]) { keyEnd -= 1 }
        let key = line.lowerBound..<keyEnd
        guard ResourceLanguage.isName(text[key]),
            !ResourceLanguage.hasMacro(text[key], found.surroundings.replaced)
        else { return }
        let value = valueStart(behind: colon, line.upperBound)..<line.upperBound
        if text[value].contains(0) || !isJoined && text[value].contains(0x0D)
            || isJoined && !isJoinedForAll(line)
        {
            return found.addOpaque(text[key], at: line.lowerBound)
        }
        var entry = LineEntry(line, key: key, value: value)
        let isComputed =
            ResourceLanguage.hasComment(text[value])
            || ResourceLanguage.hasMacro(text[value], found.surroundings.replaced)
        if isComputed { entry.command.insert(.computed) }
        if isJoined { entry.command.insert(.continued) }
        found.entries.append(entry)
    }
}
