// What is stored and isn't what a row shows: in the row, the list of choices, the inspector, in lines.

import SettingsModel
import SettingsProtocol
import SettingsSchema
import Testing

@testable import SettingsUI

private let port = Fixture.place("network", "port")
private let sound = Fixture.place("clock", "sound")
private let difficulty = Fixture.place("game", "difficulty")

private func problem(_ place: SettingPlace, _ value: SettingValue?) -> Event {
    .agent(.problem(.refused(place, value)))
}

@Suite struct `A stored value that its rule refuses` {
    private func told(_ size: Size = Size(width: 80, height: 24)) -> Model {
        var state = Fixture.network(size)
        state.send(problem(port, .integer(84_430)))
        return state
    }

    @Test func `stands beside the value in force`() {
        #expect(row(told(), "Port").hasPrefix("│✗ Port "))
        #expect(row(told(), "Port").hasSuffix(" stored: 84430  8443  │"))
    }

    @Test(arguments: [34, 40, 20]) func `stands there on a narrow screen, or not at all`(width: Int)
    {
        let row = row(told(Size(width: width, height: 12)), "Port")
        #expect(row.contains("stored: 84430") == (width > 20))
        #expect(row.columns <= width)
    }

    @Test func `is in the inspector`() {
        #expect(told().inspectorLines(port).contains(.fact("stored", "84430")))
    }

    @Test func `is said of the row in focus, with what is wrong`() {
        var state = told()
        state.press(.down)
        #expect(state.status == nil)
        #expect(state.lines[22].hasPrefix(" ✗ /f.toml: 'port' is wrong. Still 8443"))
    }

    @Test func `isn't said to be restored by an undo`() {
        var state = told()
        state.press(.down)
        #expect(state.type("d") == [.write(1, port, nil)])
        state.answerWrites()
        #expect(state.type("u") == [.undo(.steps([101]))])
        state.answerUndo([port: .integer(8_443)])
        let words =
            "Undone: Port is 8443 again. No rule takes what was stored: settingsctl log has it"
        #expect(state.status == Status(.warning, words))
    }

    @Test func `isn't said to be restored by an undo of a group`() {
        var state = told()
        state.press(.down)
        state.type("D")
        guard case .confirmation(let confirmation) = state.overlays.current else {
            Issue.record("nothing is asked")
            return
        }
        #expect(confirmation.text.hasSuffix("u undoes it, but for refused values."))
        state.press(.enter)
        state.answerWrites()
        state.type("u")
        state.answerUndo()
        #expect(state.status?.text.contains("but refused values aren't restored") == true)
        state.press(.control("r"))
        state.answerUndo(group: 501)
        #expect(state.status == Status(.good, "Redone: 3 settings are changed again"))
    }

    @Test func `isn't said to be restored by going back in the history, whatever came after it`() {
        var state = told()
        state.press(.enter)
        state.type("2")
        state.press(.enter)
        state.answerWrites()
        state.press(.down)
        state.type("d")
        state.answerWrites()
        state.type("]]")
        state.press(.end)
        state.press(.enter)
        state.answerUndo([port: .integer(8_443)])
        #expect(state.scene.value(port) == .integer(8_443))
        #expect(state.status?.kind == .warning)
        let words = "but refused values aren't restored: settingsctl log has them"
        #expect(state.status?.text.hasSuffix(words) == true)
    }

    @Test func `is on top of the choices`() {
        var state = Fixture.state()
        state.send(problem(sound, .string("Bang")))
        state.open(3)
        state.press(.enter)
        #expect(state.lines[3].hasPrefix("│✗ stored: Bang "))
        #expect(state.lines[5].hasPrefix("▌  ✓ Bell") || state.lines[5].contains("✓ Bell"))
    }

    @Test func `is said of no secret, and of nothing that isn't told`() {
        var state = Fixture.network()
        state.send(problem(Fixture.place("network", "password"), .string("hunter2")))
        state.send(problem(port, nil))
        #expect(!state.view().plain.contains("stored:"))
        #expect(!state.view().plain.contains("hunter2"))
    }

    @Test func `is gone when it's mended`() {
        var state = told()
        state.send(.agent(.recovered(port.domain, file: "/f.toml", key: port.keyPath)))
        #expect(!state.view().plain.contains("stored:"))
    }
}

@Suite struct `A refused secret` {
    private let token = Fixture.place("secret", "t")

