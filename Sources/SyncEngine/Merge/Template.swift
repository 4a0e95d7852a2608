// The template of a file: the text that its next text is made from.

import SettingsDocument
import SettingsModel

/// What the next text of a file is made from.
///
/// Only the agent has written since, each time from this text, so it has every comment and every place that
/// somebody chose.
struct Template {
    var text: ReadText
    /// Whether it is a save that a write displaced: its comments, blanks and order are still to be written.
    var isDisplaced: Bool
    /// The file in its other domains, each of which writes its own keys.
    var neighbours: [ReplicaConfiguration]
    /// The newest text since then that had one of some keys; nil for none.
    var laterText: ([SettingKeyPath]) -> (any Document)?
}

extension ReplicaState {
    /// The newest version that somebody else wrote, or the agent without a template; nil for none.
    var templateVersion: KnownVersion? { self.versions.last { $0.version.author != .agent } }

    /// The newest version that was saved by somebody.
    var lastSave: KnownVersion? { self.versions.last { $0.version.author == .foreign } }

    /// The save that the agent's newest text displaced, and after which nobody has saved; nil for none.
    var displacedSave: KnownVersion? {
        guard let top, top.version.author.isAgent, let last = self.versions.last,
            last.version.number > top.version.number, last.version.author == .foreign
        else { return nil }
        return last
    }

    /// Whether a key that the file lacks isn't there because the agent took it out, and was set again
    /// since: whoever did so wants it back there.
    ///
    /// With the value that it had there it was taken out for another domain. The agent takes no line out of
    /// a mapped file.
    func comesBack(_ key: SettingKeyPath, as registers: Registers) -> Bool {
        guard self.configuration.map == nil else { return false }
        let had = self.versions.lastTimestamp(of: key)
        return had != nil && had != registers.all[key]?.timestamp
    }

    /// Whether a key comes back into the file with the value that it has now, rather than into one that had
    /// it last with a timestamp.
    func takesBack(
        _ key: SettingKeyPath,
        before had: Timestamp?,
        as registers: Registers
    ) -> Bool {
        guard self.top != nil, self.configuration.owns(key),
            let former = self.versions.formerTimestamp(of: key),
            comesBack(key, as: registers) || had.map({ $0 < former }) ?? true,
            let value = registers.value(at: key)
        else { return false }
        return Fitting([(key, value)], in: self).map { $0.refusal(ofLeafAt: 0) == nil } ?? false
    }
}

extension [KnownVersion] {
    /// The timestamp that a key had last in the file since somebody saved it; nil where it wasn't there.
    func lastTimestamp(of key: SettingKeyPath) -> Timestamp? {
        let start = lastIndex { $0.version.author == .foreign } ?? 0
        return dropFirst(start).formerTimestamp(of: key)
    }
}

extension BidirectionalCollection<KnownVersion> {
    /// The timestamp that a key had last in the file; nil where it wasn't there.
    func formerTimestamp(of key: SettingKeyPath) -> Timestamp? {
        reversed().lazy.compactMap { $0.version.timestamps[key] }.first
    }
}

extension ReplicaTable {
    /// What a file's next text is made from; nil where that is the text at its path, which is edited.
    func template(
        of replica: ReplicaState,
        besides text: ReadText,
        among documents: RecentDocuments
    ) -> Template? {
        let isDisplaced = replica.displacedSave != nil
        guard let version = replica.templateVersion, version.bytes != text.bytes,
            let document = documents.document(of: replica.id, saying: version.bytes)
                ?? replica.document(of: version.bytes),
            isDisplaced || text.document.isAlike(document)
        else { return nil }
        let known =
            version.keys.map { ReadText(document, knowing: $0) }
            ?? ReadText(document, like: text, as: replica.configuration)
        let neighbours = replica.top.map {
            otherDomains(of: $0.version.identity, replica.id)
        }
        return Template(
            text: known,
            isDisplaced: isDisplaced,
            neighbours: (neighbours ?? []).compactMap { self[$0]?.configuration },
            laterText: { keys in
                let later = replica.versions.last { later in
                    keys.contains { later.version.timestamps[$0] != nil }
                }
                guard let later, later.version.number > version.version.number else { return nil }
                return documents.document(of: later.bytes, in: replica)
            }
        )
    }
}

