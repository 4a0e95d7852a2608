// Opening pickers, turning their wheels, and saving what they show.

import SettingsModel
import SettingsSchema

extension Model {
    /// A key while a picker is open.
    mutating func pressInPicker(_ key: Key, _ picker: OpenPicker) {
        var picker = picker
        switch key.action {
        case .enter, .toggle: return save(picker)
        case .back, .interrupt, .quit:
            overlays.current = .none
            return
        case .reset:
            overlays.current = .none
            return resetFocused()
        case .help: overlays.help = .shown
        default: picker.press(key)
        }
        overlays.current = .picker(picker)
    }

    /// Stores what the wheels say, as far as they were turned.
    private mutating func save(_ picker: OpenPicker) {
        switch picker.saved(scene, writes) {
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
            let replaced = scene.wordsOfReplaced(since: picker.base, at: picker.place, log)
            overlays.current = .none
            write(value, at: picker.place)
            if isMoved {
                let said = "; clocks leap over the time that was picked"
                status = Status(.warning, (status?.text ?? "") + said)
            }
            status?.text += replaced
        }
    }

    /// Puts the wheels that nobody turned on what is in force now.
    mutating func followWheels() {
        guard case .picker(let picker) = overlays.current, scene.hasRoom(for: picker.place),
            let specifier = catalogue.setting(picker.place)?.specifier,
            let now = OpenPicker(specifier, at: picker.place, scene)
        else { return }
        overlays.current = .picker(now.turned(as: picker))
    }
}
