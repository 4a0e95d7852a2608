// Opening pickers, turning their wheels, and saving what they show.

import SettingsModel
import SettingsSchema

extension Model {
    /// Opens the picker of a row.
    mutating func openPicker(_ specifier: Specifier, _ place: SettingPlace) {
        guard let picker = OpenPicker(specifier, at: place, scene) else {
            status = Status(.note, "\(specifier.title) has nothing to choose from")
            return
        }
        overlays.current = .picker(picker)
    }

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
        // Nothing was chosen, so nothing is stored.
        guard picker.isTurned else {
            overlays.current = .none
            return
        }
        let place = picker.place
        guard let specifier = catalogue.setting(place)?.specifier, scene.hasRoom(for: place) else {
            closeLost(picker)
            return
        }
        // What can't be saved stays on its wheels.
        guard scene.access(place, specifier) == .editable else {
            status = Status(.note, "\(scene.title(place)) is read-only now. Not saved.")
            return
        }
        guard let (value, isMoved) = picker.value(over: scene.value(place), look.zone),
            isWorthWriting(value, at: place)
        else {
            overlays.current = .none
            return
        }
        if let refusal = specifier.rule.refusal(of: value) {
            let said = "\(scene.title(place)) is not \(refusal.expected). Not saved."
            status = Status(.error, "\(look.glyphs.error) \(said)")
            return
        }
        let element = scene.outermostElement(of: place)
        guard element == picker.element else {
            var told = picker
            told.element = element
            overlays.current = .picker(told)
            status = scene.status(ofOtherElementAt: place, key: "Enter")
            return
        }
        let replaced = scene.wordsOfReplaced(since: picker.base, at: place, log)
        overlays.current = .none
        write(value, at: place)
        if isMoved {
            let said = "; clocks leap over the time that was picked"
            status = Status(.warning, (status?.text ?? "") + said)
        }
        status?.text += replaced
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

extension PickerColumn {
    /// A value's title with the unit; the value as it is where no title has it.
    func shownText(_ value: SettingValue) -> String {
        let title = options.first { $0.value.means(value) }?.title ?? value.plainText
        return unit.map { title + " " + $0 } ?? title
    }
}
