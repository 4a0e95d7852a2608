// Texts of several lines: how they are laid out, typed and drawn.

import SettingsModel
import SettingsProtocol
import TestSupport
import Testing

@testable import SettingsUI

private let program = Fixture.program(
    "letters",
    "Letters",
    [
        "Root": """
        {"Type": "PSGroupSpecifier", "Title": "Letter"},
        {"Type": "PSTextFieldSpecifier", "Title": "To", "Key": "to"},
        {"Type": "IASKTextViewSpecifier", "Title": "Text", "Key": "text",
         "IASKPlaceholder": "Dear Zoë"},
        {"Type": "PSToggleSwitchSpecifier", "Title": "Copy", "Key": "copy",
         "DefaultValue": false},
        {"Type": "IASKTextViewSpecifier", "Title": "Cipher", "Key": "cipher", "IsSecure": true},
        {"Type": "IASKListGroupSpecifier", "Title": "Verses", "Key": "verses",
         "ItemSpecifier": {"Type": "IASKTextViewSpecifier"},
         "AddSpecifier": {"Type": "IASKTextViewSpecifier", "IASKPlaceholder": "Add a verse"}}
        """
    ]
)

private let text = Fixture.place("letters", "text")

/// A screen with the text's field open, the caret at its end.
private func open(_ value: String, _ look: Look = Look.all[0]) -> Model {
    var state = Fixture.alone(program, look, values: [(text, .string(value))])
    state.press(.down, .enter)
    return state
}

private let letter = """
    Dear Zoë 宇宙,

    the ship leaves at dawn, and nobody else may know of it before the first light is on the sea.
    \tA tab, a mark: e\u{301}, and what would be a command: \u{1B}[31m
    Averyverylongwordwithoutanyblankswhichhasnoroominonelineofanyscreenthatissmallerthanahundred
    one
    two
    three
    four
    five
    six
    seven
    eight
    nine

    """

@Suite struct `A text typed in lines` {
    @Test func `has a line break for Enter, and ^S saves it`() {
        var state = open("Dear")
        #expect(state.press(.enter) == [])
        state.type("Zoë")
        #expect(state.press(.control("s")) == [.write(1, text, .string("Dear\nZoë"))])
        #expect(state.typing.field == nil)
    }

    @Test func `is saved by Tab, which goes on to the next row`() {
        var state = open("a")
        #expect(state.press(.enter, .tab) == [.write(1, text, .string("a\n"))])
        #expect(state.navigation.focusedPlace == Fixture.place("letters", "copy"))
    }

    @Test(arguments: [Key.escape, .control("c")]) func `is left as it was by`(key: Key) {
        var state = open("a")
        #expect(state.press(.enter, key) == [])
        #expect(state.typing.field == nil)
        #expect(state.scene.value(text) == .string("a"))
    }

    @Test(arguments: ["a\n", "a\r\nb", "\n\n", "a\u{2028}b", " a \t"])
    func `keeps every byte that nobody changed`(value: String) {
        var state = open(value)
        #expect(state.press(.up, .control("s")) == [])
        state.press(.enter, .controlEnd)
        state.type("x")
        #expect(state.press(.control("s")) == [.write(1, text, .string(value + "x"))])
    }

    @Test func `takes a paste of many lines as they are`() {
        let lines = (0..<100).map { "line \($0)" }.joined(separator: "\n")
        var state = open("")
        state.send(.paste(lines + "\n"))
        #expect(state.status?.text != "The line breaks of the pasted text became blanks")
        #expect(state.press(.control("s")) == [.write(1, text, .string(lines + "\n"))])
    }

    @Test func `says which key tries again where no agent answers`() {
        var state = open("a")
        state.send(.agent(.lost("it ended")))
        state.press(.enter, .control("s"))
        #expect(state.status?.text == "Not saved: no agent answers yet. ^S tries again")
        #expect(state.typing.field?.edit.text == "a\n")
    }

    @Test func `is one line where it's a secret, and Enter saves it`() {
        var state = Fixture.alone(program)
        state.press(.down, .down, .down, .enter)
        state.send(.paste("a\nb"))
        #expect(state.textBox == nil)
        #expect(!state.view().plain.contains("a␊b"), "\(state.view().plain)")
        let cipher = Fixture.place("letters", "cipher")
        #expect(state.press(.enter) == [.write(1, cipher, .string("a\nb"))])
    }

