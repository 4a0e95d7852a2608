// The edits that make a file say what the registers say.

import SettingsDocument
import SettingsModel

/// What a file should become.
struct Projection {
    /// The file with exactly the registers that it takes part in; every other byte is its template's.
    var text: ReadText
    /// Values that the format can't hold; the file keeps what it had there.
    var refusals: [(keyPath: SettingKeyPath, error: EditError)] = []
    /// What of the replica's own edits is made in it, with the texts that it has.
    var placeEdits: [PlaceEdit] = []
    /// Whether the text is the template of the next ones, as it isn't made from the template before.
    var isTemplate = false
}

extension Projection {
    /// Projects registers onto what the file says now.
    ///
    /// A key that the file lacks is added only where `adopts` says so, or in the place of what the
    /// file has above or below it. Only the replica's open keys are looked at, as the file agrees on all
    /// others. What the replica holds stays as it is, and what `hides` says isn't written where
    /// others can read it. Where no value differs, the text stays.
    init(
        of registers: Registers,
        onto text: ReadText,
        from template: () -> Template?,
        in replica: ReplicaState,
        hiding hides: (SettingKeyPath) -> Bool,
        adopts: (SettingKeyPath) -> Bool
    ) {
        if replica.configuration.map != nil {
            self.init(
                of: registers,
                ontoMapped: text,
                from: template,
                in: replica,
                hiding: hides,
                adopts: adopts
            )
        } else {
            self.init(
                of: registers,
                ontoUnmapped: text,
                from: template,
                in: replica,
                hiding: hides,
                adopts: adopts
            )
        }
    }

    private init(
        of registers: Registers,
        ontoUnmapped text: ReadText,
        from template: () -> Template?,
        in replica: ReplicaState,
        hiding hides: (SettingKeyPath) -> Bool,
        adopts: (SettingKeyPath) -> Bool
    ) {
        self.text = text
        let configuration = replica.configuration
        let held = replica.held ?? HeldKeys()
        var edits: [KeyEdit] = []
        var lacking: [SettingKeyPath] = []
        func consider(_ path: SettingKeyPath, _ adopts: (SettingKeyPath) -> Bool) {
            guard configuration.owns(path) else { return }
            let present = text.keys[path]
            if held.covers(path, newerThan: registers.all[path]) { return }
            guard let value = registers.value(at: path) else {
                if let present, !registers.isLeftOver(present, at: path) {
                    edits.append(KeyEdit(path, nil))
                }
                return
            }
            guard present != nil || adopts(path) else {
                lacking.append(path)
                return
            }
            guard present != value else { return }
            let place = DocumentPath(configuration.filePath(path))
            // A value that the format can't write anew may stand in the template.
            guard
                let stored = text.document.stored(value, at: place)
                    ?? (template()?.text.keys[path] == value ? value : nil)
            else {
                refusals.append((path, text.document.refusal(of: value, at: place)))
                return
            }
            // Another spelling of the same (`1` for `YES`) stays.
            let meant = present.map { text.document.restored($0, at: place, like: value) }
            guard stored != present, meant != value else { return }
            if hides(path) {
                refusals.append((path, .exposed(in: replica.id.path)))
            } else {
                edits.append(KeyEdit(path, stored))
            }
        }
        if let keys = replica.openKeys {
            for path in keys { consider(path, adopts) }
        } else {
            for path in registers.all.keys { consider(path, adopts) }
            for path in text.keys.keyPaths where registers.all[path] == nil {
                consider(path, adopts)
            }
        }
        for path in successors(among: lacking, to: edits) { consider(path) { _ in true } }
        edits.sort { $0.keyPath < $1.keyPath }
        if !edits.isEmpty || replica.displacedSave != nil {
            make(edits, of: registers, from: template(), as: configuration)
        }
        refusals.sort { $0.keyPath < $1.keyPath }
    }

