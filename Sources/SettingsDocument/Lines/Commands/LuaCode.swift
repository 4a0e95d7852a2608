// What stands where in the code of a Lua file.

import SettingsModel

/// The tokens of a file, and what one sees at them.
struct LuaCode {
    /// What is assigned to: a variable, or something in a table.
    struct Target {
        var path: [String]
        /// The last name of the path.
        var key: Range<Int>
        /// Whether an expression chooses among what the path leads to.
        var isComputed = false
        /// The token that follows.
        var next: Int
    }

    /// Deeper tables are left alone.
    static let mostTables = 32

    let source: LineSource
    let tokens: [LuaToken]
    private let lexer: LuaLexer

    var comments: [Range<Int>] { lexer.comments }
    /// Where a comment, a text or a block begins that has no end; nothing behind it is a token.
    var unclosed: Int? { lexer.unclosed }

    /// Reads the tokens of a whole file.
    init(_ source: LineSource) {
        self.source = source
        lexer = LuaLexer(source)
        tokens = lexer.tokens
    }

    // MARK: Tokens

    func kind(_ index: Int) -> LuaToken.Kind? {
        index < tokens.count ? tokens[index].kind : nil
    }

    func isSign(_ index: Int, _ sign: Unicode.Scalar) -> Bool {
        kind(index) == .sign(UInt8(ascii: sign))
    }

    func name(_ index: Int) -> String {
        String(decoding: source.text[tokens[index].range], as: UTF8.self)
    }

    func start(_ index: Int) -> Int { Int(tokens[index].start) }

    /// The token that ends what another one begins.
    func last(_ index: Int) -> Int { Int(tokens[index].last) }

    /// Whether a token in a block begins a statement: what is before it ends one, or begins the block.
    func beginsStatement(_ index: Int) -> Bool {
        switch tokens[index].kind {
        case .name, .word(.local), .word(.function), .word(.return): break
        default: return false
        }
        guard index > 0 else { return true }
        switch tokens[index - 1].kind {
        case .name, .number, .string, .dots, .label: return true
        case .word(let word):
            return [.nil, .true, .false, .end, .then, .do, .else, .repeat, .break].contains(word)
        case .sign(let sign): return ")]};".utf8.contains(sign)
        case .operation: return false
        }
    }

    // MARK: Names

    /// The variable or the field that a token begins; nil where it is no name.
    func target(_ index: Int) -> Target? {
        guard kind(index) == .name else { return nil }
        var target = Target(path: [name(index)], key: tokens[index].range, next: index + 1)
        while true {
            let next = target.next
            if target.path.count > Self.mostTables { target.isComputed = true }
            if isSign(next, "."), kind(next + 1) == .name {
                if !target.isComputed { target.path.append(name(next + 1)) }
                target.key = tokens[next + 1].range
                target.next += 2
            } else if isSign(next, "[") {
                if let key = textKey(next), !target.isComputed {
                    target.path.append(key.name)
                    target.key = key.range
                } else {
                    target.isComputed = true
                }
                target.next = last(next) + 1
            } else {
                return target
            }
        }
    }

    /// The name in `["name"]`; nil where something else stands in the brackets.
    func textKey(_ index: Int) -> (name: String, range: Range<Int>)? {
        guard kind(index + 1) == .string, last(index) == index + 2 else { return nil }
        let range = tokens[index + 1].range.dropFirst().dropLast()
        guard let name = LineText.string(source.text[range]), !name.isEmpty,
            source.text[range.lowerBound - 1] != UInt8(ascii: "["),
            name.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\\") })
        else { return nil }
        return (name, range)
    }

    /// The names that stand alone once: whatever gets a value there never gets another one.
    ///
    /// Elsewhere they are names of fields, or lead to something. A parameter, a loop's variable and a target stand
    /// alone, too.
    var namesAloneOnce: Set<String> {
        var (once, more) = (Set<String>(), Set<String>())
        var open: [(last: Int, isTable: Bool)] = []
        for index in tokens.indices {
            while let frame = open.last, frame.last < index { open.removeLast() }
            if last(index) >= 0 { open.append((last(index), isSign(index, "{"))) }
            guard kind(index) == .name, ![".", "[", ":"].contains(where: { isSign(index + 1, $0) })
            else { continue }
            let isField =
                index > 0 && (isSign(index - 1, ".") || isSign(index - 1, ":"))
                || open.last?.isTable == true && isSign(index + 1, "=")
            if !isField, !once.insert(name(index)).inserted { more.insert(name(index)) }
        }
        return once.subtracting(more)
    }

    // MARK: Values

    /// Past the literal that a token begins; nil where none does.
    func literalEnd(_ index: Int) -> Int? {
        switch kind(index) {
        case .word(.true), .word(.false): return index + 1
        case .string: return LuaValues.text(of: spelling(index)) == nil ? nil : index + 1
        case .number: return LuaValues.isBare(spelling(index)) ? index + 1 : nil
        case .sign(UInt8(ascii: "-")):
            let isNumber = kind(index + 1) == .number && LuaValues.isBare(spelling(index + 1))
            return isNumber && tokens[index].end == tokens[index + 1].start ? index + 2 : nil
        default: return nil
        }
    }

    private func spelling(_ index: Int) -> ArraySlice<UInt8> { source.bytes[tokens[index].range] }

    /// Whether a value may be a table, by its first token.
    func mayBeTable(_ index: Int) -> Bool {
        switch kind(index) {
        case .name, .dots, .sign: true
        default: false
        }
    }

    /// Whether the value of a statement ends before a token.
    func isStatementEnd(_ index: Int) -> Bool {
        switch kind(index) {
        case nil, .name, .label, .sign(UInt8(ascii: ";")), .sign(UInt8(ascii: "(")): return true
        case .word(let word): return word != .and && word != .or
        default: return false
        }
    }

    // MARK: Lines

    /// Whether a part of the file, which a token follows, has its line to itself, but for a comment behind it.
    func isAlone(_ range: Range<Int>, before next: Int) -> Bool {
        let end = lineEnd(from: range.upperBound)
        let follower = next < tokens.count ? start(next) : unclosed ?? end
        let comment = comments.partitioningIndex { $0.lowerBound >= end }
        return source.isFirstInLine(range.lowerBound) && follower >= end
            && lineEnd(from: range.lowerBound) == end
            && (comment == 0 || comments[comment - 1].upperBound <= end)
    }

    /// Where the line of an offset ends, its line ending excluded.
    func lineEnd(from offset: Int) -> Int { lexer.lineEnd(from: offset) }
}

/// What the code of a Lua file has at its end.
struct LuaScope: Sendable {
    /// The paths of the tables that a new line may set a key of; Neovim's are known to its users alone.
    var tables = Set(LuaLanguage.neovimTables)
    /// The last `return`, behind which nothing can stand; nil for none.
    var end: Int?
    /// Whether no line can stand before that.
    var isFull = false
}
