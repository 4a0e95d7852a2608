// Texts that Unicode calls equivalent are two texts here.

import SettingsModel
import Testing

/// `é` as one scalar, and as `e` with an accent behind it.
private let composed = "\u{E9}"
private let decomposed = "e\u{301}"

/// Texts that Swift's `==` takes for the same, by pairs of different bytes.
private let equivalent = [
    (composed, decomposed),
    ("caf\(composed) with more than eight bytes", "caf\(decomposed) with more than eight bytes"),
    // As many bytes in both.
    ("a\u{323}\u{307}", "a\u{307}\u{323}"),
    // The signs for Kelvin and the letter.
    ("\u{212A}", "K"),
]

@Suite struct `Exact text` {
    @Test(arguments: equivalent)
    func `is the same only when its bytes are`(a: String, b: String) {
        #expect(a == b)
        #expect(!a.isSame(as: b))
        #expect(a.isSame(as: a + ""))
        #expect(Set([ExactText(a), ExactText(b)]).count == 2)
    }

    @Test(arguments: [
        "", "a", "ab", "12345678", "12345679", "123456780", "123456789a", composed, decomposed,
        "\u{FFFF}", "\u{1F600}",
    ])
    func `is ordered by its scalars`(text: String) {
        let others = ["", "a", "b", "12345678", "123456789", composed, "\u{FFFE}", "\u{10000}"]
        for other in others {
            let expected = text.unicodeScalars.lexicographicallyPrecedes(other.unicodeScalars)
            #expect(text.precedes(other) == expected, "\(text) before \(other)")
        }
    }
}

@Suite struct `Equivalent spellings` {
    @Test(arguments: equivalent)
    func `are two key paths, one before the other`(a: String, b: String) {
        let first = SettingKeyPath(segments: ["a", a])
        let second = SettingKeyPath(segments: ["a", b])
        #expect(first != second)
        #expect((first < second) != (second < first))
        #expect(Set([first, second]).count == 2)
        #expect(!first.isPrefix(of: second.appending("c")))
        #expect(KeyPattern.exactly(first) != .exactly(second))
    }

    @Test(arguments: equivalent)
    func `are two values, alone and within others`(a: String, b: String) {
        let one = SettingValue.integer(1)
        #expect(SettingValue.string(a) != .string(b))
        #expect(SettingValue.raw(a) != .raw(b))
        #expect(SettingValue.array([.string(a)]) != .array([.string(b)]))
        #expect(SettingValue.dictionary([.init(a, one)]) != .dictionary([.init(b, one)]))
        let both = [SettingValue.Entry(a, one), SettingValue.Entry(b, .integer(2))]
        #expect(SettingValue.dictionary(both) == .dictionary(both.reversed()))
        #expect(Set([SettingValue.string(a), .string(b)]).count == 2)
    }

    @Test(arguments: [
        ("/home/u/a.toml", ["home", "u", "a.toml"], "/home/u/"),
        ("//home//u/", ["home", "u"], "//home//u/"),
        ("/home/\u{301}u/\u{301}a.toml", ["home", "\u{301}u", "\u{301}a.toml"], "/home/\u{301}u/"),
        ("a.toml", ["a.toml"], ""),
        ("/", [], "/"),
        ("", [], ""),
    ])
    func `has a path's names between its slashes, whatever they begin with`(
        path: String,
        names: [String],
        folder: String
    ) {
        #expect(path.pathNames.map { Array($0.utf8) } == names.map { Array($0.utf8) })
        #expect(Array(path.pathFolder.utf8) == Array(folder.utf8))
    }
}
