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
    private let lines: [SwiftLine]

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
    func issues(imports: ImportTable) -> [TidyIssue] {
        let perLine = lines.indices.flatMap { index in
            importProblems(at: index, imports: imports) + wordProblems(at: index)
                + functionProblems(at: index) + documentationProblems(at: index)
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
    private func closingLine(from start: Int) -> Int? {
        let indentation = lines[start].indentation
        guard !lines[start].code.hasSuffix("}") else { return nil }
        let rest = lines[(start + 1)...]
        let end = rest.firstIndex { $0.hasCode && $0.indentation <= indentation && !$0.continues }
        guard let end, lines[end].code.drop(while: { $0 == " " }).hasPrefix("}") else { return nil }
        return end
    }

    /// Types and functions that other files can see say what they are, but for the members that a
    /// well-known protocol already describes.
    private func documentationProblems(at index: Int) -> [TidyIssue] {
        guard kind == .source || path.hasPrefix("Tests/TestSupport/"),
            let declaration = lines[index].declaration,
            declaration.isType || declaration.isFunction, isVisible(declaration, at: index),
            !describedElsewhere.contains(declaration.name), !declaration.isOverride
        else { return [] }
        var above = index - 1
        while above >= 0, lines[above].isAttribute { above -= 1 }
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
