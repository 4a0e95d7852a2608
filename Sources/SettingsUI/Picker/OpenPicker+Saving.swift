// Saving the value on the wheels of an open picker.

import SettingsModel
import SettingsSchema

extension OpenPicker {
    var savingKey: String { "Enter" }

    func saved(_ scene: Scene, isMade: Bool) -> Saved {
        // Nothing was chosen, so nothing is stored.
        guard isTurned else { return .unchanged }
        guard let specifier = scene.tree.setting(place)?.specifier, scene.hasRoom(for: place)
        else { return .rowGone }
        guard scene.access(place, specifier) == .editable else {
            let text = "\(scene.title(place)) is read-only now. Not saved."
            return .impossible(Status(.note, text))
        }
        guard let (value, isMoved) = value(over: scene.value(place), scene.look.zone),
            scene.isWorth(value, at: place)
        else { return .unchanged }
        if let refusal = specifier.rule.refusal(of: value) {
            let said = "\(scene.title(place)) is not \(refusal.expected). Not saved."
            return .impossible(Status(.error, "\(scene.look.glyphs.error) \(said)"))
        }
        let now = scene.outermostElement(of: place)
        guard now == element else { return .otherElement(now) }
        let said = "; clocks leap over the time that was picked"
        return .value(value, isMoved ? Status(.warning, said) : nil)
    }

    func loss(_ scene: Scene) -> Status {
        let isTurned = value(over: before, scene.look.zone) != nil
        let chosen = isSecret ? scene.look.glyphs.secret : text
        return scene.status(ofLost: isTurned ? chosen : nil, place, title)
    }
}
