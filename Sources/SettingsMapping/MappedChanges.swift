// What a mapped file's values become.

package import SettingsModel

/// The edits of one file, and the settings that it can't say.
package struct MappedChanges: Equatable, Sendable {
    /// A new value of the file.
    package struct Edit: Equatable, Sendable {
        package var fileKey: SettingKeyPath
        package var value: SettingValue

        /// Creates an edit.
        package init(fileKey: SettingKeyPath, value: SettingValue) {
            self.fileKey = fileKey
            self.value = value
        }
    }

    /// A setting that can't be said at a place; the value itself isn't named, as it may be a secret.
    package struct Refusal: Equatable, Sendable {
        package var key: SettingKeyPath
        package var fileKey: SettingKeyPath
        /// What was expected, as a sentence without its period.
        package var problem: String
        /// What the reader can do about it.
        package var advice: String
    }

    /// One for each file key, in the order of the map's places; new lines come last.
    package var edits: [Edit] = []
    /// Each key once for a file key.
    package var refusals: [Refusal] = []

    /// Adds refusals.
    mutating func refuse(_ refused: [Refusal]) {
        for refusal in refused where !refusals.contains(refusal) { refusals.append(refusal) }
    }

    /// Adds the line of a place that has none.
    mutating func add(
        _ place: FileMap.Place,
        saying values: [SettingKeyPath: SettingValue],
        as format: MappedFormat
    ) {
        do throws(Unsayable) {
            let value = try PlaceText.new(at: place, saying: values, as: format)
            edits.append(Edit(fileKey: place.fileKey, value: value))
        } catch {
            refuse(Refusal.all(place.pictures[0].keys, at: place.fileKey, error))
        }
    }
}

extension MappedChanges.Refusal {
    /// The refusals of some keys for one reason; of the key alone whose value it is.
    static func all(
        _ keys: [SettingKeyPath],
        at fileKey: SettingKeyPath,
        _ reason: Unsayable
    ) -> [Self] {
        switch reason {
        case .value(let key, let expected, let advice):
            return [
                Self(
                    key: key,
                    fileKey: fileKey,
                    problem: "'\(key)' can't be written at '\(fileKey)', expected \(expected)",
                    advice: advice
                )
            ]
        case .missing, .text:
            return keys.map { key in
                Self(
                    key: key,
                    fileKey: fileKey,
                    problem:
                        "'\(key)' can't be written at '\(fileKey)': another value would be read",
                    advice: "Set it to a value without the characters that the map has there"
                )
            }
        }
    }
}
