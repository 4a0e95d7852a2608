// What a plain `yes` of YAML says of a setting that is known to be true or false.

package import SettingsModel

extension Document {
    /// The value that stands at a place with the type it is known to have elsewhere.
    ///
    /// Beside what ``Format/restored(_:like:)`` knows, the words that YAML 1.1 has for true and false
    /// are taken as such, where they aren't quoted and the setting is known to be one of the two.
    package func restored(
        _ value: SettingValue,
        at place: DocumentPath,
        like known: SettingValue?
    ) -> SettingValue {
        guard format == .yaml, case .boolean = known, case .string(let word) = value,
            let truth = YAMLScalar.truth(of: word), let span = span(of: place),
            bytes[span].elementsEqual(word.utf8)
        else { return format.restored(value, like: known) }
        return .boolean(truth)
    }
}

extension YAMLScalar {
    /// What a plain word stands for in YAML 1.1, which 1.2 reads as text; nil for any other.
    ///
    /// After https://yaml.org/type/bool.html.
    static func truth(of word: String) -> Bool? {
        switch word {
        case "y", "Y", "yes", "Yes", "YES", "on", "On", "ON": true
        case "n", "N", "no", "No", "NO", "off", "Off", "OFF": false
        default: nil
        }
    }
}
