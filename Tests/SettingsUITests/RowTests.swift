// Rows with more than a title and a control, and rows that others depend on.

import SettingsModel
import SettingsProtocol
import SettingsSchema
import Testing

@testable import SettingsUI

private let rows = Fixture.program(
    "rows",
    "Rows",
    [
        "Root": """
        {"Type": "PSGroupSpecifier", "Title": "Rows", "FooterText":
         "Words below a group are wrapped to the width of the screen, however long they are."},
        {"Type": "PSToggleSwitchSpecifier", "Title": "Sync", "Key": "sync", "DefaultValue": false,
         "IASKSubtitle": {"YES": "Every hour", "NO": "Never", "__default__": "Who knows"}},
        {"Type": "PSToggleSwitchSpecifier", "Title": "At night", "Key": "night",
         "DefaultValue": true, "IASKToggleStyle": "Checkmark",
         "SAEnabledWhen": {"Key": "sync", "Equals": true}},
        {"Type": "PSTextFieldSpecifier", "Title": "Server", "Key": "server",
         "IASKPlaceholder": "host name", "SAVisibleWhen": {"Key": "sync", "Equals": true}},
        {"Type": "IASKTextViewSpecifier", "Title": "Notes", "Key": "notes", "SALines": 4},
        {"Type": "PSTextFieldSpecifier", "Title": "", "Key": "whole", "DefaultValue": "all of it"},
        {"Type": "PSRadioGroupSpecifier", "Title": "Speed", "Key": "speed", "DefaultValue": 2,
         "Values": [1, 2, 3], "Titles": ["Slow", "Normal", "Fast"]}
        """
    ]
)
private func place(_ key: String) -> SettingPlace { Fixture.place("rows", key) }

private func state(
    _ look: Look = Look.all[0],
    values: [(SettingPlace, SettingValue)] = []
) -> Model { Fixture.alone(rows, look, values: values) }

@Suite struct `A row` {
    @Test func `has a second line that goes with its value`() {
        var state = state()
        #expect(state.lines[4].contains("Never"))
        state.press(.enter)
        #expect(state.lines[4].contains("Every hour"))
    }

    @Test func `that depends on another is locked and unlocked as that one changes`() {
        var state = state()
        state.press(.down)
        #expect(state.focusedRow?.title == "At night")
        #expect(state.press(.enter) == [])
        let on = Fixture.change(place("sync"), .boolean(true))
        state.send(.agent(.changed([on])))
        #expect(state.press(.enter) == [.write(1, place("night"), .boolean(false))])
    }

    @Test func `that depends on another is shown and hidden as that one changes`() {
        var state = state()
        #expect(!state.view().plain.contains("Server"))
        state.press(.enter)
        #expect(state.view().plain.contains("Server"))
        #expect(state.view().plain.contains("host name"))
    }

    @Test func `with lines of its own shows a text over them, cut at the last`() {
        let words = "One two three four five six seven eight nine ten. "
        let text = String(repeating: words, count: 6)
        let state = state(values: [(place("notes"), .string(text))])
        let lines = state.lines
        let first = lines.firstIndex { $0.contains("Notes") } ?? 0
        #expect(lines[first + 1].contains("One two three"))
        #expect(lines[first + 3].contains("…"))
        #expect(lines[first + 4].contains("all of it"))
    }

    @Test func `with lines of its own is typed into below its title`() {
        var state = state(values: [(place("notes"), .string("a"))])
        state.press(.down, .down, .enter)
        state.type("bc")
        let line = state.lines.firstIndex { $0.contains("Notes") } ?? 0
        #expect(state.view().cursor.y == line + 1)
        #expect(state.lines[line + 1].contains("abc"))
    }

    @Test func `without a title gives all of its width to its text`() {
        #expect(state().view().plain.contains("│  all of it"))
    }

    @Test func `of a radio group moves the tick`() {
        var state = state()
        state.press(.end)
        #expect(state.press(.enter) == [.write(1, place("speed"), .integer(3))])
        #expect(state.view().plain.contains("✓ Fast"))
        #expect(!state.view().plain.contains("✓ Normal"))
    }
}

@Suite struct `A letter` {
    @Test func `goes to the next row that begins with it, from the last to the first`() {
        var state = state()
        state.type("'n")
        #expect(state.focusedRow?.title == "Notes")
        state.type("'N")
        #expect(state.focusedRow?.title == "Normal")
        state.type("'s")
        #expect(state.focusedRow?.title == "Sync")
    }
}

@Suite struct `The hints` {
    @Test(arguments: [
        ("Esc", Key.escape), ("⏎", .enter), ("Space", .character(" ")), ("F1", .function(1)),
        ("^R", .control("r")), ("?", .character("?")), ("Tab", .tab),
    ])
    func `name their keys`(text: String, key: Key) {
        #expect(key.name(Glyphs(.unicode)) == text)
    }
}

@Suite struct `A screen with rows of all heights looks as it did` {
    @Test(arguments: Look.all) func `as it opens`(look: Look) throws {
        let values: [(SettingPlace, SettingValue)] = [
            (place("sync"), .boolean(true)),
            (place("notes"), .string("Water the plants, feed the cat, call Zoë, and rest.")),
        ]
        try GoldenFile("25-rows-\(look.name)").check(state(look, values: values).view())
    }
}

@Suite struct `A row's sign` {
    private static let program = Fixture.program(
        "signs",
        "Signs",
        [
            "Root": """
            {"Type": "PSToggleSwitchSpecifier", "Title": "Sea", "Key": "sea", "DefaultValue": true,
             "SAGlyph": ["⚓", "J"]},
            {"Type": "PSToggleSwitchSpecifier", "Title": "Air", "Key": "air", "DefaultValue": true,
             "SAGlyph": "✈"},
            {"Type": "PSToggleSwitchSpecifier", "Title": "Land", "Key": "land",
             "DefaultValue": true, "IASKCellImage": "land.png"}
            """
        ]
    )

    @Test(arguments: [
        (Glyphs.Kind.unicode, ["▌  ⚓ Sea ", "│  ✈ Air ", "│  Land "]),
        (.ascii, [">  J Sea ", "|  Air ", "|  Land "]),
    ])
    func `stands before its title, where the terminal can show it`(
        signs: Glyphs.Kind,
        starts: [String]
    ) {
        let state = Fixture.alone(
            Self.program,
            Look(name: "", size: Size(width: 80, height: 24), signs: signs)
        )
        let lines = state.lines.dropFirst(3)
        for (line, start) in zip(lines, starts) { #expect(line.hasPrefix(start), "\(line)") }
    }

    @Test func `is no part of its name`() {
        var state = Fixture.alone(Self.program)
        state.press(.enter)
        #expect(state.status?.text == "Sea → Off")
        state.type("'a")
        #expect(state.focusedRow?.title == "Air")
    }
}
