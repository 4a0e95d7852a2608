// Settings as lines: whole sessions as files, and what must hold in each.

import SettingsModel
import SettingsProtocol
import SettingsSchema
import Testing

@testable import SettingsUI

@Suite struct `A value that is in force already` {
    @Test func `is not written by typing it again`() {
        var session = Session(Fixture.state())
        session.type("1", "3", "Easy")
        #expect(session.conversation.state.writes.isEmpty)
        #expect(session.conversation.state.lastWrite == 0)
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
                    FileProblem.unreadable(
                        Fixture.domain("network"),
                        "/net.plist",
                        SourcePlace(line: 23, column: 8),
                        "expected </dict>, found </array>"
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

/// What a key does on the screen, and the lines that do the same; both begin at the game's pane.
private struct SameDeed: CustomTestStringConvertible, Sendable {
    var deed: String
    var keys: [Key]
    var lines: [String]
    var isBroken = false

    var testDescription: String { deed }

    private static func letters(_ text: String) -> [Key] { text.map(Key.character) }

    static let all = [
        SameDeed(deed: "adjust", keys: [.right], lines: ["1", "4"]),
        SameDeed(deed: "toggle", keys: letters("jjjj "), lines: ["5", "off"]),
        SameDeed(deed: "choose", keys: letters("jj "), lines: ["3", "Hard"]),
        SameDeed(
            deed: "type",
            keys: [.enter, .control("u")] + letters("6") + [.enter],
            lines: ["1", "6"]
        ),
        SameDeed(deed: "undo", keys: [.right] + letters("u"), lines: ["1", "4", "undo"]),
        SameDeed(
            deed: "redo",
            keys: [.right, .character("u"), .control("r")],
            lines: ["1", "4", "undo", "redo"]
        ),
        SameDeed(deed: "default", keys: letters("jd"), lines: ["default 2"]),
        SameDeed(
            deed: "group default",
            keys: letters("jD") + [.enter],
            lines: ["group default", "yes"]
        ),
        SameDeed(deed: "inspect", keys: letters("ji"), lines: ["why 2"]),
        SameDeed(deed: "edit", keys: letters("je"), lines: ["edit 2"]),
        SameDeed(
            deed: "search",
            keys: letters("/stab") + [.enter, .right],
            lines: ["stab", "1", "4"]
        ),
        SameDeed(deed: "take back", keys: letters("vd"), lines: ["changes", "default 1"]),
        SameDeed(
            deed: "take back to the start",
            keys: [.right, .character("v"), .tab, .character("d")],
            lines: ["1", "4", "changes", "compare", "default 1"]
        ),
        SameDeed(
            deed: "go back in the history",
            keys: [.right, .right] + letters("]]j") + [.enter],
            lines: ["1", "4", "1", "4.5", "history", "2"]
        ),
        SameDeed(deed: "read again", keys: letters("r"), lines: ["rescan"], isBroken: true),
        SameDeed(deed: "open the broken file", keys: letters("e"), lines: ["edit"], isBroken: true),
        SameDeed(deed: "quit", keys: letters("q"), lines: ["quit"]),
    ]

    /// Whether it's something that only a screen has, or only clipboards do.
    static func isOfScreens(_ effect: Effect) -> Bool {
        switch effect {
        case .mouse, .redraw, .suspend, .wait, .copy, .askLately, .readLine:
            true
        case .write, .askOwn, .findOwn, .askBefore, .explain, .rescan, .edit, .readPanes, .quit:
            false
        }
    }
}

@Suite struct `Lines do all that keys do` {
    private func start(_ deed: SameDeed) -> State {
        var state = Fixture.state(values: [(Fixture.place("game", "volume"), .real(7))])
        state.press(.enter)
        if deed.isBroken {
            let problem = FileProblem.unreadable(
                Fixture.domain("game"),
                "/game.toml",
                SourcePlace(line: 3, column: 1),
                "expected a value"
            )
            state.send(.agent(.problem(problem)))
        }
        return state
    }

    @Test(arguments: SameDeed.all) fileprivate func `with the same outcome`(deed: SameDeed) {
        var state = start(deed)
        var byKeys: [Effect] = []
        for key in deed.keys {
            byKeys += state.press(key)
            state.answerWrites()
        }
        var conversation = Conversation(start(deed))
        var byLines: [Effect] = []
        for line in deed.lines {
            byLines += conversation.read(line, at: Fixture.moment).1
            conversation.state.answerWrites()
        }
        byKeys.removeAll(where: SameDeed.isOfScreens)
        byLines.removeAll(where: SameDeed.isOfScreens)
        #expect(!byKeys.isEmpty)
        #expect(byKeys == byLines)
        #expect(state.values == conversation.state.values)
    }

    @Test func `and print what keys copy`() {
        var conversation = Conversation(start(SameDeed.all[0]))
        let command = "settingsctl set org.example.game volume 7.0"
        #expect(conversation.read("command 2", at: Fixture.moment).0 == [command])
        #expect(conversation.read("commands", at: Fixture.moment).0 == [command])
    }

    @Test func `and compare with a line of the history`() {
        var conversation = Conversation(start(SameDeed.all[0]))
        for line in ["1", "4", "1", "5", "history"] {
            _ = conversation.read(line, at: Fixture.moment)
            conversation.state.answerWrites()
        }
        let lines = conversation.read("compare 2", at: Fixture.moment).0
        #expect(lines.contains("1 Music Volume, was 4.0, is 5.0"))
    }
}

@Suite struct `A question for a value` {
    @Test(arguments: ["q", "quit"])
    func `is left, and the session with it, by a word that is no value`(word: String) {
        var conversation = Conversation(Fixture.game())
        _ = conversation.read("2", at: Fixture.moment)
        let (lines, effects) = conversation.read(word, at: Fixture.moment)
        #expect(lines == ["Kept 7.0."])
        #expect(effects == [.quit])
    }

    @Test func `is left for the screen before`() {
        var session = Session(Fixture.state())
        session.type("1", "2", "back")
        #expect(session.conversation.prompt == .command)
        #expect(session.text.contains("Kept 3.5.\nSettings.\n"))
    }

    @Test func `takes such a word where it is a value`() {
        var conversation = Conversation(Fixture.network())
        _ = conversation.read("3", at: Fixture.moment)
        let (_, effects) = conversation.read("q", at: Fixture.moment)
        #expect(effects == [.write(1, Fixture.place("network", "user"), .string("q"))])
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

    @Test func `sends no control characters`() {
        let values = [(Fixture.place("network", "user"), SettingValue.string("a\u{1B}[31m\u{7}b"))]
        var session = Session(Fixture.state(values: values))
        session.type("3")
        let scalars = session.text.unicodeScalars
        #expect(session.text.contains("a␛[31m␇b"))
        #expect(!scalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x7F })
    }
}
