// Keys and clicks at the control of a row.

import SettingsModel
import SettingsSchema

/// The control of a row, with the scene that decides on its next value.
struct RowControl {
    let row: Row
    let scene: Scene

    /// Says that the row can't be changed; nil where it can.
    private var refusal: KeyOutcome? { row.refusal.map(KeyOutcome.say) }

    /// Moves the control by some steps; a row without one goes back, or opens.
    func moved(by steps: Int, _ fineness: Fineness) -> KeyOutcome {
        if case .setting(let specifier, let place) = row.target, specifier.isAdjustable {
            if let refusal { return refusal }
            let wanted = specifier.control.value(after: scene.value(place), steps: steps, fineness)
            guard let wanted, scene.isWorth(wanted, at: place) else { return .nothing }
            return .write(wanted, place, .keys)
        }
        guard fineness == .step else { return .nothing }
        if steps < 0 { return .goBack }
        if case .link = row.widget { return activated(by: .enter) }
        return .nothing
    }

    /// The keys + and −, which only numbers have.
    func stepped(by steps: Int) -> KeyOutcome {
        guard case .setting(let specifier, _) = row.target, case .slider = specifier.control else {
            return .nothing
        }
        return moved(by: steps, .step)
    }

    /// Enter and the space bar: toggle, open, edit, choose.
    func activated(by action: KeyAction) -> KeyOutcome {
        if let content = row.content(scene.tree) { return .open(content) }
        switch row.target {
        case .option(let specifier, let place, let option):
            return refusal ?? chosen(option, specifier, place)
        case .setting(let specifier, let place): return refusal ?? activated(specifier, place)
        case .change(let place): return action == .enter ? .show(.setting(place)) : .pick(place)
        case .history(let index):
            return action == .enter ? UndoChoice(scene: scene).goingBack(to: index) : .nothing
        case .program, .pane, .element: return .nothing
        case .adoptable: return scene.questionBeforeQuitting.map(KeyOutcome.ask) ?? .send(.adopt)
        case .add(let specifier, let place):
            let obstacle = scene.obstacle(toAddingTo: place).map(KeyOutcome.say)
            return refusal ?? obstacle ?? .add(specifier, place)
        case .text: return .say(Status(.note, "\(row.title) is only shown: y copies it"))
        case .addDraft(let place): return .addDraft(place)
        case .member(let specifier, let place, let member):
            return refusal ?? removed(member, specifier, place)
        case .nothing:
            if let refusal { return refusal }
            guard case .stored = row.id else { return .nothing }
            return .say(Status(.note, "Choose another, or d takes away what is stored"))
        }
    }

    private func activated(_ specifier: Specifier, _ place: SettingPlace) -> KeyOutcome {
        switch specifier.control {
        case .picker, .date: return turned(specifier, place)
        case .choice(let choice) where choice.style == .picker: return turned(specifier, place)
        case .toggle(let toggle):
            let isOn = scene.value(place).map { toggle.on.means($0) } ?? false
            return .write(isOn ? toggle.off : toggle.on, place)
        case .choice(let choice):
            let chosen = choice.position(of: scene.value(place))
            guard !choice.options.isEmpty else { return .nothing }
            let next = chosen.map { ($0 + 1) % choice.options.count } ?? 0
            guard next != chosen || scene.mayReplaceRefused(place) else { return .nothing }
            return .write(choice.options[next].value, place)
        case .slider, .text: return .type(place, specifier)
        default:
            return .say(Status(.note, "\(row.title) can be changed in its file: e opens it"))
        }
    }

    /// Opens the wheels of the row.
    private func turned(_ specifier: Specifier, _ place: SettingPlace) -> KeyOutcome {
        OpenPicker(specifier, at: place, scene).map(KeyOutcome.turn)
            ?? .say(Status(.note, "\(specifier.title) has nothing to choose from"))
    }

    // MARK: Choices

