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
    /// - Returns: The end of the line. A carriage return is a part of it (repeat.txt, "source_crnl").
    private mutating func takeLine() -> Int {
        let end = text[position...].firstIndex(of: 0x0A) ?? text.count
        position = min(end + 1, text.count)
        return end
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
            let end = continuedEnd ?? line.upperBound
            let isReturn = text[end - 1] == 0x0D
            if !blocks.hasEnded { found.comments.append(start..<(isReturn ? end - 1 : end)) }
            return
        }
        let word = text[start..<line.upperBound].prefix(while: LineText.isLetterOrDigit)
        let verb = String(decoding: word, as: UTF8.self)
        let isOutside = blocks.isEmpty
        blocks.take(verb, start..<line.upperBound, text)
        guard isOutside else { return }
        guard Self.isSet(verb) else {
            if blocks.isEmpty {
                leave { $0.addCommands(in: start..<(continuedEnd ?? line.upperBound)) }
            }
            return
        }
        let arguments = word.endIndex..<line.upperBound
        guard text[arguments].first.map(LineText.isBlank) == true else { return }
        if continuedEnd != nil || text[arguments].contains(where: { $0 == 0 || $0 == 0x0D }) {
            return leave { $0.addOptions(in: word.endIndex..<(continuedEnd ?? line.upperBound)) }
        }
        options(arguments)
    }

    private static func isSet(_ verb: String) -> Bool { verb == "set" || verb == "se" }

    /// Leaves options alone that commands change in a way that isn't known.
    private mutating func leave(_ add: (inout VimChanges) -> Void) {
        var changes = VimChanges(text)
        add(&changes)
        for name in changes.names { addOpaque(name) }
    }

    private mutating func addOpaque(_ name: Range<Int>) {
        let key = UnsafeBufferPointer(rebasing: text[name])
        let known = VimOptions.option(String(decoding: key, as: UTF8.self))
        found.addOpaque(known.map { Array($0.name.utf8) } ?? Array(key), at: name.lowerBound)
    }

    /// Forgets how commands changed an option before a plain `set` gives it a value, everywhere: a `setlocal`
    /// counts for one buffer or window, and no longer than that.
    private mutating func overrule(_ option: VimOptions.Option) {
        found.surroundings.opaque[ExactText(option.name)] = nil
    }

    // MARK: Options

    /// Reads the options of a `set` command, and of those that follow it in its line.
    private mutating func options(_ arguments: Range<Int>) {
        var command = arguments
        var isAlone = true
        while let bar = optionsEnd(of: command) {
            isAlone = false
            guard let next = setArguments(bar + 1..<arguments.upperBound) else {
                leave { $0.addCommands(in: bar + 1..<arguments.upperBound) }
                break
            }
            command = next
        }
        let others = found.entries.lastIndex { $0.range.lowerBound < arguments.lowerBound }
        for index in (others.map { $0 + 1 } ?? 0)..<found.entries.count {
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
        // A mistake: Vim goes on with the next line. A later version may know what it is, and read on.
        let end = VimValue.commandEnd(in: text, position..<arguments.upperBound)
        leave {
            $0.addOptions(in: position..<end)
            $0.addCommands(in: end..<arguments.upperBound)
        }
        return nil
    }

    /// Reads one option.
    ///
    /// - Returns: Past it; nil for a mistake, where Vim reads no further.
    private mutating func option(_ range: Range<Int>) -> Int? {
        var word = VimWord(text, range)
        word.readPrefix()
        let name = String(decoding: text[word.name], as: UTF8.self)
        let sign = word.sign(in: source)
        guard let known = VimOptions.option(name) else { return all(name, sign, word) }
        let isFlag = known.kind == .flag
        switch sign {
        case .none where isFlag && word.prefix == .inverted:
            addOpaque(word.name)
            return word.name.upperBound
        case .none where isFlag:
            if known.name == "compatible" { leaveEntries(where: VimOptions.dependsOnCompatible) }
            overrule(known)
            add(word, value: range.lowerBound..<word.name.upperBound, [.flag, .sharesLine])
            return word.name.upperBound
        case .none:
            // Without a value it shows the option, and with `no` it is a mistake.
            return word.prefix == .none ? word.name.upperBound : nil
        case .query(let end): return end
        case .value(let start, let effect):
            let value = VimValue(text, start..<range.upperBound)
            guard word.prefix == .none, !isFlag,
                known.kind != .number || VimLanguage.isNumber(value.bytes)
            else { return nil }
            let isComputed = value.isComputed || VimLanguage.isExpression(known.name)
            var traits: CommandTraits = .sharesLine
            switch effect {
            case .sets:
                overrule(known)
                if isComputed { traits.insert(.computed) }
            case .appends where known.kind != .number: traits.insert(.adds)
            case .appends, .changes:
                addOpaque(word.name)
                return value.end
            }
            add(word, value: start..<value.end, traits)
            return value.end
        case .toggle(let end), .reset(let end):
            if case .toggle = sign, !isFlag { return nil }
            addOpaque(word.name)
            return end
        case .mistake: return nil
        }
    }

    /// Reads `all`, `all&` and `termcap`, which stand in the place of an option.
    ///
    /// - Returns: Past it; nil for anything else.
    private mutating func all(_ name: String, _ sign: VimWord.Sign, _ word: VimWord) -> Int? {
        guard word.prefix == .none, name == "all" || name == "termcap" else { return nil }
        switch sign {
        case .none: return word.name.upperBound
        case .reset(let end) where name == "all":
            // What was set has its default again, but for a few options.
            leaveEntries(where: VimOptions.isKeptByReset)
            found.entries = []
            return end
        default: return nil
        }
    }

    /// Leaves some of the options alone that were set so far.
    private mutating func leaveEntries(where isLeft: (String) -> Bool) {
        for key in found.entries.map(\.key)
        where isLeft(String(decoding: text[key], as: UTF8.self)) {
            addOpaque(key)
        }
    }

    private mutating func add(_ word: VimWord, value: Range<Int>, _ traits: CommandTraits) {
        var entry = LineEntry(
            word.range.lowerBound..<value.upperBound,
            key: word.name,
            value: value,
            hasSeparator: !traits.contains(.flag)
        )
        entry.command = word.prefix == .no ? traits.union(.denied) : traits
        found.entries.append(entry)
    }
}

