// What the environment says of the terminal and of its user's wishes.

import Testing

@testable import SettingsUI

@Suite struct `The environment` {
    private func settings(_ variables: [String: String], isUnicode: Bool = true) -> TerminalSettings
    {
        TerminalSettings(isUnicode: isUnicode) { variables[$0] }
    }

    @Test func `asks for all that a terminal can show where it says nothing`() {
        let settings = settings(["TERM": "xterm-256color"])
        #expect(settings.hasColors && settings.hasFrames && !settings.showsEventCount)
        #expect(settings.background == nil)
        #expect(settings.signs == .unicode)
        #expect(settings.motion == .full)
    }

    @Test(arguments: [("1", false), ("0", false), ("", true)])
    func `has no colour where NO_COLOR is anything at all`(value: String, hasColors: Bool) {
        #expect(settings(["NO_COLOR": value]).hasColors == hasColors)
    }

    @Test func `has signs in ASCII for the console, another character set, and who asks`() {
        #expect(settings(["TERM": "linux"]).signs == .ascii)
        #expect(settings([:], isUnicode: false).signs == .ascii)
        #expect(settings(["SETTINGS_UI_ASCII": "1"]).signs == .ascii)
        #expect(settings(["SETTINGS_UI_ASCII": ""]).signs == .unicode)
    }

    @Test(arguments: [
        (["COLORFGBG": "15;0"], TerminalSettings.Background.dark), (["COLORFGBG": "0;15"], .light),
        (["COLORFGBG": "0;default;7"], .light), (["COLORFGBG": "15;8"], .dark),
        (["COLORFGBG": "default"], nil), (["SETTINGS_UI_THEME": "light"], .light),
        (["SETTINGS_UI_THEME": "dark", "COLORFGBG": "0;15"], .dark),
        (["SETTINGS_UI_THEME": "other", "COLORFGBG": "0;15"], .light),
    ]) func `tells the background`(
        variables: [String: String],
        background: TerminalSettings.Background?
    ) { #expect(settings(variables).background == background) }

    @Test(arguments: [
        ("vt220", false), ("linux", false), ("xterm", true), ("screen-256color", true),
    ]) func `names terminals that know no frames`(terminal: String, hasFrames: Bool) {
        #expect(settings(["TERM": terminal]).hasFrames == hasFrames)
    }

    @Test func `asks for little motion`() {
        #expect(settings(["SETTINGS_UI_MOTION": "reduced"]).motion == .reduced)
        #expect(settings(["SETTINGS_UI_MOTION": "some"]).motion == .full)
    }
}