    private func told(_ values: [(SettingPlace, SettingValue)] = []) -> Model {
        let row = #"{"Type": "PSTextFieldSpecifier", "Title": "T", "Key": "t", "IsSecure": true}"#
        var state = Fixture.alone(Fixture.program("secret", "S", ["Root": row]), values: values)
        state.send(problem(token, nil))
        return state
    }

    private let question =
        "A file has a secret there that no rule takes. It can't be restored."

    @Test func `is taken away by a reset, after a question`() {
        var state = told()
        #expect(state.type("d") == [])
        #expect(state.view().plain.contains("A file has a secret there"))
        #expect(state.press(.escape) == [])
        #expect(state.type("d") == [])
        #expect(state.press(.enter) == [.write(1, token, nil)])
    }

    @Test func `is asked about over the inspector, too`() {
        var state = told()
        state.type("i")
        state.send(.agent(.explained(token, Fixture.explanation(of: token))))
        #expect(state.type("d") == [])
        #expect(state.press(.enter).contains(.write(1, token, nil)))
    }

    @Test func `isn't said to be anywhere when it's gone`() {
        var state = told([(token, .string("hunter2"))])
        state.type("d")
        state.press(.enter)
        state.answerWrites()
        state.type("u")
        state.answerUndo([token: .string("hunter2")])
        let words = "No rule takes what was stored, and it can't be restored"
        #expect(state.status == Status(.warning, "Undone: T is •••••••• again. \(words)"))
        state.send(problem(token, nil))
        state.press(.control("r"))
        state.answerUndo([token: nil], group: 501)
        let lost = "in place of what no rule takes, which can't be restored"
        #expect(state.status == Status(.warning, "Redone: T is not set, \(lost)"))
    }
}

@Suite struct `A refused value that came after a change` {
    /// The port's pane; 8080 and then 9090 were typed, and a file has something else.
    private var told: Model {
        var state = Fixture.network()
        state.press(.down)
        for text in ["8080", "9090"] {
            state.press(.enter, .control("u"))
            state.type(text)
            state.press(.enter)
            state.answerWrites()
        }
        state.send(problem(port, .integer(99_999)))
        return state
    }

    private let loss = "in place of 99999, which no rule takes: settingsctl log has it"

    @Test func `isn't replaced by an undo without a word`() {
        var state = told
        #expect(state.type("u") == [.undo(.steps([102]))])
        state.answerUndo([port: .integer(8_080)])
        #expect(state.status == Status(.warning, "Undone: Port is 8080 again, \(loss)"))
        state.type("u")
        state.answerUndo([port: .integer(8_443)], group: 501)
        #expect(state.status == Status(.good, "Undone: Port is 8443 again"))
    }

    @Test func `isn't replaced by a redo without a word, nor restored by an undo of that`() {
        var state = told
        state.type("u")
        state.answerUndo([port: .integer(8_080)])
        state.send(problem(port, .integer(99_999)))
        state.press(.control("r"))
        state.answerUndo([port: .integer(9_090)], group: 501)
        #expect(state.status == Status(.warning, "Redone: Port is 9090, \(loss)"))
        state.type("u")
        state.answerUndo([port: .integer(8_080)], group: 502)
        let words = "No rule takes what was stored: settingsctl log has it"
        #expect(state.status == Status(.warning, "Undone: Port is 8080 again. \(words)"))
    }

    @Test func `isn't replaced by going back in the history without a word`() {
        var state = told
        state.press(.up, .enter)
        state.type("x")
        state.press(.enter)
        state.answerWrites()
        state.type("]]")
        state.press(.end, .enter)
        state.answerUndo()
        let words = "Undone: 2 settings are as they were, but refused values aren't restored: "
        #expect(state.status == Status(.warning, words + "settingsctl log has them"))
    }
}

@Suite struct `Going back in the history` {
    @Test func `says how many settings are as they were, or changed again`() {
        var state = Fixture.game()
        state.press(.home, .right, .right)
        state.answerWrites()
        state.type("]]")
        state.press(.end, .enter)
        state.answerUndo()
        #expect(state.status == Status(.good, "Undone: 2 settings are as they were"))
        state.press(.home, .enter)
        state.answerUndo(group: 501)
        #expect(state.status == Status(.good, "Redone: 2 settings are changed again"))
    }
}

