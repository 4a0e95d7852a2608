// Texts of a file with their settings read.

import SettingsDocument
import SettingsModel

/// A text that was read: its document, and its settings as keys of the domain.
struct ReadText: Sendable {
    var document: any Document
    /// The settings that the replica takes part in, with the values that the format gives back.
    var keys: SharedMap<SettingValue>

    init(_ document: any Document, as configuration: ReplicaConfiguration) {
        self.init(document, like: nil, as: configuration)
    }

    /// A document that may be much like a text that was read before, whose settings it then shares.
    init(
        _ document: any Document,
        like known: ReadText?,
        as configuration: ReplicaConfiguration
    ) {
        if let known, let changes = known.changes(to: document, as: configuration) {
            self.init(document, knowing: known.keys)
            for change in changes { keys[change.keyPath] = change.value }
            return
        }
        let entries = configuration.settings(of: document)
        let keys = Dictionary(entries.lazy.map { ($0.keyPath, $0.value) }) { _, last in last }
        let shared = known.map { SharedMap(keys, like: $0.keys) } ?? SharedMap(keys)
        self.init(document, knowing: shared)
    }

    /// Where another text's settings differ from this one's; nil where only a look at all of the new ones
    /// together can tell.
    private func changes(
        to new: any Document,
        as configuration: ReplicaConfiguration
    ) -> [KeyEdit]? {
        // Where only some of the file's keys are settings, these are looked at alone.
        guard configuration.takesAll else { return nil }
        let difference = new.difference(from: document)
        // Of a duplicate key the last value counts, which its neighbours don't show.
        guard difference.oldCount == keys.count else { return nil }
        var changes = difference.changed.map { KeyEdit($0.keyPath, $0.value) }
        var gone = Set(difference.gone.map(\.keyPath))
        for entry in difference.added {
            // What isn't from here may be a duplicate of what is before or behind.
            let wasHere = gone.remove(entry.keyPath) != nil
            guard wasHere || keys[entry.keyPath] == nil else { return nil }
            changes.append(KeyEdit(entry.keyPath, entry.value))
        }
        return changes + gone.map { KeyEdit($0, nil) }
    }

    /// A document whose settings are known.
    init(_ document: any Document, knowing keys: SharedMap<SettingValue>) {
        self.document = document
        self.keys = keys
    }

    /// What a revision of a text says, without reading all of it again where that is known.
    init(
        _ revision: Revision,
        of edits: [KeyEdit],
        from old: ReadText,
        as configuration: ReplicaConfiguration
    ) {
        // A leaf over a leaf changes no other key; only then is what the gate has compared enough.
        let isPlain = edits.allSatisfy { edit in
            guard edit.value != nil, old.keys[edit.keyPath] != nil else { return false }
            return !edit.isAboutTable(in: old)
        }
        guard isPlain, revision.refusals.isEmpty else {
            self.init(revision.document, like: old, as: configuration)
            return
        }
        self = old
        document = revision.document
        for edit in edits { keys[edit.keyPath] = edit.value }
    }

    var bytes: [UInt8] { document.bytes }
}

/// A version of a file, and what was read of it.
struct KnownVersion: Sendable {
    var version: FileVersion
    /// The version's settings; nil until somebody asks, as old versions seldom matter.
    var keys: SharedMap<SettingValue>?

    init(_ version: FileVersion, keys: SharedMap<SettingValue>? = nil) {
        self.version = version
        self.keys = keys
    }

    var bytes: [UInt8] { version.text }

    /// Forgets what was read, as it would be read as something else now.
    mutating func forgetReading() { keys = nil }
}

extension KeyEdit {
    /// Whether the edit sets a table or replaces one.
    fileprivate func isAboutTable(in text: ReadText) -> Bool {
        if case .dictionary = value { return true }
        if case .dictionary = text.keys[keyPath] { return true }
        return false
    }
}

/// The edits that turn one map into another, in key order.
func keyEdits(
    from old: SharedMap<SettingValue>,
    to new: SharedMap<SettingValue>
) -> [KeyEdit] {
    new.differences(from: old).map { KeyEdit($0.keyPath, $0.new) }
        .sorted { $0.keyPath < $1.keyPath }
}
