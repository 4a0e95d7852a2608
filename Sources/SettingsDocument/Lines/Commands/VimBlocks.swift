// Which lines of a vimrc stand in blocks, functions and texts, where nothing is a plain setting.

/// The blocks that are open at a line of a vimrc.
struct VimBlocks {
    private enum Kind { case condition, loop, attempt, function, group }
    private struct Block {
        var kind: Kind
        var start: Int
    }
    private var open: [Block] = []
    /// What ends the lines of a text (`<< END`), and where it begins.
    private var text: (end: [UInt8], start: Int)?
    /// Whether what follows isn't run, or is in another language.
    private(set) var hasEnded = false
    private var endStart = 0

    /// Whether a line is outside of all blocks.
    var isEmpty: Bool { open.isEmpty && text == nil && !hasEnded }
    /// Whether a line belongs to a text.
    var isInText: Bool { text != nil }
    /// Where the first block begins that is open; nil for none.
    var start: Int? { open.first?.start ?? text?.start ?? (hasEnded ? endStart : nil) }

    /// Takes a line that belongs to a text.
    mutating func takesText(_ line: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let text else { return false }
        if bytes[line].elementsEqual(text.end) { self.text = nil }
        return true
    }

    /// Takes a command that is no comment; `command` goes up to the end of its line.
    mutating func take(_ verb: String, _ command: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>) {
        let start = command.lowerBound
        guard !hasEnded else { return }
        if let end = textEnd(verb, bytes[command]) {
            text = (end, start)
            return
        }
        if verb == "vim9script" || Self.matches(verb, "fini", "finish") && open.isEmpty {
            hasEnded = true
            endStart = start
            return
        }
        guard Self.isControl(verb) else { return }
        for segment in Self.segments(bytes[command]) { takeControl(segment) }
    }

    /// The line that ends a text which begins in a command; nil where none does.
    private func textEnd(_ verb: String, _ command: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8]? {
        if ["append", "a", "insert", "i", "change", "c"].contains(verb), open.isEmpty,
            command.dropFirst(verb.utf8.count).allSatisfy({ LineText.isBlank($0) || $0 == 0x21 })
        {
            return [UInt8(ascii: ".")]
        }
        let languages = [
            "python", "py", "python3", "py3", "pythonx", "pyx", "lua", "ruby", "rub", "perl", "pe",
            "tcl", "mzscheme", "mz", "let", "const", "cons", "final", "fina", "var",
        ]
        guard languages.contains(verb) else { return nil }
        let isAssignment = ["let", "const", "cons", "final", "fina", "var"].contains(verb)
        let sign = Array((isAssignment ? "=<<" : "<<").utf8)
        let start = command.indices.first { command[$0...].starts(with: sign) }
        guard let start else { return nil }
        let words = command[(start + sign.count)...].split(whereSeparator: LineText.isBlank).drop {
            $0.elementsEqual("trim".utf8) || $0.elementsEqual("eval".utf8)
        }
        return words.first.map(Array.init) ?? [UInt8(ascii: ".")]
    }

    // MARK: Blocks

    /// Whether a verb begins, divides or ends a block.
    private static func isControl(_ verb: String) -> Bool {
        kind(opening: verb) != nil || kind(closing: verb) != nil
            || ["else", "elseif", "catch", "finally"].contains(verb)
    }

    /// Whether a verb is a command's name, or one of the short forms of it from `short` on.
    static func matches(_ verb: String, _ short: String, _ long: String) -> Bool {
        verb.hasPrefix(short) && long.hasPrefix(verb)
    }

    private static func kind(opening verb: String) -> Kind? {
        switch verb {
        case "if": .condition
        case "for": .loop
        case "try": .attempt
        case "def": .function
        case _ where matches(verb, "wh", "while"): .loop
        case _ where matches(verb, "fu", "function"): .function
        case _ where matches(verb, "aug", "augroup"): .group
        default: nil
        }
    }

