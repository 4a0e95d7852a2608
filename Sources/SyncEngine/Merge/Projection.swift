// The edits that make a file say what the registers say.

import SettingsDocument
import SettingsModel

/// What a file should become.
struct Projection {
    /// The file with exactly the registers that it takes part in; every other byte as it was.
    var document: any Document
    /// Values that the format can't hold; the file keeps what it had there.
    var refusals: [(keyPath: SettingKeyPath, error: EditError)]
}

extension Projection {
    /// Projects registers onto what the file says now, its comments already merged.
    ///
    /// A key that the file lacks is added only where `adopts` says so.
    init(
        of registers: Registers,
        onto text: ReadText,
        as configuration: ReplicaConfiguration,
        adopts: (SettingKeyPath) -> Bool
    ) {
        let format = text.document.format
        var changes: [DocumentChange] = []
        refusals = []
        for path in registers.all.keys where configuration.owns(path) {
            guard let value = registers.value(at: path) else { continue }
            let present = text.keys[path]
            guard present != nil || adopts(path), present != value else { continue }
            guard let stored = format.stored(value) else {
                refusals.append((path, Self.unrepresentable(value, in: format)))
                continue
            }
            if stored != present {
                changes.append(DocumentChange(DocumentPath(configuration.filePath(path)), value))
            }
        }
        for (path, value) in text.keys where registers.value(at: path) == nil {
            // A table that an earlier removal emptied was never a value of its own.
            if value == .dictionary([]), registers.all[path] == nil { continue }
            changes.append(DocumentChange(DocumentPath(configuration.filePath(path)), nil))
        }
        changes.sort { a, b in
            guard let left = a.path.keyPath, let right = b.path.keyPath else { return false }
            return left < right
        }
        let revision = text.document.revised(by: changes)
        document = revision.document
        for refusal in revision.refusals {
            guard let path = refusal.change.path.keyPath else { continue }
            refusals.append((configuration.domainPath(path), refusal.error))
        }
        refusals.sort { $0.keyPath < $1.keyPath }
    }

    private static func unrepresentable(_ value: SettingValue, in format: Format) -> EditError {
        EditError(
            code: .unrepresentable,
            problem: "\(format.rawValue) can't hold \(value.typeName)",
            advice: "Set another value, or link a file of another format"
        )
    }
}
