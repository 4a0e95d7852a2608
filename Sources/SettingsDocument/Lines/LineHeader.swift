// Reads the headers of sections: [name], [section "subsection"], [outer][inner].

import SettingsModel

/// One header line.
struct LineHeader {
    private let source: LineSource
    private let line: Range<Int>
    private var position: Int

    private var text: UnsafeBufferPointer<UInt8> { source.text }

    /// Creates a reader of a line that begins with a bracket.
    init(_ source: LineSource, _ line: Range<Int>) {
        self.source = source
        self.line = line
        position = line.lowerBound
    }

    /// The section that begins here; its header ends with its last bracket.
    mutating func section() throws(DocumentError) -> LineSection {
        switch source.dialect.sections {
        case .git: return try gitSection()
        case .nested: return try nestedSection()
        case .brackets, .patterns, .none, .hosts, .blocks:
            let hasPatterns = source.dialect.sections == .patterns
            let name = try hasPatterns ? bracketedToTheLast() : bracketed()
            let header = line.lowerBound..<position
            guard !text[position..<line.upperBound].contains(UInt8(ascii: "]")) else {
                throw secondBracket
            }
            let path = LineText.string(text[name]).map { [$0] }
            if case .rootOrSection(let root) = source.dialect.leadingKeys, path == [root] {
                return LineSection(path: [], header: header)
            }
            return LineSection(path: path, header: header)
        }
    }

    /// Reads from a bracket past its counterpart.
    private mutating func bracketed() throws(DocumentError) -> Range<Int> {
        let start = position + 1
        guard let end = text[start..<line.upperBound].firstIndex(of: UInt8(ascii: "]")) else {
            throw source.fail(
                "the header that begins here has no ']'",
                at: position,
                advice: "Write the header as [name], on one line"
            )
        }
        guard end > start else {
            throw source.fail(
                "the section has no name",
                at: position,
                advice: "Write its name between the brackets"
            )
        }
        position = end + 1
        return start..<end
    }

    /// Reads from a bracket past the last one of the line.
    ///
    /// Refuses KConfig's `[outer][inner]`, and a comment with brackets.
    private mutating func bracketedToTheLast() throws(DocumentError) -> Range<Int> {
        let name = try bracketed()
        let last =
            text[name.upperBound..<line.upperBound].lastIndex(of: UInt8(ascii: "]"))
            ?? name.upperBound
        var depth = 1
        for offset in name.lowerBound..<last {
            if text[offset] == UInt8(ascii: "[") { depth += 1 }
            guard text[offset] == UInt8(ascii: "]") else { continue }
            depth -= 1
            position = offset + 1
            let next = text[position]
            if depth <= 0, next == UInt8(ascii: "[") || source.isBlank(next) { throw secondBracket }
        }
        position = last + 1
        return name.lowerBound..<last
    }

    private var secondBracket: DocumentError {
        source.fail(
            "found a second ']', expected one at the end of the header",
            at: position,
            advice: "Write the header as [name], without brackets in the name"
        )
    }

    /// Whether a text is the header of the section with a name, and nothing else.
    static func isHeader(_ text: String, of name: String, _ dialect: LineDialect) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.withUnsafeBufferPointer { text in
            let source = LineSource(bytes: bytes, text: text, dialect: dialect)
            var reader = LineHeader(source, 0..<bytes.count)
            // nil: it can't be read
            guard let section = try? reader.section() else { return false }
            return section.path == [name] && section.header == 0..<bytes.count
        }
    }

    private mutating func nestedSection() throws(DocumentError) -> LineSection {
        var section = LineSection(path: [], header: line)
        repeat {
            let name = try bracketed()
            if text[name].elementsEqual("$i".utf8) {
                section.isImmutable = true
            } else if let decoded = LineText.string(
                LineText.unescaped(source.bytes[name], .kconfig)
            ) {
                section.path?.append(decoded)
            } else {
                section.path = nil
            }
        } while position < line.upperBound && text[position] == UInt8(ascii: "[")
            && !section.isImmutable
        section.header = line.lowerBound..<position
        return section
    }

    private mutating func gitSection() throws(DocumentError) -> LineSection {
        position += 1
        let start = position
        while position < line.upperBound, Self.isGitName(text[position]) { position += 1 }
        // Case makes no difference outside of the quotes: small letters stand for all (git-config(1)).
        let name = LineText.folded(LineText.string(text[start..<position]) ?? "")
        let blanks = source.blanksEnd(from: position)
        guard position > start else {
            throw source.fail(
                "the section has no name",
                at: line.lowerBound,
                advice: "Write its name of letters, digits, '-' and '.' between the brackets"
            )
        }
        var section = LineSection(path: [name], header: line)
        if blanks > position, blanks < line.upperBound, text[blanks] == UInt8(ascii: "\"") {
            position = blanks + 1
            let inner = try gitSubsection()
            section.path = LineText.string(inner[...]).map { [name + "." + $0] }
        }
        guard position < line.upperBound, text[position] == UInt8(ascii: "]") else {
            throw source.fail(
                "the section's header isn't closed, expected ']'",
                at: position,
                advice: "Write it as [section], or as [section \"subsection\"]"
            )
        }
        position += 1
        section.header = line.lowerBound..<position
        return section
    }

    private mutating func gitSubsection() throws(DocumentError) -> [UInt8] {
        var name: [UInt8] = []
        while position < line.upperBound, text[position] != UInt8(ascii: "\"") {
            if text[position] == UInt8(ascii: "\\") { position += 1 }
            guard position < line.upperBound, text[position] != 0 else { break }
            name.append(text[position])
            position += 1
        }
        guard position < line.upperBound, text[position] == UInt8(ascii: "\"") else {
            throw source.fail(
                "the name in quotes isn't closed on its line",
                at: line.lowerBound,
                advice: "Write it as [section \"subsection\"], on one line"
            )
        }
        position += 1
        return name
    }

    /// Whether a byte may stand in a section's name (git-config(1)).
    static func isGitName(_ byte: UInt8) -> Bool {
        LineText.isLetterOrDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }
}
