// The places that keys go to, each as a screen.

import SettingsModel
import SettingsProtocol
import SettingsSchema
import Testing

@testable import SettingsUI

/// A screen on which keys have a meaning of their own.
struct KeyPlace: CustomTestStringConvertible, Sendable {
    var name: String
    var state: @Sendable () -> Model

    var testDescription: String { name }

    private init(_ name: String, _ state: @escaping @Sendable () -> Model) {
        (self.name, self.state) = (name, state)
    }

    static let all = tables + beside + overlays + typing

    private static let tables = [
        KeyPlace("programs") { Fixture.state() },
        KeyPlace("pane") { inGame([]) },
        KeyPlace("pane-segments") { inGame([.down]) },
        KeyPlace("pane-link") { inPane(Fixture.programs[3], []) },
        KeyPlace("letter") { inGame([.character("'")]) },
        KeyPlace("notice") { broken() },
        KeyPlace("ribbon") { inStars },
        KeyPlace("options") { inPane(Fixture.programs[3], [.enter]) },
        KeyPlace("several") { inPane(Fixture.programs[3], [.down, .enter, .down]) },
        KeyPlace("stray") { inPane(Fixture.programs[3], days: ["No"], [.down, .enter, .end]) },
        KeyPlace("list") { inLists([]) },
        KeyPlace("list-add") { inLists([.down]) },
        KeyPlace("element") { inLists([.tab, .enter]) },
        KeyPlace("new-element") { inLists([.end, .enter]) },
        KeyPlace("changes") { inGame([.character("v"), .down]) },
        KeyPlace("history") { inHistory },
        KeyPlace("found") { found },
    ]

    private static let beside = [
        KeyPlace("pane-own") { Fixture.inspected(own: ["/x/b.toml"], wide) },
        KeyPlace("side-bar") { inGame([.backTab, .backTab], wide) },
        KeyPlace("panel") { inGame([.backTab, .backTab, .backTab], wide, isExplained: true) },
    ]

    private static let overlays = [
        KeyPlace("inspector") { inGame([.character("i")], isExplained: true) },
        KeyPlace("inspector-own") { Fixture.inspected(own: ["/x/b.toml"]) },
        KeyPlace("search") { inGame("/vol".map(Key.character) + [.left]) },
        KeyPlace("picker") { wheels([]) },
        KeyPlace("picker-date") { inPane(Fixture.alarms, [.enter]) },
        KeyPlace("question") { inGame([.character("x"), .character("D")]) },
        KeyPlace("question-quit") { quitting },
        KeyPlace("help") { inGame([.character("?")]) },
        KeyPlace("help-cut") { inGame([.function(1)], Size(width: 40, height: 12)) },
        KeyPlace("help-in-search") { inGame([.character("/"), .function(1)]) },
    ]

    private static let typing = [
        KeyPlace("field") { inNetwork([.enter, .left, .left]) },
        KeyPlace("field-bad") { inNetwork([.down, .enter, .character("9"), .enter]) },
        KeyPlace("field-secret") { inNetwork([.end, .up, .up, .up, .enter, .character("x")]) },
        KeyPlace("field-lines") { inLines },
        KeyPlace("pause") { lost },
    ]

    // MARK: Screens

    private static let wide = Size(width: 120, height: 40)

    private static func inPane(
        _ program: Program,
        days: [String] = [],
        _ keys: [Key]
    ) -> Model {
        let stored = SettingValue.array(days.map(SettingValue.string))
        var state = Fixture.alone(program, values: [(Fixture.place("clock", "days"), stored)])
        for key in keys { state.press(key) }
        return state
    }

    private static func inGame(
        _ keys: [Key],
        _ size: Size = Size(width: 80, height: 24),
        isExplained: Bool = false
    ) -> Model {
        var state = Fixture.game(size)
        let volume = Fixture.place("game", "volume")
        if size == wide {
            state.inspector.isWanted = true
            state.send(.resize(size))
            state.send(.agent(.explained(volume, Fixture.explanation(of: volume))))
        }
        for key in keys { state.press(key) }
        if isExplained {
            state.send(.agent(.explained(volume, Fixture.explanation(of: volume))))
        }
        return state
    }

    private static func inNetwork(_ keys: [Key]) -> Model {
        var state = Fixture.network()
        for key in keys { state.press(key) }
        return state
    }

    private static func broken() -> Model {
        var state = Fixture.network()
        let domain = Fixture.domain("network")
        let place = SourcePlace(line: 23, column: 8)
        let problem = FileProblem.unreadable(domain, "/home/zoe/net.plist", place, "no value")
        state.send(.agent(.problem(problem)))
        return state
    }

    private static var inStars: Model {
        var state = Fixture.state()
        state.open(1)
        state.press(.enter, .character("M"), .pageDown)
        return state
    }

    private static func inLists(_ keys: [Key]) -> Model {
        var state = Fixture.alone(
            Fixture.lists,
            values: [
                (Fixture.place("lists", "servers"), .array([.string("a.example")])),
                (Fixture.place("lists", "accounts"), .array([Fixture.account("Ada")])),
            ]
        )
        for key in keys { state.press(key) }
        return state
    }

    private static var inHistory: Model {
        var state = Fixture.game()
        state.press(.right, .left)
        state.answerWrites()
        state.type("u")
        state.answerUndo([Fixture.place("game", "volume"): .real(7)])
        state.type("]]")
        state.press(.down, .down, .down)
        return state
    }

    private static var found: Model {
        var state = Fixture.game()
        state.type("/volume")
        state.press(.enter)
        return state
    }

    private static func wheels(_ keys: [Key]) -> Model {
        inPane(Fixture.ship, [.down, .enter] + keys)
    }

    private static var quitting: Model {
        var state = inLists([.end, .enter, .enter])
        state.type("Bea")
        state.press(.enter, .character("q"))
        return state
    }

    private static var inLines: Model {
        let row = """
            {"Type": "IASKTextViewSpecifier", "Title": "Notes", "Key": "notes"}
            """
        let text = "one\ntwo words\nthree"
        var state = Fixture.alone(
            Fixture.program("notes", "Notes", ["Root": row]),
            values: [(Fixture.place("notes", "notes"), .string(text))]
        )
        state.press(.enter, .up, .left)
        return state
    }

    /// A field whose row has just gone.
    private static var lost: Model {
        let panes = """
            {"Type": "PSToggleSwitchSpecifier", "Title": "Sync", "Key": "sync",
             "DefaultValue": true},
            {"Type": "PSTextFieldSpecifier", "Title": "Server", "Key": "server",
             "SAVisibleWhen": {"Key": "sync", "Equals": true}}
            """
        var state = Fixture.alone(Fixture.program("lost", "Lost", ["Root": panes]))
        state.press(.down, .enter, .character("s"))
        let change = Fixture.change(Fixture.place("lost", "sync"), .boolean(false))
        state.send(.agent(.changed([change])))
        return state
    }
}
