// Which keys a pattern is for.

import SettingsModel
import Testing

@Suite struct `The text of a key pattern` {
    @Test(
        arguments: [
            ("*", ["a"], true), ("a", ["a"], true), ("a", ["a", "b"], false),
            ("a.*", ["a", "b"], true), ("a.*", ["a", "b", "c"], true), ("a.*", ["a"], false),
            ("a.*", ["ab", "c"], false), ("a.\"*\"", ["a", "*"], true),
            ("a.\"*\"", ["a", "b"], false),
        ] as [(String, [String], Bool)]
    )
    func `matches a key or what is below one`(
        text: String,
        segments: [String],
        expected: Bool
    ) throws {
        let pattern = try KeyPattern(parsing: text, limits: .standard)
        #expect(pattern.matches(SettingKeyPath(segments: segments)) == expected)
        #expect(pattern.description == text)
    }
}
