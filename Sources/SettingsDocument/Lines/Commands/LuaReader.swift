// Finds the settings among the statements and tables of a Lua file.

import SettingsModel

/// One pass over a file.
///
/// A setting is an assignment of one literal that has its line to itself, in code that runs once and always; its key
/// has the path of tables that leads to it, whichever way that is written.
struct LuaReader {
    /// The blocks, calls and tables that a token is in.
    private struct Frame {
        var last: Int
        var isBlock: Bool
        /// Whether its code runs once and always, as that of `do` does without a loop.
        var isPlain: Bool
        /// Whether its code runs at another time, or not at all.
        var isInFunction: Bool
    }

    /// A target, and the value that it gets.
    private struct Assignment {
        var path: [String]
        var key: Range<Int>
        var start: Int
        /// The first token of the value.
        var value: Int
        /// The token that ends a field of a table; nil for a statement.
        var limit: Int?
    }

    private let code: LuaCode
    private var found = CommandLines()
    private var scope = LuaScope()
    private var frames: [Frame] = []
    /// Where each section begins; a section ends where one of its tables is replaced.
    private var starts = [0]
    private var isSectionOpen = false
    /// Where each path, or something computed in it, was last assigned to, so that what was below it is gone.
    private var replaced: [[String]: Int] = [:]
    /// The paths that get something else than a literal, with the last such place.
    private var computed: [[String]: Int] = [:]
    private var aliases = LuaAliases()
    private lazy var namesAloneOnce = code.namesAloneOnce
    /// The variables of blocks.
    private var blockVariables = Set<String>()
    /// The first names of all that is assigned to.
    private var variables = Set<String>()
    /// The fields of the table that the file returns, by the sections they are in.
    private var returned: Range<Int>?

    /// Creates a reader of a whole file.
    init(_ source: LineSource) { code = LuaCode(source) }

    /// What the file says.
    mutating func lines() -> CommandLines {
        for index in code.tokens.indices {
            while let frame = frames.last, frame.last < index { frames.removeLast() }
            if frames.last?.isBlock != false, code.beginsStatement(index) { statement(index) }
            let token = code.tokens[index]
            guard token.last >= 0 else { continue }
            let isBracket = if case .sign = token.kind { true } else { false }
            let isInFunction = frames.last?.isInFunction == true || token.kind == .word(.function)
            frames.append(
                Frame(
                    last: Int(token.last),
                    isBlock: !isBracket,
                    isPlain: frames.last?.isPlain != false && token.kind == .word(.do),
                    isInFunction: isInFunction
                )
            )
        }
        found.comments = code.comments
        found.surroundings.openEnd = code.unclosed
        finish()
        return found
    }

    // MARK: Statements

    private mutating func statement(_ index: Int) {
        switch code.tokens[index].kind {
        case .word(.local): local(index)
        case .word(.function): function(index)
        case .word(.return): if frames.isEmpty { end(index) }
        default: assignment(index)
        }
    }

    /// Handles `function a.b.c()` and `function a.b:c()`.
    private mutating func function(_ index: Int) {
        guard var target = target(index + 1) else { return }
        if code.isSign(target.next, ":"), code.kind(target.next + 1) == .name {
            target.path.append(code.name(target.next + 1))
        }
        note(target, at: code.start(index))
        leave(target.path, at: code.start(index))
    }

    private mutating func local(_ index: Int) {
        let start = code.start(index)
        if code.kind(index + 1) == .word(.function) {
            if code.kind(index + 2) == .name { declare(code.name(index + 2), at: start) }
            return
        }
        var next = index + 1
        var names: [String] = []
        while code.kind(next) == .name {
            names.append(code.name(next))
            // `<const>`
            next += code.isSign(next + 1, "<") ? 4 : 1
            guard code.isSign(next, ",") else { break }
            next += 1
        }
        for name in names { declare(name, at: start) }
        guard frames.isEmpty, code.isSign(next, "="), !addAliases(names, next + 1, at: start)
        else { return }
        if next == index + 2 {
            let key = code.tokens[index + 1].range
            assign(Assignment(path: names, key: key, start: start, value: next + 1))
        } else {
            for name in names { leave([name], at: start) }
            scope.tables.formUnion(names.map { [$0] })
        }
    }

    /// Notes a local variable; where another one has its name, what either says can't be told apart.
    private mutating func declare(_ name: String, at offset: Int) {
        if !frames.isEmpty {
            blockVariables.insert(name)
        } else if !variables.insert(name).inserted {
            found.addOpaque([name], at: offset)
        }
    }

