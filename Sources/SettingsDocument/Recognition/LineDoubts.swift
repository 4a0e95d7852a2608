// The lines of a text that speak against the format that it looks like.

import SettingsModel

/// What is said against reading a text as INI, or as keys and values with blanks between them.
struct LineDoubts {
    private let document: LineDocument
    private let hasSections: Bool
    /// Whether the file has a name under which settings are expected.
    private let isNamed: Bool

    /// The keys that some programs take for others in another case.
    private let twins: Set<Int>

    private var bytes: [UInt8] { document.bytes }

    /// The first line that programs may read in another way, or that looks like another language; nil for
    /// none.
    static func first(in bytes: [UInt8], as format: Format, isNamed: Bool) -> DocumentError? {
        let document: LineDocument
        do throws(DocumentError) {
            document = try LineDocument(bytes, as: format, limits: .standard)
        } catch {
            return error
        }
        let doubts = LineDoubts(
            document: document,
            hasSections: document.sections.contains { !$0.header.isEmpty },
            isNamed: isNamed,
            twins: document.outline.leavesInOtherCase(document.lineEntries, bytes)
        )
        return doubts.first
    }

    /// The first backslash, which KDE takes for an escape; nil for none, or where sections are nested, as
    /// KDE's alone are.
    static func ofKConfig(_ bytes: [UInt8]) -> DocumentError? {
        // nil: it was read before
        let document = try? LineDocument(bytes, as: .kconfig, limits: .standard)
        guard let place = bytes.firstIndex(of: UInt8(ascii: "\\")),
            document?.sections.contains(where: { ($0.path?.count ?? 0) > 1 }) == false
        else { return nil }
        return DocumentError(
            code: .ambiguous,
            at: place,
            in: bytes,
            problem: "'\\' begins an escape in KDE's files, and is text in others",
            advice: ""
        )
    }

    /// The first option that programs read in different ways, as it has blanks or quotes; nil for none.
    static func ofFlags(_ bytes: [UInt8]) -> DocumentError? {
        // nil: a file of options is never refused but for its size
        guard let document = try? LineDocument(bytes, as: .flags, limits: .standard) else {
            return nil
        }
        let known = document.lineEntries.map(\.range) + document.comments
        guard let place = document.linesBeside(known).first else { return nil }
        return DocumentError(
            code: .ambiguous,
            at: place,
            in: bytes,
            problem: "programs read an option with blanks, quotes or '#' in different ways",
            advice: ""
        )
    }

    private var first: DocumentError? {
        let entries = document.lineEntries.indices
        if let line = document.unread.first { return line.error }
        return document.sections.lazy.compactMap(doubt).first
            ?? entries.lazy.compactMap { doubt(ofKey: $0) ?? doubt(ofValue: $0) }.first
            ?? (document.format == .ini ? doubtOfTOML : nil)
            ?? (entries.isEmpty ? error("found no settings", at: 0) : nil)
    }

    private func doubt(of section: LineSection) -> DocumentError? {
        guard !section.header.isEmpty else { return nil }
        let name = bytes[section.header].dropFirst().dropLast()
        let isPlain =
            document.isWholeLine(section.header) && !name.contains { "\"[]".utf8.contains($0) }
            && !LineText.isBlank(name.first ?? 0x20) && !LineText.isBlank(name.last ?? 0x20)
        return isPlain
            ? nil
            : error("programs read its header in different ways", at: section.header.lowerBound)
    }

    // MARK: Keys

    /// A key that stands alone or again, looks like a command, or has signs of another language.
    private func doubt(ofKey index: Int) -> DocumentError? {
        let entry = document.lineEntries[index]
        var name: String { text(entry.key) }
        let leaf = document.outline.leafOfEntry[index]
        if !entry.hasSeparator {
            return error("'\(name)' has no value", at: entry)
        }
        if isCommand(entry) {
            return error("'\(name)' looks like a command", at: entry)
        }
        if !isName(entry) {
            return error("'\(name)' has other signs than names of settings have", at: entry)
        }
        if bytes[entry.key.upperBound..<entry.value.lowerBound].contains(UInt8(ascii: ":")) {
            return error("':' stands between '\(name)' and its value", at: entry)
        }
        if leaf >= 0, document.outline.leaves[Int(leaf)].count > 1 || twins.contains(Int(leaf)) {
            return error("'\(name)' is set several times", at: entry)
        }
        return nil
    }

