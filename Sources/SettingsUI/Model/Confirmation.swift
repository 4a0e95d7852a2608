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
