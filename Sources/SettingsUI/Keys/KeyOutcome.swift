// The outcomes of keys and clicks: types that only read decide them, and the model carries them out.

import SettingsModel
import SettingsSchema

/// The outcome of a key or a click.
enum KeyOutcome {
    case nothing
    case say(Status)
    /// A value is stored or with nil removed; the status says the words, or names the new value without any.
    case write(SettingValue?, SettingPlace, Steps.Gesture = .alone, words: String? = nil)
    /// An option is stored; a screen of options closes.
    case choose(SettingValue, SettingPlace)
    /// The value of the focused row is removed, or those of chosen changes.
    case reset
    /// The user's own values are removed.
    case takeAway([SettingPlace])
    /// Values that were compared with are stored again.
    case restore([Written])
    case open(Screen.Content)
    case type(SettingPlace, Specifier)
    case turn(OpenPicker)
    case ask(Confirmation)
    /// Adds an element of this kind to a list, or the element that was made in its pane.
    case add(Specifier, SettingPlace)
    case addDraft(SettingPlace)
    /// Removes an element of a list.
    case remove(SettingPlace)
    /// Stores the value on the wheels.
    case save(OpenPicker)
    /// Goes to a result of a search, from which one may go on to others; or picks a change.
    case show(Found, LastSearch? = nil)
    case pick(SettingPlace)
    case copy(Copied)
    case explain(Question)
    case send(Effect)
    /// Goes back by one screen, unasked.
    case leave
    case goBack
    /// Asks for an undo or a redo, or for redos up to a step.
    case wish(Steps.Wish)
    case redo(Step)
}

extension KeyOutcome {
    /// Begins to add an element, in its row or in a pane of its own.
    init(adding specifier: Specifier, to list: SettingPlace, _ tree: PaneTree) {
        switch specifier.control {
        case .childPane(let child):
            let domain = tree.setting(list.root)?.pane.domain ?? list.domain
            self =
                child.pane.map { pane in
                    .open(.element(list.element(nil, nil), PaneID(domain: domain, pane: pane)))
                } ?? .nothing
        case .text, .slider: self = .type(list.element(nil, specifier.keyPath), specifier)
        case .toggle(let toggle):
            let value = specifier.defaultValue ?? toggle.off
            self = .write(value, list.element(nil, specifier.keyPath))
        default:
            self = .say(Status(.note, "Elements of this kind are added in the file: e opens it"))
        }
    }
}
