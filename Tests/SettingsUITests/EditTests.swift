// What keys do to values, and what the agent's answers do to the screen.

import SettingsDocument
import SettingsModel
import SettingsProtocol
import SettingsSchema
import Testing

@testable import SettingsUI

private let music = Fixture.place("game", "music")
private let volume = Fixture.place("game", "volume")
private let badGuys = Fixture.place("game", "badGuys")

extension Model {
    /// The last value that a key asked to be stored.
    fileprivate mutating func written(_ keys: Key...) -> SettingValue? {
        var value: SettingValue?
        for key in keys {
            for case .write(_, _, let new, _) in send(.key(key)) { value = new }
        }
        return value
    }
}

@Suite struct `A slider` {
    private var game: Model {
        var state = Fixture.state()
        state.open(0)
        return state
    }

    /// A pane with one slider.
    private func alone(_ limits: String) -> Model {
        let row = #"{"Type": "PSSliderSpecifier", "SATitle": "S", "Key": "s", \#(limits)}"#
        return Fixture.alone(Fixture.program("slider", "Slider", ["Root": row]))
    }

    @Test(arguments: [
        (Key.right, 40.0), (.left, 30.0), (.shiftRight, 36.0), (.shiftLeft, 34.0),
        (.character("L"), 36.0),
    ]) func `without one moves by a twentieth of its range, or a fifth of that`(
        key: Key,
        value: Double
    ) {
        var state = alone(#""MinimumValue": 0, "MaximumValue": 100, "DefaultValue": 35"#)
        #expect(state.written(key) == .real(value))
    }

    @Test(arguments: [Key.right, .shiftRight])
    func `ends at its last step where the maximum is none`(key: Key) throws {
        var state = alone(
            #""MinimumValue": 0, "MaximumValue": 10, "SAStep": 3, "DefaultValue": 6"#
        )
        #expect(state.written(key) == .real(9))
        #expect(state.written(key) == nil)
        let specifier = try #require(
            state.mirror.tree.setting(Fixture.place("slider", "s"))?.specifier
        )
        #expect(specifier.rule.refusal(of: .real(9)) == nil)
    }

    @Test func `stops at its ends, and writes nothing there`() {
        var state = game
        for _ in 0..<30 { state.press(.right) }
        #expect(state.mirror.values[music]?.value == .real(10))
        #expect(state.written(.right) == nil)
    }

    @Test func `goes from a value between two steps to the next one`() {
        var state = game
        state.send(.agent(.changed([Fixture.change(music, .real(3.7))])))
        #expect(state.written(.right) == .real(4))
        state.send(.agent(.changed([Fixture.change(music, .real(3.7))])))
        #expect(state.written(.left) == .real(3.5))
    }

    @Test(arguments: [
        ("4", SettingValue.real(4), "4.0"), ("4.2", .real(4.2), "4.2"), ("0", .real(0), "0.0"),
    ]) func `takes a typed number, also one between its steps`(
        text: String,
        value: SettingValue,
        said: String
    ) {
        var state = game
        state.press(.enter, .control("u"))
        state.type(text)
        #expect(state.written(.enter) == value)
        #expect(state.status?.text.contains(said) == true)
    }

    @Test(arguments: [("4.2", 4.0), ("4.3", 4.5)])
    func `rounds a typed number to the multiple that a JSON Schema asks for`(
        text: String,
        value: Double
    ) throws {
        let number = #"{"type":"number","minimum":0,"maximum":10,"multipleOf":0.5}"#
        let json = #"{"type":"object","properties":{"s":\#(number)}}"#
        let document = try Format.json.parse(Array(json.utf8))
        let schema = Schema(jsonSchema: document, file: "s.json")
        let specifier = try #require(schema.specifier(at: SettingKeyPath(segments: ["s"])))
        let typed = TypedValue(value: .real(value), isRounded: true)
        #expect(specifier.value(typed: text) == .success(typed))
    }

    @Test(arguments: [("11", "is above 10"), ("-1", "is below 0"), ("1e", "is not a number")])
    func `keeps the field open for what is no value`(text: String, said: String) {
        var state = game
        state.press(.enter, .control("u"))
        state.type(text)
        #expect(state.written(.enter) == nil)
        #expect(state.status?.text.contains(said) == true)
        #expect(state.typing.field?.edit.text == text)
        #expect(state.mirror.values[music] == nil)
    }

    @Test func `follows a click and a drag of its track`() {
        var state = game
        let line = state.lines[3]
        let start = line.distance(
            from: line.startIndex,
            to: line.firstIndex(of: "━") ?? line.endIndex
        )
        let clicked = state.send(.mouse(.press, Point(x: start, y: 3)))
        #expect(clicked == [.write(1, music, .real(0))])
        let dragged = state.send(.mouse(.drag, Point(x: start + 27, y: 3)))
        #expect(dragged == [.write(2, music, .real(10))])
    }
}

