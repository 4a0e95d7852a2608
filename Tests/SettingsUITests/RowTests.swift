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
) -> State { Fixture.alone(rows, look, values: values) }

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

    @Test func `of a switch drawn as a tick is toggled by a click`() {
        var state = state(values: [(place("sync"), .boolean(true))])
        #expect(state.lines[5].contains("✓ At night"))
        let effects = state.send(.mouse(.press, Point(x: 10, y: 5)))
        #expect(effects == [.write(1, place("night"), .boolean(false))])
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

    @Test func `with several lines keeps those of a paste`() {
        var state = state()
        state.press(.down, .down, .enter)
        state.send(.paste("a\nb"))
        #expect(state.press(.control("s")) == [.write(1, place("notes"), .string("a\nb"))])
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

    @Test func `is told to lead nowhere`() {
        var state = state()
        state.type("'z")
        #expect(state.status?.text == "No row begins with “z”")
    }

    @Test func `jumps in a list of options without an index`() {
        var state = Fixture.state()
        state.open(3)
        state.press(.enter)
        state.type("S")
        #expect(state.focusedRow?.title == "Sonar")
    }
}

@Suite struct `The hints` {
    @Test func `are clicked as keys are pressed`() {
        var state = Fixture.game()
        let back = state.shownHints.first { $0.hint.label == "back" }
        state.send(.mouse(.press, Point(x: back?.columns.lowerBound ?? 0, y: 23)))
        #expect(state.backTitle == "")
    }

    @Test(arguments: [
        ("Esc", Key.escape), ("⏎", .enter), ("Space", .character(" ")), ("F1", .function(1)),
        ("^R", .control("r")), ("?", .character("?")),
    ]) func `know their keys`(text: String, key: Key) { #expect(Hint(text, "").sends == key) }

    @Test(arguments: ["↑↓", "0-9", "A-Z", "[ ]", "type"])
    func `of several keys send none`(text: String) { #expect(Hint(text, "").sends == nil) }
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

private let addresses = Fixture.program(
    "addresses",
    "Addresses",
    [
        "Root": """
        {"Type": "PSTextFieldSpecifier", "Title": "Page", "Key": "page", "KeyboardType": "URL"},
        {"Type": "PSTextFieldSpecifier", "Title": "Mail", "Key": "mail",
         "KeyboardType": "EmailAddress", "AutocapitalizationType": "Words",
         "AutocorrectionType": "No"}
        """
    ]
)

@Suite struct `A field with a keyboard for addresses` {
    /// What surely is none is refused; a row says more with `SAPattern`.
    @Test(arguments: [
        (0, "https://example.org/"), (0, "example.org"), (0, ""), (1, "Zoe@example.org"),
        (1, "Zoe@example"),
    ])
    func `takes what may be one`(row: Int, text: String) {
        var state = Fixture.alone(addresses, values: [(Fixture.place("addresses", "page"), .null)])
        for _ in 0..<row { state.press(.down) }
        state.press(.enter, .control("u"))
        state.type(text)
        let effects = state.press(.enter)
        #expect(state.field == nil)
        #expect(!effects.isEmpty || text.isEmpty)
        #expect(state.status?.text.contains("is not") != true)
    }

    @Test func `says in the inspector what else the schema wants of typing`() {
        var state = Fixture.alone(addresses)
        state.press(.down)
        state.type("i")
        #expect(
            state.view().plain.contains("typing    capitals at words, autocorrection off")
        )
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
