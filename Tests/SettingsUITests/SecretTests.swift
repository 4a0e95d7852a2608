// No secret is shown, whatever its control, and wherever its value would stand.

import SettingsModel
import SettingsProtocol
import SettingsSchema
import Testing

@testable import SettingsUI

private let secret = "swordfish"

private let rows = """
    {"Type": "PSTextFieldSpecifier", "Title": "Password", "Key": "text", "IsSecure": true},
    {"Type": "PSMultiValueSpecifier", "Title": "Word", "Key": "choice", "SASecret": true,
     "DefaultValue": "a", "Values": ["a", "b", "swordfish"], "Titles": ["Alpha", "Bee", "Fish"]},
    {"Type": "PSMultiValueSpecifier", "Title": "Wheel", "Key": "wheel", "SASecret": true,
     "DefaultValue": "a", "Values": ["a", "b", "swordfish"], "Titles": ["Alpha", "Bee", "Fish"], "SAStyle": "Picker"},
    {"Type": "PSMultiValueSpecifier", "Title": "Pill", "Key": "segments", "SASecret": true,
     "DefaultValue": "a", "Values": ["a", "b", "swordfish"], "Titles": ["Alpha", "Bee", "Fish"], "SAStyle": "Segmented"},
    {"Type": "PSSliderSpecifier", "SATitle": "Number", "Key": "slider", "SASecret": true,
     "DefaultValue": 0, "MinimumValue": 0, "MaximumValue": 10},
    {"Type": "IASKListGroupSpecifier", "Title": "Words", "Key": "list",
     "ItemSpecifier": {"Type": "PSTextFieldSpecifier", "SASecret": true}},
    {"Type": "IASKListGroupSpecifier", "Title": "Accounts", "Key": "accounts",
     "ItemSpecifier": {"Type": "PSChildPaneSpecifier", "File": "Account"}}
    """

private let program = Fixture.program(
    "vault",
    "Vault",
    [
        "Root": rows,
        "Account": """
        {"Type": "PSTextFieldSpecifier", "Title": "Token", "Key": "token", "IsSecure": true},
        {"Type": "PSTextFieldSpecifier", "Title": "Name", "Key": "name"}
        """,
    ]
)

private func place(_ key: String) -> SettingPlace { Fixture.place("vault", key) }

/// Values of every row, texts and numbers both told by whoever keeps the secret.
private func stored(_ text: String, _ number: Double) -> [(SettingPlace, SettingValue)] {
    let account = SettingValue.dictionary([
        SettingValue.Entry("token", .string(text)), SettingValue.Entry("name", .string("Ada")),
    ])
    return [
        (place("text"), .string(text)), (place("choice"), .string(text)),
        (place("wheel"), .string(text)), (place("segments"), .string(text)),
        (place("slider"), .real(number)), (place("list"), .array([.string(text)])),
        (place("accounts"), .array([account])),
    ]
}

private let values = stored(secret, 7.25)

private let shownWords = [secret, "Fish", "7.25"]

private func shows(_ state: Model) -> [String] {
    let plain = state.view().plain
    return shownWords.filter(plain.contains)
}

@Suite struct `A secret that the agent alone knows of` {
    private let file = #"{"pass": "swordfish", "size": 1, "words": ["swordfish"]}"#
    private let keys = ["pass", "words", "elsewhere"].map { Fixture.place("bare", $0) }

    private func changes(_ secrecy: Secrecy) -> [ChangeMessage] {
        let values = [.string(secret), .array([.string(secret)]), SettingValue.string(secret)]
        return zip(keys, values).map { place, value in
            var change = Fixture.change(place, value)
            change.isSecret = secrecy == .secret
            return change
        }
    }

    /// A bare file whose values have come as secrets, or as open ones.
    private func bare(_ secrecy: Secrecy = .secret, width: Int = 80) throws -> Model {
        var program = try Fixture.inferred("bare", file)
        program.coverage = .current
        let size = Size(width: width, height: 24)
        var state = Model(size: size, glyphs: Glyphs(.unicode), programs: [program])
        state.send(.agent(.connected))
        state.send(.agent(.subscribed(state.mirror.tree.domains)))
        state.send(.agent(.snapshot(changes(secrecy), isFirst: true, isLast: true)))
        return state
    }

    private func isShown(_ state: Model) -> Bool {
        let lines = PlainPanes(state, file: nil).lines
        return shows(state) != [] || lines.contains { "\($0)".contains(secret) }
    }

    @Test func `is dots in its row, and a secret in words`() throws {
        #expect(try isShown(bare(.open)))
        let state = try bare()
        #expect(!isShown(state))
        let lines = PlainPanes(state, file: nil).lines
        #expect(lines.count { "\($0)".contains("secret, set") } == 3)
    }

