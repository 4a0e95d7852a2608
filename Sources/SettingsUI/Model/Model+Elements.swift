// Lists: adding, changing and removing elements.

import SettingsModel

extension Model {
    /// Stores a value, or with nil removes it; a part of an element is stored with its whole list.
    ///
    /// Nothing is stored if an element isn't in its list any more, as others changed that meanwhile.
    ///
    /// - Returns: Whether it's written.
    @discardableResult
    mutating func write(
        _ value: SettingValue?,
        at place: SettingPlace,
        _ gesture: Steps.Gesture = .alone,
        changing scope: PendingWrite.Scope = .setting
    ) -> Bool {
        guard let element = place.element else {
            reflect { $0.write(value, at: place, gesture, changing: scope) }
            return true
        }
        let list = place.list
        guard element.index != nil else {
            let filled = typing.fillDraft(of: list, with: value, at: element.members)
            // An element with a pane of its own is stored by a row of that pane.
            guard let filled, !navigation.isMade(list.element(nil, nil)) else { return false }
            typing.removeDraft(of: list)
            return append(filled, to: list)
        }
        guard let values = scene.elements(of: list, with: value, at: element) else {
            status = Status(.note, "The element isn't there any more")
            return false
        }
        return write(.array(values), at: list, changing: .element)
    }

    /// Puts an element at the end of a list; not in place of what is none.
    private mutating func append(_ value: SettingValue, to list: SettingPlace) -> Bool {
        if let obstacle = scene.obstacle(toAddingTo: list) {
            status = obstacle
            return false
        }
        return write(.array(scene.elements(of: list) + [value]), at: list, changing: .element)
    }

    /// Puts the element that was made in its pane at the end of its list.
    ///
    /// It's kept until the agent has taken it.
    mutating func addDraft(to place: SettingPlace) {
        let list = place.list
        guard let draft = typing.draft(of: list), mirror.tree.setting(list) != nil else {
            return
        }
        if let obstacle = scene.obstacle(toAdding: draft) {
            status = obstacle
            return
        }
        typing.removeDraft(of: list)
        leave()
        if append(draft.value, to: list) { mirror.writes.note(draft, as: \.draft) }
    }

    /// Removes an element, and leaves its pane.
    mutating func remove(_ element: SettingPlace) {
        while let shown = navigation.shownElement, element.holds(shown) { leave() }
        // If the element was gone already, the status says so.
        guard write(nil, at: element) else { return }
        let title = scene.title(element.list)
        status = Status(.good, "One element of \(title) removed; u restores it")
    }
}
