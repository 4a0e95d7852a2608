// Types of settings that a file of texts was the first to say.

import SettingsDocument
import SettingsModel

extension Engine {
    /// Gives a setting that a file says as text the type that a later-read file has for it.
    ///
    /// `size = 12` in an INI file is the text 12 until a TOML file says a number: then it's the number
    /// 12 in both, whichever was saved last.
    mutating func takeTypes(from id: ReplicaID, _ outcome: inout EditOutcome) {
        var settled: Set<SettingKeyPath> = []
        var typings: [ReplicaID: Typing] = [:]
        for edit in outcome.superseded {
            guard let value = edit.value,
                let old = domains[id.domain]?.registers.all[edit.keyPath], let text = old.value,
                case .file(let path) = old.origin
            else { continue }
            let file = ReplicaID(domain: id.domain, path: path)
            guard let replica = replicas[file] else { continue }
            let typed = typings[file, default: Typing(of: replica)]
                .restored(text, at: edit.keyPath, like: value)
            guard typed != text else { continue }
            let timestamp = ledger.clock.timestamp(after: old.timestamp)
            let new = Register(timestamp: timestamp, value: typed, origin: old.origin)
            domains[id.domain]?.registers.restore(new, at: edit.keyPath)
            outcome.applied.append(RegisterChange(keyPath: edit.keyPath, old: old, new: new))
            if typed == value { settled.insert(edit.keyPath) }
        }
        // What both say is nothing that lost.
        outcome.superseded.removeAll { settled.contains($0.keyPath) }
    }
}

/// Gives values of a file's newest text the types that their settings are known to have.
///
/// What is asked of the whole text, as its format, is asked once for all values.
struct Typing {
    private let replica: ReplicaState
    private let format: Format?
    private lazy var text = replica.top.flatMap { replica.read($0) }

    init(of replica: ReplicaState) {
        self.replica = replica
        format = replica.knownFormat
    }

    /// A value with the type that its setting is known to have.
    mutating func restored(
        _ value: SettingValue,
        at path: SettingKeyPath,
        like known: SettingValue
    ) -> SettingValue {
        guard let format else { return value }
        var isWord = false
        if format == .yaml, case .boolean = known, case .string = value { isWord = true }
        // Only there it matters how the value is spelled.
        guard isWord || replica.configuration.map != nil, let text else {
            return format.restored(value, like: known)
        }
        return replica.configuration.restored(value, at: path, like: known, in: text.document)
    }
}
