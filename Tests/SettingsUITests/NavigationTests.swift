// How one gets around: panes, tabs, the side bar, the mouse.

import SettingsModel
import SettingsProtocol
import SettingsSchema
import Testing

@testable import SettingsUI

@Suite struct `Going into a pane and back` {
    @Test func `restores the focus and what was in view`() {
        var state = Fixture.state(Size(width: 60, height: 6))
        state.press(.end, .up, .up, .up)
        let before = state.lines
        state.press(.enter)
        #expect(state.lines[0].contains("Clock & Alarms"))
        state.press(.escape)
        #expect(state.lines == before)
    }

    @Test func `keeps the focus on its row when rows come before it`() {
        var state = Fixture.game()
        #expect(state.focusedRow?.title == "Game Volume")
        let before = Fixture.programs[0]
        let panes = before.panes.values.map { pane in
            var pane = pane
            let place = SchemaPlace(file: pane.file)
            let row = Specifier(type: "x", title: "New", control: .unknown, place: place)
            pane.sections[0].rows.insert(row, at: 0)
            return pane
        }
        let program = Program(
            domain: before.domain,
            title: before.title,
            panes: panes,
            root: before.root
        )
        state.send(.panes(program))
        #expect(state.lines[3].contains("New"))
        #expect(state.focusedRow?.title == "Game Volume")
        #expect(state.lines[5].hasPrefix("▌"))
    }

    @Test func `shows a section that has only a footer`() {
        let group = #"{"Type": "PSGroupSpecifier", "FooterText": "Nothing here."}"#
        let state = Fixture.state(programs: [Fixture.program("lone", "Lone", ["Root": group])])
        #expect(state.view().plain.contains("Nothing here."))
        #expect(state.navigation.screen.focus == nil)
    }
}

@Suite struct `Tabs` {
    private static let tabbed = Program(
        domain: Fixture.domain("tabs"),
        title: "Tabbed",
        panes: panes,
        root: "Root"
    )

    private static var panes: [Pane] {
        var root = Fixture.program("tabs", "Tabbed", ["Root": ""]).panes["Root"]
        let general = Fixture.programs[0].panes["Root"]
        let extra = Fixture.programs[2].panes["Root"]
        root?.tabs = tabs
        return [root, renamed(general, "General"), renamed(extra, "Extra")].compactMap(\.self)
    }

    private static var tabs: [Pane.Tab] {
        let files = [
            "Root.json": #"""
            {"SATabs": [{"Title": "General", "File": "General"},
                        {"Title": "Extra", "File": "Extra"}],
             "PreferenceSpecifiers": []}
            """#,
            "General.json": #"{"PreferenceSpecifiers": []}"#,
            "Extra.json": #"{"PreferenceSpecifiers": []}"#,
        ]
        let schema = Schema(
            bundle: BundleFiles(files.mapValues { Array($0.utf8) }),
            languages: ["en"],
            idiom: .narrow
        )
        return schema.panes[0].tabs
    }

    private static func renamed(_ pane: Pane?, _ name: String) -> Pane? {
        var pane = pane
        pane?.name = name
        return pane
    }

    @Test func `of a lone program are the tab bar's`() {
        var state = Fixture.state(programs: [Self.tabbed])
        #expect(state.lines[0].hasPrefix(" ▐General▌  Extra   Changes   History"))
        state.type("]")
        #expect(state.lines[0].contains("▐Extra▌"))
        #expect(state.view().plain.contains("Host"))
        state.type("3")
        #expect(state.lines[1].contains("Changes"))
        state.press(.escape)
        #expect(state.lines[0].contains("▐General▌"))
    }

    @Test func `are found by the search`() {
        var state = Fixture.state(programs: [Self.tabbed])
        state.type("/Retries")
        state.press(.enter)
        #expect(state.lines[0].contains("▐Extra▌"))
        #expect(state.focusedRow?.title == "Retries")
    }

    @Test func `of one program among several are rows`() {
        var state = Fixture.state(programs: [Self.tabbed, Fixture.programs[0]])
        state.press(.enter)
        #expect(state.lines[3].contains("General"))
        state.press(.down, .enter)
        #expect(state.view().plain.contains("Host"))
    }
}

@Suite struct `The mouse` {
    @Test func `puts the focus on a row, and opens it by a second click`() {
        var state = Fixture.state()
        state.send(.mouse(.press, Point(x: 10, y: 5)))
        #expect(state.focusedRow?.title == "Network")
        #expect(state.backTitle == "")
        state.send(.mouse(.press, Point(x: 10, y: 5)))
        #expect(state.backTitle == "Settings")
        state.send(.mouse(.press, Point(x: 3, y: 1)))
        #expect(state.backTitle == "")
    }

    @Test func `opens a program far down in the side bar, which keeps it in view`() {
        let programs = (10..<60).map { Fixture.program("p\($0)", "Program \($0)", ["Root": ""]) }
        var state = Fixture.state(Size(width: 120, height: 20), programs: programs)
        state.press(.end, .enter)
        #expect(state.lines.contains { $0.hasPrefix("│ Program 59 ") })
        #expect(state.lines[2].hasPrefix("  Program 44 "))
        state.send(.mouse(.press, Point(x: 5, y: 2)))
        #expect(state.contents.program == Fixture.domain("p44"))
        #expect(state.lines.contains { $0.hasPrefix("│ Program 44 ") })
        state.send(.mouse(.press, Point(x: 5, y: 1)))
        #expect(state.contents.program == Fixture.domain("p44"))
    }

    @Test func `opens a program of the side bar`() {
        var state = Fixture.game(Size(width: 120, height: 40))
        state.send(.mouse(.press, Point(x: 5, y: 4)))
        #expect(state.view().plain.contains("Host"))
        #expect(state.lines[4].hasPrefix("│ Network"))
    }

    @Test func `scrolls with the wheel, and keeps the focus in view`() {
        var state = Fixture.state()
        state.open(1)
        state.press(.enter)
        for _ in 0..<10 { state.send(.mouse(.wheelDown, Point(x: 5, y: 5))) }
        #expect(state.navigation.screen.scroll == 30)
        let cursor = state.view().cursor
        #expect((2..<22).contains(cursor.y))
        #expect(state.lines[cursor.y].hasPrefix("▌"))
    }

    @Test func `is given back to the terminal`() {
        var state = Fixture.state()
        #expect(state.type("m") == [.mouse(.terminal)])
        #expect(state.type("m") == [.mouse(.program)])
    }
}

@Suite struct `A program's line` {
    private func change(_ key: String, _ layer: Layer) -> ChangeMessage {
        Fixture.change(Fixture.place("ship", key), .string("x"), layer: layer)
    }

    private func line(_ changes: [ChangeMessage]) -> String {
        var state = Fixture.state(programs: [Fixture.ship, Fixture.lunch])
        state.send(.agent(.snapshot(changes, isFirst: true, isLast: true)))
        return state.lines.first { $0.contains("Ship") } ?? ""
    }

    @Test func `says that nothing of it can be changed where a managed layer has all of it`() {
        let all = ["name", "livery", "crew"].map { change($0, .managed) }
        let line = line(all)
        #expect(line.hasPrefix("▌⊘ Ship"))
        #expect(line.hasSuffix("read-only ›  │"))
    }

    @Test func `says what is modified where a managed layer has but some of it`() {
        let line = line([change("name", .user), change("crew", .managed)])
        #expect(line.hasPrefix("▌• Ship"))
    }
}
