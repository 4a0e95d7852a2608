// Finds the settings of a file of hyprlang among its blocks, commands and conditions.

import SettingsModel

/// One pass over a file.
///
/// The key of a setting is the path of its blocks, whichever way it is written: `a { b = c }` and `a:b = c` are one.
struct HyprReader {
    private struct Block {
        var start: Int
        /// Nil where a name can't be read, so that nothing in it is a setting.
        var path: [String]?
        var header: Range<Int>
    }
    private struct Condition {
        var start: Int
        /// How many blocks are open where it begins.
        var depth: Int
    }

    private let source: LineSource
    private var found = CommandLines()
    private var blocks: [Block] = []
    /// The section of the next key; nil where that begins one, behind another block or a key with its path.
    private var section: Int? = 0
    private var conditions: [Condition] = []
    /// Where a condition begins that blocks cross, so that nothing behind it is sure.
    private var crossed: Int?
    /// Where each block begins that is a thing of its own; keys with its path in front are one more.
    private var things: [[String]: [Int]] = [:]
    private var flatThings: [[String]: Int] = [:]

    private var text: UnsafeBufferPointer<UInt8> { source.text }

    /// Creates a reader of a whole file.
    init(_ source: LineSource) { self.source = source }

    /// What the file says.
    ///
    /// The program doesn't know a byte order mark: it is a part of the first line.
    mutating func lines() -> CommandLines {
        var position = 0
        var joined: Int?
        while position < text.count {
            let feed = text[position...].firstIndex(of: 0x0A) ?? text.count
            let start = joined ?? position
            if feed > position, text[feed - 1] == UInt8(ascii: "\\") {
                joined = start
            } else {
                if joined == nil { line(trimmed(start..<feed)) } else { joinedLine(start..<feed) }
                joined = nil
            }
            position = min(feed + 1, text.count)
        }
        found.surroundings.openEnd =
            blocks.first?.start ?? conditions.first?.start ?? crossed ?? joined
        hideThings()
        hideRepeatedKeys()
        found.hideConflicts(source)
        return found
    }

    // MARK: Lines

    private mutating func line(_ line: Range<Int>) {
        guard let first = line.first.map({ text[$0] }) else { return }
        if first == UInt8(ascii: "#") {
            found.comments.append(line)
            return condition(text[line], at: line.lowerBound)
        }
        let comment = Self.comment(in: text[line])
        if comment < line.upperBound { found.comments.append(comment..<line.upperBound) }
        let command = trimmed(line.lowerBound..<comment)
        if let sign = text[command].firstIndex(of: UInt8(ascii: "=")) {
            assignment(command, sign, line)
        } else if text[command].elementsEqual("}".utf8) {
            close(line)
        } else if text[command].last == UInt8(ascii: "{"), !text[command].contains(0x7D) {
            open(command, isPlain: isPlain(line))
        } else if isSure {
            let error = source.fail(
                "found a line that is no setting",
                at: line.lowerBound,
                advice: "Write it as 'key = value'"
            )
            found.addUnread(line, error)
        }
    }

    /// Reads lines that backslashes join; what they set is left alone.
    private mutating func joinedLine(_ range: Range<Int>) {
        var bytes: [UInt8] = []
        for line in source.bytes[range].split(separator: 0x0A, omittingEmptySubsequences: false) {
            if bytes.last == UInt8(ascii: "\\") {
                bytes.removeLast()
                while bytes.last.map(LineText.isBlank) == true { bytes.removeLast() }
            }
            bytes += line
        }
        let start = bytes.firstIndex { !Self.isSpace($0) } ?? bytes.count
        if bytes[start...].first == UInt8(ascii: "#") {
            return bytes.withUnsafeBufferPointer { condition($0[start...], at: range.lowerBound) }
        }
        let end = bytes.withUnsafeBufferPointer { Self.comment(in: $0[start...]) }
        let command = LineText.trimmed(bytes[start..<end])
        if let sign = command.firstIndex(of: UInt8(ascii: "=")) {
            if let (block, key) = name(LineText.trimmed(command[..<sign])) {
                found.addOpaque(block + [key], at: range.lowerBound)
            }
        } else if command.elementsEqual("}".utf8) {
            close(range)
        } else if command.last == UInt8(ascii: "{") {
            open(range, isPlain: false)
        }
    }

