// Which word a mistyped one means.

import SettingsModel
import Testing

@Suite struct `A mistyped word` {
    @Test(arguments: [
        ("alacrity", "alacritty"), ("Alacritty", "alacritty"), ("kity", "kitty"),
        ("gti", "git"), ("kitth", "kitty"), ("gitt", "git"), ("xkiitty", "kitty"),
    ])
    func `means the nearest one`(typed: String, meant: String) {
        #expect(typed.meantWord(among: ["foot", "git", "alacritty", "kitty"]) == meant)
    }

    @Test(arguments: ["nano", "gix-x", "kttyi", "gi", "g", "", "tigervnc"])
    func `means none that is too far away`(typed: String) {
        #expect(typed.meantWord(among: ["foot", "git", "alacritty", "kitty"]) == nil)
    }

    @Test func `means the first of two that are as near`() {
        #expect("fonx".meantWord(among: ["font", "fond"]) == "fond")
        #expect("fonx".meantWord(among: ["fonts", "font"]) == "font")
    }

    @Test func `is compared with no word that nobody can read`() {
        let long = String(repeating: "a", count: 65)
        #expect(long.meantWord(among: [long + "b"]) == nil)
        #expect("a".meantWord(among: []) == nil)
    }
}
