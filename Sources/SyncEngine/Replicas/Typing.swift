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
        for edit in outcome.superseded {
            guard let value = edit.value,
                let old = domains[id.domain]?.registers.all[edit.keyPath], let text = old.value,
                case .file(let path) = old.origin,
                let format = replicas[ReplicaID(domain: id.domain, path: path)]?.knownFormat
            else { continue }
            let typed = format.restored(text, like: value)
            guard typed != text else { continue }
            clock.counter = max(clock.counter, old.timestamp.counter) + 1
            let timestamp = Timestamp(
                wallTime: old.timestamp.wallTime,
                counter: clock.counter,
                agent: clock.agent
            )
            let new = Register(timestamp: timestamp, value: typed, origin: old.origin)
            domains[id.domain]?.registers.restore(new, at: edit.keyPath)
            outcome.applied.append(RegisterChange(keyPath: edit.keyPath, old: old, new: new))
            if typed == value { settled.insert(edit.keyPath) }
        }
        // What both say is nothing that lost.
        outcome.superseded.removeAll { settled.contains($0.keyPath) }
    }
}
