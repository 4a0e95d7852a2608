// What stands below a place is found at the cost of what is found.

import SettingsModel
import TestSupport
import Testing

@testable import SyncEngine

@Suite struct `A tree of keys` {
    private static let places: [SettingKeyPath] = [
        "a", "a.b", "a.b.c", "a.b.d.e", "a.f", "g", "g.h", "i.j.k",
    ]

    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func `knows what stands below each place`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var tree = KeyTree()
        var keys: Set<SettingKeyPath> = []
        for _ in 0..<40 {
            let key = Self.places[Int.random(in: 0..<Self.places.count, using: &random)]
            if keys.remove(key) == nil {
                keys.insert(key)
                tree.insert(key)
            } else {
                tree.remove(key) { keys.contains($0) }
            }
        }
        for place in Self.places + ["a.b.d", "i", "i.j", "x"] {
            let expected = keys.filter { $0 != place && place.isPrefix(of: $0) }
            #expect(Set(tree.keys(below: place) { keys.contains($0) }) == expected)
            #expect(tree.hasKeys(below: place) == !expected.isEmpty)
        }
    }

    @Test(arguments: [100, 10_000])
    func `looks at nothing but what it finds`(others: Int) {
        var tree = KeyTree()
        for number in 0..<others { tree.insert(SettingKeyPath(segments: ["b", "k\(number)"])) }
        for number in 0..<10 { tree.insert(SettingKeyPath(segments: ["a", "k\(number)"])) }
        var looks = 0
        let found = tree.keys(below: "a") { _ in
            looks += 1
            return true
        }
        #expect(found.count == 10)
        #expect(looks == 10)
    }
}

@Suite struct `Edits of one request` {
    private func tables(_ count: Int) -> [KeyEdit] {
        (0..<count).map { table in
            KeyEdit(
                SettingKeyPath(segments: ["t\(table)"]),
                .dictionary([.init("x", .integer(1))])
            )
        }
    }

    /// How many keys of the domain are looked up for some edits, each table having a hundred.
    private func looks(for edits: [KeyEdit]) -> Int {
        var gathered = GatheredEdits()
        for edit in edits {
            let leaves = edit.value?.leaves(at: edit.keyPath, limits: .standard) ?? []
            gathered.add(edit, leaves: leaves)
        }
        var looks = 0
        _ = gathered.edits(
            above: { _ in [] },
            below: { table in
                looks += 100
                return (0..<100).map { table.appending("k\($0)") }
            }
        )
        return looks
    }

    @Test func `find what goes once, however often it is removed`() {
        let removal = KeyEdit("a", nil)
        #expect(looks(for: [removal]) == 100)
        #expect(looks(for: Array(repeating: removal, count: 200)) == 100)
        #expect(looks(for: [KeyEdit("a.b", nil), KeyEdit("a.c", .integer(1)), removal]) == 100)
    }

    @Test(arguments: [1, 10, 1_000])
    func `find what goes with a table by that table alone`(count: Int) {
        #expect(looks(for: tables(count)) == 100 * count)
        #expect(looks(for: tables(count) + tables(count)) == 100 * count)
    }
}
