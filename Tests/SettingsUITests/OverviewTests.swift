// Changes, history, inspector and search: what they tell, and what can be done from there.

import SettingsModel
import SettingsProtocol
import SettingsSchema
import Testing

@testable import SettingsUI

private let music = Fixture.place("game", "music")
private let volume = Fixture.place("game", "volume")
private let debug = Fixture.place("game", "debug")

@Suite struct `The changes` {
    /// The volume was 7 at the start; the debugger was turned on since, and the music up.
    private var changes: Model {
        var state = Fixture.game()
        state.send(.agent(.changed([Fixture.change(music, .real(6))])))
        state.answerWrites()
        state.type("v")
        return state
    }

    @Test func `are compared with the defaults, and with the start`() {
        var state = changes
        #expect(state.lines[1].contains("against the defaults"))
        #expect(state.changesScreen.compared == [music, volume, debug])
        state.press(.tab)
        #expect(state.lines[1].contains("since this screen opened"))
        #expect(state.changesScreen.compared == [music, debug])
        #expect(state.lines[3].contains("- 3.5"))
        #expect(state.lines[3].contains("+ 6.0"))
    }

    @Test func `are compared with a line of the history`() {
        var state = Fixture.game()
        state.press(.right)
        state.answerWrites()
        state.type("]]")
        #expect(state.lines[1].contains("History"))
        state.press(.down)
        state.type("v")
        #expect(state.lines[1].contains("Changes"))
        #expect(state.lines[1].contains("since 09:41"))
        #expect(state.changesScreen.compared == [volume])
        #expect(state.lines[3].contains("- 7.0"))
        #expect(state.lines[3].contains("+ 7.5"))
    }

    @Test func `are taken back to the start`() {
        var state = changes
        state.press(.tab)
        let effects = state.type("d")
        #expect(effects == [.write(state.mirror.writes.lastNumber, music, nil)])
    }

    @Test func `are copied as commands, those picked or all`() {
        var state = changes
        let all = """
            settingsctl set org.example.game music 6.0
            settingsctl set org.example.game volume 7.0
            settingsctl set org.example.game debug true

            """
        #expect(state.type("y") == [.copy(all)])
        state.type(" ")
        #expect(state.type("y") == [.copy("settingsctl set org.example.game music 6.0\n")])
    }
}

@Suite struct `A command line` {
    @Test(arguments: [
        (SettingValue.string("two words"), "set org.example.game music 'two words'"),
        (.string("14"), "set --type string org.example.game music 14"),
        (.string(""), "set org.example.game music ''"),
        (.integer(-3), "set -- org.example.game music -3"),
        (.real(1), "set org.example.game music 1.0"),
        (.string("-v"), "set -- org.example.game music -v"),
        (.string("a\nb"), #"set --type json org.example.game music '"a\nb"'"#),
        (.array([.integer(1), .boolean(true)]), "set org.example.game music '[1,true]'"),
    ]) func `says what a row does`(value: SettingValue, words: String) {
        let state = Fixture.state(values: [(music, value)])
        #expect(state.scene.command(of: music) == "settingsctl " + words)
    }

    @Test func `takes a value away`() {
        let words = "settingsctl reset org.example.game music"
        #expect(Fixture.state().scene.command(of: music) == words)
    }

    @Test func `is not given for a secret`() {
        var state = Fixture.network()
        state.type("jjj")
        #expect(state.focusedRow?.title == "Password")
        #expect(state.type("Y") == [])
    }
}

@Suite struct `The inspector` {
    @Test func `says that a setting is on its way out`() {
        var row = Specifier(
            type: "PSTitleValueSpecifier",
            title: "Old",
            control: .anyValue,
            place: SchemaPlace(file: "s.json")
        )
        row.keyPath = "old"
        row.isDeprecated = true
        var pane = Pane(name: "Root", file: "s.json")
        pane.sections = [PaneSection()]
        pane.sections[0].rows = [row]
        let domain = Fixture.domain("vault")
        let program = Program(domain: domain, title: "Vault", panes: [pane], root: "Root")
        let lines = Fixture.alone(program).inspectorLines(Fixture.place("vault", "old"))
        #expect(lines.contains(.fact("is", "deprecated")))
    }

