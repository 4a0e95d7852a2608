// What differs between two texts, and between what two versions show.

import SettingsModel
import TestSupport
import Testing

@testable import SyncStore

@Suite struct `A text delta` {
    @Test(arguments: [
        ("", ""), ("", "a"), ("a", ""), ("aaa", "aa"), ("aa", "aaa"), ("abab", "ab"),
        ("same", "same"), ("0123456789abcdef", "0123456789ABcdef"), ("x = 1\n", "x = 10\n"),
    ])
    func `makes the new text of the old`(old: String, new: String) {
        let delta = TextDelta(from: Array(old.utf8), to: Array(new.utf8))
        var text = Array(old.utf8)
        #expect(delta.apply(to: &text))
        #expect(text == Array(new.utf8))
    }

    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func `makes any text of any other`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        func text() -> [UInt8] {
            (0..<Int.random(in: 0..<60, using: &random)).map { _ in
                UInt8.random(in: 97...98, using: &random)
            }
        }
        let old = text()
        let new = text()
        let delta = TextDelta(from: old, to: new)
        var made = old
        #expect(delta.apply(to: &made))
        #expect(made == new)
        #expect(isSame(old, new) == (old == new))
        #expect((checksum(old) == checksum(new)) == (old == new))
    }

    @Test(arguments: [0, 7, 8, 500, 992, 999])
    func `is as small as the edit`(place: Int) {
        let old = [UInt8](repeating: 97, count: 1_000)
        var new = old
        new[place] = 98
        let delta = TextDelta(from: old, to: new)
        #expect(delta == TextDelta(prefix: place, suffix: 999 - place, middle: [98]))
        #expect(!isSame(old, new))
        #expect(checksum(old) != checksum(new))
    }

    @Test(arguments: [(4, 0), (0, 4), (2, 2), (-1, 0), (0, -1), (Int.max, 1)])
    func `refuses a text that it can't be of`(prefix: Int, suffix: Int) {
        var text: [UInt8] = [1, 2, 3]
        let delta = TextDelta(prefix: prefix, suffix: suffix, middle: [9])
        #expect(!delta.apply(to: &text))
        #expect(text == [1, 2, 3])
    }
}