    private func chosen(
        _ option: Choice.Option,
        _ specifier: Specifier,
        _ place: SettingPlace
    ) -> KeyOutcome {
        guard case .choice(let choice) = specifier.control else { return .nothing }
        guard choice.count == .one else { return toggled(option, specifier, place) }
        guard scene.isWorth(option.value, at: place) else { return .nothing }
        return choice.returnsOnChoice ? .choose(option.value, place) : .write(option.value, place)
    }

    /// Adds an option to several, or removes it.
    private func toggled(
        _ option: Choice.Option,
        _ specifier: Specifier,
        _ place: SettingPlace
    ) -> KeyOutcome {
        guard let change = SeveralChoices(scene, specifier, at: place)?.toggling(option) else {
            return .nothing
        }
        let isAdded = change.members.contains { $0.means(option.value) }
        return change.outcome(at: place, option.title + (isAdded ? " added" : " removed"))
    }

    /// `a` and `n` in a list of several choices; nil elsewhere.
    func choseMany(_ action: KeyAction) -> KeyOutcome? {
        guard case .option(let specifier, let place, _) = row.target,
            case .choice(let choice) = specifier.control,
            let several = SeveralChoices(scene, specifier, at: place)
        else { return nil }
        let options = action == .all ? choice.options : []
        return refusal ?? several.choosing(options).outcome(at: place, nil)
    }

    /// Removes a stored member that is none of the choices; asks first where others must go with it.
    private func removed(
        _ member: StrayMember,
        _ specifier: Specifier,
        _ place: SettingPlace
    ) -> KeyOutcome {
        guard let several = SeveralChoices(scene, specifier, at: place),
            let change = several.removing(member)
        else { return .nothing }
        if let together = several.goingTogether(with: change) {
            return .ask(.removing(together, of: place, scene))
        }
        return change.outcome(at: place, member.value.plainText + " removed")
    }

    // MARK: The mouse

    /// A click on the control or beside it; a second one on a row opens it.
    func clicked(_ part: Spot.Part?, isSecond: Bool) -> KeyOutcome {
        switch part {
        case .less?: return moved(by: -1, .step)
        case .more?: return moved(by: 1, .step)
        case .segment(let index)?: return chosen(segment: index)
        case .whole?: return activated(by: .enter)
        case .track?, nil: break
        }
        switch row.widget {
        case .check, .box, .difference: return activated(by: .toggle)
        default: return isSecond ? activated(by: .enter) : .nothing
        }
    }

    private func chosen(segment index: Int) -> KeyOutcome {
        guard case .setting(let specifier, let place) = row.target,
            case .choice(let choice) = specifier.control
        else { return .nothing }
        if case .segments(_, index) = row.widget, !scene.mayReplaceRefused(place) {
            return .nothing
        }
        return refusal ?? .write(choice.options[index].value, place)
    }

    /// A click on a slider's track, or a drag along it.
    func slid(to column: Int, along track: Range<Int>, _ gesture: Steps.Gesture) -> KeyOutcome {
        if let refusal { return refusal }
        guard case .setting(let specifier, let place) = row.target,
            case .slider(let slider) = specifier.control,
            let wanted = slider.value(at: column, along: track),
            scene.isWorth(wanted, at: place)
        else { return .nothing }
        return .write(wanted, place, gesture)
    }
}

extension SeveralChoices.Change {
    /// Stores the list, or says why not; without words, the status names the new value.
    func outcome(at place: SettingPlace, _ words: String?) -> KeyOutcome {
        refusal.map(KeyOutcome.say) ?? .write(.array(members), place, words: words)
    }
}

extension Row {
    /// Says that the row can't be changed; nil where it can.
    var refusal: Status? {
        access == .editable ? nil : Status(.note, "\(title) is \(access.words)")
    }

    /// The screen that it leads to; nil for none.
    func content(_ tree: PaneTree) -> Screen.Content? {
        switch target {
        case .program(let domain): return tree.program(domain)?.firstScreen
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

extension Slider {
    /// The value at a column of its track; nil where that is too short to tell values apart.
    fileprivate func value(at column: Int, along track: Range<Int>) -> SettingValue? {
        guard track.count > 1 else { return nil }
        let share = Double(column - track.lowerBound) / Double(track.count - 1)
        return number(atShare: share).value
    }
}
