// Lists: which part of an array a row is about, and how it is read and changed.

import SettingsModel
import SettingsSchema

/// An element that isn't in its list yet.
struct Draft: Equatable, Sendable {
    /// Where it's going to be.
    var list: SettingPlace
    var value: SettingValue

    /// Whether something was filled in.
    var isBegun: Bool { value != .dictionary([]) }
}

extension State {
    /// The part of a list at a place; nil where there is none.
    func part(_ element: ElementPlace, of root: SettingPlace) -> SettingValue? {
        // What isn't there yet has no value, though it may have members already.
        if element.index == nil, element.members.isEmpty { return nil }
        var list = root
        var value = value(root)
        for level in element.levels {
            value =
                if let index = level.index {
                    value?.element(index)
                } else {
                    draft(of: list)?.value
                }
            value = value?.member(level.members)
            list = list.element(level.index, nil)
            list.element?.members = level.members
        }
        return value
    }

    /// The element that is being added to a list.
    func draft(of list: SettingPlace) -> Draft? { drafts.last { $0.list == list } }

    /// What is stored where a list is to be, and has no elements; nil where one can be added.
    func otherThanList(_ list: SettingPlace) -> SettingValue? {
        switch refusedValue(list) ?? value(list) {
        case nil, .array, .null: nil
        case let value: value
        }
    }

    /// The elements of a list.
    func elements(of list: SettingPlace) -> [SettingValue] {
        if case .array(let values)? = value(list) { values } else { [] }
    }

