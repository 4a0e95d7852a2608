// When a file is made that isn't there.

import SettingsDocument
import SettingsModel

extension Engine {
    /// Has a file that isn't there made by a change from now on, if it is to be made so.
    ///
    /// What the journal says of it counts where the file has been configured so all the time, as far
    /// as known.
    mutating func putOffCreation(of id: ReplicaID, formerly former: Creation?) {
        guard var record = replicas[id]?.record, let state = domains[id.domain] else { return }
        let wasThere = record.top != nil
        switch replicas[id]?.configuration.creation {
        case .withNextChange where former == nil || former == .withNextChange:
            if !wasThere, record.missingSince == nil { record.missingSince = state.changedCounter }
        case .withNextChange:
            if !wasThere || record.missingSince != nil {
                record.missingSince = state.changedCounter
            }
        case .atOnce, .never, nil: if !wasThere { record.missingSince = nil }
        }
        guard record != replicas[id]?.record else { return }
        replicas[id]?.record = record
        outbox.save(record)
    }

    /// Creates a file that is absent, when a change since has made it needed.
    mutating func recreate(_ id: ReplicaID) {
        knowHeld(id)
        cacheTopKeys(in: id.domain)
        replicas[id]?.openKeys = nil
        guard let replica = replicas[id], let state = domains[id.domain],
            replica.configuration.creation != .never,
            replica.record.missingSince.map({ state.changedCounter > $0 }) ?? true,
            let format = replica.knownFormat,
            let base = try? replica.read(replica.top?.bytes ?? format.emptyFile),
            let target = target(of: replica, from: base), target.text.bytes != base.bytes
        else {
            markAgreed(id)
            becomeIdle(id)
            return
        }
        // A replacement went away with its folder; a new file would hide what it displaced.
        guard replica.record.intent?.old == nil else {
            return writeFailed(.noReplacement(at: id.path), of: id, looking: .atOnce)
        }
        write(target, over: nil, replica)
    }
}

extension StorageError {
    /// Neither a file nor its replacement is there; what the replacement displaced may be a save.
    fileprivate static func noReplacement(at path: String) -> StorageError {
        StorageError(
            code: .noFolder,
            path: path,
            errno: 0,
            problem: "'\(path.escapedForDisplay)' and its replacement are gone",
            advice: "Mount or restore the folder that has them, or make the file anew by hand"
        )
    }
}
