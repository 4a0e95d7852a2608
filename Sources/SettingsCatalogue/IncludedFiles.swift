// Which of the files that a program's file includes belong to its domain, and with which keys.

package import SettingsDocument
package import SettingsModel

/// What becomes of a file that a program's file includes.
package enum Inclusion: Equatable, Sendable {
    /// It's linked; with these keys, or with all of its own for nil.
    case linked(keys: [SettingKeyPath]?)
    case leftAlone(Reason)

    /// Why a file is left alone.
    package enum Reason: Equatable, Sendable {
        /// It includes further files, which may have any key.
        case includesOthers
        /// It has these keys, too, behind the lines of the including file, which have no effect.
        case counts([SettingKeyPath])
        /// Several files have this key, and which one counts isn't plain.
        case unclear(SettingKeyPath)
        /// All its keys count in the including file.
        case hasNoSay
    }
}

/// What a line of a program's file includes.
package struct IncludedName: Equatable, Sendable {
    /// As it stands there.
    package var name: String
    /// Whether it may be the path of a file: kitty's settings may also come from a variable or a program.
    package var isPath: Bool
}

extension CatalogueEntry {
    /// kitty.conf(5): what these keys name is no file of settings.
    private static let computing: Set<SettingKeyPath> = ["envinclude", "geninclude"]

    /// Whether the program reads what its file includes behind that file, wherever the lines stand: Ghostty's
    /// `config-file`.
    private var readsIncludesLast: Bool { format == .ghostty }

    /// The files that a program's file includes.
    package func includes(among entries: [DocumentEntry]) -> [IncludedName] {
        includeLines(among: entries).flatMap { line in
            let names = line.value.texts ?? [line.value.text].compactMap(\.self)
            return names.map { name in
                // Behind a question mark, Ghostty does without the file if it isn't there.
                let isOptional = format == .ghostty && name.hasPrefix("?")
                return IncludedName(
                    name: isOptional ? String(name.dropFirst()) : name,
                    isPath: !Self.computing.contains(line.keyPath)
                )
            }
        }
    }

    /// What becomes of each of the files that a program's file includes.
    ///
    /// Linked files with one key are kept equal, so each key must be linked in one file only. In TOML and JSON, where the
    /// order of keys means nothing, the including file counts; in Ghostty's the included one; elsewhere the later line
    /// does. Lists add up.
    package func inclusions(
        of files: [any Document],
        in document: any Document
    ) -> [Inclusion] {
        let lines = includeLines(among: document.entries)
        let owner = Owner(document, lines, areReadLast: readsIncludesLast)
        var counts: [SettingKeyPath: Int] = [:]
        for file in files {
            for key in Set(file.entries.map { owner.spelled($0.keyPath) }) {
                counts[key, default: 0] += 1
            }
        }
        return files.map { file in
            if !includeLines(among: file.entries).isEmpty { return .leftAlone(.includesOthers) }
            var keys: [SettingKeyPath] = []
            var later: [SettingKeyPath] = []
            for entry in file.entries {
                let key = owner.spelled(entry.keyPath)
                switch owner.say(over: key, in: entry.value) {
                case .other where counts[key] != 1: return .leftAlone(.unclear(key))
                case .other: keys.append(entry.keyPath)
                case .own: break
                case .later: if !later.contains(key) { later.append(key) }
                case .unclear: return .leftAlone(.unclear(key))
                }
            }
            if !later.isEmpty { return .leftAlone(.counts(later)) }
            if keys.isEmpty { return .leftAlone(.hasNoSay) }
            return .linked(keys: keys.count == file.entries.count ? nil : keys)
        }
    }

    private func includeLines(among entries: [DocumentEntry]) -> [DocumentEntry] {
        entries.filter { includeKeys.contains($0.keyPath) }
    }

    /// The lines in which a program's file has these keys, from 1.
    package static func lines(of keys: [SettingKeyPath], in document: any Document) -> [Int] {
        let places = Dictionary(document.entries.map { ($0.keyPath, $0.offset) }) { $1 }
        return keys.compactMap { places[$0] }.sorted().map { offset in
            document.bytes[..<offset].count { $0 == 0x0A } + 1
        }
    }

    /// The path of an included file in full.
    ///
    /// - Parameters:
    ///   - name: The file as it stands in the including one.
    ///   - file: The including file.
    ///   - home: The home folder, with a slash behind.
    /// - Returns: Nil for what may be several files or none: a pattern, a variable, another user's home folder.
    package static func path(ofIncluded name: String, in file: String, home: String) -> String? {
        guard !name.isEmpty, !name.contains(where: { "*?[$`".contains($0) }) else { return nil }
        if name.hasPrefix("~/") { return home + name.dropFirst(2) }
        if name.hasPrefix("/") { return name }
        guard !name.hasPrefix("~") else { return nil }
        let folder = file.prefix(upTo: file.lastIndex(of: "/") ?? file.startIndex)
        return folder + "/" + (name.hasPrefix("./") ? String(name.dropFirst(2)) : name)
    }
}

/// The including file.
private struct Owner {
    enum Say {
        /// The including file's own line counts; the included file's does, which is the only or the later one; or
        /// no answer is plain.
        case own, other, later, unclear
    }
    private let document: any Document
    private let isTyped: Bool
    private let entries: [SettingKeyPath: DocumentEntry]
    private let tables: Set<SettingKeyPath>
    /// Where the line that includes stands, or the end of the file if `areReadLast`; nil where there are several.
    private let place: Int?

    init(_ document: any Document, _ includeLines: [DocumentEntry], areReadLast: Bool) {
        self.document = document
        isTyped = document.format.isTyped
        entries = Dictionary(document.entries.map { ($0.keyPath, $0) }) { $1 }
        tables = Set(document.entries.flatMap { Array($0.keyPath.ancestors) })
        let isOne = includeLines.count == 1 && includeLines[0].value.elements?.count ?? 1 == 1
        place = areReadLast ? document.bytes.count : isOne ? includeLines[0].offset : nil
    }

    func spelled(_ key: SettingKeyPath) -> SettingKeyPath {
        document.spelled(key)
    }

    func say(over key: SettingKeyPath, in value: SettingValue) -> Say {
        if tables.contains(key) || key.ancestors.contains(where: { entries[$0] != nil }) {
            return .unclear
        }
        guard let entry = entries[key] else { return .other }
        if isTyped || entry.value.elements != nil || value.elements != nil { return .own }
        guard let place else { return .unclear }
        return entry.offset > place ? .own : .later
    }
}
