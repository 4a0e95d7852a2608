// Opening pickers, turning their wheels, and saving what they show.

import SettingsModel
import SettingsSchema

extension Model {
    /// Opens the picker of a row.
    mutating func openPicker(_ specifier: Specifier, _ place: SettingPlace) {
        guard let picker = wheels(specifier, place) else {
            status = Status(.note, "\(specifier.title) has nothing to choose from")
            return
        }
        overlays.current = .picker(picker)
    }

    /// The wheels of a setting, on what is in force; nil where there is nothing to choose from.
    private func wheels(_ specifier: Specifier, _ place: SettingPlace) -> OpenPicker? {
        let base = scene.value(place)
        // Opened on what is stored, the wheels would show a secret.
        let value = specifier.isSecret ? nil : base
        var picker: OpenPicker
        switch specifier.control {
        case .choice(let choice) where !choice.options.isEmpty:
            picker = OpenPicker(place, choice, value)
        case .picker(let columns) where !columns.isEmpty && columns.allSatisfy(\.hasOptions):
            picker = OpenPicker(place, columns, value)
        case .date(let dial):
            let now = look.zone.local(look.now.instant)
            let stored = value.flatMap { StoredDate($0, dial.mode, look.zone) }
            let date = stored ?? StoredDate(now: now, dial.mode)
            let wheels = DateWheels(dial, date, look.dates, look.zone, now: now)
            let stray = stored == nil ? value?.shownText : nil
            picker = OpenPicker(place, wheels, stray: stray)
        default: return nil
        }
        picker.base = base
        picker.element = scene.outermostElement(of: place)
        picker.title = scene.title(place)
        picker.isSecret = scene.isSecret(place)
        return picker
    }

    /// A key while a picker is open.
    mutating func pressInPicker(_ key: Key, _ picker: OpenPicker) {
        var picker = picker
        switch key.action {
        case .up: picker.turn(by: -1)
        case .down: picker.turn(by: 1)
        case .pageUp: picker.turn(by: -5)
        case .pageDown: picker.turn(by: 5)
        case .first where key == .home: picker.turn(picker.column, to: 0)
        case .last where key == .end:
            picker.turn(picker.column, to: picker.wheels[picker.column].titles.count - 1)
        case .left, .previousGroup: picker.move(.previous)
        case .right, .nextGroup: picker.move(.next)
        case .enter, .toggle: return save(picker)
        case .back, .interrupt, .quit:
            overlays.current = .none
            return
        case .reset:
            overlays.current = .none
            return resetFocused()
        case .help: overlays.help = .shown
        // Any other letter or digit goes to the title that begins with it.
        default: if case .character(let letter) = key { picker.type(letter) }
        }
        overlays.current = .picker(picker)
    }

    /// Stores what the wheels say, as far as they were turned.
    private mutating func save(_ picker: OpenPicker) {
        // What nobody turned is nobody's wish.
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
        let now = self.scene.value(place)
        guard let (value, isMoved) = picker.value(over: now, look.zone),
            now?.means(value) != true || mayReplaceRefused(place)
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
            reportOtherElement(at: place, key: "Enter")
            return
        }
        let replaced = wordsOfReplaced(since: picker.base, at: place)
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
            let now = wheels(specifier, picker.place)
        else { return }
        overlays.current = .picker(now.turned(as: picker))
    }
}

extension PickerColumn {
    fileprivate var hasOptions: Bool { !options.isEmpty }

    /// A value's title with the unit; the value as it is where no title has it.
    func shownText(_ value: SettingValue) -> String {
        let title = options.first { $0.value.means(value) }?.title ?? value.plainText
        return unit.map { title + " " + $0 } ?? title
    }
}
