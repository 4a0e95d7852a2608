// Which line format a text is in, where its file's name leaves that open.

import SettingsModel

/// A guess at a text of lines, which each of its lines must earn.
///
/// A line that some programs read in another way, or that looks like a command, leaves the format open: a
/// wrong guess reads settings that aren't there, and writes into a file of another language.
struct LineGuess {
    /// The format that the text looks like.
    let format: Format
    /// The first line that speaks against it; nil where the format is certain.
    let doubt: DocumentError?

    /// Guesses at a text; nil where it looks like no format of lines.
    init?(_ file: FileName, _ bytes: [UInt8]) {
        let text = GuessedText(bytes: bytes)
        let isRC = file.name.hasSuffix("rc")
        // Under these names settings are expected, so that a line of another kind is reported.
        let isExpected = isRC || ["cfg", "conf", "cnf"].contains(file.ending)
        // Other programs have some of systemd's endings, too; an empty file is what its name says.
        if FileName.systemdEndings.contains(file.ending), text.hasHeader || bytes.isEmpty {
            (format, doubt) = (.systemd, nil)
        } else if isExpected ? text.hasHeader : text.beginsWithHeader {
            // KDE's files have no dot in front, and no blanks around the equal sign.
            if isRC, !file.name.hasPrefix("."), text.isWrittenByKConfig {
                (format, doubt) = (.kconfig, LineDoubts.ofKConfig(bytes))
            } else if file.folder == "git" || text.isGit, LineGuess.reads(.gitConfig, bytes) {
                (format, doubt) = (.gitConfig, nil)
            } else {
                (format, doubt) = (.ini, LineDoubts.first(in: bytes, as: .ini, isNamed: isExpected))
            }
        } else if isExpected || file.name == "config", text.isFlags {
            (format, doubt) = (.flags, LineDoubts.ofFlags(bytes))
        } else if isExpected, !isRC, text.hasSettings {
            format = text.hasEqualSigns ? .ini : .keyValue
            doubt = LineDoubts.first(in: bytes, as: format, isNamed: true)
        } else if isRC || file.name == "config", text.hasEqualSigns {
            format = .ini
            doubt = LineDoubts.first(in: bytes, as: format, isNamed: false)
        } else {
            return nil
        }
    }

    private static func reads(_ format: Format, _ bytes: [UInt8]) -> Bool {
        // nil: it's something else
        let document = try? LineDocument(bytes, as: format, limits: .standard)
        return document?.unread.isEmpty == true
    }
}

/// A text that may be settings.
private struct GuessedText {
    let bytes: [UInt8]

    /// Whether the first line that is no comment looks like the header of a section.
    var beginsWithHeader: Bool { lines.next().map(isHeader) ?? false }

    /// Whether any line looks like the header of a section.
    var hasHeader: Bool { lines.contains(where: isHeader) }

    /// Whether any line is neither blank nor a comment.
    var hasSettings: Bool { lines.next() != nil }

    /// Whether the first section is the one that `git init` writes.
    var isGit: Bool {
        let first = Array(lines.prefix(2))
        return first.count == 2 && first[0].elementsEqual("[core]".utf8)
            && first[1].starts(with: "repositoryformatversion".utf8)
    }

    /// Whether half of the lines or more have an equal sign.
    var hasEqualSigns: Bool {
        let (with, all) = lines.reduce(into: (0, 0)) { count, line in
            count.0 += line.contains(UInt8(ascii: "=")) ? 1 : 0
            count.1 += 1
        }
        return with > 0 && with * 2 >= all
    }

    /// Whether all lines are options of a command line.
    var isFlags: Bool { hasSettings && lines.allSatisfy { $0.starts(with: "--".utf8) } }

    private func isHeader(_ line: ArraySlice<UInt8>) -> Bool {
        guard line.first == UInt8(ascii: "["), let end = line.firstIndex(of: UInt8(ascii: "]"))
        else { return false }
        let rest = LineText.trimmed(line[(end + 1)...])
        return rest.first.map { "[#;".utf8.contains($0) } ?? true
    }

    /// The lines that are neither blank nor a comment, without blanks around them.
    private var lines: AnyIterator<ArraySlice<UInt8>> {
        var rest = bytes[bytes.byteOrderMarkEnd...]
        return AnyIterator {
            while !rest.isEmpty {
                let line = rest.prefix { $0 != 0x0A && $0 != 0x0D }
                rest = rest.dropFirst(line.count + 1)
                let text = LineText.trimmed(line)
                if let first = text.first, !"#;".utf8.contains(first) { return text }
            }
            return nil
        }
    }

    /// Whether sections are nested, or no line has blanks before its key or around its equal sign.
    var isWrittenByKConfig: Bool {
        guard let document = try? LineDocument(bytes, as: .kconfig, limits: .standard),
            document.unread.isEmpty,
            document.sections.allSatisfy({ document.isWholeLine($0.header) })
        else { return false }
        let isNested = document.sections.contains { ($0.path?.count ?? 0) > 1 || $0.isImmutable }
        return isNested
            || !document.lineEntries.isEmpty
                && document.lineEntries.allSatisfy { entry in
                    let separator = bytes[entry.key.upperBound..<entry.value.lowerBound]
                    return !separator.contains(where: LineText.isBlank) && isFirstInLine(entry)
                }
    }

    private func isFirstInLine(_ entry: LineEntry) -> Bool {
        let start = entry.range.lowerBound
        return start == 0 || bytes[start - 1] == 0x0A
    }
}

extension LineDocument {
    /// Whether nothing but a comment stands behind a header; true where no header stands.
    func isWholeLine(_ header: Range<Int>) -> Bool {
        let rest = bytes[header.upperBound...].prefix { $0 != 0x0A && $0 != 0x0D }
        let first = rest.first { !LineText.isBlank($0) }
        return header.isEmpty || first.map { "#;".utf8.contains($0) } ?? true
    }
}
