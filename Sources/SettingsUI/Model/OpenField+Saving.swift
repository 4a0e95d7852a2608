// What saving an open field comes to.

import SettingsModel
import SettingsSchema

extension OpenField {
    /// The result of saving what is typed.
    enum Saved {
        /// Nothing is to be stored.
        case unchanged
        case value(TypedValue)
        /// The text is no value for the setting.
        case invalid(TypingProblem)
        /// Nothing can be stored now; the status says why.
        case impossible(Status)
        /// Another element is there than was shown; what is saved next replaces it.
        case otherElement(SettingValue?)
        /// The element that it was in is gone.
        case rowGone
    }

    /// Decides what saving does.
    ///
    /// `isMade` is true for a part of an element that is made in the pane in front, and
    /// `mayReplaceRefused` where the same value is stored again, in place of one that a rule refuses.
    func saved(
        _ specifier: Specifier,
        _ scene: Scene,
        isMade: Bool,
        mayReplaceRefused: Bool
    ) -> Saved {
        // What nobody changed is not written: a text may show less than what is stored.
        if isUntouched, !isTyped || !mayReplaceRefused { return .unchanged }
        // What is typed isn't lost, nor written over what nobody has seen.
        guard scene.values.link == .live else {
            let text = "Not saved: no agent answers yet. \(savingKey) tries again"
            return .impossible(Status(.warning, text))
        }
        let typed: TypedValue
        switch specifier.value(typed: edit.text) {
        case .failure(let problem): return .invalid(problem)
        case .success(let value): typed = value
        }
        if place.element?.isNew == true, let reason = scene.obstacle(toAddingTo: place.list) {
            return .impossible(reason)
        }
        guard scene.hasRoom(for: place) else { return .rowGone }
        let isSame = isSame(typed, scene)
        if !isSame, !isMade, let refusal = scene.refusal(ofList: typed.value, at: place) {
            let words = "\(specifier.shown(typed: edit.text)) is not \(refusal.expected)"
            return .invalid(TypingProblem(text: refusal.isOfWhole ? refusal.problem : words))
        }
        let now = scene.outermostElement(of: place)
        guard isSame || now == element else { return .otherElement(now) }
        return isSame && !mayReplaceRefused ? .unchanged : .value(typed)
    }

    /// Says that its row is gone, and what was typed.
    func loss(_ scene: Scene) -> Status {
        let typed = isSecret ? scene.look.glyphs.secret : edit.text
        return scene.status(ofLost: isUntouched ? nil : typed, place, title)
    }

    /// Whether a typed value is stored already.
    func isSame(_ typed: TypedValue, _ scene: Scene) -> Bool {
        let old = scene.stored(place)?.value
        return typed.value == old || old.flatMap { typed.value?.means($0) } == true
    }

    /// True for a key that saves the text: Enter, where it starts no new line.
    func isSaved(by key: Key) -> Bool { key.action == .save || key == .enter && !hasLines }

    /// The name of that key.
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
