// Scripts that run from right to left: cell by cell in the order in which they are read.

import SettingsModel
import SettingsSchema
import Testing

@testable import SettingsUI

private let program = Fixture.program(
    "hebrew",
    "הגדרות",
    [
        "Root": """
        {"Type": "PSGroupSpecifier", "Title": "כללי",
         "FooterText": "השינויים נשמרים מיד, ואפשר לבטל אותם."},
        {"Type": "PSTextFieldSpecifier", "Title": "שם", "Key": "name"},
        {"Type": "PSToggleSwitchSpecifier", "Title": "צלילים", "Key": "sounds",
         "DefaultValue": true},
        {"Type": "PSMultiValueSpecifier", "Title": "שפה", "Key": "language",
         "DefaultValue": "he", "Values": ["he", "ar"], "Titles": ["עברית", "العربية"]},
        {"Type": "PSTextFieldSpecifier", "Title": "الاسم الكامل", "Key": "full"}
        """
    ]
)
private let name = Fixture.place("hebrew", "name")
private let full = Fixture.place("hebrew", "full")

private func screen(_ look: Look) -> Model {
    Fixture.alone(
        program,
        look,
        values: [(name, .string("דנה כהן 42")), (full, .string("ليلى \u{202E}abc"))]
    )
}

@Suite struct `Text from right to left` {
    @Test(arguments: Look.all) func `looks as it did`(look: Look) throws {
        var state = screen(look)
        state.press(.enter)
        state.type("!ש")
        try GoldenFile("30-right-to-left-\(look.name)").check(state.view())
    }

    @Test func `stands in the order of its letters, one after the other`() {
        var state = screen(Look.all[0])
        #expect(state.lines[3].contains("שם") && state.lines[3].contains("דנה כהן 42"))
        #expect(state.lines[6].contains("ليلى \u{FFFD}abc"))
        state.press(.enter)
        state.type("!ש")
        #expect(state.lines[3].contains("דנה כהן 42!ש"))
        #expect(state.press(.enter) == [.write(1, name, .string("דנה כהן 42!ש"))])
    }
}
