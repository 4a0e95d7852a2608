// Whole days of people, crashes and lying clocks; and that the checks find what is wrong.

import Simulation
import TestSupport
import Testing

@Suite struct `Interleavings` {
    // `scripts/simulate` plays many more of them in a release build.
    @Test(arguments: 0..<(LongRun.isOn ? 20 : 2) as Range<UInt64>)
    func `break no promise`(block: UInt64) throws {
        for seed in block * 100 + 1..<(block + 1) * 100 + 1 {
            let outcome = try play(seed: seed, mix: .of(seed: seed))
            #expect(outcome.violations == [], "seed \(seed)")
        }
    }

    @Test(
        arguments: [
            102_940, 112_261, 118_081, 182_656, 203_209, 243_115, 272_389, 330_160, 338_623,
            347_758,
            387_385,
        ] as [UInt64]
    )
    func `break no promise that they broke once`(seed: UInt64) throws {
        // So many mixes there were then; what came later is behind them.
        let mix = Mix.all[Int(seed % 21)]
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