    private var inspected: Model {
        var state = Fixture.game()
        state.type("i")
        state.send(.agent(.explained(volume, Fixture.explanation(of: volume))))
        return state
    }

    @Test func `walks over the layers, and opens the file of each`() {
        var state = inspected
        #expect(state.type("e") == [.edit(file: "/home/zoe/.config/ssu/game.toml", line: 14)])
        state.press(.down)
        #expect(state.inspectedLayer == .site)
        #expect(state.type("e") == [.edit(file: "/etc/ssu/game.toml", line: 9)])
        state.press(.down)
        #expect(state.type("e") == [])
    }

    @Test func `removes the user's value and no other layer's`() {
        var state = inspected
        state.press(.down)
        #expect(state.type("d") == [])
        state.press(.up)
        #expect(state.type("d") == [.write(state.mirror.writes.lastNumber, volume, nil)])
    }

    @Test func `says who stored a value, and when`() {
        let state = inspected
        #expect(state.view().plain.contains("changed   08:30 by editor"))
        #expect(state.view().plain.contains("settingsctl set org.example.game volume 7.0"))
    }

    @Test func `says what the value was before, and how often it was changed today`() {
        var state = inspected
        state.send(.agent(.changed([Fixture.change(volume, .real(6.5), rev: 200)])))
        state.send(.agent(.changed([Fixture.change(volume, .real(7), rev: 201)])))
        state.send(.agent(.explained(volume, Fixture.explanation(of: volume))))
        #expect(
            state.inspectorLines(volume).contains(
                .fact("changed", "08:30 by editor (was 6.5), 2 changes today")
            )
        )
    }

    @Test func `says whose change a file's value only follows`() {
        var state = inspected
        let first = Fixture.change(Fixture.place("game", "music"), .real(1), by: "client:pad")
        var follower = Fixture.change(volume, .real(6.5), rev: 2)
        follower.group = first.group
        for change in [first, follower] { state.send(.agent(.changed([change]))) }
        var answer = Fixture.explanation(of: volume)
        answer.layers[0].value = .real(6.5)
        state.send(.agent(.explained(volume, answer)))
        let who = InspectorLine.fact("changed", "08:30 by pad (was 7.0)")
        #expect(state.inspectorLines(volume).contains(who))
    }

    @Test func `says of a number its kind, its range and its step, and where its row is described`()
    {
        let lines = inspected.inspectorLines(volume)
        #expect(lines.contains(.fact("type", "slider, real")))
        #expect(lines.contains(.fact("range", "0 – 10, step 0.5")))
        #expect(lines.contains(.fact("schema", "Root.json : item 3")))
    }

