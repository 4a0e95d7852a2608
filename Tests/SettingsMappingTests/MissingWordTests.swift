// Texts of a file's own that can be words of a table.

import SettingsMapping
import SettingsModel
import Testing

/// A place of the key `look` with its text.
struct OwnText: CustomTestStringConvertible {
    var pictures: [String]
    var text: SettingValue
    var format: MappedFormat

    init(_ pictures: String..., text: SettingValue, _ format: MappedFormat = .lines) {
        (self.pictures, self.text, self.format) = (pictures, text, format)
    }

    var testDescription: String { "\(pictures) \(text)" }

    func word() throws -> MissingWord {
        let tables = try Tables.all.get()
        let pictures = try pictures.map { try Picture(parsing: $0, tables: tables) }
        return try FileMap([FileMap.Place(fileKey: "theme", pictures: pictures)])
            .missingWord(of: "look", at: "theme", in: text, as: format)
    }
}

@Suite struct `A text that a table lacks` {
    @Test(
        arguments: [
            (OwnText("{look|helix}", text: "my own"), "my own"),
            (OwnText("{look|helix}", text: "'my own'"), "my own"),
            (OwnText("{look|numbers}", text: 3, .typed), 3),
            (OwnText("themes/{look|helix}.conf", text: "themes/x.y.conf"), "x.y"),
            (OwnText("{look|helix}:size={size|number}{*}", text: "mine:size=3:bold"), "mine"),
            (OwnText("{look|files|first}", text: ["x.toml", "keys.toml"], .typed), "x.toml"),
            (OwnText("{look|files|first ,}", text: "x.toml, keys.toml"), "x.toml"),
            (OwnText("{look}-{size|number}", "{look|helix}", text: "my own"), "my own"),
            (OwnText("a-{look|helix}", "b-{look|helix}", text: "b-mine"), "mine"),
        ] as [(OwnText, SettingValue)]
    )
    func `is found where its picture has the table`(
        text: OwnText,
        word: SettingValue
    )
        throws
    {
        #expect(try text.word().word == word)
    }

    @Test(arguments: [
        OwnText("{look}", text: ["a"]), OwnText("{look|yes/no}", text: "maybe"),
        OwnText("{look|files|any}", text: ["x.toml"], .typed),
        OwnText("{look|helix}{*}", text: "mine"), OwnText("{size|number}", text: "big"),
        OwnText("themes/{look|helix}.conf", text: "mine"), OwnText("{look|helix}", text: ""),
        OwnText("{look|helix}+{look|helix}", text: "a+b"),
    ])
    func `is none where nothing says which text it is`(text: OwnText) {
        let error = #expect(throws: MapError.self) { try text.word() }
        #expect(error?.fileKey == "theme")
        #expect(error?.problem.hasPrefix("no picture of 'theme' has a table") == true)
    }

    @Test func `is none where it means another setting already`() {
        let text = OwnText("{look|helix}-{size|number}", text: "gruvbox_light-")
        #expect(throws: MapError.self) { try text.word() }
        let error = #expect(throws: MapError.self) {
            try OwnText("{look|helix}", text: "gruvbox_light").word()
        }
        #expect(error?.problem == "'gruvbox_light' means 'light' in the table 'helix'")
    }

    @Test(
        arguments: [
            ("dark", "dark", true), ("true", true, true), ("true", "true", false),
            ("2.5", 2.5, true), ("1", 1.0, true), ("on", true, false),
        ] as [(String, SettingValue, Bool)]
    )
    func `goes to the row that is named after the value`(
        name: String,
        value: SettingValue,
        isOne: Bool
    ) {
        #expect(ValueTable.isName(name, of: value) == isOne)
    }
}
