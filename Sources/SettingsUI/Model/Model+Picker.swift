// Saving what the wheels of a picker show.

import SettingsModel
import SettingsSchema

extension Model {
    /// Stores what the wheels say, as far as they were turned.
    mutating func save(_ picker: OpenPicker) {
        switch picker.saved(scene) {
        case .unchanged: overlays.current = .none
        // What can't be saved stays on its wheels.
        case .impossible(let reason): status = reason
        case .rowGone: closeLost(picker)
        case .otherElement(let element):
            var told = picker
            told.element = element
            overlays.current = .picker(told)
            status = scene.status(ofOtherElementAt: picker.place, key: "Enter")
        case .value(let value, let isMoved):
            let replaced = scene.wordsOfReplaced(since: picker.base, at: picker.place)
            overlays.current = .none
            write(value, at: picker.place)
            if isMoved {
                let said = "; clocks leap over the time that was picked"
                status = Status(.warning, (status?.text ?? "") + said)
            }
            status?.text += replaced
        }
    }
}