    private static let commands: Set = [
        "set", "setw", "set-option", "unset", "setenv", "setopt", "bind", "bindkey", "bind-key",
        "unbind", "unbind-key", "map", "unmap", "alias", "export", "let", "source", "source-file",
        "run", "run-shell", "exec", "include", "load", "if", "end",
    ]

    private func isCommand(_ entry: LineEntry) -> Bool {
        let key = bytes[entry.key]
        let word = key.prefix { !LineText.isBlank($0) }
        let hasArgument = word.count < key.count
        if !hasSections, !isNamed, isShellVariable(entry) { return true }
        // Behind a header `set=1` is a key as any other, and `server string = x` is one of samba's.
        guard document.format == .keyValue || hasArgument else { return false }
        let isLowercase = !hasSections && hasArgument && (0x61...0x7A).contains(word.first ?? 0)
        return isLowercase || Self.commands.contains(text(word))
    }

    /// Whether a line is `NAME=value`, as in a script.
    private func isShellVariable(_ entry: LineEntry) -> Bool {
        entry.key.upperBound + 1 == entry.value.lowerBound
            && !bytes[entry.key].contains { (0x61...0x7A).contains($0) || $0 >= 0x80 }
    }

    private func isName(_ entry: LineEntry) -> Bool {
        let key = bytes[entry.key]
        // A key has ':' only where all lines divide at '='.
        let signs = hasSections ? "_-./\\%~,@+:" : "_-./:"
        let isPart: (UInt8) -> Bool = { byte in
            byte >= 0x80 || LineText.isLetterOrDigit(byte) || signs.utf8.contains(byte)
        }
        // `-- text` and `// text` are comments elsewhere.
        guard let first = key.first, !"-/".utf8.contains(first) else { return false }
        // `x := 1` and `x += 1` set it in other languages.
        guard let last = key.last, !":+~%,@".utf8.contains(last) else { return false }
        let words = key.split(separator: 0x20)
        guard words.count > 1 else { return key.allSatisfy(isPart) }
        // In `mount c ~/x -size=10` the words behind the first are a command's arguments.
        return isNamed
            && words.allSatisfy { word in
                word.allSatisfy(isPart) && !"-~/".utf8.contains(word.first ?? 0)
            }
    }

    // MARK: Values

    /// A value that may end in a comment, hold other lines, or be a part of a program.
    private func doubt(ofValue index: Int) -> DocumentError? {
        let entry = document.lineEntries[index]
        let value = bytes[entry.value]
        var name: String { text(entry.key) }
        if let comment = document.doubtfulComment(in: index) {
            return error(
                "a comment may stand behind the value of '\(name)'",
                at: comment.lowerBound
            )
        }
        if let line = document.doubtfulLine(in: index) {
            return error("it may be a setting, or a part of '\(name)'", at: line.lowerBound)
        }
        // `==` and `=>` are signs of other languages.
        if let first = value.first, "=>".utf8.contains(first), isAtSeparator(entry) {
            return error("the value of '\(name)' looks like a part of a program", at: entry)
        }
        let isQuote = "\"'".utf8.contains(value.first ?? 0)
        let closing = isQuote ? value.dropFirst().firstIndex(of: value[value.startIndex]) : nil
        let isInQuotes = closing.map { $0 + 1 } == value.endIndex
        let comments = isInQuotes ? [] : Self.foreignComments
        if let sign = comments.first(where: { value.contains(" \($0)".utf8) }) {
            return error("a comment may begin with '\(sign)' behind '\(name)'", at: entry)
        }
        if isQuote, closing == nil {
            return error("a quote in the value of '\(name)' isn't closed", at: entry)
        }
        if !hasSections, looksLikeProgram(value, isInQuotes: isInQuotes) {
            return error("the value of '\(name)' looks like a part of a program", at: entry)
        }
        if document.format == .keyValue, !isQuote, value.contains(where: LineText.isBlank) {
            return error("several words stand behind '\(name)'", at: entry)
        }
        return nil
    }

    /// What begins a comment in other languages, behind a blank.
    private static let foreignComments = ["// ", "-- ", "/* "]

