// Which key a typed text means, by the keys that exist.

package import SettingsModel

/// The keys that exist: in a domain for the agent, in a file for a command without an agent.
package struct KeyDirectory {
    /// A name in a table.
    package struct Name: Hashable {
        package var text: String
        package var isTable: Bool

        package init(_ text: String, isTable: Bool) {
            self.text = text
            self.isTable = isTable
        }
    }
    /// How a new key is placed.
    package enum Placing {
        /// As the names beside it are.
        case asNeighbours
        /// As git does: all before the last dot is the name of a section.
        case inSections
        /// With its dots, as the files have no tables.
        case flat

        /// How the files of some formats place it together.
        package init(in formats: [Format]) {
            if formats.contains(.gitConfig) {
                self = .inSections
            } else if !formats.isEmpty, formats.allSatisfy(\.isFlat) {
                self = .flat
            } else {
                self = .asNeighbours
            }
        }
    }
    /// Whether a key has a value, or a schema has a row for it.
    private let isKey: (SettingKeyPath) -> Bool
    /// Whether a table has keys.
    private let isTable: (SettingKeyPath) -> Bool
    /// Whether a key had a value once, which was removed.
    private let wasKey: (SettingKeyPath) -> Bool
    /// The names in a table, or at the root for nil, each once.
    private let names: (SettingKeyPath?) -> Set<Name>
    private let placing: Placing

    /// Creates a directory that looks up what it's asked for.
    package init(
        placing: Placing,
        isKey: @escaping (SettingKeyPath) -> Bool,
        isTable: @escaping (SettingKeyPath) -> Bool,
        wasKey: @escaping (SettingKeyPath) -> Bool = { _ in false },
        names: @escaping (SettingKeyPath?) -> Set<Name>
    ) {
        self.placing = placing
        self.isKey = isKey
        self.isTable = isTable
        self.wasKey = wasKey
        self.names = names
    }

    /// The key that a text means: the one that is there, else the one that was, else a new one.
    ///
    /// A value comes before a table, as git's `color.branch` is a value beside a section of that name.
    ///
    /// - Throws: ``ModelError`` with code `.keyPath` where two are there, or the text can only be the
    ///   name of a key that isn't.
    package func key(_ text: KeyText) throws(ModelError) -> SettingKeyPath {
        if let only = text.only { return only }
        let readings = text.readings.map(spelled)
        let keys = readings.filter(isKey)
        let known = keys.isEmpty ? readings.filter(isTable) : keys
        guard known.count < 2 else { throw .ambiguous(text, known) }
        if let key = known.first { return key }
        let removed = readings.filter(wasKey)
        return removed.count == 1 ? removed[0] : try new(text)
    }
}

// MARK: New keys

extension KeyDirectory {
    /// A key as the files name it: git's `user.Email` is `user.email`, unless another file has it as it stands.
    private func spelled(_ key: SettingKeyPath) -> SettingKeyPath {
        placing == .inSections && !isKey(key) ? key.asGitLists : key
    }

    /// A key that isn't there yet.
    private func new(_ text: KeyText) throws(ModelError) -> SettingKeyPath {
        var table: SettingKeyPath?
        var rest = text.parts[...]
        if placing == .inSections, let last = rest.popLast() {
            guard !last.hasBrackets else { throw .misplacedBracket(in: text.description) }
            let section = rest.map(\.text).joined(separator: ".")
            let key = SettingKeyPath(segments: rest.isEmpty ? [last.text] : [section, last.text])
            return spelled(key)
        }
        while let (next, count) = firstTable(of: rest, in: table) {
            table = next
            rest = rest.dropFirst(count)
        }
        guard !rest.contains(where: \.hasBrackets), !rest.isEmpty else {
            throw .misplacedBracket(in: text.description)
        }
        let isFlat = placing == .flat || isFlat(rest, in: table)
        let names = isFlat ? KeyText.flat(rest) : rest.map(\.text)
        return SettingKeyPath(segments: (table?.segments ?? []) + names)
    }