    /// Makes edits, from the template if there is one.
    mutating func make(
        _ edits: [KeyEdit],
        of registers: Registers,
        from template: Template?,
        as configuration: ReplicaConfiguration
    ) {
        if let save = template, save.isDisplaced,
            isRenamed(by: edits, of: registers, as: configuration),
            let arranged = made(from: save, [], of: registers, as: configuration)
        {
            // A key that gets another name keeps its line there.
            text = arranged
        }
        let rest = rename(edits, by: registers, from: template, as: configuration)
        guard rest.count == edits.count else {
            make(rest, of: registers, as: configuration)
            isTemplate = true
            return
        }
        guard let template else { return make(edits, of: registers, as: configuration) }
        if let made = made(from: template, edits, of: registers, as: configuration) {
            text = made
            return
        }
        var edited = Projection(text: text)
        edited.make(edits, of: registers, as: configuration)
        // A value that neither text can hold costs no other one its place.
        let lacking = edited.refusals.filter {
            template.text.keys[$0.keyPath] != registers.value(at: $0.keyPath)
        }
        let refused = Set(lacking.map(\.keyPath))
        let possible = edits.filter { !refused.contains($0.keyPath) }
        if !possible.isEmpty || template.isDisplaced, possible.count < edits.count,
            let made = made(from: template, possible, of: registers, as: configuration)
        {
            text = made
            refusals += lacking
        } else {
            isTemplate = edited.text.bytes != text.bytes
            text = edited.text
            refusals += edited.refusals
        }
    }

    /// The text with edits, made from its template; nil where that can't say the same.
    ///
    /// It has each comment that the edits leave in the text itself, or those of a displaced save.
    private func made(
        from template: Template,
        _ edits: [KeyEdit],
        of registers: Registers,
        as configuration: ReplicaConfiguration
    ) -> ReadText? {
        let wish = TextWish(
            text,
            changedBy: edits,
            of: registers,
            as: configuration,
            from: template
        )
        guard let made = template.text.fulfilling(wish) else { return nil }
        if template.isDisplaced { return made }
        if made.document.includesComments(of: text.document) { return made }
        // Some go with their keys.
        var edited = Projection(text: text)
        edited.make(edits, of: registers, as: configuration)
        return made.document.includesComments(of: edited.text.document) ? made : nil
    }

    /// Whether a key gets another name.
    private func isRenamed(
        by edits: [KeyEdit],
        of registers: Registers,
        as configuration: ReplicaConfiguration
    ) -> Bool {
        var renamed = self
        return renamed.rename(edits, by: registers, from: nil, as: configuration).count
            < edits.count
    }

    /// Makes edits of the text as it is.
    mutating func make(
        _ edits: [KeyEdit],
        of registers: Registers,
        as configuration: ReplicaConfiguration
    ) {
        var edits = edits
        while !edits.isEmpty {
            make(edits, as: configuration)
            edits = emptied(by: edits, of: registers, as: configuration)
        }
    }

    /// The keys that the file lacks because something stands in their place that goes.
    ///
    /// A table where the value is now, or a value where the table is: the file had the setting, so it
    /// keeps it as what it has become.
    private func successors(
        among lacking: [SettingKeyPath],
        to edits: [KeyEdit]
    ) -> [SettingKeyPath] {
        var gone = KeyMap<Bool>()
        for edit in edits where edit.value == nil && text.keys[edit.keyPath] != .dictionary([]) {
            gone[edit.keyPath] = true
        }
        guard !gone.values.isEmpty else { return [] }
        return lacking.filter { gone.hasConflict(with: $0) }
    }

    /// The tables that removals emptied and that were values once: left, they would read as such.
    private func emptied(
        by edits: [KeyEdit],
        of registers: Registers,
        as configuration: ReplicaConfiguration
    ) -> [KeyEdit] {
        let parents = Set(edits.compactMap { $0.value == nil ? $0.keyPath.parent : nil })
        return parents.filter { path in
            configuration.owns(path) && text.keys[path] == .dictionary([])
                && registers.all[path] != nil && registers.value(at: path) == nil
        }.sorted().map { KeyEdit($0, nil) }
    }

    private mutating func make(_ edits: [KeyEdit], as configuration: ReplicaConfiguration) {
        guard !edits.isEmpty else { return }
        let revision = text.document.revised(
            by: edits.map { configuration.change(of: $0.keyPath, to: $0.value) },
            inFile: configuration.format == nil ? configuration.path : nil
        )
        for refusal in revision.refusals {
            guard let path = refusal.change.path.keyPath else { continue }
            refusals.append((configuration.domainPath(path), refusal.error))
        }
        text = ReadText(revision, of: edits, from: text, as: configuration)
    }
}

extension EditError {
    /// A secret that isn't written into a file that others can read.
    static func exposed(in path: String) -> EditError {
        EditError(
            code: .unrepresentable,
            problem: "it is a secret, and others can read the file",
            advice: "Take the right from them: chmod 600 \(path.quotedForShell)"
        )
    }
}