    @Test func `is added to a list by the same keys`() {
        var state = Fixture.alone(program)
        for _ in 0..<4 { state.press(.down) }
        state.press(.enter)
        state.type("a")
        state.press(.enter)
        state.type("b")
        #expect(state.textBox?.top == 0)
        state.press(.control("s"))
        let verses = Fixture.place("letters", "verses")
        #expect(state.scene.value(verses) == .array([.string("a\nb")]))
    }

    @Test func `goes on when someone else stored another meanwhile`() {
        var state = open("a")
        state.press(.enter)
        state.send(.agent(.changed([Fixture.change(text, .string("theirs"))])))
        #expect(state.press(.enter).filter(isWrite) == [])
        #expect(state.typing.field?.edit.text == "a\n\n")
        state.type("mine")
        let effects = state.press(.control("s"))
        #expect(effects.filter(isWrite) == [.write(1, text, .string("a\n\nmine"))])
    }

    @Test func `grows its row, and gives the lines back`() {
        var state = open("a")
        let closed = state.shownTable.layout.count
        for _ in 0..<3 { state.press(.enter) }
        // Its title has a line above the four of the text.
        #expect(state.shownTable.layout.count == closed + 3)
        state.press(.escape)
        #expect(state.shownTable.layout.count == closed - 1)
    }

    @Test(arguments: Look.all + Look.tiny) func `looks as it did`(look: Look) throws {
        var state = open(letter, look)
        for _ in 0..<9 { state.press(.up) }
        state.press(.end, .left)
        try GoldenFile("32-text-\(look.name)").check(state.view())
    }

    @Test(arguments: Look.all) func `looks as it did while it's empty`(look: Look) throws {
        try GoldenFile("33-empty-text-\(look.name)").check(open("", look).view())
    }
}

@Suite struct `A closed text of several lines` {
    private func lines(_ rows: String, _ value: String?, _ look: Look = Look.all[0]) -> [String] {
        let notes = Fixture.program("notes", "Notes", ["Root": rows])
        let place = Fixture.place("notes", "long")
        let state = Fixture.alone(notes, look, values: value.map { [(place, .string($0))] } ?? [])
        return state.lines
    }

    private let titled = """
        {"Type": "IASKTextViewSpecifier", "Title": "Long", "Key": "long", "SALines": 3}
        """
    private let bare = #"{"Type": "IASKTextViewSpecifier", "Key": "long", "SALines": 3}"#

    @Test func `that is cut ends in one ellipsis, behind all letters that have room`() {
        let short = lines(titled, "alpha\nbravo\ncharlie")
        #expect(short.contains { $0.contains("  bravo… ") })
        let wide = lines(titled, "alpha\n" + String(repeating: "x", count: 200))
        #expect(wide.contains { $0.hasSuffix(String(repeating: "x", count: 72) + "…  │") })
    }

    @Test func `without a title is drawn once, in all of its lines`() {
        let drawn = lines(bare, "line a\nline b\nline c")
        let first = drawn.firstIndex { $0.contains("line a") } ?? 0
        #expect(drawn[first].hasPrefix("▌• line a  "))
        #expect(drawn[first + 1].contains("  line b  "))
        #expect(drawn[first + 2].contains("  line c  "))
        #expect(drawn.count { $0.contains("line a") } == 1)
        #expect(lines(bare, nil).count { $0.contains("not set") } == 1)
    }

