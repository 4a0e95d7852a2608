// How editors are told where to begin.

import Testing

@testable import SettingsUI

@Suite struct `An editor` {
    @Test(
        arguments: [
            ("vi", ["+12", "f.toml"]), ("nano -l", ["+12", "f.toml"]),
            ("/usr/bin/hx", ["f.toml:12"]), ("code --wait", ["--goto", "f.toml:12"]),
            ("", ["+12", "f.toml"]),
        ]
    )
    func `is told the line in its own way`(command: String, words: [String]) {
        #expect(placeWords(for: command, file: "f.toml", line: 12) == words)
    }
}
