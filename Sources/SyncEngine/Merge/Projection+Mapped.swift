// The edits that make a mapped file say what the registers say.

import SettingsDocument
import SettingsMapping
import SettingsModel

extension Projection {
    /// Projects registers through a map onto what the file says now.
    ///
    /// Both sides are compared in the file's text. What the file has of its own stays; a setting that
    /// is gone takes no line with it.
    init(
        of registers: Registers,
        ontoMapped text: ReadText,
        from template: () -> Template?,
        in replica: ReplicaState,
        hiding hides: (SettingKeyPath) -> Bool,
        adopts: (SettingKeyPath) -> Bool
    ) {
        self.text = text
        guard let map = replica.configuration.map else { return }
        let isAgreed = replica.openKeys.map { !$0.contains(where: map.has) } ?? false
        let isSettled = isAgreed && replica.placeEdits.isEmpty
        guard !isSettled || replica.displacedSave != nil else { return }
        let present = MappedText(map, text.document)
        // Whoever has saved it meanwhile has seen the text that was to go.
        let due = replica.placeEdits.filter {
            replica.displacedSave == nil && present.value(at: $0.fileKey) == $0.old
        }
        let file = present.saying(due)
        // A new line needs the values of all its holes.
        let values = isSettled ? [:] : Self.values(of: registers, at: map.keys, in: replica)
        var changes = file.changes(to: values, adding: adopts)
        guard !changes.edits.isEmpty || !due.isEmpty || replica.displacedSave != nil else {
            refusals = changes.refusals.map { ($0.key, EditError($0)) }
            return
        }
        let template = template()
        let older = template.map { MappedText(map, $0.text.document) }
        if older != nil { changes = file.changes(to: values, spelledLike: older, adding: adopts) }
        let save = template?.isDisplaced == true ? older : nil
        if let save { changes = file.changes(changes, keeping: save, saying: values) }
        for edit in due where !changes.edits.contains(where: { $0.fileKey == edit.fileKey }) {
            changes.edits.append(MappedChanges.Edit(fileKey: edit.fileKey, value: edit.new))
        }
        refusals = changes.refusals.map { ($0.key, EditError($0)) }
        var edits: [KeyEdit] = []
        for edit in changes.edits {
            let saved = save?.value(at: edit.fileKey)
            var value: SettingValue? = edit.value
            if value != saved, let secret = map.keys(at: edit.fileKey).first(where: hides) {
                refusals.append((secret, .exposed(in: replica.id.path)))
                value = saved
            }
            guard let value else { continue }
            edits.append(KeyEdit(text.document.spelled(edit.fileKey), value))
        }
        let plain = replica.configuration.withoutMap(besides: save, in: text.document)
        var made = Projection(text: ReadText(text.document, as: plain))
        made.make(
            edits,
            of: Registers(),
            from: template.map { Template($0, as: plain) },
            as: plain
        )
        for (place, error) in made.refusals {
            let edit = changes.edits.first { text.document.spelled($0.fileKey) == place }
            refusals += map.keys(at: edit?.fileKey ?? place).map { ($0, error) }
        }
        isTemplate = made.isTemplate
        if made.text.bytes != text.bytes {
            self.text = ReadText(made.text.document, like: text, as: replica.configuration)
            placeEdits = MappedText(map, made.text.document).made(of: due)
        }
        refusals.sort { $0.keyPath < $1.keyPath }
    }

    /// What the registers say to a mapped file, but for what it holds back.
    private static func values(
        of registers: Registers,
        at keys: some Sequence<SettingKeyPath>,
        in replica: ReplicaState
    ) -> [SettingKeyPath: SettingValue] {
        let held = replica.held ?? HeldKeys()
        var values: [SettingKeyPath: SettingValue] = [:]
        for path in keys where replica.configuration.owns(path) {
            guard let value = registers.value(at: path),
                !held.covers(path, newerThan: registers.all[path])
            else { continue }
            values[path] = value
        }
        return values
    }
}

extension ReplicaConfiguration {
    /// The file by its own keys: those of its map, but where a save that was displaced has a text of its
    /// own, or none.
    fileprivate func withoutMap(
        besides save: MappedText?,
        in document: any Document
    ) -> ReplicaConfiguration {
        var plain = self
        plain.map = nil
        let own = Set(save?.reading.own.map(\.fileKey) ?? [])
        let fileKeys = (map?.fileKeys ?? []).filter { fileKey in
            save.map { $0.value(at: fileKey) != nil && !own.contains(fileKey) } ?? true
        }
        plain.keys = fileKeys.map { .exactly(document.spelled($0)) }
        return plain
    }
}

extension Template {
    /// The same text, read by the file's own keys.
    fileprivate init(_ template: Template, as plain: ReplicaConfiguration) {
        self = template
        text = ReadText(template.text.document, as: plain)
    }
}