    @Test(arguments: ["a\nb", "a\r\nb"])
    func `has no sign of a line's end to be told by its code point`(text: String) {
        let place = Fixture.place("notes", "long")
        for (row, isTold) in [
            (titled, false), (#"{"Type": "PSTextFieldSpecifier", "Key": "long"}"#, true),
        ] {
            let notes = Fixture.program("notes", "Notes", ["Root": row])
            let state = Fixture.alone(notes, values: [(place, .string(text))])
            let names = state.inspectorLines(place).map { line in
                if case .fact(let name, _) = line { name } else { "" }
            }
            #expect(names.contains("contains") == isTold)
        }
    }

    @Test func `is printed in ASCII without pictures of what can't be drawn`() {
        #expect(Glyphs(.ascii).printed("a\nb\u{1B}c\u{202E}\r\n") == "a^b^c?^")
        #expect(Glyphs(.unicode).printed("a\nb\u{1B}c") == "a␊b␛c")
    }

    @Test func `has a caret in ASCII for what can't be drawn`() {
        let row = #"{"Type": "PSTextFieldSpecifier", "Title": "Long", "Key": "long"}"#
        let look = Look.all[3]
        #expect(look.signs == .ascii)
        let drawn = lines(row, "a\nb\u{1B}c\u{202E}", look)
        #expect(drawn.contains { $0.contains("  a^b^c?  ") })
        #expect(lines(row, "a\nb").contains { $0.contains("  a␊b  ") })
    }
}

@Suite struct `Keys in a text of several lines` {
    /// The text with `|` where the caret is, after keys on `one two␊three four␊` with the caret behind `three`.
    @Test(arguments: [
        ([Key.home], "one two\n|three four\n"), ([.end], "one two\nthree four|\n"),
        ([.control("a")], "one two\n|three four\n"), ([.control("e")], "one two\nthree four|\n"),
        ([.up], "one t|wo\nthree four\n"), ([.down], "one two\nthree four\n|"),
        ([.down, .up], "one two\nthree| four\n"), ([.up, .up], "|one two\nthree four\n"),
        ([.down, .down], "one two\nthree four\n|"), ([.pageUp], "|one two\nthree four\n"),
        ([.pageDown], "one two\nthree four\n|"), ([.controlHome], "|one two\nthree four\n"),
        ([.controlEnd], "one two\nthree four\n|"), ([.controlLeft], "one two\n|three four\n"),
        ([.controlLeft, .controlLeft], "one |two\nthree four\n"),
        ([.controlRight], "one two\nthree four|\n"), ([.control("u")], "one two\n| four\n"),
        ([.control("u"), .control("u")], "one two| four\n"),
        ([.control("k")], "one two\nthree|\n"),
        ([.control("k"), .control("k")], "one two\nthree|"),
        ([.control("w")], "one two\n| four\n"), ([.control("w"), .control("w")], "one | four\n"),
        ([.enter], "one two\nthree\n| four\n"), ([.home, .backspace], "one two|three four\n"),
        ([.end, .delete], "one two\nthree four|"),
        ([.controlHome, .control("u")], "|one two\nthree four\n"),
        ([.controlEnd, .control("k")], "one two\nthree four\n|"),
    ]) func `move and remove by its lines`(keys: [Key], result: String) {
        var state = open("one two\nthree four\n")
        state.typing.field?.edit.moveCaret(to: 13)
        for key in keys { state.press(key) }
        guard let edit = state.typing.field?.edit else {
            Issue.record("the field is closed")
            return
        }
        let shown = edit.characters[..<edit.caret] + "|" + edit.characters[edit.caret...]
        #expect(String(shown) == result)
    }

    @Test(arguments: [
        ("e", "\u{301}", "é"), ("👩", "\u{200D}", "👩\u{200D}"), ("🇩", "🇪", "🇩🇪"),
    ]) func `make one character of those that belong together`(
        first: String,
        second: String,
        both: String
    ) {
        var edit = TextEdit("")
        edit.insert(first)
        edit.insert(second)
        #expect(edit.characters == [Character(both)])
        #expect(edit.caret == 1)
        edit.removeBackward()
        #expect(edit.text == "")
    }

    @Test func `make one of those that come together`() {
        var edit = TextEdit("🇩x🇪🇫")
        edit.moveCaret(to: 2)
        edit.removeBackward()
        #expect(edit.characters == ["🇩🇪", "🇫"])
        #expect(edit.caret == 1)
    }

    @Test func `turn the wheel over lines`() {
        var state = open("1\n2\n3\n4\n5\n6")
        state.send(.mouse(.wheelUp, Point(x: 5, y: 5)))
        #expect(state.typing.field?.edit.caret == 5)
        state.send(.mouse(.wheelDown, Point(x: 5, y: 5)))
        #expect(state.typing.field?.edit.caret == 11)
    }

    @Test func `put the caret where a click is, and at the end below the last line`() {
        var state = open("one\ntwo")
        guard let box = state.textBox, let focus = state.navigation.screen.focus else { return }
        let row = state.shownTable.layout.lines(of: focus.position).lowerBound
        let y = state.tableArea.y + row - state.navigation.screen.scroll + box.top
        state.send(.mouse(.press, Point(x: box.columns.lowerBound + 1, y: y)))
        #expect(state.typing.field?.edit.caret == 1)
        state.send(.mouse(.press, Point(x: box.columns.lowerBound + 40, y: y + 1)))
        #expect(state.typing.field?.edit.caret == 7)
    }
}
