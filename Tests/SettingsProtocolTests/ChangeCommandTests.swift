// Commands that make a change again.

import SettingsModel
import SettingsProtocol
import Testing

@Suite struct `A command that makes a change again` {
    @Test(arguments: [
        ("dark", "dark"), ("14", "'\"14\"'"), ("[%level] %m", "'\"[%level] %m\"'"),
        ("{title} - {app}", "'\"{title} - {app}\"'"), ("\"x", #"'"\"x"'"#), ("", #"'""'"#),
        ("a b", "'a b'"),
    ])
    func `has a text as set takes it back`(text: String, word: String) throws {
        let command = ChangeCommand(
            domain: try Domain("a.b"),
            key: SettingKeyPath(segments: ["fmt"]),
            value: .string(text)
        )
        #expect(command.text == "settingsctl set a.b fmt " + word)
    }
}