@Suite struct `A control` {
    @Test func `is toggled by Enter, the space bar and the arrows`() {
        var state = Fixture.state()
        state.open(0)
        state.type("jjjj")
        #expect(state.written(.enter) == .boolean(false))
        #expect(state.written(.character(" ")) == .boolean(true))
        #expect(state.written(.left) == .boolean(false))
        #expect(state.written(.left) == nil)
    }

    @Test func `of segments turns without the ends, and with them by the space bar`() {
        var state = Fixture.state()
        state.open(0)
        state.type("jj")
        #expect(state.written(.left) == nil)
        #expect(state.written(.right) == .string("hard"))
        #expect(state.written(.right) == nil)
        #expect(state.written(.character(" ")) == .string("easy"))
    }

    @Test func `that shows only says so`() {
        var state = Fixture.state()
        state.open(0)
        state.press(.end)
        #expect(state.press(.enter) == [])
        #expect(state.status?.kind == .note)
    }

    @Test func `with a stored value of the wrong type shows it, and writes nothing by itself`() {
        var state = Fixture.state(values: [(badGuys, .string("maybe")), (music, .string("loud"))])
        state.open(0)
        #expect(state.lines[3].contains("✗ Music Volume"))
        #expect(state.lines[3].contains("loud"))
        #expect(state.lines[9].contains("maybe"))
        #expect(state.mirror.writes.pending.isEmpty)
    }
}

@Suite struct `A list` {
    @Test func `begins at the choice, stays open, and names the default`() {
        var state = Fixture.state()
        state.open(3)
        state.press(.enter)
        #expect(state.focusedRow?.title == "Bell")
        #expect(state.written(.down, .enter) == .string("Chimes"))
        #expect(state.lines[1].contains("Alert Sound"))
        #expect(state.lines[4].contains("default"))
        state.press(.escape)
        #expect(state.focusedRow?.title == "Alert Sound")
    }

    @Test func `shows a stored value that is none of its options`() {
        var state = Fixture.state(values: [(Fixture.place("clock", "sound"), .string("Gong"))])
        state.open(3)
        state.press(.enter)
        #expect(state.lines[3].contains("stored: Gong"))
        #expect(state.mirror.writes.pending.isEmpty)
    }
}

@Suite struct `A field` {
    private var host: Model {
        var state = Fixture.network()
        state.press(.enter)
        return state
    }

    @Test func `makes blanks of a paste's line breaks, and says so`() {
        var state = host
        state.send(.paste("a\nb"))
        #expect(state.typing.field?.edit.text == "games.example.orga b")
        #expect(state.status?.text.contains("blanks") == true)
    }
}

@Suite struct `The agent's word` {
    @Test func `about someone else's change lights the row up, and isn't what u undoes`() {
        var state = Fixture.game()
        let effects = state.send(.agent(.changed([Fixture.change(music, .real(6))])))
        #expect(effects == [.wait(.flash, .milliseconds(800)), .askLately(music.domain)])
        #expect(state.status?.text == "⇄ Music Volume changed in the editor: 3.5 → 6.0")
        #expect(state.view()[Point(x: 5, y: 3)].marks.contains(.changed))
        state.send(.timer(.flash))
        #expect(!state.view()[Point(x: 5, y: 3)].marks.contains(.changed))
        #expect(state.type("u") == [.undo(.steps([101]))])
    }

    @Test func `stays lit until the next key where little is to move`() {
        var state = Fixture.state()
        state.open(0)
        state.mirror.look.motion = .reduced
        let effects = state.send(.agent(.changed([Fixture.change(music, .real(6))])))
        #expect(effects == [.askLately(music.domain)])
        #expect(state.view()[Point(x: 5, y: 3)].marks.contains(.changed))
        #expect(state.lines[3].hasPrefix("▌⇄ Music Volume"))
        state.press(.down)
        #expect(state.lines[3].hasPrefix("│• Music Volume"))
        #expect(!state.view()[Point(x: 5, y: 3)].marks.contains(.changed))
    }

    @Test func `about our own changes is no news, however late it comes`() {
        var state = Fixture.state()
        state.open(0)
        state.press(.right, .right)
        state.send(.agent(.accepted(1, .changed(0), [])))
        let echo = Fixture.ownChange(music, .real(4), rev: 1)
        #expect(state.send(.agent(.changed([echo]))) == [])
        #expect(state.mirror.values[music]?.value == .real(4.5))
        #expect(state.mirror.values.flashing.isEmpty)
        #expect(state.mirror.log.entries.count == 2)
    }

