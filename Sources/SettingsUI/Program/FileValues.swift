// Reads what stands in settings files, to be compared with what is in use.

import SchemaFiles
import SettingsDocument
import SettingsModel
import SettingsProtocol
import SettingsSchema

extension FilesRead {
    /// Reads the user's files among some; one that is written just now is as it's found.
    init(_ replicas: [ReplicaReport], _ inUse: InUse) {
        var missing: Set<SettingPlace> = []
        for replica in replicas where replica.layer == .user && replica.state != .absent {
            let format = Format(rawValue: replica.format)
            guard let document = try? SchemaSource.document(at: replica.file, as: format) else {
                unreadable.append(replica.file)
                continue
            }
            take(document, of: replica, inUse)
            // A file that adopts only what it has lacks keys by right.
            guard replica.adopt == "all" else { continue }
            missing.formUnion(
                inUse.own.filter { $0.domain == replica.domain && replica.takes($0.keyPath) }
            )
        }
        differing.formUnion(missing.subtracting(values.keys))
    }

    private mutating func take(
        _ document: any Document,
        of replica: ReplicaReport,
        _ inUse: InUse
    ) {
        let prefix = replica.prefix?.segments ?? []
        for entry in document.entries {
            let key = SettingKeyPath(segments: prefix + entry.keyPath.segments)
            let place = SettingPlace(domain: replica.domain, keyPath: key)
            guard replica.takes(key), let known = inUse.values[place] else { continue }
            let path = DocumentPath(entry.keyPath)
            let value = document.restored(entry.value, at: path, like: known)
            let isSame = known.means(value)
            // Of two files, the one that says something else is what there is to tell of.
            if !isSame || values[place] == nil { values[place] = value }
            if !isSame { differing.insert(place) }
        }
    }
}

extension ReplicaReport {
    /// Whether the file has to do with a key.
    fileprivate func takes(_ key: SettingKeyPath) -> Bool {
        guard prefix?.isPrefix(of: key) ?? true else { return false }
        return keys?.contains { $0.matches(key) } ?? true
    }
}
