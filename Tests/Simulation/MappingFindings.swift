// What must hold of mapped files when everybody is done.

import SettingsDocument
import SettingsMapping
import SettingsModel
import SyncEngine
import TestSupport

extension Findings {
    /// Each place of a mapped file follows the domain, or is the file's own; and what is the file's own
    /// is as the last save has it, unless it was asked to follow.
    func checkMapped(_ engine: Engine, _ outcome: inout Outcome) {
        guard let mapping = world.mapping else { return }
        for path in mapping.paths {
            guard let inode = world.files.inode(path) else {
                outcome.violations.append("'\(path)' is gone")
                continue
            }
            guard let document = world.parse(inode.text, path) else {
                outcome.violations.append("'\(path)' can't be read")
                continue
            }
            checkFollowing(path, document, mapping, engine, &outcome)
            checkMappedComments(inode.text, mapping, &outcome)
            // Another domain's merge may have another text than the last save.
            if mapping.kind != .andPlain { checkOwn(path, document, mapping, &outcome) }
            if !world.files.temporaryNames(of: path).isEmpty {
                outcome.violations.append("a temporary file was left behind")
            }
        }
    }

    private func checkFollowing(
        _ path: String,
        _ document: any Document,
        _ mapping: Mapping,
        _ engine: Engine,
        _ outcome: inout Outcome
    ) {
        let present = Mapping.values(in: document)
        let values = mapping.map.keys.reduce(into: [SettingKeyPath: SettingValue]()) {
            $0[$1] = engine.entry(world.domain, $1, in: .user)?.value
        }
        let changes = mapping.map.changes(
            to: values,
            as: mapping.mappedFormat,
            over: { present[$0] },
            spelledLike: { _ in nil },
            adding: { _ in false }
        )
        if !changes.edits.isEmpty {
            outcome.violations.append("'\(path)' is to be written: \(changes.edits)")
        }
        let refused = Set(changes.refusals.map(\.key))
        let problems = engine.problems(of: ReplicaID(domain: world.domain, path: path))
        for entry in mapping.reading(document).entries {
            guard let value = values[entry.key] else { continue }
            if refused.contains(entry.key) {
                if !problems.contains(where: { $0.keyPath == entry.key }) {
                    outcome.violations.append("nobody is told that '\(entry.key)' can't be said")
                }
            } else if !mapping.says(value, for: entry.key, in: document) {
                outcome.violations.append(
                    "'\(entry.fileKey)' says \(entry.value), the registers say \(value)"
                )
            }
        }
    }

    /// The texts that no picture reads, and the lines that aren't there, are those of the last save, or what
    /// clients had in their place since.
    private func checkOwn(
        _ path: String,
        _ document: any Document,
        _ mapping: Mapping,
        _ outcome: inout Outcome
    ) {
        let save = lastMappedSave(of: path)
        let text = save?.text ?? Array(mapping.firstText.utf8)
        guard let saved = world.parse(text, path) else { return }
        let values = (Mapping.values(in: saved), Mapping.values(in: document))
        for fileKey in mapping.fileKeys {
            let (before, now) = (saved.written(at: fileKey), document.written(at: fileKey))
            let isFixed = values.0[fileKey].map { mapping.isOwn($0, at: fileKey) } ?? true
            let isOwnNow = values.1[fileKey].map { mapping.isOwn($0, at: fileKey) } ?? true
            if isFixed ? before != now : isOwnNow {
                let place = MappedPlace(file: path, key: fileKey)
                let given = world.texts(givenTo: place, since: save?.time ?? 0).contains {
                    mapping.isOwn($0, at: fileKey) ? $0 == values.1[fileKey] : !isOwnNow
                }
                if given || world.following.unanswered.contains(place) { continue }
                outcome.violations.append(
                    "'\(fileKey)' is \(now ?? "gone"), the last save has \(before ?? "none")"
                )
            }
        }
    }

    /// The newest text that somebody saved and that nobody saved over.
    private func lastMappedSave(of path: String) -> EditorSave? {
        world.editorSaves.last {
            $0.path == path && !world.files.destroyed.contains($0.number)
        }
    }

    private func checkMappedComments(
        _ text: [UInt8],
        _ mapping: Mapping,
        _ outcome: inout Outcome
    ) {
        let lines = text.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
        for comment in ["# my program", "# colours"] where !lines.contains(comment) {
            outcome.violations.append("the comment '\(comment)' is gone")
        }
        // Nothing can stand behind a text.
        guard mapping.kind != .text else { return }
        let isKept = lines.contains { $0.hasPrefix("extra = ") && $0.hasSuffix(" # mine") }
        if !isKept { outcome.violations.append("the comment '# mine' is gone") }
    }

    /// Whether a value is what the mapped file makes of one that somebody meant: an older text of it that
    /// comes back has no other.
    func isRounded(
        _ found: SettingValue,
        at key: SettingKeyPath,
        _ meant: [SettingValue?]
    ) -> Bool {
        guard let mapping = world.mapping,
            let text = world.parse(Array(mapping.firstText.utf8), Mapping.path)
        else { return false }
        let present = Mapping.values(in: text)
        return meant.contains { value in
            guard let value else { return false }
            let stored = mapping.map.stored(value, for: key, as: mapping.mappedFormat) {
                present[$0]
            }
            return stored == found
        }
    }

    /// Whether a value is the one that an edit meant, or has the text that it was made by.
    func isMeant(_ value: SettingValue?, by intent: Intent) -> Bool {
        if intent.value == value { return true }
        guard let value,
            let save = world.editorSaves.first(where: { $0.number == intent.save }),
            let mapping = world.mapping(of: save.path),
            let document = world.parse(save.text, save.path)
        else { return false }
        return mapping.says(value, for: intent.key, in: document)
    }
}

extension Document {
    /// The very text of a value; nil where there is none.
    func written(at key: SettingKeyPath) -> String? {
        span(of: DocumentPath(key)).map { String(decoding: bytes[$0], as: UTF8.self) }
    }
}
