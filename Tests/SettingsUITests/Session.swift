// A conversation with an agent that takes all that is written.

import SettingsModel

@testable import SettingsUI

/// A session: what was typed behind `>`, and what was said.
struct Session {
    private(set) var conversation: Conversation
    private(set) var text = ""

    init(_ state: State) {
        conversation = Conversation(state)
        say(conversation.begin())
    }

    private mutating func say(_ lines: [String]) {
        for line in lines { text += line.map(\.shown.text).joined() + "\n" }
    }

    mutating func type(_ lines: String...) {
        for line in lines {
            text += "> " + (conversation.isSecret ? "" : line) + "\n"
            let (said, effects) = conversation.read(line, at: Fixture.moment)
            say(said)
            for effect in effects { answer(effect) }
        }
    }

    /// Does what the agent does.
    private mutating func answer(_ effect: Effect) {
        switch effect {
        case .write(let number, let place, let value, _):
            let rev = UInt64(100 + number)
            let change = Fixture.change(place, value, by: "client:settings ui", rev: rev)
            hear(.agent(.changed([change])))
            hear(.agent(.accepted(number, .changed(rev), [])))
        case .explain(let place):
            hear(.agent(.explained(place, Fixture.explanation(of: place))))
        default: break
        }
    }

    mutating func hear(_ event: Event) {
        let (said, effects) = conversation.hear(event, at: Fixture.moment)
        say(said)
        for effect in effects { answer(effect) }
    }
}
