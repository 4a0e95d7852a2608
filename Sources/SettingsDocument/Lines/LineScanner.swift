// Reads line-based settings files into places of bytes; nothing is copied.

import SettingsModel

/// One key with its value, and where they stand.
struct LineEntry {
    /// The first byte, before `export` where that stands.
    var start: Int32
    var keyStart: Int32
    var keyEnd: Int32
    var valueStart: Int32
    var valueEnd: Int32
    /// Past the last of its lines, the line ending excluded.
    var end: Int32
    /// The section it stands in.
    var section: Int32
    var hasSeparator: Bool
    /// Whether the program must not be told otherwise (`[$i]` in KConfig).
    var isImmutable = false
    /// Whether it takes back what other files say of the key (`[$d]` in KConfig).
    var isDeletion = false
    /// How a command says it, in files of commands.
    var command: CommandTraits = []

    /// An entry of a line, or of lines; one without a value has no separator either, and its value would stand
    /// behind the key.
    init(
        _ line: Range<Int>,
        key: Range<Int>,
        value: Range<Int>?,
        in section: Int = 0,
        hasSeparator: Bool = true
    ) {
        start = Int32(line.lowerBound)
        keyStart = Int32(key.lowerBound)
        keyEnd = Int32(key.upperBound)
        valueStart = Int32(value?.lowerBound ?? key.upperBound)
        valueEnd = Int32(value?.upperBound ?? key.upperBound)
        end = Int32(line.upperBound)
        self.section = Int32(section)
        self.hasSeparator = hasSeparator && value != nil
    }

    /// The key's own text.
    var key: Range<Int> { Int(keyStart)..<Int(keyEnd) }
    /// The value's own text; empty behind a key that stands alone.
    var value: Range<Int> { Int(valueStart)..<Int(valueEnd) }
    /// All of it, from its first line to its last.
    var range: Range<Int> { Int(start)..<Int(end) }
}

/// A header, and the lines below it up to the next.
struct LineSection {
    /// The names from the outermost inwards; nil when they can't be read, so that nothing below counts.
    var path: [String]?
    /// The header's own text; empty at the front of a file.
    var header: Range<Int>
    var isImmutable = false
}

/// A line that can't be read, with those that continue it.
struct UnreadLine {
    /// What such lines mean for the others.
    enum Meaning: Sendable {
        /// Their program refuses the file, or nothing shows where the next line begins.
        case refuseFile
        /// Nothing shows that the lines around them are settings, so that their section stays as it is.
        case closeSection
        /// Their program passes over them.
        case standAlone
    }
    let error: DocumentError
    let range: Range<Int>
    /// The section it stands in.
    let section: Int
}

/// One pass over a text.
struct LineScanner {
    /// A file with more lines that can't be read isn't in the format; each costs a look for its place.
    private static let mostUnread = 200

    let source: LineSource
    private(set) var sections: [LineSection]
    private(set) var entries: [LineEntry] = []
    /// Where the comments stand, in the order of the file.
    private(set) var comments: [Range<Int>] = []
    /// Whether nothing in the file may be changed.
    private(set) var isImmutable = false
    private(set) var dividers = LineDividers()
    /// The lines that can't be read, in a file that can be.
    private(set) var unread: [UnreadLine] = []
    /// What a file of commands has beside its settings.
    private(set) var surroundings = CommandSurroundings()
    private var position = 0

    var bytes: [UInt8] { source.bytes }
    var text: UnsafeBufferPointer<UInt8> { source.text }
    private var dialect: LineDialect { source.dialect }

    /// Creates a scanner; `text` is the contents of `bytes`, valid as long as the scanner is used.
    init(_ bytes: [UInt8], _ text: UnsafeBufferPointer<UInt8>, _ dialect: LineDialect) {
        source = LineSource(bytes: bytes, text: text, dialect: dialect)
        sections = [LineSection(path: [], header: 0..<0)]
    }

    /// Reads the whole text.
    mutating func scan() throws(DocumentError) {
        if let language = dialect.commands { return take(language.read(source), language) }
        entries.reserveCapacity(text.count / 24)
        position = bytes.byteOrderMarkEnd
        while position < text.count {
            let start = source.lineStart(from: position)
            let end = try source.lineEnd(from: start)
            position = source.nextLine(end)
            if start < end { try line(start..<end) }
        }
        if unread.count > entries.count, let first = unread.first { throw first.error }
    }

