// Keys in what lies on top of the table.

import SettingsModel

extension Overlays {
    /// A key in a search, a picker or a question.
    mutating func press(_ key: Key, _ scene: Scene) -> KeyOutcome {
        switch current {
        case .none, .inspector: .nothing
        case .search: pressInSearch(key, scene)
        case .picker(let picker): press(key, in: picker)
        case .confirmation(let question): answer(key, question, scene)
        }
    }

    private mutating func pressInSearch(_ key: Key, _ scene: Scene) -> KeyOutcome {
        guard var search = closeSearch() else { return .nothing }
        switch key {
        case .escape, .control("c"): return .nothing
        case .enter:
            switch search.chosenFound {
            case nil: return .nothing
            case .problem(let problem): return .show(.problem(problem))
            case .setting(let place): return .show(.setting(place), search.last)
            }
        default: search.press(key, scene)
        }
        current = .search(search)
        return .nothing
    }

    private mutating func press(_ key: Key, in picker: OpenPicker) -> KeyOutcome {
        var picker = picker
        switch key.action {
        case .enter, .toggle: return .save(picker)
        case .back, .interrupt, .quit:
            current = .none
            return .nothing
        case .reset:
            current = .none
            return .reset
        case .help: help = .shown
        default: picker.press(key)
        }
        current = .picker(picker)
        return .nothing
    }

    /// The answer to a question.
    private mutating func answer(
        _ key: Key,
        _ question: Confirmation,
        _ scene: Scene
    ) -> KeyOutcome {
        current = .none
        switch (key, question.action) {
        case (.enter, _), (.character("y"), _), (.character("D"), .reset): break
        case (_, .giveUp), (_, .quit): return .nothing
        default: return .say(Status(.note, "Nothing was changed"))
        }
        switch question.action {
        case .reset(let places): return .takeAway(places)
        case .remove(let members, let place):
            let specifier = scene.tree.setting(place)?.specifier
            let several = specifier.flatMap { SeveralChoices(scene, $0, at: place) }
            return several?.removing(members) ?? .nothing
        case .giveUp: return .leave
        case .quit: return .send(.quit)
        }
    }
}
