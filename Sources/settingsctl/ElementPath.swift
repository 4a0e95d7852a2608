// The place of a setting, or of an element of one, as a word of a command line.

import SettingsDocument
import SettingsModel

/// The place of a setting, or of an element of its list: `font.size`, `servers[0].name`.
struct ElementPath: Equatable, CustomStringConvertible {
    let key: SettingKeyPath
    /// The place within the setting's value; empty for the value itself.
    let place: [PathElement]

    init(_ key: SettingKeyPath, _ place: [PathElement] = []) {
        self.key = key
        self.place = place
    }

    /// Reads a key path with positions.
    ///
    /// - Throws: ``ModelError`` with code `.keyPath`.
    init(parsing text: String) throws(ModelError) {
        let elements = try DocumentPath(parsing: text).elements
        var keys: [String] = []
        for case .key(let key) in elements.prefix(while: \.isKey) { keys.append(key) }
        place = Array(elements.dropFirst(keys.count))
        key = try SettingKeyPath(checking: keys)
    }

    var description: String { "\(DocumentPath(DocumentPath(key).elements + place))" }

    /// The place within the setting's value as requests have it; nil for the value itself.
    var within: String? { place.isEmpty ? nil : "\(DocumentPath(place))" }
}

extension SettingKeyPath {
    /// Reads the place of a whole setting.
    ///
    /// - Throws: ``ModelError`` with code `.keyPath`, also for the place of an element.
    init(argumentText text: String) throws(ModelError) {
        let path = try ElementPath(parsing: text)
        guard path.place.isEmpty else {
            let quoted = try SettingKeyPath(parsing: text).description
            throw ModelError(
                code: .keyPath,
                problem:
                    "'\(text)' is an element of '\(path.key)', and this command takes settings",
                advice: "Name '\(path.key)'; a key with brackets in its name is quoted: "
                    + quoted.quotedForShell
            )
        }
        self = path.key
    }
}

extension PathElement {
    fileprivate var isKey: Bool {
        if case .key = self { true } else { false }
    }
}
