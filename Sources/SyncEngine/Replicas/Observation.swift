// What the writer of a whole file changed.

import SettingsDocument
import SettingsModel

/// What a new content says, compared with the version its writer had in hand.
struct Observation {
    /// nil for the first content of a file.
    var choice: BaseChoice?
    /// What the base showed.
    var baseKeys: SharedMap<SettingValue> = [:]
    var baseTimestamps: SharedMap<Timestamp> = [:]
    /// Everything that differs from the base.
    var differences: [KeyEdit]
    /// The differences that are edits of the domain.
    var edits: [KeyEdit]
    /// What newer versions changed and the writer didn't: it stays, against the text.
    var kept: [KeyEdit] = []
    /// The keys whose edits another reading of the content wouldn't have.
    var disputed: Set<SettingKeyPath> = []
    /// Edits to values that the base says too, and why they are meant.
    var insisted: [SettingKeyPath: KeptOut.Reason] = [:]
    /// The texts of its own that a mapped file has where it followed before, by the domain's keys.
    var own: [KeyEdit] = []
    /// The places of a mapped file at which it goes on following.
    var placeEdits: [PlaceEdit] = []
    /// Whether it came as an answer to the agent's last write.
    var isAnswer = false
}

extension Observation {
    /// The first content of a file: whatever it says is new.
    init(first text: ReadText) {
        let edits = keyEdits(from: [:], to: text.keys)
        self.init(differences: edits, edits: edits)
    }

    /// The keys on which the domain's files may not agree any more, besides those whose edits are made.
    ///
    /// The content differs from the newest version where it differs from its base, or where the
    /// newest does; there it may also be another file's turn to take on a key.
    var differingKeys: [SettingKeyPath] { (differences + kept).map(\.keyPath) }

    /// When a content's edits were made, in milliseconds since 1970.
    ///
    /// A file's time is evidence, not authority: never later than now, never negative. What `cp -p`, `mv` or
    /// `tar` place has the time of its copy; it counts from when it came. Where its times are from before the newest
    /// version stood there, that is now, or, where it came in the place of an older one, right behind that. The
    /// first content of a linked file may be much older, and so may what came while nobody looked; but whoever
    /// led a symlink to it since the newest version meant what it says.
    func wallTime(of content: FileContent, to replica: ReplicaState?, at now: Int64) -> Int64 {
        let top = replica?.top
        let isDated = choice == nil || content.countsByDate
        let date = max(content.modified, content.linked(since: top) ?? 0)
        let time = isDated ? date : content.arrival
        if let choice, let top, choice.reason.isPlaced, time < top.version.recorded {
            let base = replica?.versions[choice.index].version
            return base?.number == top.version.number ? now : min(base?.recorded ?? now, now)
        }
        return max(0, min(time, now))
    }

    /// Adds the values that versions after the base have changed and the writer hasn't: they stay,
    /// against the text.
    mutating func keepValues(of top: KnownVersion) {
        let known = Set((edits + kept).map(\.keyPath))
        kept += keyEdits(from: baseKeys, to: top.keys ?? [:]).filter {
            !known.contains($0.keyPath)
        }
    }
}

extension ReplicaState {
    /// Whether the file is where a key of the domain is kept, whatever other files lack.
    func isHome(of path: SettingKeyPath) -> Bool {
        self.configuration.layer == .user && self.configuration.adoption != .all
            && self.configuration.map == nil && self.top?.keys?[path] != nil
    }
}