    /// Where the comment behind a command begins, or its end.
    ///
    /// Two signs are text, and so is the byte right behind them.
    private static func comment(in line: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        var position = line.startIndex
        while let sign = line[position...].firstIndex(of: UInt8(ascii: "#")) {
            guard sign + 1 < line.endIndex, line[sign + 1] == UInt8(ascii: "#") else { return sign }
            position = min(sign + 3, line.endIndex)
        }
        return line.endIndex
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }

    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        var range = range
        while let last = range.last, Self.isSpace(text[last]) { range.removeLast() }
        while let first = range.first, Self.isSpace(text[first]) { range.removeFirst() }
        return range
    }

    /// Whether no byte in a line may end it for somebody, or is taken for a blank.
    private func isPlain(_ line: Range<Int>) -> Bool {
        text[line].allSatisfy { $0 >= 0x20 || $0 == 0x09 }
    }

    // MARK: Conditions

    /// Whether a line counts in any case.
    private var isSure: Bool { conditions.isEmpty && crossed == nil }

    /// Handles a comment that the program reads: `# hyprlang if x`.
    private mutating func condition(_ comment: Slice<UnsafeBufferPointer<UInt8>>, at start: Int) {
        let text = comment.dropFirst().drop(while: Self.isSpace)
        guard text.starts(with: "hyprlang".utf8) else { return }
        let words = text.split(whereSeparator: Self.isSpace).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard let verb = words.dropFirst().firstIndex(where: ["noerror", "if", "endif"].contains)
        else { return }
        if words[verb] == "if", verb + 1 < words.count {
            conditions.append(Condition(start: start, depth: blocks.count))
        } else if words[verb] == "endif", let last = conditions.popLast(),
            last.depth != blocks.count
        {
            crossed = crossed ?? last.start
        }
    }

    // MARK: Blocks

    private mutating func open(_ command: Range<Int>, isPlain: Bool) {
        let name = trimmed(command.lowerBound..<command.upperBound - 1)
        let path = isPlain ? self.name(source.bytes[name]).map { $0.block + [$0.key] } : nil
        if let path, blocks.isEmpty, !HyprLanguage.categories.contains(path[0]) {
            things[path, default: []].append(command.lowerBound)
        }
        blocks.append(Block(start: command.lowerBound, path: path, header: command))
        section = nil
        if isSure, path != nil { _ = plainSection() }
    }

    private mutating func close(_ line: Range<Int>) {
        if let last = conditions.last, last.depth == blocks.count {
            crossed = crossed ?? last.start
        }
        section = nil
        guard blocks.popLast() == nil, isSure else { return }
        let error = source.fail(
            "found '}' that closes nothing",
            at: line.lowerBound,
            advice: "Remove it"
        )
        found.addUnread(line, error)
    }

    /// The section of the next keys of the innermost block; a new one where another block stands in between.
    private mutating func plainSection() -> Int {
        if let section { return section }
        let new = addSection(blocks.last?.path ?? [], blocks.last?.header ?? 0..<0)
        section = new
        return new
    }

    private mutating func addSection(_ path: [String], _ header: Range<Int>) -> Int {
        found.sections.append(LineSection(path: path, header: header))
        return found.sections.count - 1
    }

    // MARK: Settings

    /// Deeper blocks are left alone.
    private static let mostBlocks = 32

    /// The block and the key that a name leads to from where it stands; nil for no name.
    private func name(_ bytes: ArraySlice<UInt8>) -> (block: [String], key: String)? {
        guard let outer = blocks.isEmpty ? [] : blocks[blocks.count - 1].path else { return nil }
        let names = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard outer.count + names.count <= Self.mostBlocks, names.allSatisfy(HyprLanguage.isName)
        else { return nil }
        let path = outer + names.map { String(decoding: $0, as: UTF8.self) }
        return (Array(path.dropLast()), path[path.count - 1])
    }

    private mutating func assignment(_ command: Range<Int>, _ sign: Int, _ line: Range<Int>) {
        let front = trimmed(command.lowerBound..<sign)
        let isVariable = text[front].first == UInt8(ascii: "$")
        if isVariable {
            guard HyprLanguage.isName(text[front].dropFirst()) else { return }
            let isSetting = blocks.isEmpty && isSure && isPlain(line)
            guard isSetting else { return found.addOpaque(text[front], at: line.lowerBound) }
            return add(front, command, sign, line, in: plainSection())
        }
        guard let (block, name) = name(source.bytes[front]),
            !HyprLanguage.isCommand(name, in: block)
        else { return }
        guard isSure, isPlain(line) else {
            return found.addOpaque(block + [name], at: line.lowerBound)
        }
        let key = front.upperBound - name.utf8.count..<front.upperBound
        if key == front {
            return add(key, command, sign, line, in: plainSection())
        }
        if blocks.isEmpty { flatThings[block] = line.lowerBound }
        section = nil
        add(key, command, sign, line, in: addSection(block, 0..<0))
    }

    private mutating func add(
        _ key: Range<Int>,
        _ command: Range<Int>,
        _ sign: Int,
        _ line: Range<Int>,
        in section: Int
    ) {
        var value = trimmed(sign + 1..<command.upperBound)
        if value.isEmpty {
            let start = source.blanksEnd(from: sign + 1)
            value = start..<start
        }
        var entry = LineEntry(
            line.lowerBound..<max(line.upperBound, value.upperBound),
            key: key,
            value: value,
            in: section
        )
        if HyprLanguage.isComputed(text[value]) { entry.command.insert(.computed) }
        found.entries.append(entry)
    }

    // MARK: What isn't one setting

    /// Leaves blocks alone of which each is a thing of its own.
    private mutating func hideThings() {
        for (path, starts) in things {
            let all = starts + [flatThings[path]].compactMap(\.self)
            if let last = all.max(), all.count > 1 { found.addOpaque(path, at: last) }
        }
    }

    /// Leaves keys of plugins alone that occur several times: they may be commands.
    private mutating func hideRepeatedKeys() {
        var pluginKeys = Set<[String]>()
        for entry in found.entries {
            let block = found.sections[Int(entry.section)].path ?? []
            guard block.first == "plugin" else { continue }
            let name = String(decoding: text[entry.key], as: UTF8.self)
            if !pluginKeys.insert(block + [name]).inserted {
                found.addOpaque(block + [name], at: entry.range.lowerBound)
            }
        }
    }
}