    /// The table that the first parts name, and how many parts that takes; the longest of several.
    private func firstTable(
        of parts: ArraySlice<KeyText.Part>,
        in table: SettingKeyPath?
    ) -> (SettingKeyPath, Int)? {
        for count in stride(from: parts.count - 1, to: 0, by: -1) {
            let names = KeyText.flat(parts.prefix(count))
            guard names.count == 1 else { continue }
            let path = table?.appending(names[0]) ?? SettingKeyPath(segments: names)
            if isTable(path) { return (path, count) }
        }
        return nil
    }

    /// Whether a dot is a part of a new key's name: where a key of the table begins as that with a dot, or
    /// more of its keys have dots than are tables.
    ///
    /// A table in brackets is no group of settings: VS Code's `[python]` has the settings of a language.
    private func isFlat(_ rest: ArraySlice<KeyText.Part>, in table: SettingKeyPath?) -> Bool {
        let names = names(table)
        let first = KeyText.flat(rest.prefix(1))[0].utf8
        let hasSibling = names.contains { name in
            !name.isTable && name.text.utf8.starts(with: first)
                && name.text.utf8.dropFirst(first.count).first == UInt8(ascii: ".")
        }
        if hasSibling { return true }
        let dotted = names.count { !$0.isTable && $0.text.utf8.contains(UInt8(ascii: ".")) }
        return dotted
            > names.count { $0.isTable && !$0.text.utf8.contains { ".[".utf8.contains($0) } }
    }
}

extension ModelError {
    /// A text that matches several keys.
    fileprivate static func ambiguous(_ text: KeyText, _ keys: [SettingKeyPath]) -> ModelError {
        let spellings = keys.map(\.onlyText.quotedForShell)
        return ModelError(
            code: .keyPath,
            problem: "'\(text)' matches \(keys.count) keys",
            advice: "Name one of them: " + spellings.joined(separator: " or ")
        )
    }
}

// MARK: The keys of one file

extension KeyDirectory {
    /// The keys of a document.
    init(of document: some Document) {
        let root = document.root
        func value(_ path: SettingKeyPath) -> SettingValue? {
            root.value(at: DocumentPath(path).elements[...])
        }
        self.init(
            placing: Placing(in: [document.format]),
            isKey: { path in
                guard let value = value(path) else { return false }
                if case .dictionary = value { return false }
                return true
            },
            isTable: { if case .dictionary? = value($0) { true } else { false } },
            names: { table in
                guard case .dictionary(let entries)? = table.map(value) ?? root else { return [] }
                return Set(
                    entries.map { entry in
                        if case .dictionary = entry.value { return Name(entry.key, isTable: true) }
                        return Name(entry.key, isTable: false)
                    }
                )
            }
        )
    }
}

extension Format {
    /// Whether its files have no tables.
    fileprivate var isFlat: Bool { LineDialect(self).map { $0.sections == .none } ?? false }
}

extension Document {
    /// The place that a text means in this file.
    ///
    /// - Throws: ``ModelError`` with code `.keyPath`, as ``KeyDirectory/key(_:)`` does.
    package func path(of text: KeyText) throws(ModelError) -> DocumentPath {
        guard text.nested != nil else { return spelled(DocumentPath(text.place)) }
        let key = try KeyDirectory(of: self).key(text)
        return spelled(DocumentPath(DocumentPath(key).elements + text.place))
    }
}

extension SettingKeyPath {
    /// The key as `git config --list` has it: in small letters, but for the name of a subsection.
    fileprivate var asGitLists: SettingKeyPath {
        var segments = segments
        let outer = segments[0].utf8.prefix { $0 != UInt8(ascii: ".") }
        let rest = segments[0][outer.endIndex...]
        segments[0] = LineText.folded(String(Substring(outer))) + rest
        if segments.count > 1 {
            segments[segments.count - 1] = LineText.folded(segments[segments.count - 1])
        }
        return SettingKeyPath(segments: segments)
    }
}
