// What a file says of a setting that isn't in force, or isn't anything that its row can show.

import SettingsModel
import SettingsProtocol
import SettingsSchema

extension Model {
    /// Whether the value in force is worth storing again: in place of one that a rule refuses, unless
    /// a write is on its way already.
    func mayReplaceRefused(_ place: SettingPlace) -> Bool {
        scene.refusedValue(place) != nil && !isWriting(place)
    }

    /// The row in focus's own mistake, or else what it is for.
    var rowHelp: Status? {
        guard navigation.isSettingsTab, let place = navigation.focusedPlace else { return nil }
        if scene.refusedValue(place.root) != nil, let problem = fileProblems[place.root] {
            return Status(.error, "\(look.glyphs.error) \(scene.words(of: problem))")
        }
        return catalogue.setting(place)?.specifier.help.map { Status(.note, $0) }
    }
}
