// Which options a line of a vimrc changes in another way than by a plain `set`.

/// The names of options in commands whose effect isn't known.
struct VimChanges {
    private let text: UnsafeBufferPointer<UInt8>
    /// Where the names stand; some may be no option's.
    private(set) var names: [Range<Int>] = []

    init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

    private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    /// Whether a verb sets options, if only for a window or a buffer.
    private static func isSet(_ verb: String) -> Bool {
        verb == "set" || verb == "se" || VimBlocks.matches(verb, "setl", "setlocal")
            || VimBlocks.matches(verb, "setg", "setglobal")
    }

    /// Adds what the commands of a line change, up to one that has the rest of its line.
    mutating func addCommands(in line: Range<Int>) {
        for command in VimBlocks.segments(text[line]) {
            let command = Self.withoutModifiers(command)
            let word = command.prefix(while: LineText.isLetterOrDigit)
            let verb = String(decoding: word, as: UTF8.self)
            if VimBlocks.holdsCommands(verb) { return }
            let rest = command[word.endIndex...]
            if Self.isSet(verb) {
                let end = rest.firstIndex(of: UInt8(ascii: "\"")) ?? rest.endIndex
                addOptions(in: word.endIndex..<end)
            } else if verb == "let" {
                addAssigned(rest)
            } else if VimBlocks.matches(verb, "exe", "execute") {
                addExecuted(rest)
            }
        }
    }

    /// Adds the options behind a `set`, which may go on in further lines.
    mutating func addOptions(in arguments: Range<Int>) {
        let isEdge: (UInt8) -> Bool = { LineText.isBlank($0) || [0x0A, 0x0D, 0x5C].contains($0) }
        for word in text[arguments].split(whereSeparator: isEdge) {
            var option = VimWord(text, word.startIndex..<word.endIndex)
            option.readPrefix()
            if !option.name.isEmpty { names.append(option.name) }
        }
    }

    /// What stands before a command and leaves its effect on options: `silent!`, `4verbose`.
    private static func withoutModifiers(_ command: Bytes) -> Bytes {
        var command = command
        while true {
            let digits = command.prefix { (0x30...0x39).contains($0) }
            let word = command[digits.endIndex...].prefix(while: LineText.isLetterOrDigit)
            let verb = String(decoding: word, as: UTF8.self)
            guard modifiers.contains(where: { VimBlocks.matches(verb, $0.short, $0.long) }) else {
                return command
            }
            command = command[word.endIndex...].drop {
                LineText.isBlank($0) || $0 == UInt8(ascii: "!") || $0 == UInt8(ascii: ":")
            }
        }
    }

    private static let modifiers: [(short: String, long: String)] = [
        ("sil", "silent"), ("uns", "unsilent"), ("verb", "verbose"), ("noa", "noautocmd"),
        ("nos", "noswapfile"), ("kee", "keepmarks"), ("keepj", "keepjumps"),
        ("keepp", "keeppatterns"), ("keepa", "keepalt"), ("loc", "lockmarks"), ("hid", "hide"),
        ("san", "sandbox"), ("conf", "confirm"), ("bro", "browse"), ("leg", "legacy"),
    ]

    // MARK: Expressions

    /// Adds the options on the left side of a `let`: `let &ts = 4`, `let [&l:sw, x] = y`.
    private mutating func addAssigned(_ rest: Bytes) {
        guard let sign = rest.firstIndex(of: UInt8(ascii: "=")) else { return }
        names += Self.words(rest[..<sign]).filter(isValue)
    }

    /// Adds the options that may be set by a command in an expression: `exe "set ts=" . x`.
    private mutating func addExecuted(_ rest: Bytes) {
        let words = Self.words(rest)
        let texts = words.map { String(decoding: text[$0], as: UTF8.self) }
        if texts.contains("let") { names += words.filter(isValue) }
        guard let set = texts.firstIndex(where: Self.isSet) else { return }
        for word in words[(set + 1)...] where !isValue(word) {
            var option = VimWord(text, word)
            option.readPrefix()
            let name = String(decoding: text[option.name], as: UTF8.self)
            if VimOptions.option(name) != nil { names.append(option.name) }
        }
    }

    private static func words(_ bytes: Bytes) -> [Range<Int>] {
        let isEdge: (UInt8) -> Bool = { !LineText.isLetterOrDigit($0) && $0 != UInt8(ascii: "_") }
        // Of several functions of the name, this one keeps the places.
        let words: [Bytes] = bytes.split(whereSeparator: isEdge)
        return words.map { $0.startIndex..<$0.endIndex }
    }

    /// Whether a word is the value of an option in an expression: `&ts`, `&l:ts`.
    private func isValue(_ word: Range<Int>) -> Bool {
        let front = text[..<word.lowerBound].suffix(3)
        return front.last == UInt8(ascii: "&") || front.elementsEqual("&l:".utf8)
            || front.elementsEqual("&g:".utf8)
    }
}
