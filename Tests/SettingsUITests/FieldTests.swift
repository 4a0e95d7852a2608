// Fields that are opened and left again: what nobody changed is never rewritten.

import SettingsModel
import SettingsProtocol
import SettingsSchema
import Testing

@testable import SettingsUI

private let program = Fixture.program(
    "fields",
    "Fields",
    [
        "Root": """
        {"Type": "PSTextFieldSpecifier", "Title": "Name", "Key": "name"},
        {"Type": "PSTextFieldSpecifier", "Title": "Port", "Key": "port", "DefaultValue": 443,
         "SAValueType": "Integer"},
        {"Type": "PSTextFieldSpecifier", "Title": "Password", "Key": "password",
         "IsSecure": true},
        {"Type": "PSTextFieldSpecifier", "Title": "Icon", "Key": "icon", "SAValueType": "Data"},
        {"Type": "PSSliderSpecifier", "SATitle": "Level", "Key": "level",
         "DefaultValue": 2, "MinimumValue": 0, "MaximumValue": 10},
        {"Type": "PSSliderSpecifier", "SATitle": "Step", "Key": "step",
         "DefaultValue": 2, "MinimumValue": 0, "MaximumValue": 10, "SAStep": 0.5}
        """
    ]
)

private let keys = ["name", "port", "password", "icon", "level", "step"]

private func place(_ key: String) -> SettingPlace { Fixture.place("fields", key) }

/// The field of a row, open.
private func open(_ key: String, _ value: SettingValue?) -> Model {
    var state = Fixture.alone(program, values: value.map { [(place(key), $0)] } ?? [])
    for _ in 0..<(keys.firstIndex(of: key) ?? 0) { state.press(.down) }
    state.press(.enter)
    return state
}

@Suite struct `A field that nobody typed into` {
    @Test(
        arguments: [
            ("name", nil), ("name", .string("Zoë")), ("port", nil), ("port", .string("many")),
            ("password", .string("hunter2")), ("icon", .data([1, 2, 3])), ("icon", nil),
            ("level", .integer(7)), ("level", .real(0.123456789)), ("level", nil),
            ("step", .real(3.7)), ("name", .array([.integer(1)])),
        ] as [(String, SettingValue?)],
        [Key.enter, .tab]
    ) func `is left without a write`(row: (key: String, value: SettingValue?), leaving: Key) {
        var state = open(row.key, row.value)
        #expect(state.typing.field?.place == place(row.key))
        #expect(state.press(leaving) == [])
        #expect(state.typing.field == nil)
        #expect(state.mirror.values[place(row.key)]?.value == row.value)
    }

    @Test func `is left without one after its text came back`() {
        var state = open("password", .string("hunter2"))
        state.type("x")
        state.press(.backspace)
        #expect(state.press(.enter) == [])
    }

    @Test func `takes on what someone else stores, and asks nothing`() {
        var state = open("name", .string("Ada"))
        state.send(.agent(.changed([Fixture.change(place("name"), .string("Bea"))])))
        #expect(state.overlays.current == .none)
        #expect(state.typing.field?.edit.text == "Bea")
        #expect(state.press(.enter) == [])
    }

    @Test func `keeps a secret that someone else stores`() {
        var state = open("password", .string("hunter2"))
        state.send(.agent(.changed([Fixture.change(place("password"), .string("swordfish"))])))
        #expect(state.overlays.current == .none)
        #expect(state.press(.enter) == [])
        #expect(state.scene.value(place("password")) == .string("swordfish"))
    }
}

@Suite struct `A field that was typed into` {
    @Test func `has data as base64`() {
        var state = open("icon", .data([1, 2, 3]))
        #expect(state.typing.field?.edit.text == "AQID")
        state.press(.control("u"))
        state.type("BAUG")
        #expect(state.press(.enter) == [.write(1, place("icon"), .data([4, 5, 6]))])
    }

    @Test func `begins empty over a list, which no text spells`() {
        #expect(open("name", .array([.integer(1)])).typing.field?.edit.text == "")
    }

    @Test(arguments: [
        ("level", SettingValue.integer(7), "7.0"), ("port", .integer(80), "080"),
        ("step", .integer(3), "3.0"),
    ]) func `writes nothing where the number is the same`(
        key: String,
        value: SettingValue,
        text: String
    ) {
        var state = open(key, value)
        state.press(.control("u"))
        state.type(text)
        #expect(state.press(.enter) == [])
        #expect(state.typing.field == nil)
    }
}