extension Document {
    /// Whether another text of the file is in the same format: comments alone make JSON another.
    fileprivate func isAlike(_ other: any Document) -> Bool {
        let hasComments: Set<Format> = [.json, .jsonc]
        return format == other.format || hasComments.isSuperset(of: [format, other.format])
    }

    /// Whether this text contains every comment of another one, at least as often.
    func includesComments(of other: any Document) -> Bool {
        let (own, others) = (comments, other.comments)
        let (text, otherText) = (bytes, other.bytes)
        // The common start is usually everything.
        var alike = 0
        while alike < min(own.count, others.count),
            text[own[alike]].isSame(as: otherText[others[alike]])
        {
            alike += 1
        }
        var unused = own.dropFirst(alike).reduce(into: [:]) { $0[text[$1], default: 0] += 1 }
        for comment in others.dropFirst(alike).map({ otherText[$0] }) {
            guard let count = unused[comment], count > 0 else { return false }
            unused[comment] = count - 1
        }
        return true
    }
}

extension ReadText {
    /// This text with the values of a wish, and no others.
    ///
    /// New keys are added in the order of the file's own text, with those that come back where they were,
    /// and then those that are new to the file.
    ///
    /// - Returns: nil where this text can't have all of the values.
    func fulfilling(_ wish: TextWish) -> ReadText? {
        guard let changes = wish.changes(of: self) else { return nil }
        var made = Projection(text: self)
        made.make(changes, of: wish.registers, as: wish.configuration)
        return made.refusals.isEmpty && wish.isFulfilled(by: made.text) ? made.text : nil
    }
}

/// The values that a file's next text must have, whichever text it is made from.
struct TextWish {
    private let text: ReadText
    private let edits: [SettingKeyPath: SettingValue?]
    fileprivate let registers: Registers
    fileprivate let configuration: ReplicaConfiguration
    /// What is to be in the file, by the domain's key paths.
    private let keys: SharedMap<SettingValue>
    /// What is to be in the file and isn't the domain's.
    private var others: [SettingKeyPath: SettingValue]
    /// What the text with them is made from.
    private let template: Template

    /// Wishes for the values that a text has after some edits.
    init(
        _ text: ReadText,
        changedBy edits: [KeyEdit],
        of registers: Registers,
        as configuration: ReplicaConfiguration,
        from template: Template
    ) {
        var keys = text.keys
        for edit in edits { keys[edit.keyPath] = edit.value }
        self.text = text
        self.edits = Dictionary(edits.map { ($0.keyPath, $0.value) }) { _, last in last }
        self.registers = registers
        self.configuration = configuration
        self.keys = keys
        self.template = template
        others = text.others(of: configuration, besides: template.neighbours)
        guard template.isDisplaced else { return }
        // The values that belong to no domain are the save's: only the save can have changed them.
        let saved = template.text.others(of: configuration, besides: template.neighbours)
        for path in Set(others.keys).union(saved.keys) {
            let place = configuration.filePath(path)
            let isKept = template.neighbours.contains { $0.takes(place) }
            if !isKept { others[path] = saved[path] }
        }
    }

    /// The edits of a text that fulfil the wish; nil where the text can't hold one of the values.
    func changes(of base: ReadText) -> [KeyEdit]? {
        var changes: [KeyEdit] = []
        for difference in keys.differences(from: base.keys) {
            let path = difference.keyPath
            let (present, value) = (settled(difference.old, path), settled(difference.new, path))
            guard let value else {
                if present != nil { changes.append(KeyEdit(path, nil)) }
                continue
            }
            guard let meant = meaning(of: value, at: path) else {
                changes.append(KeyEdit(path, value))
                continue
            }
            if let present, base.means(meant, by: present, at: path, as: configuration) { continue }
            let place = DocumentPath(configuration.filePath(path))
            guard let stored = base.document.stored(meant, at: place) else { return nil }
            if stored != present { changes.append(KeyEdit(path, stored)) }
        }
        let known = base.others(of: configuration, besides: template.neighbours)
        for (path, value) in others where known[path] != value {
            changes.append(KeyEdit(path, value))
        }
        for path in known.keys where others[path] == nil { changes.append(KeyEdit(path, nil)) }
        return sorted(changes, besides: base)
    }

