// Maps that share what they have alike behave as dictionaries, whoever else has a copy.

import SettingsModel
import SyncEngine
import TestSupport
import Testing

@Suite struct `A shared map` {
    private typealias Plain = [SettingKeyPath: Int]

    /// Some maps, each beside the dictionary that it must be equal to, most of them copies of others.
    private func family(seed: UInt64) -> [(shared: SharedMap<Int>, plain: Plain)] {
        var random = SeededRandom(seed: seed)
        let keyCount = seed.isMultiple(of: 3) ? 2_000 : 40
        func edit(_ map: inout (shared: SharedMap<Int>, plain: Plain)) {
            let path = SettingKeyPath(
                segments: ["k\(Int.random(in: 0..<keyCount, using: &random))"]
            )
            let isRemoval = Int.random(in: 0..<4, using: &random) == 0
            let value = isRemoval ? nil : Int.random(in: 0..<3, using: &random)
            map.shared[path] = value
            map.plain[path] = value
        }
        var maps: [(shared: SharedMap<Int>, plain: Plain)] = [([:], [:])]
        for _ in 0..<10 {
            var map = maps[Int.random(in: 0..<maps.count, using: &random)]
            for _ in 0..<Int.random(in: 0..<keyCount, using: &random) { edit(&map) }
            if Int.random(in: 0..<5, using: &random) == 0 {
                map.shared = SharedMap(map.plain, like: maps[0].shared)
            }
            maps.append(map)
        }
        // Copies that are gone again leave what they shared to one map alone.
        maps.removeFirst(Int.random(in: 0..<8, using: &random))
        for index in maps.indices { for _ in 0..<5 { edit(&maps[index]) } }
        return maps
    }

    @Test(arguments: 1...(LongRun.isOn ? 120 : 20) as ClosedRange<UInt64>)
    func `has the values of a dictionary that was changed alike`(seed: UInt64) {
        for (shared, plain) in family(seed: seed) {
            let values = Dictionary(uniqueKeysWithValues: shared.map { ($0.keyPath, $0.value) })
            #expect(values == plain)
            #expect(shared.count == plain.count)
            #expect(plain.allSatisfy { shared[$0.key] == $0.value })
        }
    }

    @Test(arguments: 1...(LongRun.isOn ? 120 : 20) as ClosedRange<UInt64>)
    func `differs from another at each key once`(seed: UInt64) {
        let maps = family(seed: seed)
        for (old, new) in zip(maps, maps.reversed()) {
            let found = new.shared.differences(from: old.shared)

            let keys = Set(old.plain.keys).union(new.plain.keys)
                .filter { old.plain[$0] != new.plain[$0] }
            #expect(found.count == keys.count)
            #expect(Set(found.map(\.keyPath)) == keys)
            #expect(found.allSatisfy { $0.old == old.plain[$0.keyPath] })
            #expect(found.allSatisfy { $0.new == new.plain[$0.keyPath] })
            #expect((new.shared == old.shared) == keys.isEmpty)
        }
    }
}
