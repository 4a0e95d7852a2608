// Finds the options that a vimrc sets with plain `set` commands, outside of all blocks.

import SettingsModel

/// One pass over a vimrc.
struct VimReader {
    private let source: LineSource
    private var found = CommandLines()
    private var blocks = VimBlocks()
    private var position: Int

    private var text: UnsafeBufferPointer<UInt8> { source.text }

    /// Creates a reader of a whole file.
    init(_ source: LineSource) {
        self.source = source
        position = source.bytes.byteOrderMarkEnd
    }

    /// What the file says.
    mutating func lines() -> CommandLines {
        while position < text.count {
            let start = position
            let end = takeLine()
            var isContinued = false
            var last = end
            while beginsContinuation(position), !blocks.isInText {
                isContinued = true
                last = takeLine()
            }
            let line = source.blanksEnd(from: start)..<max(end, source.blanksEnd(from: start))
            read(line, isContinued ? last : nil)
        }
        found.surroundings.openEnd = blocks.start
        return found
    }

    /// Goes to the next line.
    ///
    /// - Returns: The end of the line, its line ending excluded.
    private mutating func takeLine() -> Int {
        let end = text[position...].firstIndex(of: 0x0A) ?? text.count
        defer { position = min(end + 1, text.count) }
        return end > position && text[end - 1] == 0x0D ? end - 1 : end
    }

    /// Whether a line belongs to the one before: it begins with a backslash, or with a comment among such.
    private func beginsContinuation(_ offset: Int) -> Bool {
        let start = source.blanksEnd(from: offset)
        guard start < text.count else { return false }
        if text[start] == UInt8(ascii: "\\") { return true }
        return text[start...].prefix(3).elementsEqual("\"\\ ".utf8)
    }

    private mutating func read(_ line: Range<Int>, _ continuedEnd: Int?) {
        if blocks.takesText(line, text) { return }
        var start = line.lowerBound
        while start < line.upperBound,
            text[start] == UInt8(ascii: ":") || LineText.isBlank(text[start])
        {
            start += 1
        }
        guard start < line.upperBound else { return }
        if text[start] == UInt8(ascii: "\"") {
            if !blocks.hasEnded { found.comments.append(start..<(continuedEnd ?? line.upperBound)) }
            return
        }
        let word = text[start..<line.upperBound].prefix(while: LineText.isLetterOrDigit)
        let verb = String(decoding: word, as: UTF8.self)
        let isOutside = blocks.isEmpty
        blocks.take(verb, start..<line.upperBound, text)
        guard isOutside else { return }
        guard Self.isSet(verb) else {
            if blocks.isEmpty, !VimBlocks.holdsCommands(verb) {
                leaveSets(in: start..<line.upperBound)
            }
            return
        }
        let arguments = word.endIndex..<line.upperBound
        guard text[arguments].first.map(LineText.isBlank) == true, !text[arguments].contains(0),
            !text[arguments].contains(0x0D)
        else { return }
        if let continuedEnd { return leave(arguments, continuedEnd) }
        options(arguments)
    }

    private static func isSet(_ verb: String) -> Bool { verb == "set" || verb == "se" }

    /// Leaves the options alone that plain `set` commands name behind another command in its line.
    private mutating func leaveSets(in line: Range<Int>) {
        for command in VimBlocks.segments(text[line]).dropFirst() {
            let word = command.prefix(while: LineText.isLetterOrDigit)
            let verb = String(decoding: word, as: UTF8.self)
            if VimBlocks.holdsCommands(verb) { return }
            guard Self.isSet(verb) else { continue }
            let rest = text[word.endIndex..<command.endIndex]
            leave(rest.startIndex..<rest.endIndex, rest.firstIndex(of: 0x22) ?? rest.endIndex)
        }
    }

    /// Leaves a command alone that goes on in further lines, but for the names in it.
    private mutating func leave(_ arguments: Range<Int>, _ end: Int) {
        let isEdge: (UInt8) -> Bool = { LineText.isBlank($0) || [0x0A, 0x0D, 0x5C].contains($0) }
        for word in text[arguments.lowerBound..<end].split(whereSeparator: isEdge) {
            var option = VimWord(text, word.startIndex..<word.endIndex)
            option.readPrefix()
            guard option.name.count > 0 else { continue }
            addOpaque(option.name)
        }
    }

    private mutating func addOpaque(_ name: Range<Int>) {
        let key = UnsafeBufferPointer(rebasing: text[name])
        let known = VimOptions.option(String(decoding: key, as: UTF8.self))
        found.addOpaque(known.map { Array($0.name.utf8) } ?? Array(key), at: name.lowerBound)
    }

    // MARK: Options

    /// Reads the options of a `set` command, and of those that follow it in its line.
    private mutating func options(_ arguments: Range<Int>) {
        let first = found.entries.count
        var command = arguments
        var isAlone = true
        while let bar = optionsEnd(of: command) {
            isAlone = false
            guard let next = setArguments(bar + 1..<arguments.upperBound) else {
                leaveSets(in: bar..<arguments.upperBound)
                break
            }
            command = next
        }
        for index in first..<found.entries.count {
            found.entries[index].end = Int32(arguments.upperBound)
            if !isAlone { found.entries[index].command.insert(.accompanied) }
        }
    }

