// Typed text and elements that aren't stored yet.

import SettingsModel
import SettingsSchema

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

    /// Begins an element of a list.
    mutating func begin(_ specifier: Specifier, in list: SettingPlace) {
        // A draft from a pane that the agent refused is kept, and is opened again.
        if case .childPane = specifier.control, draft(of: list) != nil { return }
        keep(Draft(list: list, value: .dictionary([])))
    }

    /// Removes the element that is being added to a list; false where none is.
    @discardableResult
    mutating func removeDraft(of list: SettingPlace) -> Bool {
        defer { drafts.removeAll { $0.list == list } }
        return draft(of: list) != nil
    }

    /// Keeps the elements that weren't added; gives a sentence that says so, after a blank.
    mutating func keepDrafts(of writes: [PendingWrite]) -> String {
        let drafts = writes.compactMap(\.draft)
        for draft in drafts { keep(draft) }
        return drafts.isEmpty ? "" : " What was made is kept; add it again."
    }

    /// Fills in a part of the element that is being added to a list, or clears it; gives the element.
    mutating func fillDraft(
        of list: SettingPlace,
        with value: SettingValue?,
        at members: [String]
    ) -> SettingValue? {
        guard let index = drafts.lastIndex(where: { $0.list == list }) else { return nil }
        let filled = drafts[index].value.with(value, at: members[...]) ?? .dictionary([])
        drafts[index].value = filled
        return filled
    }

    /// Removes elements that were being made; gives the last one in which something was filled in.
    mutating func removeDrafts(where isGone: (SettingPlace) -> Bool) -> Draft? {
        let begun = drafts.last { $0.isBegun && isGone($0.list) }
        drafts.removeAll { isGone($0.list) }
        return begun
    }

    /// The lists that get elements, and where the field is.
    var places: [SettingPlace] { drafts.map(\.list) + (field.map { [$0.place] } ?? []) }

    // MARK: The field

    /// Opens the field of a row, with the caret at the end; says what may be typed, or nothing where the
    /// row has no field.
    mutating func open(_ specifier: Specifier, at place: SettingPlace, _ scene: Scene) -> Status? {
        guard let opened = OpenField(specifier, at: place, scene) else { return nil }
        field = opened
        return Status(.note, specifier.allowed)
    }

    /// Opens the field over a setting again if that has another value and nothing was typed.
    mutating func follow(_ place: SettingPlace, _ scene: Scene) -> Status? {
        guard let field, field.place.root == place, scene.value(field.place) != field.before else {
            return nil
        }
        if field.isUntouched, let specifier = scene.tree.setting(field.place)?.specifier {
            return open(specifier, at: field.place, scene)
        }
        self.field?.opening = nil
        return nil
    }

    /// Edits the open field with a key.
    ///
    /// - Returns: Why the key's letter stays out; nil if it goes in, and for all other keys.
    mutating func edit(_ key: Key, _ specifier: Specifier, in box: TextBox?) -> String? {
        guard var field else { return nil }
        switch key {
        case _ where key.action == .showSecret && specifier.isSecret:
            field.edit.visibility = field.edit.visibility == .hidden ? .shown : .hidden
        case .character, .enter:
            // Enter comes here where a text has lines.
            let letter = if case .character(let letter) = key { letter } else { Character("\n") }
            if let reason = specifier.control.refusal(ofKey: letter) { return reason }
            field.edit.insert(specifier.control.capitalized(letter, after: field.edit))
        case .up, .down, .pageUp, .pageDown: field.edit.moveCaret(key, in: box)
        default: field.edit.edit(key)
        }
        self.field = field
        return nil
    }

    /// A click in the open field puts the caret there.
    mutating func click(_ target: Spot.Target?, at point: Point, in box: TextBox?) {
        switch target {
        case .field(let columns)?:
            let column = point.x - columns.lowerBound
            field?.edit.moveCaret(toColumn: column, of: columns.count)
        case .text(let line, let columns)?:
            guard let box else { return }
            let index = box.lines.index(inLine: line, column: point.x - columns.lowerBound)
            field?.edit.moveCaret(to: index)
        default: break
        }
    }

    /// Inserts text from the clipboard; says what became of its line breaks, if anything.
    mutating func paste(_ text: String) -> Status? {
        guard field != nil else { return nil }
        field?.edit.insert(text)
        guard field?.edit.lineBreaks == .blanks, text.contains(where: \.isNewline) else {
            return nil
        }
        return Status(.note, "The line breaks of the pasted text became blanks")
    }

    /// Opens a field again whose text wasn't stored.
    mutating func reopen(_ closed: OpenField) {
        if let element = closed.place.element, element.index == nil {
            keep(Draft(list: closed.place.list, value: .dictionary([])))
        }
        field = closed
        field?.opening = nil
    }
}
