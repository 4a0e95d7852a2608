// What a line declares, as far as the house rules ask.

/// A type or function that a line begins to declare.
struct SwiftDeclaration: Equatable {
    /// Who can see it.
    enum Access {
        /// `package`, `public`, `open`: other modules.
        case wide
        /// `private`, `fileprivate`: this file.
        case narrow
        /// No word: the module, or as its type has it.
        case unsaid
    }
    var name: String
    var keyword: String
    var access: Access
    var isOverride: Bool

    var isType: Bool { ["struct", "enum", "class", "actor", "protocol"].contains(keyword) }
    var isFunction: Bool { ["func", "init", "deinit", "subscript"].contains(keyword) }
}

private let keywords: Set<Substring> = [
    "struct", "enum", "class", "actor", "protocol", "func", "init", "deinit", "subscript",
]

private let modifiers: Set<Substring> = [
    "public", "package", "open", "internal", "private", "fileprivate", "static", "final",
    "mutating", "nonmutating", "consuming", "borrowing", "indirect", "override",
    "convenience", "required", "nonisolated", "isolated", "lazy", "class",
]

extension SwiftLine {
    /// The declaration that the line begins, or nil.
    var declaration: SwiftDeclaration? {
        let words = words.filter { !$0.hasPrefix("@") && $0 != "unsafe" }
        // `class func` and `class var` begin with a modifier; `class Name` does not.
        let start = words.indices.first { index in
            keywords.contains(words[index])
                && !(words[index] == "class" && words.dropFirst(index + 1).first == "func")
        }
        guard let start, words[..<start].allSatisfy(modifiers.contains) else { return nil }
        let keyword = String(words[start])
        let isNamed = !["init", "deinit", "subscript"].contains(keyword)
        return SwiftDeclaration(
            name: isNamed ? declaredName(after: keyword) : keyword,
            keyword: keyword,
            access: access(of: words[..<start]),
            isOverride: words[..<start].contains("override")
        )
    }

    private func access(of modifiers: ArraySlice<Substring>) -> SwiftDeclaration.Access {
        let wide: Set<Substring> = ["public", "package", "open"]
        let narrow: Set<Substring> = ["private", "fileprivate"]
        if !wide.isDisjoint(with: modifiers) { return .wide }
        if !narrow.isDisjoint(with: modifiers) { return .narrow }
        return .unsaid
    }

    /// The name behind a keyword; operators and raw identifiers keep their signs.
    private func declaredName(after keyword: String) -> String {
        guard let range = code.firstRange(of: keyword + " ") else { return "" }
        let rest = code[range.upperBound...]
        if let sign = rest.first, !sign.isLetter, sign != "`", sign != "_" {
            return String(rest.prefix { $0 != "(" && $0 != " " })
        }
        if rest.first == "`" { return String(rest.dropFirst().prefix { $0 != "`" }) }
        return String(rest.prefix { $0 != "(" && $0 != " " && $0 != "<" && $0 != ":" })
    }

    /// A comment alone on its line that isn't documentation.
    var isPlainComment: Bool { !hasCode && comment.hasPrefix("// ") }
    /// `@discardableResult` and the like alone on a line.
    var isAttribute: Bool {
        let text = code.drop { $0 == " " }
        return text.first == "@" && declaration == nil
    }
    /// The line goes on with the signature or condition above it: `) {`, `where …`, `-> …`.
    var continues: Bool {
        let text = code.drop { $0 == " " }
        if [")", "{", "->", "where ", "else"].contains(where: { text.hasPrefix($0) }) {
            return true
        }
        // A string literal's lines may begin further left than its function.
        return text.hasPrefix("#") || text.hasPrefix(".") && indentation == 0
    }
}
