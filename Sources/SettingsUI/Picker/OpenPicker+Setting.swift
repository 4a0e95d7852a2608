// The wheels of a setting, and the keys that turn them.

import SettingsModel
import SettingsSchema

extension OpenPicker {
    /// The wheels of a setting on its effective value; nil where there is nothing to choose from.
    init?(_ specifier: Specifier, at place: SettingPlace, _ scene: Scene) {
        let base = scene.value(place)
        // Opened on what is stored, the wheels would show a secret.
        let value = specifier.isSecret ? nil : base
        switch specifier.control {
        case .choice(let choice) where !choice.options.isEmpty:
            self.init(place, choice, value)
        case .picker(let columns)
        where !columns.isEmpty && columns.allSatisfy({ !$0.options.isEmpty }):
            self.init(place, columns, value)
        case .date(let dial):
            let now = scene.look.zone.local(scene.look.now.instant)
            let stored = value.flatMap { StoredDate($0, dial.mode, scene.look.zone) }
            let date = stored ?? StoredDate(now: now, dial.mode)
            let wheels = DateWheels(dial, date, scene.look.dates, scene.look.zone, now: now)
            let stray = stored == nil ? value?.shownText : nil
            self.init(place, wheels, stray: stray)
        default: return nil
        }
        before = base
        element = scene.outermostElement(of: place)
        title = scene.title(place)
        isSecret = scene.isSecret(place)
    }

    /// A key that turns a wheel, or takes another one in hand.
    mutating func press(_ key: Key) {
        switch key.action {
        case .up: turn(by: -1)
        case .down: turn(by: 1)
        case .pageUp: turn(by: -5)
        case .pageDown: turn(by: 5)
        case .first where key == .home: turn(column, to: 0)
        case .last where key == .end: turn(column, to: wheels[column].titles.count - 1)
        case .left, .previousGroup: move(.previous)
        case .right, .nextGroup: move(.next)
        // Any other letter or digit goes to the title that starts with it.
        default: if case .character(let letter) = key { type(letter) }
        }
    }
}
