// A linked file as a domain file says it.

import SettingsDocument
import SettingsMapping
import SettingsModel
import SyncEngine

extension ReplicaConfiguration {
    /// The table of the file, with its path as it is to be written.
    func table(at path: String, adopting adoption: Adoption?) -> String {
        var lines = ["[[file]]", "path = \(path.asTOML)"]
        if let format { lines.append("format = \(format.rawValue.asTOML)") }
        if let prefix { lines.append("prefix = \(prefix.description.asTOML)") }
        if let keys {
            let list = keys.map(\.description.asTOML).joined(separator: ", ")
            lines.append("keys = [\(list)]")
        }
        for place in map?.places ?? [] {
            let key = place.fileKey.segments.map(\.asTOMLKey).joined(separator: ".")
            let pictures = place.pictures.map(\.text.asTOML).joined(separator: ", ")
            let isOne = place.pictures.count == 1
            lines.append("map.\(key) = " + (isOne ? pictures : "[\(pictures)]"))
        }
        if let adoption { lines.append("new_keys = \(adoption.rawValue.asTOML)") }
        if layer != .user { lines.append("layer = \(layer.rawValue.asTOML)") }
        return lines.joined(separator: "\n") + "\n"
    }
}
