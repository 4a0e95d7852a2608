// The outcomes of keys and clicks, carried out.

import SettingsModel

extension Model {
    /// Carries out the outcome of a key or a click on the row in focus.
    mutating func useRow(_ decide: (RowControl) -> KeyOutcome) {
        use { $0.control.map(decide) ?? .nothing }
    }

    /// Carries out the outcome of a key or a click on the screen as it's shown.
    mutating func use(_ decide: (ShownScreen) -> KeyOutcome) {
        // The scene is gone before anything changes.
        let outcome = decide(shown)
        perform(outcome)
    }

    /// Carries out the outcome of a key or a click.
    mutating func perform(_ outcome: KeyOutcome) {
        switch outcome {
        case .nothing: break
        case .say(let news): status = news
        case .write(let value, let place, let gesture, let words):
            write(value, at: place, gesture)
            if let words { status = Status(.good, words) }
        case .choose(let value, let place):
            write(value, at: place)
            if case .options = navigation.screen.content { use(\.back) }
        case .reset:
            let outcome = shown.reset
            if case .changes = navigation.screen.content { changes.picked = [] }
            perform(outcome)
        case .takeAway(let places): reflect { $0.takeAway(places) }
        case .restore(let changes): reflect { $0.restore(changes) }
        case .open(let content): navigation.push(content)
        case .type(let place, let specifier):
            if let news = typing.open(specifier, at: place, scene) { status = news }
        case .turn(let picker): overlays.current = .picker(picker)
        case .ask(let question): overlays.current = .confirmation(question)
        case .add(let specifier, let place):
            typing.begin(specifier, in: place)
            let outcome = KeyOutcome(adding: specifier, to: place, mirror.tree)
            perform(outcome)
        case .addDraft(let place): addDraft(to: place)
        case .save(let picker): save(picker)
        case .show(let found, let search):
            if let search { navigation.lastSearch = search }
            show(found)
        case .remove(let element): remove(element)
        case .pick(let place): changes.picked.formSymmetricDifference([place])
        case .copy(let copied):
            status = copied.status
            if let text = copied.text { send(.copy(text)) }
        case .explain(let question): send(inspector.ask(question.place, for: question.purpose))
        case .send(let effect): send(effect)
        case .leave: leave()
        case .goBack: use(\.back)
        case .wish(let wish):
            let content = navigation.screen.content
            reflect { $0.ask(wish, in: content) }
        case .redo(let step): reflect { $0.redo(step) }
        }
    }
}
