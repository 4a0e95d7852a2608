// Lists: which part of an array a row is about, and how it is read and changed.

import SettingsModel
import SettingsSchema

/// A part of an array.
struct ElementPlace: Hashable, Sendable {
    /// Which element; nil for one that is being added.
    var index: Int?
    /// Keys from the element on; empty for all of it.
    var members: [String]

    /// The part of an array that it names; nil where there is none.
    func value(in whole: SettingValue?) -> SettingValue? {
        // What isn't there yet has no value, though it may have members already.
        if index == nil, members.isEmpty { return nil }
        var value = whole
        if let index {
            guard case .array(let values)? = whole, values.indices.contains(index) else {
                return nil
            }
            value = values[index]
        }
        for member in members { value = value?.member(member) }
        return value
    }
}

/// An element that isn't in its list yet.
struct Draft: Equatable, Sendable {
    var place: SettingPlace
    var value: SettingValue
}

extension SettingPlace {
    /// The place of an element of the list that lives here, or of a part of it.
    func element(_ index: Int?, _ keyPath: SettingKeyPath?) -> SettingPlace {
        var place = root
        place.element = ElementPlace(index: index, members: keyPath?.segments ?? [])
        return place
    }
}

extension State {
    /// What an element is looked for in: the stored array, or the element that is being added.
    func whole(of place: SettingPlace) -> SettingValue? {
        if place.element?.index == nil { return draft?.place == place.root ? draft?.value : nil }
        return value(place.root)
    }

    /// The elements of a list.
    func elements(of place: SettingPlace) -> [SettingValue] {
        if case .array(let values)? = value(place.root) { values } else { [] }
    }

    /// The row of an element, or of a part of it.
    func elementSpecifier(_ element: ElementPlace, of list: Setting) -> Specifier? {
        guard case .list(let group) = list.specifier.control else { return nil }
        for specifier in [element.index == nil ? group.add : nil, group.item, group.add] {
            guard let specifier else { continue }
            if case .childPane(let child) = specifier.control {
                let pane = child.pane.flatMap { program(list.pane.domain)?.panes[$0] }
                let row = pane?.rows.first { $0.keyPath?.segments == element.members }
                if let row { return row }
            } else if specifier.keyPath?.segments ?? [] == element.members {
                return specifier
            }
        }
        return element.members.isEmpty ? group.item : nil
    }

    // MARK: Rows

    /// The rows of a list: one for each element, and one that adds another.
    func rows(
        _ specifier: Specifier,
        _ group: ListGroup,
        _ place: SettingPlace,
        _ program: Program
    ) -> [Row] {
        var rows = elements(of: place).indices.map { index in
            elementRow(group, place, index, specifier, program)
        }
        if let add = group.add {
            var title = add.title
            if title.isEmpty, case .text(let field) = add.control {
                title = field.placeholder ?? ""
            }
            var row = Row(.add(place), title.isEmpty ? "Add" : title, .nothing)
            row.target = .add(add, place)
            row.isAction = true
            row.access = access(place, specifier)
            rows.append(row)
        }
        return rows
    }

    private func elementRow(
        _ group: ListGroup,
        _ place: SettingPlace,
        _ index: Int,
        _ list: Specifier,
        _ program: Program
    ) -> Row {
        let item = group.item
        let whole = place.element(index, nil)
        if case .childPane(let child) = item.control {
            let shown = item.keyPath.flatMap { value(place.element(index, $0))?.shownText }
            let title = shown ?? value(whole)?.firstText ?? "\(index + 1)"
            var row = Row(.setting(whole), title, .link(""))
            if let pane = child.pane, program.panes[pane] != nil {
                row.target = .element(whole, PaneID(domain: program.domain, pane: pane))
            }
            row.access = access(place, list)
            return row
        }
        let part = place.element(index, item.keyPath)
        var row = row(item, part, RowPosition(section: 0, row: index), program)
        if access(place, list) == .readOnly { row.access = .readOnly }
        return row
    }

    // MARK: Changing

    /// Stores a part of an element, which is to store the whole list; nil removes it.
    mutating func write(
        _ value: SettingValue?,
        at place: SettingPlace,
        _ element: ElementPlace,
        _ moment: Moment
    ) -> [Effect] {
        var values = elements(of: place)
        if let index = element.index {
            guard values.indices.contains(index) else {
                status = Status(.note, "The element isn't there any more")
                return []
            }
            if let changed = values[index].with(value, at: element.members[...]) {
                values[index] = changed
            } else {
                values.remove(at: index)
            }
            return write(.array(values), at: place.root, moment)
        }
        guard let draft, draft.place == place.root else { return [] }
        let changed = draft.value.with(value, at: element.members[...]) ?? .dictionary([])
        self.draft?.value = changed
        if case .element = screen.content { return [] }
        self.draft = nil
        return write(.array(values + [changed]), at: place.root, moment)
    }