    private static func kind(closing verb: String) -> Kind? {
        switch verb {
        case "enddef": .function
        case _ where matches(verb, "en", "endif"): .condition
        case _ where matches(verb, "endfo", "endfor"): .loop
        case _ where matches(verb, "endw", "endwhile"): .loop
        case _ where matches(verb, "endt", "endtry"): .attempt
        case _ where matches(verb, "endf", "endfunction"): .function
        default: nil
        }
    }

    private mutating func takeControl(_ segment: Slice<UnsafeBufferPointer<UInt8>>) {
        let verb = String(
            decoding: segment.prefix(while: LineText.isLetterOrDigit),
            as: UTF8.self
        )
        if let kind = Self.kind(opening: verb) {
            return opens(kind, segment, segment.dropFirst(verb.utf8.count))
        }
        // Vim takes a carriage return for a part of the command, which then is none.
        guard let kind = Self.kind(closing: verb), !segment.contains(0x0D),
            let index = open.lastIndex(where: { $0.kind == kind || $0.kind == .function }),
            open[index].kind == kind
        else { return }
        open.removeSubrange(index...)
    }

    private mutating func opens(
        _ kind: Kind,
        _ segment: Slice<UnsafeBufferPointer<UInt8>>,
        _ rest: Slice<UnsafeBufferPointer<UInt8>>
    ) {
        // In a function only another one matters: its other blocks end with it.
        if open.last?.kind == .function, kind != .function { return }
        let words = rest.split(whereSeparator: LineText.isBlank)
        switch kind {
        // Without parentheses it shows functions.
        case .function where !rest.contains(UInt8(ascii: "(")): return
        case .group:
            open.removeAll { $0.kind == .group }
            let name = words.first.map { String(decoding: $0, as: UTF8.self).uppercased() }
            if name == nil || name == "END" { return }
        default: break
        }
        open.append(Block(kind: kind, start: segment.startIndex))
    }

    /// The commands of a line, which `|` divides outside of texts; the last may have further ones.
    static func segments(
        _ line: Slice<UnsafeBufferPointer<UInt8>>
    ) -> [Slice<UnsafeBufferPointer<UInt8>>] {
        var segments: [Slice<UnsafeBufferPointer<UInt8>>] = []
        var start = line.startIndex
        var position = start
        var quote: UInt8?
        func segment(to end: Int) -> Slice<UnsafeBufferPointer<UInt8>> {
            line[start..<end].drop { LineText.isBlank($0) || $0 == UInt8(ascii: ":") }
        }
        while position < line.endIndex {
            let byte = line[position]
            if let open = quote {
                if open == 0x22, byte == UInt8(ascii: "\\") { position += 1 }
                if byte == open { quote = nil }
            } else if byte == 0x22 || byte == 0x27 {
                quote = byte
            } else if byte == UInt8(ascii: "\\") {
                // `\|` is a part of a mapping or a pattern.
                position += 1
            } else if byte == UInt8(ascii: "|") {
                let isOr = position + 1 < line.endIndex && line[position + 1] == byte
                if isOr {
                    position += 1
                } else {
                    segments.append(segment(to: position))
                    start = position + 1
                    // The rest of its line is a part of such a command.
                    let verb = segment(to: line.endIndex).prefix(while: LineText.isLetterOrDigit)
                    if swallows(String(decoding: verb, as: UTF8.self)) { break }
                }
            }
            position += 1
        }
        return segments + [segment(to: line.endIndex)]
    }

    /// Whether the commands behind a verb in its line are parts of it, or run under its condition.
    static func holdsCommands(_ verb: String) -> Bool { isControl(verb) || swallows(verb) }

    private static func swallows(_ verb: String) -> Bool {
        matches(verb, "au", "autocmd") || matches(verb, "com", "command")
            || matches(verb, "norm", "normal")
    }
}
