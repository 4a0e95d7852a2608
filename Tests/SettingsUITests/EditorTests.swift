// How editors are told where to begin.

import Testing

@testable import SettingsUI

@Suite struct `An editor` {
    @Test(
        arguments: [
            ("vi", ["+12", "/f.toml"]), ("nano -l", ["+12", "--", "/f.toml"]),
            ("/usr/bin/hx", ["/f.toml:12"]), ("code --wait", ["--goto", "/f.toml:12"]),
            ("nvim", ["+12", "--", "/f.toml"]), ("", ["+12", "/f.toml"]),
        ]
    )
    func `is told the line in its own way`(command: String, words: [String]) {
        #expect(placeWords(for: command, file: "/f.toml", line: 12) == words)
    }

    @Test(arguments: ["vi", "vim", "nano", "hx", "code", "emacs", "kak"])
    func `gets no word that could be an option or a command`(command: String) {
        for file in ["-c:!date", "+!date", "--cmd=x", "~/x", "x.toml", ""] {
            let words = placeWords(for: command, file: file, line: -3)
            #expect(words.last?.hasPrefix("./" + file) == true)
            #expect(words.dropLast().allSatisfy { ["+1", "--", "--goto"].contains($0) })
        }
    }

    @Test(arguments: ["/f.toml", "./f.toml"])
    func `gets a path that can't be an option as it is`(file: String) {
        #expect(placeWords(for: "emacs", file: file, line: 1) == ["+1", file])
    }
}
