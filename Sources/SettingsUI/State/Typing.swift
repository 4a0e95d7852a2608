// Typed text and elements that aren't stored yet.

import SettingsModel

/// The open field, and the elements that are being made.
struct Typing: Sendable {
    var field: OpenField?
    /// The elements that are being added to lists, an inner one last.
    var drafts: [Draft] = []

    /// The element that is being added to a list.
    func draft(of list: SettingPlace) -> Draft? { drafts.last { $0.list == list } }

    /// Keeps an element that isn't in its list yet, in place of another one of that list.
    mutating func keep(_ draft: Draft) {
        removeDraft(of: draft.list)
        drafts.append(draft)
    }

    mutating func removeDraft(of list: SettingPlace) { drafts.removeAll { $0.list == list } }
}

/// An element that isn't in its list yet.
struct Draft: Equatable, Sendable {
    /// The list that gets it.
    var list: SettingPlace
    var value: SettingValue

    /// Whether something was filled in.
    var isBegun: Bool { value != .dictionary([]) }
}