/// The name of an option with what stands right before and behind it.
struct VimWord {
    enum Prefix { case none, no, inverted }
    /// What becomes of the value that an option has.
    enum Effect {
        /// `=`
        case sets
        /// `+=`, which adds a number.
        case appends
        /// `^=` and `-=`: it depends on what is there.
        case changes
    }
    /// What follows a name, with the end of it or the start of a value.
    enum Sign {
        case none
        case query(Int)
        case value(Int, Effect)
        /// `!`
        case toggle(Int)
        /// `&` or `<`
        case reset(Int)
        case mistake
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
        var end = position + 1
        switch text[position] {
        case UInt8(ascii: "="), UInt8(ascii: ":"): return .value(end, .sets)
        case UInt8(ascii: "+"):
            if next == UInt8(ascii: "=") { return .value(end + 1, .appends) }
        case UInt8(ascii: "-"), UInt8(ascii: "^"):
            if next == UInt8(ascii: "=") { return .value(end + 1, .changes) }
        case UInt8(ascii: "?"): return isEnd(end) ? .query(end) : .mistake
        case UInt8(ascii: "!"): return isEnd(end) ? .toggle(end) : .mistake
        case UInt8(ascii: "<"): return isEnd(end) ? .reset(end) : .mistake
        case UInt8(ascii: "&"):
            let front = text[end..<range.upperBound]
            for letters in ["vim", "vi"] where front.starts(with: letters.utf8) {
                end += letters.utf8.count
                break
            }
            return isEnd(end) ? .reset(end) : .mistake
        default: break
        }
        return position > name.upperBound || isEnd(position) ? .none : .mistake
    }

    /// Whether an option may end before a byte.
    private func isEnd(_ position: Int) -> Bool {
        position >= range.upperBound || LineText.isBlank(text[position])
            || "\"|".utf8.contains(text[position])
    }
}
