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

@Suite struct `A text's digest` {
    /// Texts that a value itself holds, up to 15 bytes, and longer ones.
    @Test(arguments: [0, 1, 7, 8, 9, 15, 16, 17, 40])
    func `is one for the same bytes, wherever they are`(count: Int) {
        let text = String(repeating: "x", count: count)
        let part = Substring("-" + text).dropFirst()

        #expect(String(part).digest() == text.digest())
        #expect(String(part).isSame(as: text))
    }

    @Test(arguments: 1...24)
    func `is another where any byte is`(count: Int) {
        let bytes = Array(repeating: UInt8(ascii: "x"), count: count)
        var digests: Set = [String(decoding: bytes, as: UTF8.self).digest()]
        for place in bytes.indices {
            var other = bytes
            other[place] = UInt8(ascii: "y")
            digests.insert(String(decoding: other, as: UTF8.self).digest())
        }
        digests.insert(String(repeating: "x", count: count + 1).digest())

        #expect(digests.count == count + 2)
    }

    @Test func `is another for other segments of the same text`() {
        let paths = [["ab", "c"], ["a", "bc"], ["abc"], ["abc", ""], ["", "abc"]]
        let hashes = paths.map { SettingKeyPath(segments: $0).hashValue }

        #expect(Set(hashes).count == paths.count)
    }

    @Test func `spreads numbered keys over a table of their count`() {
        let slots = (0..<4_096).map { "key\($0)".digest() & 4_095 }
        let fullest = Dictionary(grouping: slots) { $0 }.values.map(\.count).max() ?? 0

        // By chance it is 6 to 9; all keys of a bad hash are in few slots.
        #expect(fullest < 16)
    }
}