    @Test func `says of no layer that an editor changed it where only the file is known`() {
        var state = inspected
        var answer = Fixture.explanation(of: volume)
        answer.layers[1].origin = "file:/etc/ssu/game.toml"
        state.send(.agent(.explained(volume, answer)))
        state.press(.down)
        #expect(state.inspectedLayer == .site)
        #expect(
            !state.inspectorLines(volume).contains {
                if case .fact("changed", _) = $0 { true } else { false }
            }
        )
        answer.layers[1].time = 1_231_230_600_000
        state.type("i")
        state.inspector.explanation = Answer(place: volume, explanation: answer)
        #expect(state.inspectorLines(volume).contains(.fact("changed", "08:30 by editor")))
    }

    @Test(arguments: [12, 14, 18, 24]) func `shows every line on a low screen`(height: Int) {
        var state = inspected
        state.send(.resize(Size(width: 80, height: height)))
        var seen: Set<String> = []
        var chosen: Set<Layer> = []
        let keys = [Key](repeating: .up, count: 30) + [Key](repeating: .down, count: 60)
        for key in keys {
            state.press(key)
            seen.formUnion(state.lines)
            // A line that is scrolled out of view is none to be marked.
            if let layer = state.lines.first(where: { $0.dropFirst(4).first == "▌" }) {
                #expect(layer.contains(state.inspectedLayer.rawValue))
                chosen.insert(state.inspectedLayer)
            }
        }
        #expect(chosen == [.managed, .user, .site, .global, .default])
        for word in ["key       volume", "managed", "default", "settingsctl set"] {
            #expect(seen.contains { $0.contains(word) }, "\(word)")
        }
    }

    @Test func `opens on top of the table where the one beside it is cut`() {
        var state = inspected
        state.press(.escape)
        state.inspector.isWanted = true
        state.send(.resize(Size(width: 120, height: 16)))
        #expect(state.lines.contains { $0.contains("i: all of it") })
        state.type("i")
        #expect(state.overlays.current == .inspector)
        state.press(.escape)
        state.send(.resize(Size(width: 120, height: 40)))
        state.type("i")
        #expect(state.frame.inspector == nil)
    }

    @Test func `takes a layer that is clicked`() {
        var state = inspected
        let line = state.lines.firstIndex { $0.contains("site") } ?? 0
        state.send(.mouse(.press, Point(x: 12, y: line)))
        #expect(state.inspectedLayer == .site)
    }
}

@Suite struct `A filter of the search` {
    private func found(_ query: String) -> [String] {
        var state = Fixture.game()
        let port = Fixture.change(Fixture.place("network", "port"), .integer(99_999))
        state.send(.agent(.changed([port])))
        state.type("/" + query)
        guard case .search(let search) = state.overlays.current else { return ["no search"] }
        return search.results.map { state.scene.title(search.place($0)) }
    }

    @Test(arguments: [
        ("@modified", ["Game Volume", "Debug", "Port"]), ("is:modified vol", ["Game Volume"]),
        ("@problem", ["Port"]), ("is:restart", ["Debug"]), ("@key:badg", ["Bad Guys"]),
        ("key:badg", ["Bad Guys"]), ("type:toggle debug", ["Debug"]),
        ("from:user", ["Game Volume", "Debug", "Port"]), ("@nonsense", []), ("@locked", []),
    ]) func `finds what it asks for`(query: String, titles: [String]) {
        #expect(found(query) == titles)
    }

    @Test func `is no filter within a text`() { #expect(SearchFilter("09:41") == nil) }
}

@Suite struct `The mouse on what lies on top` {
    @Test func `chooses a result of the search, and goes there`() {
        var state = Fixture.game()
        state.type("/vol")
        let line = state.lines.firstIndex { $0.contains("Game Volume   ") } ?? 0
        state.send(.mouse(.press, Point(x: 10, y: line)))
        guard case .search(let search) = state.overlays.current else {
            Issue.record("no search")
            return
        }
        #expect(search.place.map(state.scene.title) == "Game Volume")
        state.send(.mouse(.press, Point(x: 10, y: line)))
        #expect(state.overlays.current == .none)
        #expect(state.focusedRow?.title == "Game Volume")
    }

    @Test(arguments: [40, 80]) func `answers a question`(width: Int) {
        for (index, count) in [(0, 1), (1, 0)] {
            var state = Fixture.game(Size(width: width, height: 24))
            state.type("D")
            guard case .confirmation(let asked) = state.overlays.current else {
                Issue.record("no question")
                return
            }
            let button = Point(
                x: state.screenView.view(of: asked).buttons[index].columns.lowerBound + 1,
                y: state.screenView.view(of: asked).area.bottom - 2
            )
            let effects = state.send(.mouse(.press, button))
            #expect(effects.count(where: isWrite) == count)
            #expect(state.overlays.current == .none)
        }
    }

    @Test func `drags along the index`() {
        var state = Fixture.state()
        state.open(1)
        state.press(.enter)
        state.send(.mouse(.press, Point(x: 77, y: 2)))
        state.send(.mouse(.drag, Point(x: 77, y: 21)))
        #expect(state.focusedRow?.title.hasPrefix("Y") == true)
    }
}