    private mutating func end(_ index: Int) {
        let start = code.tokens[index].range.lowerBound
        if code.source.isFirstInLine(start) { scope.end = start } else { scope.isFull = true }
        guard code.isSign(index + 1, "{") else { return }
        let last = code.last(index + 1)
        guard last + 1 == code.tokens.count || code.isSign(last + 1, ";"),
            code.isAlone(start..<code.tokens[index + 1].range.upperBound, before: index + 2)
        else { return }
        let first = starts.count
        if table([], index + 1) { returned = first..<starts.count }
    }

    private mutating func assignment(_ index: Int) {
        let start = code.start(index)
        var targets: [LuaCode.Target] = []
        var next = index
        while let target = target(next) {
            targets.append(target)
            next = target.next
            guard code.isSign(next, ",") else { break }
            next += 1
        }
        guard code.isSign(next, "=") else {
            // Neovim's options have methods that change them.
            if targets.count == 1, code.isSign(next, ":"), code.kind(next + 1) == .name,
                ["append", "prepend", "remove"].contains(code.name(next + 1))
            {
                note(targets[0], at: start)
                leave(targets[0].path, at: start)
            }
            return
        }
        for target in targets { note(target, at: start) }
        if targets.count == 1, !targets[0].isComputed, isCertain(targets[0].path) {
            let (path, key) = (targets[0].path, targets[0].key)
            assign(Assignment(path: path, key: key, start: start, value: next + 1))
        } else {
            for target in targets where !target.isComputed { leave(target.path, at: start) }
        }
    }

    /// Whether a statement here runs once and always, and a path in it leads to what it leads to elsewhere.
    private func isCertain(_ path: [String]) -> Bool {
        frames.last.map { $0.isPlain && !blockVariables.contains(path[0]) } ?? true
    }

    /// Notes the tables that a target stands in, and what it replaces if it is computed.
    private mutating func note(_ target: LuaCode.Target, at offset: Int) {
        variables.insert(target.path[0])
        if isCertain(target.path) {
            for count in target.path.indices.dropFirst() {
                scope.tables.insert(Array(target.path[..<count]))
            }
        }
        guard target.isComputed else { return }
        if frames.last?.isInFunction == true {
            found.addOpaque(target.path, at: offset)
        } else {
            empty(target.path, at: offset)
        }
    }

    // MARK: Names of tables

    /// Notes names that stand for tables, as in `local o, g = vim.o, vim.g`.
    ///
    /// - Returns: False where one of them may ever stand for something else.
    private mutating func addAliases(_ names: [String], _ value: Int, at offset: Int) -> Bool {
        var paths: [[String]] = []
        var next = value
        while let target = target(next), !target.isComputed {
            paths.append(target.path)
            next = target.next
            guard code.isSign(next, ",") else { break }
            next += 1
        }
        guard paths.count == names.count, code.isStatementEnd(next), !code.isSign(next, "("),
            paths.allSatisfy({ $0.count < LuaCode.mostTables && !names.contains($0[0]) }),
            names.allSatisfy(namesAloneOnce.contains)
        else { return false }
        for (name, path) in zip(names, paths) {
            replace([name], at: offset)
            aliases.add(name, path, at: offset)
            scope.tables.insert(path)
        }
        return true
    }

    /// The variable or the field that a token begins, by the path of the table that it is in.
    private func target(_ index: Int) -> LuaCode.Target? {
        guard var target = code.target(index) else { return nil }
        target.path = aliases.resolved(target.path)
        return target
    }

    // MARK: Values

    private mutating func assign(_ assignment: Assignment, in brace: Range<Int> = 0..<0) {
        let (path, start) = (assignment.path, assignment.start)
        replace(path, at: start)
        if let after = code.literalEnd(assignment.value) {
            if let line = line(of: assignment, after), path.count <= LuaCode.mostTables {
                let value = code.start(assignment.value)..<Int(code.tokens[after - 1].end)
                return add(assignment, value, line, in: brace)
            }
        } else {
            if assignment.limit == nil, code.mayBeTable(assignment.value) {
                scope.tables.insert(path)
            }
            if code.isSign(assignment.value, "{"), path.count < LuaCode.mostTables,
                case let last = code.last(assignment.value),
                isEnd(last + 1, of: assignment),
                code.isAlone(
                    start..<Int(code.tokens[assignment.value].end),
                    before: assignment.value + 1
                ), table(path, assignment.value)
            {
                return
            }
        }
        leave(path, at: start)
    }

    /// Whether a value ends before a token.
    private func isEnd(_ index: Int, of assignment: Assignment) -> Bool {
        assignment.limit.map { $0 == index } ?? code.isStatementEnd(index)
    }

