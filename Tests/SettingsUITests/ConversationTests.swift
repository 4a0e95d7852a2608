// Settings as lines: whole sessions as files, and what must hold in each.

import SettingsModel
import SettingsProtocol
import SettingsSchema
import Testing

@testable import SettingsUI

/// A session: what was typed behind `>`, and what was said.
private struct Session {
    private(set) var conversation: Conversation
    private(set) var text = ""

    init(_ state: State) {
        conversation = Conversation(state)
        say(conversation.opening)
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
        case .write(let number, let place, let value):
            let change = Fixture.change(place, value, by: "client:settings ui")
            hear(.agent(.changed([change])))
            hear(.agent(.accepted(number, .changed, [])))
        case .explain(let place):
            hear(.agent(.explained(place, Fixture.explanation(of: place))))
        case .run(let errand): hear(.errandEnded(errand, .ended(0, lastLine: "12 files")))
        default: break
        }
    }

    mutating func hear(_ event: Event) {
        let (said, effects) = conversation.hear(event, at: Fixture.moment)
        say(said)
        for effect in effects { answer(effect) }
    }
}

@Suite struct `A session looks as it did` {
    @Test func `with switches, sliders and a search`() throws {
        var session = Session(
            Fixture.state(values: [(Fixture.place("game", "volume"), .real(7))])
        )
        session.type("1", "2", "12", "6", "5", "off", "undo")
        session.hear(
            .agent(.changed([Fixture.change(Fixture.place("game", "music"), .real(6))]))
        )
        session.type("3", "hard", "6", "on", "default 2", "why 2", "command 1", "back")
        session.type("vol", "1", "", "changes", "history", "3", "settings", "group default")
        session.type("?", "nonsense", "99", "quit")
        try GoldenFile("26-plain-game").check(session.text)
    }

    @Test func `with fields, secrets and a broken file`() throws {
        var session = Session(
            Fixture.state(values: [(Fixture.place("network", "port"), .integer(8_443))])
        )
        session.type("3", "1", "not a host", "a.example", "2", "99999", "80", "4", "swordfish")
        session.type("5", "11", "4")
        session.hear(
            .agent(
                .problem(
                    FileProblem(
                        domain: Fixture.domain("network"),
                        file: "/net.plist",
                        place: SourcePlace(line: 23, column: 8),
                        problem: "expected </dict>, found </array>"
                    )
                )
            )
        )
        session.type("", "1")
        try GoldenFile("27-plain-network").check(session.text)
        #expect(!session.text.contains("swordfish"))
    }

    @Test func `with wheels, lists and buttons`() throws {
        var state = Fixture.state(
            programs: [Fixture.ship, Fixture.alarms, Fixture.lists, Fixture.programs[3]]
        )
        state.dates = DateStyle(locale: "en_GB", words: .english)
        var session = Session(state)
        session.type("1", "2", "Blue, Matt", "Blue, Matt, 3", "back")
        session.type("2", "1", "8", "08:15", "2", "2009-02-30", "2009-02-28", "4", "0:00", "0:05")
        session.type("back", "3", "1", "b.example", "2", "c.example", "remove 1")
        session.type("3", "1", "Ada", "2", "off", "4", "2", "back", "back")
        session.type("4", "1", "Koto", "琴", "2", "Mon, Wednesday", "2", "none")
        try GoldenFile("28-plain-wheels").check(session.text)
    }

    @Test func `with a long list`() throws {
        var session = Session(Fixture.state())
        session.type("2", "1", "nowhere", "B7 Star")
        try GoldenFile("29-plain-stars").check(session.text)
    }
}

@Suite struct `A session` {
    @Test func `asks when a value was changed while a new one was typed`() {
        let host = Fixture.place("network", "host")
        for (answer, kept) in [("yes", "mine.example"), ("", "theirs.example")] {
            var session = Session(Fixture.state())
            session.type("3", "1")
            session.hear(.agent(.changed([Fixture.change(host, .string("theirs.example"))])))
            session.type("mine.example")
            #expect(session.text.contains("was changed meanwhile"))
            session.type(answer)
            #expect(session.conversation.state.value(host) == .string(kept))
        }
    }

    @Test func `keeps stored choices that it doesn't know`() {
        let days = Fixture.place("clock", "days")
        let stored = SettingValue.array([.string("Doomsday")])
        var session = Session(Fixture.state(values: [(days, stored)]))
        session.type("4", "2", "Friday")
        let wanted = SettingValue.array([.string("Friday"), .string("Doomsday")])
        #expect(session.conversation.state.value(days) == wanted)
    }

    @Test func `runs a command only for a yes`() {
        let button = #"{"Type": "IASKButtonSpecifier", "Title": "Go", "SACommand": ["go"]}"#
        let program = Fixture.program("go", "Go", ["Root": button])
        var session = Session(Fixture.state(programs: [program]))
        session.type("1", "no")
        #expect(session.text.hasSuffix("Nothing was done.\n"))
        session.type("1", "yes")
        #expect(session.text.contains("Go: 12 files."))
    }

    @Test func `sends no control characters`() {
        let values = [(Fixture.place("network", "user"), SettingValue.string("a\u{1B}[31m\u{7}b"))]
        var session = Session(Fixture.state(values: values))
        session.type("3")
        let scalars = session.text.unicodeScalars
        #expect(session.text.contains("a␛[31m␇b"))
        #expect(!scalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x7F })
    }
}
