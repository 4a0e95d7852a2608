// Places as text: key paths with the positions of elements.

package import SettingsModel

extension DocumentPath {
    /// Reads a key path with positions: `servers[0]."a.b"`; `[0]` alone is in a list at the root.
    ///
    /// This is the notation of every command. In quotes, a key may have any characters, as in
    /// ``SettingKeyPath/init(parsing:limits:)``; elsewhere brackets hold the position of an element.
    ///
    /// - Throws: ``ModelError`` with code `.keyPath`.
    package init(parsing text: String) throws(ModelError) {
        if text.unicodeScalars.contains(where: \.isControl) {
            // It's refused, with the character and how it's written.
            self.init(try SettingKeyPath(parsing: text))
            return
        }
        var elements: [PathElement] = []
        var rest = text[...]
        while !rest.isEmpty {
            if rest.unicodeScalars.first == "[" {
                let end = rest.unicodeScalars.firstIndex(of: "]") ?? rest.endIndex
                let digits = Substring(rest.unicodeScalars[..<end].dropFirst())
                guard let index = Self.position(digits), end < rest.endIndex
                else {
                    throw .misplacedBracket(in: text)
                }
                elements.append(.index(index))
                rest = rest[rest.unicodeScalars.index(after: end)...]
            } else {
                if !elements.isEmpty {
                    guard rest.unicodeScalars.first == "." else {
                        // It may be a quote that is misplaced.
                        _ = try SettingKeyPath(parsing: text)
                        throw .misplacedBracket(in: text)
                    }
                    rest.unicodeScalars.removeFirst()
                }
                let end = Self.keyEnd(rest)
                elements.append(.key(try Self.key(rest[..<end])))
                rest = rest[end...]
            }
        }
        guard !elements.isEmpty else { throw .emptySegment }
        self.init(elements)
    }

    private static func position(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }

    /// A key; in quotes, it may be any text.
    static func key(_ text: Substring) throws(ModelError) -> String {
        guard text.isInQuotes else {
            guard !text.isEmpty else { throw .emptySegment }
            return String(text)
        }
        return try SettingKeyPath(description: String(text)).segments[0]
    }

    /// Where the first key ends: before a dot or bracket that isn't quoted.
    static func keyEnd(_ text: Substring) -> Substring.Index {
        // By scalars: to Swift a quote with an accent behind it is another character than a quote.
        let scalars = text.unicodeScalars
        guard text.isInQuotes else {
            return scalars.firstIndex { $0 == "." || $0 == "[" } ?? text.endIndex
        }
        var isEscaped = false
        for index in scalars.indices.dropFirst() {
            if scalars[index] == "\"", !isEscaped { return scalars.index(after: index) }
            isEscaped = scalars[index] == "\\" && !isEscaped
        }
        return text.endIndex
    }
}

extension Substring {
    /// Whether a text begins with a quote, whatever stands behind that.
    var isInQuotes: Bool { unicodeScalars.first == "\"" }
}

extension ModelError {
    static func misplacedBracket(in text: String) -> ModelError {
        let quoted = (try? SettingKeyPath(parsing: text))?.description  // nil: it's wrong anyhow
        return ModelError(
            code: .keyPath,
            problem: "'\(text)' has brackets without a position, which is counted from 0",
            advice: "An element is written as list[0]; a key with brackets is quoted: "
                + (quoted ?? text).quotedForShell
        )
    }
}