    /// Whether no blank stands between the sign behind a key and its value.
    private func isAtSeparator(_ entry: LineEntry) -> Bool {
        !LineText.isBlank(bytes[entry.value.lowerBound - 1])
    }

    private func looksLikeProgram(_ value: ArraySlice<UInt8>, isInQuotes: Bool) -> Bool {
        if value.contains(0x0A) || value.contains(0x0D) { return true }
        if isInQuotes { return value.contains("$(".utf8) }
        let signs = document.format == .keyValue ? "({;\\=}" : "({[;\\"
        return "(`{".utf8.contains(value.first ?? 0) || signs.utf8.contains(value.last ?? 0)
            || Self.partsOfPrograms.contains { value.contains($0.utf8) } || isCall(value)
            || isComputed(value)
            || document.format == .keyValue
                && (value.first == UInt8(ascii: "-") || value.contains(UInt8(ascii: "=")))
    }

    private static let partsOfPrograms = ["$(", " && ", " || ", "; "]

    /// Whether a value is `name(…)`.
    private func isCall(_ value: ArraySlice<UInt8>) -> Bool {
        let name = value.prefix { LineText.isLetterOrDigit($0) || "_.".utf8.contains($0) }
        return !name.isEmpty && value.dropFirst(name.count).first == UInt8(ascii: "(")
    }

    /// Whether a value is a text in quotes with an operator behind it.
    private func isComputed(_ value: ArraySlice<UInt8>) -> Bool {
        guard let quote = value.first, "\"'".utf8.contains(quote) else { return false }
        let rest = value.dropFirst().drop { $0 != quote }.dropFirst().drop(while: LineText.isBlank)
        return rest.first.map { "+*/%?&|.".utf8.contains($0) } ?? false
    }

    /// Values in quotes or brackets that TOML can read, too: with other keys or values, or under a name that
    /// says nothing.
    private var doubtOfTOML: DocumentError? {
        guard let signed = document.signedEntry, (try? Format.toml.parse(bytes)) != nil else {
            return nil
        }
        guard isNamed else { return error("TOML reads '\(text(signed.key))', too", at: signed) }
        return document.isAlsoTOML
            ? nil
            : error("TOML reads the value of '\(text(signed.key))' in another way", at: signed)
    }

    // MARK: Errors

    private func text(_ range: Range<Int>) -> String { text(bytes[range]) }

    private func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self).escapedForDisplay
    }

    private func error(_ problem: String, at entry: LineEntry) -> DocumentError {
        error(problem, at: entry.range.lowerBound)
    }

    private func error(_ problem: String, at offset: Int) -> DocumentError {
        DocumentError(code: .ambiguous, at: offset, in: bytes, problem: problem, advice: "")
    }
}

extension LineDocument {
    /// Where the lines begin that have text and none of some ranges.
    func linesBeside(_ known: [Range<Int>]) -> [Int] {
        let known = known.sorted { $0.lowerBound < $1.lowerBound }
        var places: [Int] = []
        var position = bytes.byteOrderMarkEnd
        while position < bytes.count {
            let start = bytes[position...].firstIndex { !LineText.isBlank($0) } ?? bytes.count
            let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
            let hasText = bytes[start..<end].contains { $0 != 0x0D }
            let index = known.partitioningIndex { $0.upperBound > start }
            let isKnown = index < known.count && known[index].lowerBound <= end
            if hasText, !isKnown { places.append(start) }
            position = end + 1
        }
        return places
    }

    /// The first value in quotes or brackets; nil for none.
    var signedEntry: LineEntry? {
        lineEntries.first { "\"'[{".utf8.contains(bytes[$0.value].first ?? 0) }
    }

    /// Whether TOML reads the same settings.
    var isAlsoTOML: Bool {
        // nil: it isn't TOML
        guard let toml = try? Format.toml.parse(bytes) else { return false }
        return toml.entries.elementsEqual(entries) { toml, own in
            toml.keyPath == own.keyPath && toml.value.plainText == own.value.plainText
        }
    }
}

extension SettingValue {
    /// A value that reads the same with and without a type; nil for any other.
    fileprivate var plainText: String? {
        switch self {
        case .string(let text): text
        case .boolean(let value): value ? "true" : "false"
        case .integer(let number): "\(number)"
        default: nil
        }
    }
}
