// Whole days of people, crashes and lying clocks; and that the checks find what is wrong.

import Simulation
import TestSupport
import Testing

private let calmUndoing = "two unhurried editors, a client who undoes"
private let hurriedMapping = "a mapped file at any time, power cuts, kill -9"

/// Seeds that broke a promise once, or one that nobody makes, in the mix that they were played in.
private let formerFaults: [(String, UInt64)] = [
    ("two domains on one file, power cuts, kill -9", 112_261),
    ("two domains on one file, power cuts, kill -9", 88_068),
    ("two domains on one file, power cuts, kill -9", 347_061),
    ("rules that people break, kill -9", 2_100_367),
    ("mistakes in saves, power cuts, kill -9", 203_209),
    ("copies restored at any time, power cuts, kill -9", 142_631),
    ("two domains, undo, all failures", 229_401), ("two domains, undo, all failures", 62_430),
    ("rules that two unhurried editors break", 635_051),
    ("rules that two unhurried editors break", 664_619),
    (calmUndoing, 102_940), (calmUndoing, 118_081), (calmUndoing, 182_656),
    (calmUndoing, 243_115), (calmUndoing, 272_389), (calmUndoing, 330_160),
    (calmUndoing, 338_623), (calmUndoing, 347_758), (calmUndoing, 387_385),
    (hurriedMapping, 880), (hurriedMapping, 16_588),
    ("a mapped file with a setting at two places, kill -9", 4_179),
    ("a mapped file of texts, power cuts, kill -9", 1_256),
    ("a file that follows, failing commits, kill -9", 5_477),
    ("a mapped file of two domains, power cuts, kill -9", 3_581_754),
    ("a mapped file of two domains, power cuts, kill -9", 3_657_999),
]

@Suite struct `Interleavings` {
    // `scripts/simulate` plays many more of them in a release build.
    @Test(arguments: 0..<(LongRun.isOn ? 20 : 2) as Range<UInt64>)
    func `break no promise`(block: UInt64) throws {
        for seed in block * 100 + 1..<(block + 1) * 100 + 1 {
            let outcome = try play(seed: seed, mix: .of(seed: seed))
            #expect(outcome.violations == [], "seed \(seed)")
        }
    }

    @Test(arguments: formerFaults)
    func `break no promise that they broke once`(mix name: String, seed: UInt64) throws {
        let mix = try #require(Mix.all.first { $0.name == name })
        #expect(try play(seed: seed, mix: mix).violations == [])
    }

    @Test func `break no promise in any order of two operations, wherever the agent ends`() throws {
        var scope = SmallScope()
        try scope.play(operations: 2)
        #expect(scope.violations == [])
        #expect(scope.orders == 8)
    }

    @Test func `go on the same from a beginning that is worked out once`() throws {
        let beginnings = Beginnings()
        for seed in 1...UInt64(4 * Mix.all.count) {
            let mix = Mix.of(seed: seed)
            let alike = try play(seed: seed, mix: mix, like: beginnings)
            #expect(try alike == play(seed: seed, mix: mix))
        }
    }

    @Test func `have a digest that tells them apart and repeats itself`() throws {
        let beginnings = Beginnings()
        let seeds = 1...UInt64(Mix.all.count)
        let digests = try seeds.map { try digest(seed: $0, like: beginnings) }
        #expect(Set(digests).count == digests.count)
        #expect(try digests == seeds.map { try digest(seed: $0) })
    }

    @Test(arguments: Weakness.allCases)
    func `show a mistake within a thousand`(weakness: Weakness) throws {
        let found = try interleavingsUntilCaught(weakness, in: weakness.mixes, limit: 1_000)
        #expect(found != nil)
    }

    @Test(
        arguments: [
            Mix.all, Weakness.ignoresReaders.mixes, Weakness.forgetsVersions.mixes,
        ]
    )
    func `find no mistake in an agent that makes none`(mixes: [Mix]) throws {
        let limit: UInt64 = LongRun.isOn ? 1_000 : 100
        let found = try interleavingsUntilCaught(nil, in: mixes, limit: limit)
        #expect(found == nil, "\(String(describing: found))")
    }
}
