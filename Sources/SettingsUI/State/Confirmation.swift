// Questions before something is done, and their answers.

import SettingsModel

/// A question that is answered by going on or not.
struct Confirmation: Equatable, Sendable {
    /// What going on does.
    enum Action: Equatable, Sendable {
        case reset([SettingPlace])
        /// Takes members of several choices away that are none of them.
        case remove([SettingValue], SettingPlace)
        /// Leaves the pane of an element that isn't added, or the program.
        case giveUp, quit
    }
    var title: String
    var text: String
    /// The words for going on and for not.
    var yes: String
    var no: String
    var action: Action
}

extension State {
    /// The answer to a question.
    mutating func answer(_ key: Key, _ confirmation: Confirmation) {
        overlay = .none
        switch (key, confirmation.action) {
        case (.enter, _), (.character("y"), _), (.character("D"), .reset): break
        case (_, .giveUp), (_, .quit): return
        default:
            status = Status(.note, "Nothing was changed")
            return
        }
        goOn(with: confirmation)
    }

    /// Does what a question was about.
    private mutating func goOn(with confirmation: Confirmation) {
        switch confirmation.action {
        case .reset(let places): takeAway(places)
        case .remove(let members, let place): remove(members, of: place)
        case .giveUp:
            leave()
        case .quit: send(.quit)
        }
    }
}
