// What saving an open field comes to.

import SettingsModel
import SettingsSchema

extension OpenField {
    func saved(_ scene: Scene, isMade: Bool) -> Saved {
        guard let specifier = scene.tree.setting(place)?.specifier else { return .rowGone }
        let mayReplaceRefused = scene.mayReplaceRefused(place)
        // What nobody changed is not written: a text may show less than what is stored.
        if isUntouched, !isTyped || !mayReplaceRefused { return .unchanged }
        // What is typed isn't lost, nor written over what nobody has seen.
        guard scene.values.link == .live else {
            let text = "Not saved: no agent answers yet. \(savingKey) tries again"
            return .impossible(Status(.warning, text))
        }
        let typed: TypedValue
        switch specifier.value(typed: edit.text) {
        case .failure(let problem): return .invalid(problem, specifier)
        case .success(let value): typed = value
        }
        if place.element?.isNew == true, let reason = scene.obstacle(toAddingTo: place.list) {
            return .impossible(reason)
        }
        guard scene.hasRoom(for: place) else { return .rowGone }
        let isSame = scene.stored(place).isSame(as: typed.value)
        if !isSame, !isMade, let refusal = scene.refusal(ofList: typed.value, at: place) {
            let words = "\(specifier.shown(typed: edit.text)) is not \(refusal.expected)"
            let problem = TypingProblem(text: refusal.isOfWhole ? refusal.problem : words)
            return .invalid(problem, specifier)
        }
        let now = scene.outermostElement(of: place)
        guard isSame || now == element else { return .otherElement(now) }
        if isSame, !mayReplaceRefused { return .unchanged }
        return .value(typed.value, typed.isRounded ? Status(.note, ", rounded to a step") : nil)
    }

    func loss(_ scene: Scene) -> Status {
        let typed = isSecret ? scene.look.glyphs.secret : edit.text
        return scene.status(ofLost: isUntouched ? nil : typed, place, title)
    }

    /// True for a key that saves the text: Enter, where it starts no new line.
    func isSaved(by key: Key) -> Bool { key.action == .save || key == .enter && !hasLines }

    var savingKey: String { hasLines ? "^S" : "Enter" }
}

extension RuleRefusal {
    /// True for a rule of a whole list or element, rather than of the typed part.
    fileprivate var isOfWhole: Bool {
        switch code {
        case .count, .duplicate, .missingKey, .unknownKey, .combination: true
        case .type, .range, .step, .choice, .pattern, .length, .format, .date: false
        }
    }
}
