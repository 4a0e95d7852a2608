// Commands that make a change again.

import SettingsModel
import SettingsProtocol
import Testing

@Suite struct `A command that makes a change again` {
    @Test(arguments: [
        ("dark", "a.b fmt dark"), ("14", "--type string a.b fmt 14"),
        ("[%level] %m", "--type string a.b fmt '[%level] %m'"),
        ("\"x\"", #"--type string a.b fmt '"x"'"#), ("", "a.b fmt ''"), ("a b", "a.b fmt 'a b'"),
        ("-", #"--type json a.b fmt '"-"'"#), ("a\nb", #"--type json a.b fmt '"a\nb"'"#),
    ])
    func `has a text as set takes it back`(text: String, word: String) throws {
        let command = ChangeCommand(
            domain: try Domain("a.b"),
            key: SettingKeyPath(segments: ["fmt"]),
            value: .string(text),
            layer: .user
        )
        #expect(command.text == "settingsctl set " + word)
    }

    @Test func `may be of an element, of a file, or of a value that is typed`() throws {
        var command = ChangeCommand(
            domain: try Domain("a.b"),
            key: SettingKeyPath(segments: ["fmt"]),
            value: .integer(5),
            layer: .user
        )
        command.part = "[0].name"
        #expect(command.text == "settingsctl set a.b 'fmt[0].name' 5")
        command.isValueTyped = true
        #expect(command.text == "settingsctl set a.b 'fmt[0].name' -")
        command = ChangeCommand(
            domain: command.domain,
            key: command.key,
            value: .integer(-5),
            layer: .user
        )
        command.file = "/my file.toml"
        #expect(command.text == "settingsctl file set -- '/my file.toml' fmt -5")
        command.value = nil
        #expect(command.text == "settingsctl file remove '/my file.toml' fmt")
    }

    @Test(
        arguments: [
            (.user, .integer(-5), "settingsctl set -- a.b fmt -5"),
            (.managed, nil, "settingsctl reset a.b fmt"),
            (.default, .integer(5), "settingsctl reset a.b fmt"),
            (.managed, .integer(5), "# a.b fmt is locked: no command changes it"),
        ] as [(Layer, SettingValue?, String)]
    )
    func `stores for good only what the user stored`(
        layer: Layer,
        value: SettingValue?,
        text: String
    ) throws {
        let command = ChangeCommand(
            domain: try Domain("a.b"),
            key: SettingKeyPath(segments: ["fmt"]),
            value: value,
            layer: layer
        )
        #expect(command.text == text)
    }
}