    /// Whether a text says all that is wished for, and nothing else.
    func isFulfilled(by made: ReadText) -> Bool {
        let isSame = made.keys.differences(from: keys).allSatisfy { difference in
            let path = difference.keyPath
            let (wanted, value) = (settled(difference.old, path), settled(difference.new, path))
            if wanted == value { return true }
            guard let wanted, let value, let meant = meaning(of: wanted, at: path) else {
                return false
            }
            return made.means(meant, by: value, at: path, as: configuration)
        }
        return isSame && made.others(of: configuration, besides: template.neighbours) == others
    }

    /// A value, without what an earlier removal left of a table.
    private func settled(_ value: SettingValue?, _ path: SettingKeyPath) -> SettingValue? {
        value.flatMap { registers.isLeftOver($0, at: path) ? nil : $0 }
    }

    /// The register's value that a key is to say; nil where it says something else, which stays.
    private func meaning(of value: SettingValue, at path: SettingKeyPath) -> SettingValue? {
        guard let known = registers.value(at: path) else { return nil }
        if edits[path] != nil || known == value { return known }
        return text.means(known, by: value, at: path, as: configuration) ? known : nil
    }

    private func sorted(_ changes: [KeyEdit], besides base: ReadText) -> [KeyEdit] {
        let changes = changes.sorted { $0.keyPath < $1.keyPath }
        let new = changes.filter { $0.value != nil && base.keys[$0.keyPath] == nil }
        guard new.count > 1 else { return changes }
        // The place of a key in the text; or of the one behind which it stood, and how far behind.
        var places: [SettingKeyPath: (Int, Int)] = [:]
        for (place, entry) in text.document.entries.enumerated() {
            places[configuration.domainPath(entry.keyPath)] = (place, 0)
        }
        let later = template.laterText(new.map(\.keyPath).filter { places[$0] == nil })
        var last = (-1, 0)
        for entry in later?.entries ?? [] {
            let path = configuration.domainPath(entry.keyPath)
            last = places[path] ?? (last.0, last.1 + 1)
            places[path] = last
        }
        func place(_ change: KeyEdit) -> (Int, Int, SettingKeyPath) {
            let (place, behind) = places[change.keyPath] ?? (.max, 0)
            return (place, behind, change.keyPath)
        }
        return changes.sorted { place($0) < place($1) }
    }
}

extension ReadText {
    /// Whether a value of the text stands for another, as `YES` does for `1`.
    fileprivate func means(
        _ value: SettingValue,
        by present: SettingValue,
        at path: SettingKeyPath,
        as configuration: ReplicaConfiguration
    ) -> Bool {
        configuration.restored(present, at: path, like: value, in: document) == value
    }

    /// The values that aren't the domain's, by its key paths.
    ///
    /// It leaves out empty tables that keys of one of the file's domains can be in.
    fileprivate func others(
        of configuration: ReplicaConfiguration,
        besides neighbours: [ReplicaConfiguration]
    ) -> [SettingKeyPath: SettingValue] {
        guard configuration.keys != nil else { return [:] }
        var others: [SettingKeyPath: SettingValue] = [:]
        for entry in document.entries {
            let path = configuration.domainPath(entry.keyPath)
            if configuration.owns(path) { continue }
            let isEmptied =
                entry.value == .dictionary([])
                && ([configuration] + neighbours).contains { $0.mayTake(below: entry.keyPath) }
            if !isEmptied { others[path] = entry.value }
        }
        return others
    }
}
