// The house rules that neither the compiler nor swift-format checks.

/// One broken rule at one place.
struct TidyIssue: Equatable, CustomStringConvertible {
    var path: String
    /// Counted from 1.
    var line: Int
    var problem: String

    var description: String { "\(path):\(line): \(problem)" }
}

/// A Swift file under the house rules.
struct TidyFile {
    /// Sources ship; tests may be longer and use what tests need.
    enum Kind {
        case source, test
    }

    static let longestSource = 400
    static let longestTest = 600
    static let longestFunction = 70

    /// From the repository's root.
    let path: String
    let kind: Kind
    let lines: [SwiftLine]

    /// Reads a file's text.
    init(path: String, text: String) {
        self.path = path
        kind = path.hasPrefix("Tests/") ? .test : .source
        var lines = swiftLines(of: text)
        // The text ends with a line break, behind which no further line begins.
        if lines.last == SwiftLine(code: "", comment: "") { lines.removeLast() }
        self.lines = lines
    }

    /// Everything that is wrong with the file, top down.
    ///
    /// - Parameters:
    ///   - imports: What each module may import.
    ///   - described: The signatures that a protocol describes for all who conform.
    /// - Returns: One issue for each broken rule and place.
    func issues(imports: ImportTable, described: Set<String>) -> [TidyIssue] {
        let perLine = lines.indices.flatMap { index in
            importProblems(at: index, imports: imports) + wordProblems(at: index)
                + functionProblems(at: index) + documentationProblems(at: index, described)
        }
        return captionProblems() + lengthProblems() + perLine
    }

    private func issue(at index: Int, _ problem: String) -> TidyIssue {
        TidyIssue(path: path, line: index + 1, problem: problem)
    }

    // MARK: The file

    private func captionProblems() -> [TidyIssue] {
        let first = lines.first?.comment ?? ""
        let isCaption =
            first.hasPrefix("// ") && first.hasSuffix(".") && lines.first?.hasCode == false
        if isCaption { return [] }
        return [issue(at: 0, "first line must be a caption: '// What this file is for.'")]
    }

    private func lengthProblems() -> [TidyIssue] {
        let limit = kind == .test ? Self.longestTest : Self.longestSource
        if lines.count <= limit { return [] }
        return [issue(at: limit, "file has \(lines.count) lines, at most \(limit); split it")]
    }

    // MARK: One line

    private func importProblems(at index: Int, imports: ImportTable) -> [TidyIssue] {
        let folders = path.split(separator: "/")
        guard kind == .source, folders.count > 2, let name = lines[index].importedModule,
            let problem = imports.problem(of: String(folders[1]), importing: name)
        else { return [] }
        return [issue(at: index, problem)]
    }

    private func wordProblems(at index: Int) -> [TidyIssue] {
        let isExcused = index > 0 && lines[index - 1].comment.hasPrefix("// tidy: ")
        var problems: [TidyIssue] = []
        for word in bannedWords where word.kinds.contains(kind) {
            guard lines[index].code.contains(word.text), !(word.mayBeExcused && isExcused) else {
                continue
            }
            problems.append(issue(at: index, "'\(word.text)' is out; \(word.advice)"))
        }
        return problems + ignoredErrorProblems(at: index) + nameProblems(at: index)
            + commentProblems(at: index)
    }

    private func ignoredErrorProblems(at index: Int) -> [TidyIssue] {
        let line = lines[index]
        let isReasonGiven = !line.comment.isEmpty || (index > 1 && lines[index - 1].isPlainComment)
        if line.code.contains("_ = try?"), !isReasonGiven {
            return [issue(at: index, "'_ = try?' needs its reason: '_ = try? …  // why'")]
        }
        let squeezed = line.code.filter { $0 != " " }
        if squeezed.contains("catch{}"), line.comment.isEmpty {
            return [issue(at: index, "a 'catch' that does nothing hides an error; handle it")]
        }
        if squeezed.hasSuffix("catch{"), index + 1 < lines.count,
            lines[index + 1].code.filter({ $0 != " " }).hasPrefix("}"),
            !lines[index + 1].isPlainComment
        {
            return [issue(at: index, "a 'catch' that does nothing hides an error; handle it")]
        }
        return []
    }

