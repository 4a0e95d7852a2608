// Texts whose holes are filled with settings.

import SettingsMapping
import SettingsModel
import Testing

@Suite struct `A filled text` {
    @Test(
        arguments: [
            (.integer(-7), "-7"), (.real(14.5), "14.5"), (.boolean(true), "true"),
            (.string("a b"), "a b"),
            (.real(0.333_333_333_333_333_3), "0.333333"), (.real(0.000_976_562_5), "0.000977"),
        ] as [(SettingValue, String)]
    )
    func `has a number as a map would write it`(value: SettingValue, text: String) throws {
        let filled = try FilledText(parsing: "{a}", tables: [:])
        #expect(try filled.filled { _ in value } == text)
    }
}
