// How advice ends.

import SettingsModel
import Testing

@Suite struct `A sentence` {
    @Test(arguments: [
        ("Correct the line", "Correct the line."),
        ("Correct the line.", "Correct the line."),
        ("Did you mean 'a'?", "Did you mean 'a'?"),
        ("Say one of: a, b", "Say one of: a, b."),
        ("Install settingsctl beside it", "Install settingsctl beside it."),
        ("Run: settingsctl doctor", "Run: settingsctl doctor"),
        ("See how to start: settingsctl", "See how to start: settingsctl"),
        ("Fix it, or run: settingsctl link a 'b:c'", "Fix it, or run: settingsctl link a 'b:c'"),
        ("Restart it: systemctl --user restart x", "Restart it: systemctl --user restart x"),
        ("See where they lead: namei /a", "See where they lead: namei /a"),
        ("Try again, or: kill -KILL 7", "Try again, or: kill -KILL 7"),
        ("Report the output of: ls -l /proc/7/fd", "Report the output of: ls -l /proc/7/fd"),
        ("See what writes it: fuser -v /a", "See what writes it: fuser -v /a"),
        ("Take the right: chmod 600 '/a'", "Take the right: chmod 600 '/a'"),
        ("Make it: install -d '/a'", "Make it: install -d '/a'"),
        ("Convert it to XML: plutil -convert xml1 a", "Convert it to XML: plutil -convert xml1 a"),
    ])
    func `ends in a full stop, but for a command to copy`(text: String, sentence: String) {
        #expect(text.asSentence == sentence)
    }
}