    /// The row of an element, or of a part of it.
    func elementSpecifier(_ element: ElementPlace, of list: Setting) -> Specifier? {
        guard let program = program(list.pane.domain) else { return nil }
        return element.levels.reduce(list.specifier as Specifier?) { specifier, level in
            guard case .list(let group)? = specifier?.control else { return nil }
            return group.specifier(of: level, program)
        }
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
            var row = Row(.setting(whole), name(of: whole, item), .link(""))
            if let pane = child.pane, program.panes[pane] != nil {
                row.target = .element(whole, PaneID(domain: program.domain, pane: pane))
            }
            row.access = access(place, list)
            return row
        }
        let part = place.element(index, item.keyPath)
        var row = row(item, part, RowPosition(section: 0, row: index), program)
        if access(place, list) != .editable { row.access = .readOnly }
        return row
    }

    /// What an element is called by: the part that the schema names, else its first text, else its
    /// number; never a secret.
    private func name(of element: SettingPlace, _ item: Specifier) -> String {
        var names = item.keyPath.map { [$0] } ?? []
        if case .dictionary(let entries)? = value(element) {
            names += entries.filter(\.value.isName).map { SettingKeyPath(segments: [$0.key]) }
        }
        let parts = names.lazy.map(element.part)
        let named = parts.first { self.value($0) != nil && setting($0)?.specifier.isSecret != true }
        return named.map { shown(value($0), $0) } ?? "\((element.element?.index ?? 0) + 1)"
    }

    // MARK: Changing

    /// Whether something can be stored at a place: an element is still in its list, or being made.
    func hasRoom(for place: SettingPlace) -> Bool {
        place.element.map { elements(of: place.list, with: nil, at: $0) != nil } ?? true
    }

    /// The elements of a list with a part of one changed, or with the one that is being made added; nil
    /// where there is none such.
    private func elements(
        of list: SettingPlace,
        with value: SettingValue?,
        at element: ElementPlace
    ) -> [SettingValue]? {
        var values = elements(of: list)
        guard let index = element.index else {
            guard let draft = draft(of: list)?.value, otherThanList(list) == nil else { return nil }
            return values + [draft.with(value, at: element.members[...]) ?? .dictionary([])]
        }
        guard values.indices.contains(index) else { return nil }
        if let changed = values[index].with(value, at: element.members[...]) {
            values[index] = changed
        } else {
            values.remove(at: index)
        }
        return values
    }

    /// Why a list can't have a value at a place; nil where it can, or where that is asked later.
    func refusal(ofList value: SettingValue?, at place: SettingPlace) -> RuleRefusal? {
        guard let element = place.element, !isMade(place),
            let values = elements(of: place.list, with: value, at: element),
            let rule = setting(place.list)?.specifier.rule,
            // What was wrong before isn't blamed on what is typed; the agent says what that is.
            rule.refusal(of: .array(elements(of: place.list))) == nil
        else { return nil }
        let refusal = rule.refusal(of: .array(values))
        return isSecret(place.root) ? refusal?.hidingValue() : refusal
    }

    /// Stores a part of an element, which is to store the whole list; nil removes it.
    ///
    /// Only over the list that is shown: nothing is stored where others changed it meanwhile.
    mutating func write(_ value: SettingValue?, at place: SettingPlace, _ element: ElementPlace) {
        guard element.index != nil else {
            return writeDraft(value, at: element.members, of: place.list)
        }
        guard let values = elements(of: place.list, with: value, at: element) else {
            status = Status(.note, "The element isn't there any more")
            return
        }
        write(.array(values), at: place.list, changing: .element)
    }

    private mutating func writeDraft(
        _ value: SettingValue?,
        at members: [String],
        of list: SettingPlace
    ) {
        guard let number = drafts.lastIndex(where: { $0.list == list }) else { return }
        let changed = drafts[number].value.with(value, at: members[...]) ?? .dictionary([])
        drafts[number].value = changed
        // What has a pane of its own is stored when that is asked for there.
        if isMade(list.element(nil, nil)) { return }
        drafts.remove(at: number)
        append(changed, to: list)
    }

    /// Puts an element at the end of a list; not in place of what is none.
    mutating func append(_ value: SettingValue, to list: SettingPlace) {
        guard mayAdd(to: list) else { return }
        write(.array(elements(of: list) + [value]), at: list, changing: .element)
    }

    /// Whether the pane in front is the one in which this new element is made.
    func isMade(_ place: SettingPlace) -> Bool {
        shownElement?.element?.index == nil && shownElement?.list == place.list
    }

    /// The element whose pane is in front.
    var shownElement: SettingPlace? {
        if case .element(let place, _) = screen.content { place } else { nil }
    }

    /// Whether elements can be added to a list; says why not, as something else is stored there.
    mutating func mayAdd(to list: SettingPlace) -> Bool {
        guard let value = otherThanList(list) else { return true }
        let what = isSecret(list) ? glyphs.secret : value.shownText
        let text =
            "\(title(list)) is no list: \(what) is stored. Nothing was added; d takes it away, "
            + "e opens the file"
        status = Status(.error, "\(glyphs.error) \(text)")
        return false
    }

    /// Begins to add an element: in its row, or in a pane of its own.
    mutating func add(_ specifier: Specifier, to place: SettingPlace) {
        guard mayAdd(to: place) else { return }
        let isInPane = if case .childPane = specifier.control { true } else { false }
        // What was made in a pane and wasn't taken is there still.
        if !isInPane || draft(of: place) == nil {
            keep(Draft(list: place, value: .dictionary([])))
        }
        switch specifier.control {
        case .childPane(let child):
            let domain = setting(place.root)?.pane.domain ?? place.domain
            guard let pane = child.pane else { return }
            push(.element(place.element(nil, nil), PaneID(domain: domain, pane: pane)))
        case .text, .slider:
            openField(place.element(nil, specifier.keyPath), specifier)
        case .toggle(let toggle):
            let value = specifier.defaultValue ?? toggle.off
            write(value, at: place.element(nil, specifier.keyPath))
        default:
            status = Status(.note, "Elements of this kind are added in the file: e opens it")
        }
    }

    /// Remembers an element that isn't in its list yet, in place of another one.
    mutating func keep(_ draft: Draft) {
        drafts.removeAll { $0.list == draft.list }
        drafts.append(draft)
    }

    /// Puts the element that was made in its pane at the end of its list.
    ///
    /// It's kept until the agent has taken it.
    mutating func addDraft(to place: SettingPlace) {
        let list = place.list
        guard let draft = draft(of: list), let specifier = setting(list)?.specifier else {
            return
        }
        guard link == .live else {
            status = Status(.warning, "Not added: no agent answers yet. Enter tries again")
            return
        }
        guard mayAdd(to: list) else { return }
        let values = elements(of: list) + [draft.value]
        if var refusal = specifier.rule.refusal(of: .array(values)) {
            if isSecret(list) { refusal = refusal.hidingValue() }
            status = Status(.error, "\(glyphs.error) Not added: \(refusal.problem)")
            return
        }
        drafts.removeAll { $0.list == list }
        leave()
        let known = writes.lastNumber
        append(draft.value, to: list)
        if writes.lastNumber > known { writes.note(draft, as: \.draft) }
    }

    /// The element in focus or a part of it, or the one whose pane is in front.
    var elementToDelete: SettingPlace? {
        let place = focusedPlace ?? shownElement
        guard let shown = shownElement,
            place?.element?.levels.count == shown.element?.levels.count
        else { return place }
        return shown
    }

    /// Removes the element in focus, or the one whose pane is in front.
    mutating func deleteFocused() {
        if case .add? = screen.focus?.id { return }
        if case .member? = screen.focus?.id { return activate(.enter) }
        guard let place = elementToDelete, let index = place.element?.index,
            let list = setting(place.list)?.specifier, case .list(let group) = list.control
        else { return }
        guard group.isDeletable, access(place.root, list) == .editable else {
            status = Status(.note, "Elements of \(title(place.list)) can't be removed")
            return
        }
        let element = place.list.element(index, nil)
        while let shown = shownElement, element.holds(shown) { leave() }
        let known = writes.lastNumber
        write(nil, at: element)
        // Where it's gone already, that is what the status says.
        if writes.lastNumber > known {
            status = Status(.good, "One element of \(title(place.list)) removed; u restores it")
        }
    }
}

extension SettingValue {
    /// Whether it's a text with something in it.
    fileprivate var isName: Bool {
        if case .string(let text) = self { !text.isEmpty } else { false }
    }
}

extension ListGroup {
    /// The row of an element, or of a part of it; nil where no pane has one.
    fileprivate func specifier(of level: ElementPlace.Level, _ program: Program) -> Specifier? {
        for specifier in [level.index == nil ? add : nil, item, add] {
            guard let specifier else { continue }
            if case .childPane(let child) = specifier.control {
                if let row = program.row(of: level.members, from: child.pane) { return row }
            } else if (specifier.keyPath?.segments ?? []).isSame(as: level.members) {
                return specifier
            }
        }
        return level.members.isEmpty ? item : nil
    }
}

extension Program {
    /// The row for a part of an element, in its pane or in one that is opened there.
    fileprivate func row(of members: [String], from pane: String?) -> Specifier? {
        var seen: Set<String> = []
        var waiting = pane.map { [$0] } ?? []
        while let name = waiting.popLast() {
            guard seen.insert(name).inserted, let pane = panes[name] else { continue }
            if let row = pane.rows.first(where: { $0.keyPath?.segments.isSame(as: members) == true }
            ) {
                return row
            }
            waiting += pane.rows.compactMap { row in
                if case .childPane(let child) = row.control { child.pane } else { nil }
            }
        }
        return nil
    }
}
