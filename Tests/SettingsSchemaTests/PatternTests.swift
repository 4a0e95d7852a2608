// Regular expressions: what they find, what is refused, and that no text makes them slow.

import SettingsSchema
import TestSupport
import Testing

private let parts = "the pattern has more than 20000 parts"

@Suite struct `A pattern` {
    @Test(arguments: [
        ("abc", "xabcx", true), ("^abc$", "abc", true), ("^abc$", "xabc", false), ("", "", true),
        ("a|b", "b", true), ("^(?:a|bc)+$", "abcbca", true), ("^(?:a|bc)+$", "abca?", false),
        ("^a*$", "", true), ("^a+$", "", false), ("^a?b$", "b", true), ("^a{2}$", "aa", true),
        ("^a{2}$", "aaa", false), ("^a{2,}$", "aaaa", true), ("^a{2,3}$", "aaaa", false),
        ("^a{0}$", "", true), ("^a+?$", "aaa", true), ("^[a-z0-9_-]+$", "a_1-", true),
        ("^[^a-z]$", "A", true), ("^[^a-z]$", "a", false), ("^[\\w.]+$", "a.b", true),
        ("^\\d{3}$", "123", true), ("^\\d$", "٣", false), ("^\\s$", "\u{A0}", true),
        ("^.$", "\n", false), ("^.$", "🇩", true), ("^\\S+$", "a b", false),
        ("\\bcat\\b", "a cat", true),
        ("\\bcat\\b", "concat", false), ("^\\B$", "", true), ("^\\u0041\\x42\\u{43}$", "ABC", true),
        ("^\\uD83D\\uDE00$", "😀", true), ("^\\p{Lu}\\p{L}+$", "Éa", true), ("^\\P{L}$", "1", true),
        ("^(?!foo)", "foobar", false), ("^(?!foo)", "barfoo", true),
        ("^(?=.*\\d).{3}$", "ab1", true),
        ("^(?=.*\\d).{3}$", "abc", false), ("^(?<year>\\d{4})$", "2026", true),
        ("^[]$", "a", false), ("^[^]$", "\n", true), ("^a{,2}$", "a{,2}", true), ("^{$", "{", true),
        ("^[a-\\d]$", "-", true), ("^\\.$", "x", false), ("(a|b)*c|(a|ab)*c", "abc", true),
        ("^#(?:[0-9a-fA-F]{3}){1,2}$", "#ff88", false),
        ("^#(?:[0-9a-fA-F]{3}){1,2}$", "#ff8800", true),
    ])
    func `finds what it should`(source: String, text: String, isFound: Bool) throws {
        #expect(try Pattern(source).isFound(in: text) == isFound)
    }

    @Test(
        arguments: [
            ("(", .syntax, "the pattern has a '(' without its ')' at character 2"),
            ("a)", .syntax, "the pattern has a ')' without its '(' at character 2"),
            ("[a", .syntax, "the pattern has a '[' without its ']' at character 3"),
            ("*a", .syntax, "the pattern has '*' with nothing to repeat at character 1"),
            ("a**", .syntax, "the pattern has a repeated repetition at character 3"),
            (
                "[z-a]", .syntax,
                "the pattern has a range whose end is before its start at character 5"
            ),
            (
                "a{3,2}", .syntax,
                "the pattern has a repetition whose end is before its start at character 7"
            ),
            ("\\", .syntax, "the pattern has a backslash at its end at character 2"),
            ("\\u12", .syntax, "the pattern has a bad \\u escape at character 3"),
            (
                "(a)\\1", .unsupported,
                "the pattern has a backreference at character 5, which can't be checked here"
            ),
            (
                "(?<=a)b", .unsupported,
                "the pattern has lookbehind at character 5, which can't be checked here"
            ),
            (
                "(?i)a", .unsupported,
                "the pattern has a group with flags at character 3, which can't be checked here"
            ),
            (
                "\\p{Script=Greek}", .unsupported,
                "the pattern has the property 'Script=Greek' at character 4, which can't be checked here"
            ),
            (
                "\\uD83D\\u0041", .unsupported,
                "the pattern has half a surrogate pair at character 13, which can't be checked here"
            ),
            (
                "\\uD83D", .unsupported,
                "the pattern has half a surrogate pair at character 7, which can't be checked here"
            ),
            ("((((((){1000}){1000}){1000}){1000}){1000}){1000}", .tooLarge, parts),
            ("(?=(?=(?=a){1000}){1000}){1000}", .tooLarge, parts),
            ("(?=(?=(?:){1000}){1000}){1000}", .tooLarge, parts),
            ("a{1001}", .tooLarge, "the pattern repeats more than 1000 times"),
            ("(a{99}){99}", .tooLarge, "the pattern has more than 2000 steps"),
        ] as [(String, PatternError.Code, String)]
    )
    func `is refused with the reason`(source: String, code: PatternError.Code, problem: String) {
        #expect(throws: PatternError(code: code, problem: problem)) { try Pattern(source) }
    }

    @Test func `nests to its limit and no further`() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "(", count: depth) + "a" + String(repeating: ")", count: depth)
        }
        #expect(try Pattern(nested(64)).isFound(in: "a"))
        #expect(throws: PatternError.self) { try Pattern(nested(65)) }
    }

    /// Each takes a backtracking matcher minutes or more; the limit is generous for a busy machine.
    @Test(
        .timeLimit(.minutes(10)),
        arguments: ["^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "^(.*a){12}$", "^(?=(a+)+$)b", "(x+x+)+y"]
    )
    func `ends soon whatever the text is`(source: String) throws {
        let pattern = try Pattern(source)
        let text = String(repeating: source.contains("x") ? "x" : "a", count: 2_000) + "!"
        #expect(pattern.search(text) != .found)
    }

    @Test func `gives up on a text that is too long, and takes it`() throws {
        let pattern = try Pattern("^(?:a|b|c|d|e|f|g|h)*$")
        let text = String(repeating: "h", count: 1_000_000) + "!"
        #expect(pattern.search(text) == .gaveUp)
        #expect(try Pattern(String(repeating: "(?=a)", count: 900)).search(text) == .gaveUp)
        #expect(pattern.isFound(in: text))
    }

    /// What a pattern may be made of, with more of what means something.
    private static let pieces = [
        "a", "é", "😀", "0", "1", "1000", "{", "}", ",", "(", ")", "(?:", "(?=", "(?!", "(?<n>", "[",
        "[^", "]", "-", "|", "*", "+", "?", "^", "$", ".", "\\", "\\d", "\\W", "\\b", "\\u", "\\u{",
        "\\x4", "\\p{", "L", "D83D", "DE00", "\\uD83D", "\\u0041",
    ]

    @Test(.timeLimit(.minutes(10)), arguments: [1, 2, 3, 4] as [UInt64])
    func `of any text is one or is refused, and ends`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var found: Set<String> = []
        for _ in 0..<5_000 {
            let length = Int.random(in: 1...14, using: &random)
            let text = (0..<length).map { _ in Self.pieces.randomElement(using: &random) ?? "" }
                .joined()
            do throws(PatternError) {
                found.insert("\(try Pattern(text).search("a1-😀aa"))")
            } catch {
                found.insert(error.code.rawValue)
            }
        }
        #expect(found == ["found", "notFound", "syntax", "unsupported"])
    }
}
