// Lists: adding, changing and removing elements.

import SettingsModel
import SettingsSchema

extension Model {
    /// Stores a value, a part of an element too; nil removes it.
    mutating func write(
        _ value: SettingValue?,
        at place: SettingPlace,
        _ gesture: Steps.Gesture = .alone,
        changing scope: PendingWrite.Scope = .setting
    ) {
        if let element = place.element { return write(value, at: place, element) }
        reflect { $0.write(value, at: place, gesture, changing: scope) }
    }

    /// Stores a part of an element, which is to store the whole list; nil removes it.
    ///
    /// Nothing is stored if the list isn't the shown one any more, as others changed it meanwhile.
    mutating func write(_ value: SettingValue?, at place: SettingPlace, _ element: ElementPlace) {
        guard element.index != nil else {
            let filled = typing.fillDraft(of: place.list, with: value, at: element.members)
            // An element with a pane of its own is stored by a row of that pane.
            guard let filled, !navigation.isMade(place.list.element(nil, nil)) else { return }
            typing.removeDraft(of: place.list)
            return append(filled, to: place.list)
        }
        guard let values = scene.elements(of: place.list, with: value, at: element) else {
            status = Status(.note, "The element isn't there any more")
            return
        }
        write(.array(values), at: place.list, changing: .element)
    }

    /// Puts an element at the end of a list; not in place of what is none.
    mutating func append(_ value: SettingValue, to list: SettingPlace) {
        if let obstacle = scene.obstacle(toAddingTo: list) {
            status = obstacle
            return
        }
        write(.array(scene.elements(of: list) + [value]), at: list, changing: .element)
    }

    /// Puts the element that was made in its pane at the end of its list.
    ///
    /// It's kept until the agent has taken it.
    mutating func addDraft(to place: SettingPlace) {
        let list = place.list
        guard let draft = typing.draft(of: list),
            let specifier = mirror.catalogue.setting(list)?.specifier
        else { return }
        if let obstacle = scene.obstacle(toAdding: draft, specifier) {
            status = obstacle
            return
        }
        typing.removeDraft(of: list)
        leave()
        let known = mirror.writes.lastNumber
        append(draft.value, to: list)
        if mirror.writes.lastNumber > known { mirror.writes.note(draft, as: \.draft) }
    }

    /// Removes an element, and leaves its pane.
    mutating func remove(_ element: SettingPlace) {
        while let shown = navigation.shownElement, element.holds(shown) { leave() }
        let known = mirror.writes.lastNumber
        write(nil, at: element)
        // If the element was gone already, the status says so.
        if mirror.writes.lastNumber > known {
            status = Status(
                .good,
                "One element of \(scene.title(element.list)) removed; u restores it"
            )
        }
    }
}
