// What keys and clicks on rows come to, carried out.

import SettingsModel
import SettingsSchema

extension Model {
    /// A key or a click on the row in focus.
    mutating func useRow(_ use: (RowControl) -> RowOutcome) {
        // The scene in the control is gone before anything changes.
        let outcome = shown.control.map(use)
        if let outcome { perform(outcome) }
    }

    /// Does what a key or a click on a row comes to.
    mutating func perform(_ outcome: RowOutcome) {
        switch outcome {
        case .nothing: break
        case .say(let news): status = news
        case .write(let value, let place, let gesture, let words):
            write(value, at: place, gesture)
            if let words { status = Status(.good, words) }
        case .choose(let value, let place):
            write(value, at: place)
            if case .options = navigation.screen.content { goBack() }
        case .open(let content): navigation.push(content)
        case .type(let place, let specifier): openField(place, specifier)
        case .turn(let picker): overlays.current = .picker(picker)
        case .ask(let question): overlays.current = .confirmation(question)
        case .add(let specifier, let place): add(specifier, to: place)
        case .addDraft(let place): addDraft(to: place)
        case .show(let place): show(place)
        case .pick(let place): changes.picked.formSymmetricDifference([place])
        case .goBack: goBack()
        case .goBackTo(let index): goBack(to: index)
        }
    }
}
