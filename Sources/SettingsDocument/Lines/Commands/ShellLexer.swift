// The commands of a file that shells read, as far as all of them read it alike.

import SettingsModel

/// One command, without the words that make blocks of commands.
struct ShellCommand {
    var words: [Range<Int>] = []
    /// Whether it is a line of its own, outside of all blocks, and nothing decides whether it runs.
    var isAlone = true
    var isInBlock = false
}

/// One pass over a file (POSIX, Shell Command Language, §2.3 and §2.10), up to what has no end, or is read in
/// several ways by bash, zsh and others.
struct ShellLexer {
    /// What has an end of its own.
    enum Block { case condition, loopHead, loop, choice, braces, parentheses, substitution }

    /// What is known of the command that is being read.
    struct State {
        var command = ShellCommand()
        /// Whether `&&`, `||`, `|` or `!` stands before it, so that it may not run.
        var isJoined = false
        /// Whether it is the body of a function.
        var isBody = false
        /// Whether it is a block that has ended: only signs and the ends of other blocks can follow.
        var isBlock = false
        var hasRedirection = false
    }

    let text: UnsafeBufferPointer<UInt8>
    let source: LineSource
    var position: Int
    var state = State()
    var blocks: [Block] = []
    /// The start of the line that the outermost block or the command began in.
    private var line: Int
    /// The same for the first block that one shell would end at a word, and another one wouldn't.
    private var doubt: Int?
    private(set) var commands: [ShellCommand] = []
    private(set) var comments: [Range<Int>] = []
    /// The names that something else than a command assigns to.
    var changed: [Range<Int>] = []
    var hereDocuments: [ShellHereDocument] = []
    /// How many expansions are open.
    var nested = 0
    private(set) var isStopped = false
    private var isEnded = false
    /// The line from which on nothing is known to be read; nil where all is.
    private(set) var end: Int?

    /// Reads a whole file.
    init(_ source: LineSource) {
        self.source = source
        text = source.text
        position = source.bytes.byteOrderMarkEnd
        line = position
        while position < text.count, !isStopped, !isEnded { step() }
        if !isEnded, !isStopped { endCommand() }
        guard isEnded || isStopped || !blocks.isEmpty || !hereDocuments.isEmpty else { return }
        let end = doubt ?? line
        self.end = end
        comments.removeAll { $0.lowerBound >= end }
        commands.removeAll { $0.words[0].lowerBound >= end }
        noteAssignments(in: end..<(isEnded ? line : text.count))
    }

    mutating func step() {
        let byte = text[position]
        let next = position + 1 < text.count ? text[position + 1] : 0
        switch byte {
        case _ where LineText.isBlank(byte): position += 1
        case 0x0A: endLine()
        case UInt8(ascii: "\\") where next == 0x0A:
            state.command.isAlone = false
            position += 2
        case UInt8(ascii: "#"): comment()
        case UInt8(ascii: ";"):
            if next == byte || next == UInt8(ascii: "&") || next == UInt8(ascii: "|") {
                endBranch()
            } else {
                endCommand(with: byte)
                position += 1
            }
        case UInt8(ascii: "&") where next == UInt8(ascii: ">"): redirection()
        case UInt8(ascii: "&") where next == byte: join(2)
        case UInt8(ascii: "&"):
            endCommand(with: byte)
            // `&!` and `&|` are zsh's.
            position += next == UInt8(ascii: "!") || next == UInt8(ascii: "|") ? 2 : 1
        case UInt8(ascii: "|"): join(next == byte || next == UInt8(ascii: "&") ? 2 : 1)
        case UInt8(ascii: "("): openParenthesis()
        case UInt8(ascii: ")"): closeParenthesis()
        case UInt8(ascii: "<") where next != UInt8(ascii: "("),
            UInt8(ascii: ">") where next != UInt8(ascii: "("):
            redirection()
        default: takeWord()
        }
    }

    // MARK: Commands

    private mutating func endLine() {
        endCommand(with: 0x0A)
        if isEnded { return }
        position += 1
        readHereDocuments()
        if blocks.isEmpty, !state.isJoined, !state.isBody { line = position }
    }

    /// Ends a command before a sign; without one, at the end of the file or before the end of a block.
    mutating func endCommand(with sign: UInt8? = nil) {
        var command = state.command
        let isEmpty = command.words.isEmpty && !state.isBlock && !state.hasRedirection
        if !command.words.isEmpty {
            let isLine = sign == 0x0A || position >= text.count
            command.isInBlock = !blocks.isEmpty || state.isBody
            let mayRun = !command.isInBlock && !state.isJoined
            isEnded = mayRun && isLast(command)
            command.isAlone =
                command.isAlone && mayRun && isLine && !state.hasRedirection
                && source.isFirstInLine(command.words[0].lowerBound)
            commands.append(command)
        }
        // A line break changes nothing behind `&&` and the name of a function.
        let kept = isEmpty && sign == 0x0A ? state : State()
        state = State()
        (state.isJoined, state.isBody) = (kept.isJoined, kept.isBody)
    }

    /// Whether nothing behind a command is read.
    private func isLast(_ command: ShellCommand) -> Bool {
        let isExec = word(command.words[0]) == "exec" && command.words.count > 1
        return isExec || ["exit", "return"].contains(word(command.words[0]))
    }

    func word(_ range: Range<Int>) -> String {
        range.count <= 12 ? String(decoding: text[range], as: UTF8.self) : ""
    }

    private mutating func join(_ width: Int) {
        endCommand(with: text[position])
        position += width
        state.isJoined = true
    }

    mutating func comment() {
        let end = text[position...].firstIndex(of: 0x0A) ?? text.count
        comments.append(position..<(text[end - 1] == 0x0D ? end - 1 : end))
        position = end
    }

    // MARK: Words of the grammar

    private mutating func takeWord() {
        let range = readWord()
        guard !isStopped else { return }
        let name = word(range)
        if state.command.words.isEmpty, !state.hasRedirection, takeReserved(name, range) { return }
        if state.isBlock || name == "{" { return stop() }
        guard name == "}" else { return state.command.words.append(range) }
        // bash and others take it for text, and zsh for the end; where there is one too many, they were right.
        if doubt == nil { doubt = line }
        close(.braces)
    }

    /// Handles a word that isn't a command.
    private mutating func takeReserved(_ name: String, _ range: Range<Int>) -> Bool {
        switch name {
        case "then", "elif", "else":
            if blocks.last != .condition { stop() }
            state = State()
        case "fi": close(.condition)
        case "done": close(.loop)
        case "esac": close(.choice)
        case "}": close(.braces)
        case "do":
            if blocks.popLast() != .loopHead { stop() }
            open(.loop)
        case _ where state.isBlock: return false
        case "if": open(.condition)
        case "for", "select", "while", "until": open(.loopHead)
        case "case": choice()
        case "{": open(.braces)
        case "[[": condition()
        case "function": function()
        case "!", "time", "coproc": state.isJoined = true
        case "repeat", "foreach": stop()
        default:
            if name.hasPrefix("{") { stop() }
            return false
        }
        return true
    }

    mutating func open(_ block: Block) {
        blocks.append(block)
        state = State()
    }

    mutating func close(_ block: Block) {
        endCommand()
        guard blocks.last == block else { return stop() }
        blocks.removeLast()
        state.isBlock = true
    }

    mutating func stop() { isStopped = true }
}
