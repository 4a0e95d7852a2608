// The screens of the mock-ups, drawn from states that events led to.

import SettingsModel
import SettingsProtocol
import SettingsSchema
import Testing

@testable import SettingsUI

/// One size and set of signs that screens are drawn in.
struct Look: CustomTestStringConvertible, Sendable {
    var name: String
    var size: Size
    var signs = Glyphs.Kind.unicode

    var testDescription: String { name }

    private static let sizes = [
        Look(name: "80x24", size: Size(width: 80, height: 24)),
        Look(name: "120x40", size: Size(width: 120, height: 40)),
        Look(name: "40x12", size: Size(width: 40, height: 12)),
    ]

    private static let tinySizes = [
        Look(name: "34x12", size: Size(width: 34, height: 12)),
        Look(name: "20x5", size: Size(width: 20, height: 5)),
        Look(name: "10x3", size: Size(width: 10, height: 3)),
    ]

    /// The inspector beside the table, and on top of it.
    static let ofInspector = [
        sizes[1], Look(name: "50x20", size: Size(width: 50, height: 20)),
    ]

    static let all = sizes + sizes.map(\.inASCII)
    static let tiny = tinySizes + tinySizes.map(\.inASCII)

    private var inASCII: Look { Look(name: "ascii-" + name, size: size, signs: .ascii) }
}

@Suite struct `A screen looks as it did` {
    @Test(arguments: Look.all) func `with all programs`(look: Look) throws {
        var state = Fixture.state(
            look.size,
            look.signs,
            values: [
                (Fixture.place("game", "volume"), .real(7)),
                (Fixture.place("game", "music"), .real(5)),
            ]
        )
        let problem = FileProblem.unreadable(
            Fixture.domain("keyboard"),
            "/home/zoe/.config/keys.toml",
            nil,
            "expected a value"
        )
        state.send(.agent(.problem(problem)))
        try GoldenFile("1-programs-\(look.name)").check(state.view())
    }

    @Test(arguments: Look.all + Look.tiny) func `with sliders and switches`(look: Look) throws {
        var state = Fixture.game(look.size, look.signs)
        state.press(.left, .right)
        state.answerWrites()
        // Where it has room beside the table, the inspector is open from the start.
        state.mirror.look.home = "/home/zoe"
        state.inspector.isWanted = true
        state.send(.resize(look.size))
        let place = Fixture.place("game", "volume")
        state.send(.agent(.explained(place, Fixture.explanation(of: place))))
        try GoldenFile("2-game-\(look.name)").check(state.view())
    }

    @Test(arguments: Look.all) func `with a list of choices`(look: Look) throws {
        var state = Fixture.state(
            look.size,
            look.signs,
            values: [(Fixture.place("clock", "sound"), .string("Chimes"))]
        )
        state.open(3)
        state.press(.enter, .down)
        try GoldenFile("3-choices-\(look.name)").check(state.view())
    }

    @Test(arguments: Look.all) func `with several choices`(look: Look) throws {
        let days = ["Monday", "Friday"].map(SettingValue.string)
        var state = Fixture.state(
            look.size,
            look.signs,
            values: [(Fixture.place("clock", "days"), .array(days))]
        )
        state.open(3)
        state.press(.down, .enter, .home, .down, .down)
        state.type(" ")
        try GoldenFile("4-several-\(look.name)").check(state.view())
    }

    @Test(arguments: Look.all) func `with a field being typed`(look: Look) throws {
        var state = Fixture.network(look.size, look.signs)
        state.press(.enter)
        for _ in 0..<5 { state.press(.left) }
        try GoldenFile("11-field-\(look.name)").check(state.view())
    }

    @Test(arguments: Look.all) func `with a number that is too large`(look: Look) throws {
        var state = Fixture.network(look.size, look.signs)
        state.press(.down, .enter, .control("u"))
        state.type("84430")
        state.press(.enter)
        try GoldenFile("12-bad-input-\(look.name)").check(state.view())
    }

    @Test(arguments: Look.all) func `with a broken file`(look: Look) throws {
        var state = Fixture.network(look.size, look.signs)
        state.mirror.look.home = "/home/zoe"
        let problem = FileProblem.unreadable(
            Fixture.domain("network"),
            "/home/zoe/net.plist",
            SourcePlace(line: 23, column: 8),
            "expected </dict>, found </array>"
        )
        state.send(.agent(.problem(problem)))
        try GoldenFile("13-broken-\(look.name)").check(state.view())
    }

    @Test(arguments: Look.all) func `with a search`(look: Look) throws {
        var state = Fixture.game(look.size, look.signs)
        state.type("/vol")
        state.press(.down)
        try GoldenFile("14-search-\(look.name)").check(state.view())
    }

    @Test(arguments: Look.all) func `with a ribbon`(look: Look) throws {
        var state = Fixture.state(look.size, look.signs)
        state.open(1)
        state.press(.enter)
        state.type("M")
        state.press(.pageDown)
        try GoldenFile("15-ribbon-\(look.name)").check(state.view())
    }

    @Test(arguments: Look.all) func `with a value changed in the editor`(look: Look) throws {
        var state = Fixture.game(look.size, look.signs)
        state.press(.tab)
        let change = Fixture.change(Fixture.place("game", "music"), .real(6))
        state.send(.agent(.changed([change])))
        try GoldenFile("16-changed-\(look.name)").check(state.view())
    }

    @Test(arguments: Look.all) func `with the inspector`(look: Look) throws {
        var state = Fixture.game(look.size, look.signs)
        state.mirror.look.home = "/home/zoe"
        state.type("i")
        let place = Fixture.place("game", "volume")
        let answer = Fixture.explanation(of: place)
        state.send(.agent(.explained(place, answer)))
        try GoldenFile("18-inspector-\(look.name)").check(state.view())
    }

    @Test(arguments: Look.ofInspector) func `with a file that has its own text`(
        look: Look
    ) throws {
        var state = Fixture.inspected(own: ["/x/b.toml"], following: ["/x/kitty.conf"], look.size)
        // To the end of the inspector on top.
        if state.frame.inspector == nil { state.press(.pageDown, .pageDown) }
        try GoldenFile("34-own-\(look.name)").check(state.view())
    }

    @Test(arguments: Look.all) func `with the history`(look: Look) throws {
        var state = Fixture.game(look.size, look.signs)
        let change = Fixture.change(Fixture.place("game", "volume"), .real(6.5))
        state.send(.agent(.changed([change])))
        state.press(.right, .left)
        state.answerWrites()
        state.type("u")
        state.answerUndo([Fixture.place("game", "volume"): .real(6.5)])
        state.type("]]")
        state.press(.down, .down, .down)
        try GoldenFile("19-history-\(look.name)").check(state.view())
    }

    @Test(arguments: Look.all) func `with what differs from the defaults`(look: Look) throws {
        var state = Fixture.game(look.size, look.signs)
        let port = Fixture.change(Fixture.place("network", "port"), .integer(8443))
        state.send(.agent(.changed([port])))
        state.type("v ")
        state.send(.timer(.flash))
        try GoldenFile("20-changes-\(look.name)").check(state.view())
    }

    @Test(arguments: Look.all) func `with the help`(look: Look) throws {
        var state = Fixture.game(look.size, look.signs)
        state.send(.key(.character("?")))
        try GoldenFile("21-help-\(look.name)").check(state.view())
    }
}
