// Keys at the control in focus.

import SettingsModel
import SettingsSchema

extension Model {
    /// Moves the focused control; on rows without one, goes back or opens.
    mutating func adjust(_ steps: Int, _ fineness: Fineness) {
        guard let row = shown.focusedRow else { return }
        if case .setting(let specifier, let place) = row.target, specifier.isAdjustable {
            guard isEditable(row) else { return }
            let wanted = specifier.control.value(after: scene.value(place), steps: steps, fineness)
            guard let wanted, isWorthWriting(wanted, at: place) else { return }
            return write(wanted, at: place, .keys)
        }
        guard fineness == .step else { return }
        if steps < 0 {
            goBack()
        } else if case .link = row.widget {
            activate(.enter)
        }
    }

    /// The keys + and −, which only numbers have.
    mutating func step(_ steps: Int) {
        guard case .setting(let specifier, _)? = shown.focusedRow?.target,
            case .slider = specifier.control
        else { return }
        adjust(steps, .step)
    }

    /// Enter and the space bar: toggle, open, edit, choose.
    mutating func activate(_ action: KeyAction) {
        guard let row = shown.focusedRow else { return }
        switch row.target {
        case .option(let specifier, let place, let option):
            if isEditable(row) { choose(option, specifier, place) }
        case .setting(let specifier, let place): activate(row, specifier, place)
        case .change(let place):
            if action == .enter { return show(place) }
            changes.picked.formSymmetricDifference([place])
        case .history(let index): if action == .enter { goBack(to: index) }
        case .program, .pane, .element: open(row)
        case .add(let specifier, let place):
            if isEditable(row) { add(specifier, to: place) }
        case .text:
            status = Status(.note, "\(row.title) is only shown: y copies it")
        case .addDraft(let place): addDraft(to: place)
        case .member(let specifier, let place, let index):
            if isEditable(row) { removeMember(index, specifier, place) }
        case .nothing:
            if row.access != .editable {
                status = Status(.note, "\(row.title) is \(row.access.words)")
            } else if case .stored = row.id {
                status = Status(.note, "Choose another, or d takes away what is stored")
            }
        }
    }

    private mutating func activate(_ row: Row, _ specifier: Specifier, _ place: SettingPlace) {
        if specifier.hasOptionsPushed { return open(row) }
        guard isEditable(row) else { return }
        switch specifier.control {
        case .picker, .date: openPicker(specifier, place)
        case .choice(let choice) where choice.style == .picker:
            openPicker(specifier, place)
        case .toggle(let toggle):
            let isOn = scene.value(place).map { toggle.on.means($0) } ?? false
            write(isOn ? toggle.off : toggle.on, at: place)
        case .choice(let choice):
            let chosen = choice.position(of: scene.value(place))
            guard !choice.options.isEmpty else { return }
            let next = chosen.map { ($0 + 1) % choice.options.count } ?? 0
            guard next != chosen || mayReplaceRefused(place) else { return }
            write(choice.options[next].value, at: place)
        case .slider, .text:
            openField(place, specifier)
        default: status = Status(.note, "\(row.title) can be changed in its file: e opens it")
        }
    }

    /// Opens what a row leads to.
    mutating func open(_ row: Row) {
        if let content = row.content(catalogue) { navigation.push(content) }
    }

    /// True for a row that can be changed; else reports why it can't.
    mutating func isEditable(_ row: Row) -> Bool {
        if row.access == .editable { return true }
        status = Status(.note, "\(row.title) is \(row.access.words)")
        return false
    }

    // MARK: Choices

    private mutating func choose(
        _ option: Choice.Option,
        _ specifier: Specifier,
        _ place: SettingPlace
    ) {
        guard case .choice(let choice) = specifier.control else { return }
        guard choice.count == .one else {
            return toggle(option, specifier, place)
        }
        guard isWorthWriting(option.value, at: place) else { return }
        write(option.value, at: place)
        if choice.returnsOnChoice, case .options = navigation.screen.content { goBack() }
    }
}

extension Row {
    /// The screen that it leads to; nil for none.
    fileprivate func content(_ catalogue: Catalogue) -> Screen.Content? {
        switch target {
        case .program(let domain):
            guard let program = catalogue.program(domain) else { return nil }
            let title = program.panes[program.root]?.title ?? program.title
            return .pane(PaneID(domain: domain, pane: program.root), title: title)
        case .pane(let id, let title): return .pane(id, title: title)
        case .element(let place, let pane): return .element(place, pane)
        case .setting(let specifier, let place):
            return specifier.hasOptionsPushed ? .options(place) : nil
        default: return nil
        }
    }
}

extension Specifier {
    /// True where the options have a screen of their own: the option after a secret one can't be seen.
    fileprivate var hasOptionsPushed: Bool {
        guard case .choice(let choice) = control else { return false }
        return choice.isPushed || isSecret && choice.style == .segmented
    }

    fileprivate var isAdjustable: Bool {
        switch control {
        case .toggle: true
        case _ where isSecret: false
        case .slider: true
        case .choice(let choice): choice.style == .segmented && choice.count == .one
        default: false
        }
    }
}

extension Control {
    /// The value some steps on; nil where there is none.
    fileprivate func value(
        after value: SettingValue?,
        steps: Int,
        _ fineness: Fineness
    ) -> SettingValue? {
        switch self {
        case .toggle(let toggle): return steps > 0 ? toggle.on : toggle.off
        case .slider(let slider):
            let number = value.flatMap(Number.init) ?? slider.minimum
            return slider.number(after: number, steps: steps, fineness: fineness).value
        case .choice(let choice):
            guard !choice.options.isEmpty else { return nil }
            guard let index = choice.position(of: value) else { return choice.options[0].value }
            return choice.options[max(0, min(choice.options.count - 1, index + steps))].value
        default: return nil
        }
    }
}

extension Choice {
    fileprivate var isPushed: Bool {
        switch style {
        case .list, .inline: true
        case .segmented, .picker: count != .one
        }
    }
}

extension String {
    /// A path with `~` for the home folder.
    func shortened(home: String) -> String {
        !home.isEmpty && hasPrefix(home + "/") ? "~" + dropFirst(home.count) : self
    }
}
