// Answers to questions.

import SettingsModel

extension Model {
    /// The answer to a question.
    mutating func answer(_ key: Key, _ confirmation: Confirmation) {
        overlays.current = .none
        switch (key, confirmation.action) {
        case (.enter, _), (.character("y"), _), (.character("D"), .reset): break
        case (_, .giveUp), (_, .quit): return
        default:
            status = Status(.note, "Nothing was changed")
            return
        }
        perform(confirmation)
    }

    /// Does what a question was about.
    private mutating func perform(_ confirmation: Confirmation) {
        switch confirmation.action {
        case .reset(let places): takeAway(places)
        case .remove(let members, let place):
            let outcome = catalogue.setting(place).flatMap { setting in
                SeveralChoices(scene, setting.specifier, at: place)?.removing(members)
            }
            if let outcome { perform(outcome) }
        case .giveUp:
            leave()
        case .quit: send(.quit)
        }
    }
}