    private func nameProblems(at index: Int) -> [TidyIssue] {
        guard let declaration = lines[index].declaration, declaration.isType,
            let suffix = vagueSuffixes.first(where: { declaration.name.hasSuffix($0) })
        else { return [] }
        return [
            issue(
                at: index,
                "'\(declaration.name)' ends with '\(suffix)'; name it by what it is or does"
            )
        ]
    }

    private func commentProblems(at index: Int) -> [TidyIssue] {
        let words = lines[index].comment.split { !$0.isLetter }
        let marks: Set<Substring> = ["TODO", "FIXME", "XXX"]
        guard let mark = words.first(where: marks.contains) else { return [] }
        return [issue(at: index, "'\(mark)' is out; do it, or open an issue")]
    }

    // MARK: Declarations

    private func functionProblems(at index: Int) -> [TidyIssue] {
        guard let declaration = lines[index].declaration, declaration.isFunction,
            let end = closingLine(from: index)
        else { return [] }
        let length = end - index + 1
        if length <= Self.longestFunction { return [] }
        return [
            issue(
                at: index,
                "function has \(length) lines, at most \(Self.longestFunction); split it"
            )
        ]
    }

    /// The line of the closing brace, which swift-format puts below the declaration's first letter;
    /// nil for a body in one line, or none.
    func closingLine(from start: Int) -> Int? {
        let indentation = lines[start].indentation
        guard !lines[start].code.hasSuffix("}") else { return nil }
        let rest = lines[(start + 1)...]
        let end = rest.firstIndex { $0.hasCode && $0.indentation <= indentation && !$0.continues }
        guard let end, lines[end].code.drop(while: { $0 == " " }).hasPrefix("}") else { return nil }
        return end
    }

    /// The signatures of the functions that the file's protocols ask for.
    var requirements: Set<String> {
        var found: Set<String> = []
        for start in lines.indices where lines[start].declaration?.keyword == "protocol" {
            guard let end = closingLine(from: start) else { continue }
            for index in start..<end where lines[index].declaration?.isFunction == true {
                found.insert(signature(at: index))
            }
        }
        return found
    }

    /// How many parameters each of the file's functions has.
    var parameterCounts: [Int] {
        lines.indices.filter { lines[$0].declaration?.isFunction == true }
            .map { index in signature(at: index).count { $0 == ":" } }
    }

    /// A function's name with its labels: `set(_:for:)`.
    private func signature(at index: Int) -> String {
        guard let declaration = lines[index].declaration else { return "" }
        var depth = 0
        var parameters = ""
        let code = lines[index...].prefix(Self.longestFunction).lazy.map(\.code).joined()
        for character in code.drop(while: { $0 != "(" }) {
            if ")]}>".contains(character), parameters.last != "-" { depth -= 1 }
            if depth == 0, character == ")" { break }
            // What stands inside of a parameter's type has no labels of the function.
            if depth == 1 { parameters.append(character) }
            if "([{<".contains(character) { depth += 1 }
        }
        let labels = parameters.split(separator: ",").compactMap { parameter in
            parameter.split { $0 == " " || $0 == ":" }.first
        }
        return declaration.name + "(" + labels.map { $0 + ":" }.joined() + ")"
    }

    /// Types and functions that other files can see say what they are, but for initialisers and for
    /// those that a protocol already describes.
    private func documentationProblems(at index: Int, _ described: Set<String>) -> [TidyIssue] {
        guard kind == .source || path.hasPrefix("Tests/TestSupport/"),
            let declaration = lines[index].declaration,
            declaration.isType || declaration.isFunction, declaration.name != "init",
            isVisible(declaration, at: index), !declaration.isOverride,
            !describedElsewhere.contains(declaration.name),
            !(declaration.isFunction && described.contains(signature(at: index)))
        else { return [] }
        var above = index - 1
        // A reason for the rules stands between the documentation and what it is of.
        while above >= 0, lines[above].isAttribute || lines[above].isPlainComment { above -= 1 }
        if above >= 0, lines[above].isDocComment { return [] }
        return [
            issue(at: index, "'\(declaration.name)' needs a doc comment: other files can see it")
        ]
    }

    private func isVisible(_ declaration: SwiftDeclaration, at index: Int) -> Bool {
        switch declaration.access {
        case .wide: true
        case .narrow: false
        // Without a word, it's visible to the module at the top of a file; inside a type, what
        // `package` doesn't offer is the type's own business.
        case .unsaid: lines[index].indentation == 0
        }
    }
}
