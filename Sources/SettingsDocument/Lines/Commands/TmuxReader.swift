// Finds the settings of a tmux configuration: its plain `set` commands outside of all blocks.

import SettingsModel

/// One pass over a tmux configuration.
struct TmuxReader {
    private let source: LineSource
    private var lexer: TmuxLexer
    private var found = CommandLines()
    /// Where the blocks begin that are open: `{` and `%if`.
    private var blocks: [Int] = []
    private var command = Command()
    /// The entries that stand in the line so far.
    private var lineEntries: [Int] = []
    private var commandsInLine = 0

    /// A command while its words are read.
    private struct Command {
        var words: [TmuxWord] = []
        /// Whether it stands in a block, or has one.
        var isInBlock = false
        var hasJoinedLines = false
    }

    private var text: UnsafeBufferPointer<UInt8> { source.text }

    /// Creates a reader of a whole file.
    init(_ source: LineSource) {
        self.source = source
        lexer = TmuxLexer(source.text, from: source.bytes.byteOrderMarkEnd)
    }

    /// What the file says.
    mutating func lines() -> CommandLines {
        while true {
            switch lexer.next() {
            case .word(let word):
                if command.words.isEmpty { startCommand() }
                if word.isOpen { found.surroundings.openEnd = word.range.lowerBound }
                command.words.append(word)
            case .comment(let range): found.comments.append(range)
            case .semicolon: endCommand(at: nil)
            case .lineEnd(let end): endLine(at: end)
            case .open(let offset):
                // A block that a setting has for a value is no text.
                if !command.isInBlock, let setting = TmuxSetting(command.words) {
                    addOpaque(setting)
                }
                command.isInBlock = true
                blocks.append(offset)
            case .close:
                endCommand(at: nil)
                _ = blocks.popLast()
                // What follows is a part of the command that has the block.
                command.isInBlock = true
            case .condition(let name): condition(name)
            case .end:
                endLine(at: text.count)
                if let block = blocks.first, found.surroundings.openEnd == nil {
                    found.surroundings.openEnd = block
                }
                return found
            }
        }
    }

    private mutating func startCommand() {
        command.isInBlock = command.isInBlock || !blocks.isEmpty
    }

    private mutating func condition(_ name: String) {
        endCommand(at: nil)
        commandsInLine += 1
        switch name {
        case "if":
            blocks.append(lexer.position)
            lexer.skipCondition()
        case "endif": _ = blocks.popLast()
        case "elif": lexer.skipCondition()
        default: break
        }
    }

    /// Ends a line, whose entries go up to there.
    private mutating func endLine(at end: Int) {
        endCommand(at: end)
        for index in lineEntries {
            if commandsInLine > 1 { found.entries[index].command.insert(.accompanied) }
            if lexer.hasJoinedLines { found.entries[index].command.insert(.continued) }
            let isReturn = end < text.count && text[end] == 0x0D
            if isReturn { found.entries[index].command.insert(.endsWithReturn) }
        }
        lineEntries = []
        commandsInLine = 0
        lexer.startLine()
    }

    /// Ends a command, at the end of its line or before another command.
    private mutating func endCommand(at end: Int?) {
        defer { command = Command() }
        guard !command.words.isEmpty else { return }
        // A sign behind it separates it from others, also where none follows.
        commandsInLine += end == nil ? 2 : 1
        guard !command.isInBlock, let setting = TmuxSetting(command.words) else { return }
        add(setting, end: end)
    }

    private mutating func addOpaque(_ setting: TmuxSetting) {
        guard let key = setting.key else { return }
        found.addOpaque(key.bytes, at: command.words[0].range.lowerBound)
    }

    private mutating func add(_ setting: TmuxSetting, end: Int?) {
        guard setting.isGlobal, let key = setting.key else { return }
        let start = command.words[0].range.lowerBound
        if setting.arguments > 2 {
            let line = start..<(command.words.last?.range.upperBound ?? start)
            found.addOpaque(key.bytes, at: start)
            let error = source.fail(
                "found more than a name and a value behind '\(setting.verb)'",
                at: setting.valueStart,
                advice: "Put the value in quotes"
            )
            return found.addUnread(line, error)
        }
        guard key.isPlain, !setting.isOpaque, let value = setting.value, !value.isBroken else {
            return found.addOpaque(key.bytes, at: start)
        }
        var entry = LineEntry(
            start..<(end ?? value.range.upperBound),
            key: key.range,
            value: value.range
        )
        if setting.adds { entry.command.insert(.adds) }
        if setting.isComputed || value.isComputed || TmuxLanguage.runsCommands(value.bytes) {
            entry.command.insert(.computed)
        }
        if !source.isFirstInLine(start) { entry.command.insert(.accompanied) }
        let hasBreaks = command.words.contains { $0.isContinued || $0.isOpen }
        if hasBreaks { entry.command.insert(.continued) }
        lineEntries.append(found.entries.count)
        found.entries.append(entry)
    }
}

/// A command that sets an option: its flags, and what stands behind them.
private struct TmuxSetting {
    let verb: String
    private(set) var key: TmuxWord?
    private(set) var value: TmuxWord?
    private(set) var arguments = 0
    private(set) var valueStart = 0
    private var flags: Set<UInt8> = []
    private let isForWindows: Bool

    /// Reads a command; nil where it is another one.
    init?(_ words: [TmuxWord]) {
        guard let verb = words.first?.plainText, let isForWindows = Self.isForWindows(verb) else {
            return nil
        }
        self.verb = verb
        self.isForWindows = isForWindows
        var rest = words.dropFirst()
        while let word = rest.first, word.bytes.first == UInt8(ascii: "-"), word.bytes.count > 1 {
            rest.removeFirst()
            if word.bytes.elementsEqual("--".utf8) { break }
            flags.formUnion(word.bytes.dropFirst())
            // A target follows.
            if word.bytes.last == UInt8(ascii: "t") { _ = rest.popFirst() }
        }
        arguments = rest.count
        key = rest.first
        value = rest.dropFirst().first
        valueStart = value?.range.lowerBound ?? words[0].range.lowerBound
        let isKnown = flags.allSatisfy { "aFgopqstuUw".utf8.contains($0) }
        guard isKnown, let key, TmuxLanguage.isKey(key.bytes) else { return nil }
    }

    /// Whether a verb is one for options of windows; nil for another command.
    ///
    /// tmux takes the beginnings of a command's name for it.
    private static func isForWindows(_ verb: String) -> Bool? {
        if verb == "set" { return false }
        if verb == "setw" { return true }
        guard verb.utf8.count > 4 else { return nil }
        if "set-option".hasPrefix(verb) { return false }
        return "set-window-option".hasPrefix(verb) ? true : nil
    }

    private func has(_ flag: Character) -> Bool { flag.asciiValue.map(flags.contains) == true }

    /// Whether it sets what counts everywhere, and not for one session or one window.
    var isGlobal: Bool {
        guard let key, !has("t"), !has("p") else { return false }
        if key.bytes.first == UInt8(ascii: "@") {
            // Those of windows and of the server are others than those of the same name for sessions.
            return has("g") && !has("w") && !has("s") && !isForWindows
        }
        return has("g") || has("s") || TmuxLanguage.isForServer(key.bytes)
    }

    /// Whether it adds to the value that is there.
    var adds: Bool { has("a") }
    /// Whether tmux expands the value as a format.
    var isComputed: Bool { has("F") }
    /// Whether it takes a value away, or gives one only where none is.
    var isOpaque: Bool { has("u") || has("U") || has("o") }
}