    /// The line of an assignment whose value ends before a token; nil where it shares that with others.
    private func line(of assignment: Assignment, _ after: Int) -> Range<Int>? {
        guard isEnd(after, of: assignment) else { return nil }
        let hasSign = [",", ";"].contains { code.isSign(after, $0) }
        let end = Int(code.tokens[hasSign ? after : after - 1].end)
        let range = assignment.start..<end
        guard code.isAlone(range, before: hasSign ? after + 1 : after) else { return nil }
        return assignment.start..<code.lineEnd(from: end)
    }

    private mutating func add(
        _ assignment: Assignment,
        _ value: Range<Int>,
        _ line: Range<Int>,
        in brace: Range<Int>
    ) {
        let block = Array(assignment.path.dropLast())
        let last = found.sections[found.sections.count - 1]
        if !isSectionOpen || last.path != block || last.header != brace {
            addSection(block, brace, at: line.lowerBound)
        }
        let section = found.sections.count - 1
        found.entries.append(LineEntry(line, key: assignment.key, value: value, in: section))
    }

    private mutating func addSection(_ path: [String], _ header: Range<Int>, at offset: Int) {
        found.sections.append(LineSection(path: path, header: header))
        starts.append(offset)
        isSectionOpen = true
    }

    // MARK: Tables

    /// Reads the fields of a table.
    ///
    /// - Returns: False for one with elements by position or by an expression, whose fields aren't read.
    private mutating func table(_ path: [String], _ brace: Int) -> Bool {
        let known = (entries: found.entries.count, sections: found.sections.count)
        let header = code.tokens[brace].range
        addSection(path, header, at: header.lowerBound)
        var names = Set<String>()
        var index = brace + 1
        let last = code.last(brace)
        while index < last {
            let key: (name: String, range: Range<Int>)?
            let sign: Int
            if code.kind(index) == .name {
                (key, sign) = ((code.name(index), code.tokens[index].range), index + 1)
            } else {
                key = code.isSign(index, "[") ? code.textKey(index) : nil
                sign = index + 3
            }
            guard let key, code.isSign(sign, "=") else {
                found.entries.removeLast(found.entries.count - known.entries)
                found.sections.removeLast(found.sections.count - known.sections)
                starts.removeLast(starts.count - known.sections)
                isSectionOpen = false
                return false
            }
            var limit = sign + 1
            while limit < last, !code.isSign(limit, ","), !code.isSign(limit, ";") {
                limit = max(limit, code.last(limit)) + 1
            }
            let path = path + [key.name]
            let start = code.start(index)
            // Nothing says which of two is made last.
            if !names.insert(key.name).inserted { found.addOpaque(path, at: start) }
            assign(
                Assignment(
                    path: path,
                    key: key.range,
                    start: start,
                    value: sign + 1,
                    limit: limit
                ),
                in: header
            )
            index = limit + 1
        }
        return true
    }

    // MARK: What counts

    private mutating func replace(_ path: [String], at offset: Int) {
        aliases.assigned(path, at: offset)
        empty(path, at: offset)
    }

    private mutating func empty(_ path: [String], at offset: Int) {
        replaced[path] = offset
        if found.sections.last?.path?.starts(with: path) == true { isSectionOpen = false }
    }

    /// Notes that a path gets something else than a literal, or gets it in a block.
    private mutating func leave(_ path: [String], at offset: Int) {
        if frames.last?.isInFunction == true { return found.addOpaque(path, at: offset) }
        computed[path] = offset
        replace(path, at: offset)
    }

    private mutating func finish() {
        for index in found.sections.indices {
            guard let path = found.sections[index].path else { continue }
            let isGone = path.indices.contains {
                replaced[Array(path[...$0])] ?? -1 > starts[index]
            }
            if isGone { found.sections[index].path = nil }
        }
        var groups = Set<[String]>()
        for path in Set(found.sections.compactMap(\.path)) {
            for count in path.indices { groups.insert(Array(path[...count])) }
        }
        var plain = Set<[String]>()
        for entry in found.entries {
            guard let block = found.sections[Int(entry.section)].path else { continue }
            let path = block + [String(decoding: code.source.text[entry.key], as: UTF8.self)]
            plain.insert(path)
            if returned?.contains(Int(entry.section)) == true, variables.contains(path[0]) {
                found.addOpaque([path[0]], at: entry.range.lowerBound)
            }
        }
        for (path, offset) in computed {
            let isLeft = path.count > 1 && !groups.contains(path)
            if isLeft || plain.contains(path) { found.addOpaque(path, at: offset) }
        }
        found.surroundings.scope = scope
        found.hideConflicts(code.source)
    }
}
