// Forms of texts, at their limits and one past.

import SettingsSchema
import Testing

@Suite struct `A text's form` {
    @Test(arguments: [
        (TextFormat.path, "~/a b/c", true), (.path, "", false), (.path, "a\0b", false),
        (.path, String(repeating: "a", count: 255), true),
        (.path, String(repeating: "a", count: 256), false),
        (.path, String(repeating: "a/", count: 2_047) + "a", true),
        (.path, String(repeating: "a/", count: 2_048), false), (.port, "1", true),
        (.port, "65535", true), (.port, "0", false), (.port, "65536", false), (.port, "080", false),
        (.port, "+80", false), (.port, "", false), (.color, "#f80", true),
        (.color, "#ff8800cc", true), (.color, "#ff880", false), (.color, "#ggg", false),
        (.color, "Orange", true), (.color, "orang", false),
    ])
    func `takes what it should and no more`(format: TextFormat, text: String, isTaken: Bool) {
        #expect(format.matches(text) == isTaken)
    }
}