    private mutating func take(_ lines: CommandLines, _ language: any CommandLanguage) {
        var lines = lines
        lines.hideOpaque(source, language)
        (sections, entries, comments) = (lines.sections, lines.entries, lines.comments)
        unread = lines.unread
        surroundings = lines.surroundings
    }

    private mutating func line(_ line: Range<Int>) throws(DocumentError) {
        let first = text[line.lowerBound]
        if dialect.comments.contains(first) { return try comment(line) }
        switch dialect.sections {
        case .none, .blocks: try entry(line)
        case .hosts:
            if !host(line) { try entry(line) }
        case .brackets, .patterns, .git, .nested:
            if first == UInt8(ascii: "[") { try header(line) } else { try entry(line) }
        }
    }

    /// Takes a comment; in kitty's files it may go on in lines that begin with a backslash.
    private mutating func comment(_ line: Range<Int>) throws(DocumentError) {
        comments.append(line)
        while dialect.continuation == .leadingBackslash, position < text.count {
            let start = source.blanksEnd(from: position)
            guard start < text.count, text[start] == UInt8(ascii: "\\") else { return }
            let end = try source.lineEnd(from: start)
            comments.append(start..<end)
            position = source.nextLine(end)
        }
    }

    // MARK: Sections

    private mutating func header(_ line: Range<Int>) throws(DocumentError) {
        var reader = LineHeader(source, line)
        let section = try reader.section()
        if section.path == [], section.isImmutable {
            isImmutable = true
        } else {
            sections.append(section)
        }
        let rest = source.blanksEnd(from: section.header.upperBound)..<line.upperBound
        guard let next = rest.first.map({ text[$0] }), rest.lowerBound < rest.upperBound else {
            return
        }
        if dialect.comments.contains(next), dialect.sections != .nested {
            comments.append(rest)
        } else if dialect.sections == .git {
            try entry(rest)
        } else {
            throw source.fail(
                "found text behind a section's header",
                at: rest.lowerBound,
                advice: "Put it on a line of its own"
            )
        }
    }

    /// Reads a `Host` or `Match` line.
    private mutating func host(_ line: Range<Int>) -> Bool {
        let words = bytes[line].split { LineText.isBlank($0) || $0 == UInt8(ascii: "=") }
        let keyword = String(decoding: words.first ?? [], as: UTF8.self).lowercased()
        guard keyword == "host" || keyword == "match", words.count > 1 else { return false }
        var names: [String] = [keyword == "host" ? "Host" : "Match"]
        for word in words.dropFirst() {
            guard let name = String(validating: word, as: UTF8.self) else {
                sections.append(LineSection(path: nil, header: line))
                return true
            }
            names.append(name)
        }
        sections.append(LineSection(path: [names.joined(separator: " ")], header: line))
        return true
    }

    // MARK: Entries

    private mutating func entry(_ line: Range<Int>) throws(DocumentError) {
        let section = sections.count - 1
        var reader = LineEntryReader(source, line)
        let read: LineEntry?
        do {
            read = try reader.entry(in: section)
        } catch {
            if text[line.lowerBound] == UInt8(ascii: ":") { dividers.hasColonInFront = true }
            return try passOver(line, error)
        }
        guard let entry = read else { return }
        if section == 0 {
            switch dialect.leadingKeys {
            case .root, .rootOrSection: break
            case .section(let name): sections[0].path = [name]
            case .refused:
                let error = source.fail(
                    "found a key before the first section",
                    at: line.lowerBound,
                    advice: "Put it below a section's header"
                )
                return try passOver(line, error)
            }
        }
        comments += reader.comments
        if dialect.quoting == .none, dialect.separators.count > 1, entry.hasSeparator {
            let rest = UnsafeBufferPointer(rebasing: text[Int(entry.keyEnd)..<line.upperBound])
            dividers.count(rest, ofEntry: entries.count)
        }
        entries.append(entry)
        entries[entries.count - 1].isImmutable =
            entry.isImmutable || sections[section].isImmutable || isImmutable
        position = max(position, source.nextLine(Int(entry.end)))
    }

    /// Leaves a line as it is, with those that continue it, where the others can be read without it.
    private mutating func passOver(
        _ line: Range<Int>,
        _ error: DocumentError
    ) throws(DocumentError) {
        guard dialect.unreadLines != .refuseFile, error.code == .syntax,
            unread.count < Self.mostUnread
        else { throw error }
        let end = try LineEntryReader(source, line).linesEnd()
        unread.append(
            UnreadLine(error: error, range: line.lowerBound..<end, section: sections.count - 1)
        )
        position = max(position, source.nextLine(end))
    }
}
