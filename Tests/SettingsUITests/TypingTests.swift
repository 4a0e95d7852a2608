// Keys within a field: where the caret goes, what is removed, and what a keyboard takes.

import SettingsModel
import Testing

@testable import SettingsUI

@Suite struct `A key in a field` {
    /// The text before the caret and behind it, after keys on `one two  three` with the caret behind `two`.
    @Test(arguments: [
        ([Key.control("a")], "", "one two  three"), ([.home], "", "one two  three"),
        ([.control("e")], "one two  three", ""), ([.end], "one two  three", ""),
        ([.control("b")], "one tw", "o  three"), ([.left], "one tw", "o  three"),
        ([.control("f")], "one two ", " three"), ([.right], "one two ", " three"),
        ([.control("u")], "", "  three"), ([.control("k")], "one two", ""),
        ([.control("w")], "one ", "  three"), ([.control("w"), .control("w")], "", "  three"),
        ([.right, .control("w")], "one ", " three"), ([.backspace], "one tw", "  three"),
        ([.delete], "one two", " three"), ([.control("d")], "one two", " three"),
        ([.home, .backspace, .left], "", "one two  three"),
        ([.end, .delete, .right], "one two  three", ""),
    ]) func `does what it does on a command line`(keys: [Key], before: String, behind: String) {
        var edit = TextEdit("one two  three")
        edit.moveCaret(to: 7)
        for key in keys { edit.edit(key) }
        #expect(String(edit.characters[..<edit.caret]) == before)
        #expect(String(edit.characters[edit.caret...]) == behind)
    }

    @Test func `puts no more into a text than a field holds`() {
        var edit = TextEdit("")
        edit.insert(String(repeating: "a", count: TextEdit.mostCharacters - 1))
        edit.insert("bc")
        #expect(edit.characters.count == TextEdit.mostCharacters)
        #expect(edit.characters.last == "b")
    }

    @Test func `puts nothing into a text that is longer than a field holds`() {
        let length = TextEdit.mostCharacters + 1
        var edit = TextEdit(String(repeating: "a", count: length))
        edit.insert("b")
        #expect(edit.characters.count == length)
        edit.edit(.backspace)
        #expect(edit.characters.count == length - 1)
    }
}

/// A field with these keys of the schema, open.
private func field(_ keys: String) -> Model {
    let row = #"{"Type": "PSTextFieldSpecifier", "Title": "T", "Key": "t", \#(keys)}"#
    var state = Fixture.alone(Fixture.program("typing", "Typing", ["Root": row]))
    state.press(.enter)
    return state
}

/// A slider's field, open and empty.
private var slider: Model {
    let row = """
        {"Type": "PSSliderSpecifier", "SATitle": "S", "Key": "t", "DefaultValue": 5,
         "MinimumValue": 0, "MaximumValue": 100}
        """
    var state = Fixture.alone(Fixture.program("typing", "Typing", ["Root": row]))
    state.press(.enter, .control("u"))
    return state
}

@Suite struct `A number that is typed` {
    @Test(arguments: ["7,5", "7'5", "7 5", "7+5", "1e"])
    func `isn't another one without its comma`(text: String) {
        var state = slider
        state.type(text)
        #expect(state.press(.enter) == [])
        let said = "✗ S: “\(text)” is not a number. Not saved; the stored value is still 5."
        #expect(state.status?.text == said)
        #expect(state.typing.field?.edit.text == text)
    }

    @Test func `has no letters`() {
        var state = slider
        state.type("7x")
        #expect(state.status?.text == "only digits, a point and a sign")
        #expect(state.press(.enter) == [.write(1, Fixture.place("typing", "t"), .real(7))])
    }

    @Test(arguments: [("NumberPad", "1.5"), ("NumberPad", "-3"), ("DecimalPad", "1+2")])
    func `stays as it was typed into a field for numbers`(keyboard: String, text: String) {
        for kind in ["String", "Integer", "Real"] {
            var state = field(
                #""KeyboardType": "\#(keyboard)", "SAValueType": "\#(kind)""#
            )
            state.type(text)
            #expect(state.press(.enter) == [])
            #expect(state.typing.field?.edit.text == text)
            #expect(state.status?.kind == .error)
        }
    }
}

@Suite struct `A keyboard` {
    @Test(arguments: [
        ("NumberPad", "1a2x3", "123", "only digits"),
        ("DecimalPad", "-1.5x", "-1.5", "only digits, a point and a sign"),
        ("PhonePad", "+49 (0)x#", "+49 (0)#", "only what a telephone has: digits, +, * and #"),
        ("AsciiCapable", "Zoë", "Zo", "only ASCII"), ("Alphabet", "Zoë 1", "Zoë 1", "text"),
    ]) func `has only its own letters`(name: String, typed: String, text: String, said: String) {
        var state = field(#""KeyboardType": "\#(name)""#)
        var told: [String?] = []
        for letter in typed {
            state.type(String(letter))
            told.append(state.status?.text)
        }
        #expect(state.typing.field?.edit.text == text)
        #expect(told.contains(said))
    }

    @Test(arguments: [
        ("None", "ab c. d", "ab c. d"), ("Words", "ab c. d", "Ab C. D"),
        ("Sentences", "ab c. d e", "Ab c. D e"), ("AllCharacters", "ab c", "AB C"),
    ]) func `makes capitals as its schema says`(capitals: String, typed: String, text: String) {
        var state = field(#""AutocapitalizationType": "\#(capitals)""#)
        state.type(typed)
        #expect(state.typing.field?.edit.text == text)
    }

    @Test func `says in the inspector what else the schema wants of typing`() {
        var state = field(#""AutocapitalizationType": "Words", "AutocorrectionType": "No""#)
        state.press(.escape, .character("i"))
        #expect(
            state.view().plain.contains("typing    capitals at words, autocorrection off")
        )
    }

    @Test func `makes none of a paste`() {
        var state = field(#""AutocapitalizationType": "AllCharacters""#)
        state.send(.paste("ab"))
        #expect(state.typing.field?.edit.text == "ab")
    }
}