    @Test func `against a write takes the value back and says why`() {
        var state = Fixture.state()
        state.open(0)
        state.press(.right)
        state.send(.agent(.refused(1, problem: "the disk is full", advice: "Make room")))
        #expect(state.mirror.values[music] == nil)
        #expect(state.status?.kind == .unsaved)
        #expect(
            state.status?.text.contains("the disk is full. Not saved; still 3.5. Make room.")
                == true
        )
        #expect(state.mirror.log.entries.isEmpty)
        #expect(state.lines[3].contains("✗"))
    }

    @Test func `about a broken file lets edits wait until it's read again, and says so`() {
        var state = Fixture.game()
        let problem = FileProblem.unreadable(
            music.domain,
            "/f.toml",
            SourcePlace(line: 3, column: 1),
            "expected a value"
        )
        state.send(.agent(.problem(problem)))
        #expect(state.lines[1].contains("edits wait"))
        #expect(state.type("e") == [.edit(file: "/f.toml", line: 3)])
        #expect(state.type("r") == [.rescan(music.domain)])
        #expect(state.press(.right) == [.write(state.mirror.writes.lastNumber, volume, .real(7.5))])
        let warning = SettingsProtocol.Warning(
            file: "/f.toml",
            state: .broken,
            problem: "expected a value"
        )
        state.send(.agent(.accepted(state.mirror.writes.lastNumber, .changed(0), [warning])))
        #expect(state.status?.text == "Game Volume waits until '/f.toml' can be read again")
        #expect(state.lines.contains { $0.hasPrefix("▌✗ Game Volume") && $0.contains("7.5") })
        state.send(.agent(.recovered(music.domain, file: "/f.toml", key: nil)))
        state.send(.agent(.knownProblems([])))
        #expect(state.status?.text == "'/f.toml' is in sync again")
        #expect(state.lines.contains { $0.hasPrefix("▌• Game Volume") && $0.contains("7.5") })
    }

    @Test func `about a full disk leaves the sign until the file is written`() {
        var state = Fixture.game()
        state.press(.right)
        let warning = SettingsProtocol.Warning(
            file: "/f.toml",
            state: .readOnly,
            problem: "the disk is full"
        )
        state.send(.agent(.accepted(state.mirror.writes.lastNumber, .changed(0), [warning])))
        #expect(state.lines.contains { $0.hasPrefix("▌✗ Game Volume") })
        state.send(.agent(.recovered(volume.domain, file: "/f.toml", key: nil)))
        state.send(.agent(.knownProblems([])))
        #expect(state.lines.contains { $0.hasPrefix("▌• Game Volume") })
    }
}

@Suite struct `Defaults` {
    /// A change after which the default is in force, as an agent tells it that has the bundle.
    private func reset(_ place: SettingPlace, to value: SettingValue) -> ChangeMessage {
        var change = Fixture.change(
            place,
            value,
            by: "file:/game.bundle/Root.plist",
            layer: .default
        )
        change.file = "/game.bundle/Root.plist"
        return change
    }

    @Test func `that the agent tells are no news of ours, and no value to write back`() {
        var state = Fixture.state()
        let start = reset(music, to: .real(3.5))
        state.send(.agent(.snapshot([start], isFirst: true, isLast: true)))
        state.open(0)
        #expect(state.press(.right) == [.write(1, music, .real(4))])
        state.answerWrites()
        #expect(state.type("d") == [.write(2, music, nil)])
        state.send(.agent(.changed([reset(music, to: .real(3.5))])))
        #expect(state.mirror.values.flashing.isEmpty)
        #expect(state.status?.text == "Music Volume → 3.5, the default")
        #expect(state.type("Y") == [.copy("settingsctl reset org.example.game music")])
    }

    @Test func `that somebody else went back to are told as that`() {
        var state = Fixture.game()
        state.send(.agent(.changed([reset(volume, to: .real(3.5))])))
        #expect(state.status?.text == "⇄ Game Volume changed by a reset: 7.0 → 3.5")
    }

    @Test func `come back for a row at once, and for a group after a question`() {
        var state = Fixture.game()
        #expect(state.type("d") == [.write(state.mirror.writes.lastNumber, volume, nil)])
        #expect(state.scene.value(volume) == .real(3.5))
        state.press(.tab)
        #expect(state.type("D") == [])
        #expect(state.view().plain.contains("One setting goes back to the default"))
        let effects = state.press(.enter)
        #expect(
            effects == [.write(state.mirror.writes.lastNumber, Fixture.place("game", "debug"), nil)]
        )
    }

    @Test func `come back for what was picked among the changes`() {
        var state = Fixture.game()
        state.type("vj d")
        #expect(state.scene.value(Fixture.place("game", "debug")) == .boolean(false))
        #expect(state.scene.value(volume) == .real(7))
    }
}

@Suite struct `The search` {
    @Test func `finds titles, keys, values and options, and goes there`() {
        var state = Fixture.game()
        state.type("/koto")
        state.press(.enter)
        #expect(state.focusedRow?.title == "Alert Sound")
        #expect(state.lines[1].contains("‹ Settings"))
        state.type("/hard")
        state.press(.enter)
        #expect(state.focusedRow?.title == "Difficulty")
    }
}