    @Test(arguments: [80, 160])
    func `isn't in the inspector, nor in what a row opens`(width: Int) throws {
        for row in 0..<4 {
            var state = try bare(width: width)
            for _ in 0..<row { state.press(.down) }
            for key in [Key.character("i"), .enter, .character("t"), .escape] {
                state.press(key)
                if key != .character("t") { #expect(!isShown(state)) }
            }
        }
    }

    @Test func `isn't found by its value`() throws {
        for (secrecy, isFound) in [(Secrecy.open, true), (.secret, false)] {
            var index = SearchIndex(of: try bare(secrecy).scene)
            index.gather(100, of: try bare(secrecy).scene)
            #expect(!index.results(secret, try bare(secrecy).scene).isEmpty == isFound)
        }
    }

    @Test func `stays one when its panes are read again, and when it is set here`() throws {
        var state = try bare()
        state.send(.panes(try Fixture.inferred("bare", file)))
        #expect(!isShown(state))
        state.press(.enter)
        state.type(secret)
        state.press(.enter)
        state.send(.panes(try Fixture.inferred("bare", file)))
        #expect(!isShown(state))
    }

    @Test func `becomes one while it is shown`() throws {
        var state = try bare(.open)
        state.send(.agent(.secrets(keys)))
        #expect(!isShown(state))
        state = try bare(.open)
        state.send(.agent(.changed(changes(.secret))))
        #expect(!isShown(state))
    }
}

@Suite struct `A secret` {
    private var vault: Model { Fixture.alone(program, values: values) }

    @Test func `is dots in its row, whatever its control`() {
        #expect(shows(vault) == [])
        #expect(vault.view().plain.contains("Ada"))
        #expect(vault.lines.count { $0.contains("••••••••") } == 6)
    }

    /// Two vaults that differ in nothing but their secrets look the same, whatever is opened.
    @Test(arguments: 0..<8, [Key.enter, .character("i"), .character("e")])
    func `is told by nothing that its row opens`(row: Int, key: Key) {
        var state = vault
        var other = Fixture.alone(program, values: stored("b", 0.5))
        let keys = Array(repeating: Key.down, count: row) + [key, .down, .character("?"), .escape]
        for key in keys + [.escape, .escape] + "yYcv".map(Key.character) {
            let copied = state.press(key)
            #expect(copied == other.press(key))
            #expect(state.lines == other.lines)
        }
    }

    @Test(arguments: ["choice", "wheel", "segments", "text", "list", "accounts"])
    func `is in no change that is told, and no history`(key: String) {
        var state = vault
        state.send(.agent(.changed([Fixture.change(place(key), nil)])))
        #expect(shows(state) == [])
        let back = values.first { $0.0 == place(key) }?.1
        state.send(.agent(.changed([Fixture.change(place(key), back)])))
        #expect(shows(state) == [])
        for tab in "23" {
            state.type(String(tab))
            #expect(shows(state) == [])
        }
    }

    /// By the title of a choice, whichever is stored, and by no value.
    @Test(arguments: [(secret, 0), ("7.25", 0), ("Fish", 3), ("Alpha", 3), ("Password", 1)])
    func `is found by no search`(query: String, count: Int) {
        var state = vault
        state.type("/" + query)
        guard case .search(let search) = state.overlays.current else {
            Issue.record("no search")
            return
        }
        #expect(search.results.count == count)
    }

    @Test func `is not replaced by wheels that nobody turned`() {
        var state = vault
        state.press(.down, .down, .enter)
        #expect(state.press(.enter) == [])
        #expect(state.scene.value(place("wheel")) == .string(secret))
        state.press(.enter, .down, .up)
        #expect(state.press(.enter) == [.write(1, place("wheel"), .string("a"))])
    }

    @Test(arguments: [
        (
            #""Type": "PSSliderSpecifier", "DefaultValue": 0, "MinimumValue": 0, "MaximumValue": 10"#,
            "7251"
        ),
        (
            #""Type": "PSSliderSpecifier", "DefaultValue": 0, "MinimumValue": 0, "MaximumValue": 10"#,
            "7e"
        ),
        (#""Type": "PSTextFieldSpecifier", "SAValueType": "Integer", "SAMaximum": 99"#, "7251"),
        (#""Type": "PSTextFieldSpecifier", "SAValueType": "Integer", "SAMinimum": 9999"#, "7251"),
        (#""Type": "PSTextFieldSpecifier", "SAValueType": "Integer""#, "7251x"),
        (#""Type": "PSTextFieldSpecifier", "SAMaximumLength": 2"#, "7251"),
    ])
    func `is not quoted where it was typed wrong`(keys: String, typed: String) throws {
        let row = #"{"Title": "Pin", "Key": "pin", "SASecret": true, \#(keys)}"#
        let state = Fixture.alone(Fixture.program("vault", "Vault", ["Root": row]))
        let specifier = try #require(state.mirror.tree.setting(place("pin"))?.specifier)
        guard case .failure(let problem) = specifier.value(typed: typed) else {
            Issue.record("it was taken")
            return
        }
        #expect(problem.text.contains("what was typed is") && !problem.text.contains("725"))
    }
}