    /// Begins to add an element: in its row, or in a pane of its own.
    mutating func add(
        _ specifier: Specifier,
        to place: SettingPlace,
        at moment: Moment
    )
        -> [Effect]
    {
        draft = Draft(place: place.root, value: .dictionary([]))
        switch specifier.control {
        case .childPane(let child):
            let domain = setting(place.root)?.pane.domain ?? place.domain
            guard let pane = child.pane else { return [] }
            push(.element(place.element(nil, nil), PaneID(domain: domain, pane: pane)))
            return []
        case .text, .slider:
            openField(place.element(nil, specifier.keyPath), specifier)
            return []
        case .toggle(let toggle):
            let value = specifier.defaultValue ?? toggle.off
            return write(value, at: place.element(nil, specifier.keyPath), moment)
        default:
            status = Status(.note, "Elements of this kind are added in the file: e opens it")
            return []
        }
    }

    /// Puts the element that was made in its pane at the end of its list.
    mutating func addDraft(to place: SettingPlace, at moment: Moment) -> [Effect] {
        guard let draft, draft.place == place.root, let list = setting(place.root)?.specifier else {
            return []
        }
        let values = elements(of: place) + [draft.value]
        if let refusal = list.rule.refusal(of: .array(values)) {
            status = Status(.error, "\(glyphs.error) Not added: \(refusal.problem)")
            return []
        }
        self.draft = nil
        goBack()
        return write(.array(values), at: place.root, moment)
    }

    /// Removes the element in focus.
    mutating func deleteFocused(at moment: Moment) -> [Effect] {
        var place = focusedPlace
        if case .element(let shown, _) = screen.content { place = shown }
        guard let place, let index = place.element?.index,
            let list = setting(place.root)?.specifier, case .list(let group) = list.control
        else { return [] }
        guard group.isDeletable, access(place.root, list) == .editable else {
            status = Status(.note, "Elements of \(list.title) can't be removed")
            return []
        }
        if case .element = screen.content { goBack() }
        let effects = write(nil, at: place.element(index, nil), moment)
        status = Status(.good, "One element of \(list.title) removed; u brings it back")
        return effects
    }

    // MARK: Changes by others

    /// Where an element is after its list changed; nil if it's gone.
    ///
    /// An element that stands as it was is the same; where none does, one at its index in a list of
    /// the same length is the same, changed.
    func moved(_ index: Int, from old: SettingValue?, to new: SettingValue?) -> Int? {
        guard case .array(let before)? = old, before.indices.contains(index),
            case .array(let after)? = new
        else { return nil }
        if after.indices.contains(index), after[index] == before[index] { return index }
        if let found = after.firstIndex(of: before[index]) { return found }
        return after.count == before.count ? index : nil
    }

    /// Lets open panes and fields of a list's elements follow them when the list changes.
    mutating func followElements(of place: SettingPlace, from old: SettingValue?) {
        let new = value(place)
        for tab in tabs.indices {
            for number in tabs[tab].screens.indices {
                guard case .element(let shown, let pane) = tabs[tab].screens[number].content,
                    shown.root == place, let index = shown.element?.index
                else { continue }
                let moved = moved(index, from: old, to: new) ?? Int.max
                tabs[tab].screens[number].content = .element(place.element(moved, nil), pane)
            }
        }
        followFocus(of: place, from: old, to: new)
        guard let index = field?.place.element?.index, field?.place.root == place else { return }
        let moved = moved(index, from: old, to: new) ?? Int.max
        field?.place.element?.index = moved
    }
}

extension State {
    /// Keeps the focus on an element of a list that changed.
    private mutating func followFocus(
        of place: SettingPlace,
        from old: SettingValue?,
        to new: SettingValue?
    ) {
        for tab in tabs.indices {
            for number in tabs[tab].screens.indices {
                guard case .setting(var row)? = tabs[tab].screens[number].focus?.id,
                    row.root == place, let index = row.element?.index
                else { continue }
                row.element?.index = moved(index, from: old, to: new) ?? index
                tabs[tab].screens[number].focus?.id = .setting(row)
            }
        }
    }
}

extension SettingValue {
    /// The value of a dictionary's key.
    fileprivate func member(_ key: String) -> SettingValue? {
        guard case .dictionary(let entries) = self else { return nil }
        return entries.last { $0.key == key }?.value
    }

    /// The first text in the value, to name it by.
    fileprivate var firstText: String? {
        switch self {
        case .dictionary(let entries):
            entries.lazy.compactMap { entry -> String? in
                guard case .string(let text) = entry.value else { return nil }
                return text
            }.first
        case .array: nil
        default: plainText
        }
    }

    /// The value with a part of it changed; nil removes the part, and at the root the value.
    fileprivate func with(_ value: SettingValue?, at members: ArraySlice<String>) -> SettingValue? {
        guard let key = members.first else { return value }
        var entries: [Entry] = []
        if case .dictionary(let own) = self { entries = own }
        let inner = member(key) ?? .dictionary([])
        let changed = inner.with(value, at: members.dropFirst())
        if let index = entries.firstIndex(where: { $0.key == key }) {
            if let changed { entries[index].value = changed } else { entries.remove(at: index) }
        } else if let changed {
            entries.append(Entry(key, changed))
        }
        return .dictionary(entries)
    }
}
