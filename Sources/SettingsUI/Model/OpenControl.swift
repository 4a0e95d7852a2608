// A field or wheels that are open over a row, and what saving them comes to.

import SettingsModel
import SettingsSchema

/// What is open over a row to give its setting a value.
protocol OpenControl {
    var place: SettingPlace { get }
    /// The value when it was opened; nil for none.
    var before: SettingValue? { get }
    /// The name of the key that saves it.
    var savingKey: String { get }

    /// Decides what saving does; `isMade` is true for a part of an element that is made in the pane in front.
    func saved(_ scene: Scene, isMade: Bool) -> Saved

    /// Says that its row is gone, and what was typed or chosen.
    func loss(_ scene: Scene) -> Status
}

/// What saving comes to.
enum Saved {
    /// Nothing is to be stored.
    case unchanged
    /// A value, or with nil a removal; and how what is said of it goes on, for a value that was moved.
    case value(SettingValue?, Status?)
    /// A text is no value for the setting.
    case invalid(TypingProblem, Specifier)
    /// Nothing can be stored now; the status says why.
    case impossible(Status)
    /// Another element is there than was shown; the next save replaces it.
    case otherElement(SettingValue?)
    /// The row is gone, or the element that it was in.
    case rowGone
}
