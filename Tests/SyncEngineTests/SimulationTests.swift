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

    @Test func `go on the same from a beginning that is worked out once`() throws {
        let beginnings = Beginnings()
        for seed in 1...UInt64(4 * Mix.all.count) {
            let mix = Mix.of(seed: seed)
            let alike = try play(seed: seed, mix: mix, like: beginnings)
            #expect(try alike == play(seed: seed, mix: mix))
        }
    }

    @Test(arguments: Weakness.allCases)
    func `show a mistake within a thousand`(weakness: Weakness) throws {
        let found = try interleavingsUntilCaught(weakness, in: weakness.mixes, limit: 1_000)
        #expect(found != nil)
    }

    @Test(arguments: [Mix.all, Weakness.ignoresReaders.mixes, Weakness.forgetsVersions.mixes])
    func `find no mistake in an agent that makes none`(mixes: [Mix]) throws {
        let limit: UInt64 = LongRun.isOn ? 1_000 : 100
        let found = try interleavingsUntilCaught(nil, in: mixes, limit: limit)
        #expect(found == nil, "\(String(describing: found))")
    }
}