    /// What follows the verb of a `set` command; nil for another command.
    private func setArguments(_ range: Range<Int>) -> Range<Int>? {
        let command = text[range].drop { LineText.isBlank($0) || $0 == UInt8(ascii: ":") }
        let word = command.prefix(while: LineText.isLetterOrDigit)
        guard Self.isSet(String(decoding: word, as: UTF8.self)) else { return nil }
        return word.endIndex..<range.upperBound
    }

    /// Reads the options of one `set` command.
    ///
    /// - Returns: The place of the `|` that ends it; nil where none does.
    private mutating func optionsEnd(of arguments: Range<Int>) -> Int? {
        var position = arguments.lowerBound
        while true {
            position = min(source.blanksEnd(from: position), arguments.upperBound)
            guard position < arguments.upperBound else { return nil }
            if text[position] == UInt8(ascii: "\"") {
                found.comments.append(position..<arguments.upperBound)
                return nil
            }
            if text[position] == UInt8(ascii: "|") { return position }
            guard let end = option(position..<arguments.upperBound) else { break }
            position = end
        }
        // Vim leaves the rest of this command alone, and goes on with the next.
        let end = VimValue.commandEnd(in: text, position..<arguments.upperBound)
        return end < arguments.upperBound && text[end] == UInt8(ascii: "|") ? end : nil
    }

    /// Reads one option.
    ///
    /// - Returns: Past it; nil where Vim reads no further.
    private mutating func option(_ range: Range<Int>) -> Int? {
        var word = VimWord(text, range)
        word.readPrefix()
        guard !word.name.isEmpty else { return nil }
        // Vim reads no further where it doesn't know an option.
        guard let known = VimOptions.option(String(decoding: text[word.name], as: UTF8.self)) else {
            return nil
        }
        switch word.sign(in: source) {
        case .none:
            guard word.prefix != .inverted else { break }
            guard known.kind == .flag else {
                // Without a value it shows the option, and with `no` it is a mistake.
                if word.prefix == .none { return word.name.upperBound }
                break
            }
            add(word, value: word.range.lowerBound..<word.name.upperBound, [.flag, .sharesLine])
            return word.name.upperBound
        case .query(let end): return end
        case .value(let start):
            let value = VimValue(text, start..<range.upperBound)
            guard word.prefix == .none, known.kind != .flag,
                known.kind != .number || VimLanguage.isNumber(value.bytes)
            else {
                addOpaque(word.name)
                return value.end
            }
            let isComputed = value.isComputed || VimLanguage.isExpression(known.name)
            add(
                word,
                value: start..<value.end,
                isComputed ? [.computed, .sharesLine] : .sharesLine
            )
            return value.end
        case .addition(let start):
            let value = VimValue(text, start..<range.upperBound)
            add(word, value: start..<value.end, [.adds, .sharesLine])
            return value.end
        case .other(let end):
            addOpaque(word.name)
            return end
        }
        addOpaque(word.name)
        return word.name.upperBound
    }

    private mutating func add(_ word: VimWord, value: Range<Int>, _ traits: CommandTraits) {
        var entry = LineEntry(
            start: Int32(word.range.lowerBound),
            keyStart: Int32(word.name.lowerBound),
            keyEnd: Int32(word.name.upperBound),
            valueStart: Int32(value.lowerBound),
            valueEnd: Int32(value.upperBound),
            end: Int32(value.upperBound),
            section: 0,
            hasSeparator: !traits.contains(.flag)
        )
        entry.command = word.prefix == .no ? traits.union(.denied) : traits
        found.entries.append(entry)
    }
}

/// The name of an option with what stands right before and behind it.
private struct VimWord {
    enum Prefix { case none, no, inverted }
    /// What follows a name, with the end of it or the start of a value.
    enum Sign {
        case none
        case query(Int)
        case value(Int)
        case addition(Int)
        /// `!`, `&`, `<`, or something that Vim doesn't know.
        case other(Int?)
    }
    private let text: UnsafeBufferPointer<UInt8>
    let range: Range<Int>
    private(set) var prefix = Prefix.none
    private(set) var name: Range<Int>

    init(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        self.text = text
        self.range = range
        name = range.lowerBound..<range.lowerBound
    }

    mutating func readPrefix() {
        var start = range.lowerBound
        let front = text[range]
        // No option begins with these letters, but for one that is of no use.
        if front.starts(with: "no".utf8), !front.starts(with: "novice".utf8) {
            prefix = .no
            start += 2
        } else if front.starts(with: "inv".utf8) {
            prefix = .inverted
            start += 3
        }
        let letters = text[start..<range.upperBound].prefix {
            LineText.isLetterOrDigit($0) || $0 == UInt8(ascii: "_")
        }
        name = start..<letters.endIndex
    }

    func sign(in source: LineSource) -> Sign {
        let position = min(source.blanksEnd(from: name.upperBound), range.upperBound)
        guard position < range.upperBound else { return .none }
        let next = position + 1 < range.upperBound ? text[position + 1] : 0
        switch text[position] {
        case UInt8(ascii: "="), UInt8(ascii: ":"): return .value(position + 1)
        case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "^"):
            if next == UInt8(ascii: "=") { return .addition(position + 2) }
        case UInt8(ascii: "?"): return .query(position + 1)
        case UInt8(ascii: "!"), UInt8(ascii: "<"): return .other(position + 1)
        case UInt8(ascii: "&"):
            let letters = text[position + 1..<range.upperBound].prefix(
                while: LineText.isLetterOrDigit
            )
            return .other(letters.endIndex)
        default: break
        }
        return position > name.upperBound || "\"|".utf8.contains(text[position])
            ? .none : .other(nil)
    }
}