@Suite struct `A refused value is replaced` {
    private func clock() -> Model {
        var state = Fixture.state()
        state.send(problem(sound, .string("moo")))
        state.open(3)
        return state
    }

    /// The port's row in focus, 8443 in force.
    private func network() -> Model {
        var state = Fixture.network()
        state.send(problem(port, .integer(99_999)))
        state.press(.down)
        return state
    }

    @Test func `by the default, though nothing else of the user's is stored`() {
        var state = clock()
        #expect(state.type("d") == [.write(1, sound, nil)])
        #expect(state.status?.text == "Alert Sound → Bell, the default")
    }

    @Test func `by the option that is ticked already`() {
        var state = clock()
        state.press(.enter)
        while state.focusedRow?.title != "Bell",
            state.navigation.screen.focus?.position.row ?? 9 < 3
        {
            state.press(.down)
        }
        #expect(state.press(.enter) == [.write(1, sound, .string("Bell"))])
    }

    @Test func `by the value in force, where somebody types that`() {
        var state = network()
        state.press(.enter, .control("u"))
        state.type("8443")
        #expect(state.press(.enter) == [.write(1, port, .integer(8_443))])
    }

    @Test(arguments: [Key.enter, .tab]) func `by nothing that nobody typed`(key: Key) {
        var state = network()
        state.press(.enter, .left)
        #expect(state.press(key) == [])
        #expect(state.typing.field == nil)
    }

    @Test func `by segments and switches that are where they are to be`() {
        let guys = Fixture.place("game", "badGuys")
        var state = Fixture.state(values: [(difficulty, .string("easy"))])
        state.send(problem(difficulty, .string("mad")))
        state.send(problem(guys, .string("maybe")))
        state.press(.enter, .down, .down)
        #expect(state.press(.left) == [.write(1, difficulty, .string("easy"))])
        // It's on its way; nobody needs to send it again.
        #expect(state.press(.left) == [])
        state.press(.down, .down)
        #expect(state.press(.right).contains(.write(2, guys, .boolean(true))))
    }

    @Test func `by what wheels say that were turned there and back`() {
        let favourite = Fixture.place("lunch", "favourite")
        var state = Fixture.alone(Fixture.lunch)
        state.send(problem(favourite, .string("Gravel")))
        #expect(state.press(.enter, .enter) == [])
        #expect(
            state.press(.enter, .down, .up, .enter) == [.write(1, favourite, .string("Noodles"))]
        )
    }
}

@Suite struct `A value in force that is none of the choices` {
    @Test func `stands beside segments of which none is filled`() {
        var state = Fixture.state(values: [(difficulty, .string("mad"))])
        state.press(.enter)
        #expect(row(state, "Difficulty").hasPrefix("│✗ Difficulty "))
        #expect(row(state, "Difficulty").contains(" stored: mad  Easy │ Hard "))
    }

    @Test func `is kept among several, below the choices`() {
        let days = Fixture.place("clock", "days")
        let stored = ["Monday", "Caturday"].map(SettingValue.string)
        var state = Fixture.state(values: [(days, .array(stored))])
        state.open(3)
        state.press(.down, .enter)
        #expect(state.lines[2].hasPrefix("╭─ Repeat on  1 of 7 ─"))
        #expect(state.lines[3].hasPrefix("▌  [✓] Monday "))
        #expect(state.lines[10].hasPrefix("│  [✓] Caturday "))
        #expect(state.lines[11].hasPrefix("╰"))
        state.press(.home, .down)
        let wanted = ["Monday", "Tuesday", "Caturday"].map(SettingValue.string)
        #expect(state.type(" ") == [.write(1, days, .array(wanted))])
        #expect(state.type("n") == [.write(2, days, .array([.string("Caturday")]))])
    }

    @Test func `stands above a radio group`() {
        let text = """
            {"Type": "PSRadioGroupSpecifier", "Title": "Speed", "Key": "speed",
             "DefaultValue": 1, "Values": [1, 2], "Titles": ["Slow", "Fast"]}
            """
        let radio = Fixture.program("radio", "Radio", ["Root": text])
        let state = Fixture.alone(radio, values: [(Fixture.place("radio", "speed"), .integer(7))])
        #expect(state.lines[3].hasPrefix("▌✗ stored: 7 "))
        #expect(state.lines[4].hasPrefix("│    Slow"))
    }
}
