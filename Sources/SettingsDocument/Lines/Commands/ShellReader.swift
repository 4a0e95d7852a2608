// Finds the settings among the commands of a file that shells read.

import SettingsModel

/// One pass over a file.
///
/// A setting is `NAME=VALUE` or `export NAME=VALUE` that has its line to itself, outside of all blocks. A name that
/// other commands may change is left alone.
struct ShellReader {
    /// The commands that change the variables among their arguments.
    private static let changing: Set<String> = [
        "declare", "export", "float", "getopts", "integer", "local", "mapfile", "printf", "read",
        "readarray", "readonly", "set", "typeset", "unset", "vared",
    ]
    /// The commands before which others stand.
    private static let leading: Set<String> = ["builtin", "command", "nocorrect", "noglob"]

    private let source: LineSource
    private let lexer: ShellLexer
    private var found = CommandLines()

    private var text: UnsafeBufferPointer<UInt8> { source.text }

    /// Creates a reader of a whole file.
    init(_ source: LineSource) {
        self.source = source
        lexer = ShellLexer(source)
    }

    /// What the file says.
    mutating func lines() -> CommandLines {
        found.comments = lexer.comments
        found.surroundings.openEnd = lexer.end
        for command in lexer.commands where !command.isAlone || !takeSetting(command.words) {
            leave(command)
        }
        for name in lexer.changed { leave(name) }
        return found
    }

    // MARK: Settings

    /// Reads a command that is a line of its own.
    ///
    /// - Returns: False for one that is no setting.
    private mutating func takeSetting(_ words: [Range<Int>]) -> Bool {
        let isExport = words.count == 2 && lexer.word(words[0]) == "export"
        guard isExport || words.count == 1, let word = words.last, let name = target(word),
            name.lowerBound == word.lowerBound, lexer.isByte(name.upperBound, "=")
        else { return false }
        let hasReturn = text[word].last == 0x0D
        let value = (name.upperBound + 1)..<(hasReturn ? word.upperBound - 1 : word.upperBound)
        let isLine = !text[value].contains { [0, 0x0A, 0x0D].contains($0) }
        guard isLine, !lexer.isByte(value.lowerBound, "(") else { return false }
        let end = text[value.upperBound...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.count
        var entry = LineEntry(words[0].lowerBound..<end, key: name, value: value)
        if ShellLanguage.isComputed(source.bytes[value]) { entry.command.insert(.computed) }
        if hasReturn { entry.command.insert(.endsWithReturn) }
        found.entries.append(entry)
        return true
    }

    /// The name that a word is, or assigns to: `NAME`, `NAME=x`, `NAME+=x` or `NAME[0]=x`; nil for another word.
    private func target(_ word: Range<Int>) -> Range<Int>? {
        let name = text[word].drop { "\"'".utf8.contains($0) }.prefix(while: ShellLexer.isName)
        guard let first = name.first, !(0x30...0x39).contains(first) else { return nil }
        let rest = text[name.endIndex..<word.upperBound]
        let isTarget =
            rest.isEmpty || rest.starts(with: "+=".utf8)
            || "=[\"'".utf8.contains(rest[rest.startIndex])
        return isTarget ? name.startIndex..<name.endIndex : nil
    }

    // MARK: What is left alone

    private mutating func leave(_ name: Range<Int>) {
        found.addOpaque(text[name], at: name.lowerBound)
    }

    /// A command's name, without what keeps an alias from standing for it.
    private func verb(_ word: Range<Int>) -> String {
        lexer.word(word).filter { !"\\'\"".contains($0) }
    }

    /// Leaves the names alone that another command may change.
    private mutating func leave(_ command: ShellCommand) {
        var words = command.words[...]
        while let word = words.first, let name = target(word), name.upperBound < word.upperBound,
            "+=".utf8.contains(text[name.upperBound])
        {
            leave(name)
            words.removeFirst()
        }
        words = words.drop { Self.leading.contains(verb($0)) || lexer.isByte($0.lowerBound, "-") }
        guard let first = words.first else { return }
        let name = verb(first)
        let isKnown = !text[first].contains { "$`".utf8.contains($0) }
        if name == "eval" || name == "let" {
            for word in words { for name in lexer.names(in: word) { leave(name) } }
        }
        guard command.isInBlock || !isKnown || Self.changing.contains(name) else { return }
        // It gives no value.
        let isExport = name == "export" && !words.contains { lexer.isByte($0.lowerBound, "-") }
        for word in words {
            guard let name = target(word) else { continue }
            if !isExport || name.upperBound < word.upperBound { leave(name) }
        }
    }
}
