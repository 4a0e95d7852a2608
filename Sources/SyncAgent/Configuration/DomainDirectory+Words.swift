// Texts of mapped files that become words of `[values]`, in the domain files that the user edits too.

import SettingsDocument
import SettingsMapping
import SettingsModel
import SyncEngine

/// A text of a mapped file that is to mean what a key is set to.
struct OwnText {
    var place: MappedPlace
    var key: SettingKeyPath
    var text: SettingValue
    /// How values of the file are typed.
    var format: MappedFormat
}

extension DomainDirectory {
    /// Makes texts that are files' own the words for a key's value, as which they are written from then on.
    ///
    /// - Parameters:
    ///   - texts: All of one key.
    ///   - domain: The domain.
    ///   - values: What the domain's keys are set to.
    ///   - agent: The agent, which reads the domain file anew.
    /// - Throws: ``LinkError``; nothing was changed.
    func learn(
        _ texts: [OwnText],
        in domain: Domain,
        saying values: [SettingKeyPath: SettingValue],
        _ agent: Agent
    ) throws(LinkError) {
        reload(agent)
        var words: [(text: OwnText, word: MissingWord)] = []
        var files: Set<String> = []
        for text in texts {
            words.append((text, try missingWord(of: text, in: domain)))
            if let file = try userFile(naming: text.place.file, in: domain) { files.insert(file) }
        }
        guard let file = files.first, files.count == 1 else {
            throw LinkError(
                code: .invalid,
                problem: "the files are named in several domain files",
                advice: "Name one of the files"
            )
        }
        try write(file, of: domain) { text throws(LinkError) in
            // Checked again when it is written.
            guard let document = try? Format.toml.parse(text) else { return text }
            let changed = try document.bytes(
                with: rows(of: words, in: TablePlace(document.root), saying: values)
            )
            let maps = try parse(changed, file, domain).configuration.replicas
            for text in texts { try check(text, maps, saying: values) }
            return changed
        }
        reload(agent, rereading: domain)
    }

    private func missingWord(
        of text: OwnText,
        in domain: Domain
    ) throws(LinkError) -> MissingWord {
        let file = description(of: domain)?.replicas.first { $0.path == text.place.file }
        do throws(MapError) {
            guard let map = file?.map else {
                throw MapError(
                    .place,
                    "'\(text.place.file)' has no map any more",
                    advice: "Write 'map' in its [[file]] table"
                )
            }
            return try map.missingWord(
                of: text.key,
                at: text.place.key,
                in: text.text,
                as: text.format
            )
        } catch {
            throw LinkError(code: .invalid, problem: error.problem, advice: error.advice)
        }
    }

    /// The rows of tables with their new words, which come first.
    private func rows(
        of words: [(text: OwnText, word: MissingWord)],
        in root: TablePlace,
        saying values: [SettingKeyPath: SettingValue]
    ) throws(LinkError) -> [DocumentChange] {
        let tables = TablePlace(root.values["values"] ?? .dictionary([])).values
        var rows: [(path: DocumentPath, texts: [SettingValue])] = []
        for (text, word) in words {
            guard let value = values[text.key] else { continue }
            guard case .dictionary(let entries)? = tables[word.table] else {
                throw LinkError(
                    code: .invalid,
                    problem: "the table '\(word.table)' isn't in the file that names "
                        + "'\(text.place.file)'",
                    advice: "Write it there, in [values]"
                )
            }
            let present = entries.first { ValueTable.isName($0.key, of: value) }
            guard let name = present?.key ?? value.rowName else {
                throw LinkError(
                    code: .invalid,
                    problem: "no row of a table can be named after '\(text.key)'",
                    advice: "Add the text to '\(word.table)' in [values] by hand"
                )
            }
            let path = DocumentPath([.key("values"), .key(word.table), .key(name)])
            if let index = rows.firstIndex(where: { $0.path == path }) {
                if !rows[index].texts.contains(word.word) {
                    rows[index].texts.insert(word.word, at: 0)
                }
                continue
            }
            rows.append((path, [word.word] + (present?.value.texts ?? [])))
        }
        return rows.map { row in
            DocumentChange(row.path, row.texts.count == 1 ? row.texts[0] : .array(row.texts))
        }
    }

    /// Refuses words with which a file would still not follow, or would set something else.
    private func check(
        _ text: OwnText,
        _ files: [ReplicaConfiguration],
        saying values: [SettingKeyPath: SettingValue]
    ) throws(LinkError) {
        let map = files.first { $0.path == text.place.file }?.map
        let follows = map?.keys(at: text.place.key).allSatisfy { key in
            guard let value = values[key] else { return key != text.key }
            return map?.says(value, for: key, as: text.format) {
                $0 == text.place.key ? text.text : nil
            } ?? false
        }
        guard follows != true else { return }
        throw LinkError(
            code: .invalid,
            problem: "'\(text.place.key)' in '\(text.place.file)' would still say something else",
            advice: "Edit the line, or its picture"
        )
    }
}

extension SettingValue {
    /// The texts of a row.
    fileprivate var texts: [SettingValue] {
        if case .array(let texts) = self { texts } else { [self] }
    }

    /// The name of a row for this value; nil where a name can't mean it.
    fileprivate var rowName: String? {
        let name: String? =
            switch self {
            case .string(let text): text
            case .boolean(let isTrue): isTrue ? "true" : "false"
            case .integer(let number): String(number)
            case .real(let number): "\(number)"
            default: nil
            }
        return name.flatMap { ValueTable.isName($0, of: self) ? $0 : nil }
    }
}
