// Plays interleavings by the thousand.
//
// simulate COUNT [FIRST-SEED], or one with all its steps: simulate --trace SEED. With --losses,
// names the seeds that lost an edit to an older one. --cost prints what one edit costs the engine in
// a small and in a large domain.

import Glibc
import Simulation

let arguments = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
if CommandLine.arguments.contains("--trace"), let seed = arguments.first {
    let outcome = try play(seed: seed, mix: .of(seed: seed)) { print($0) }
    print(outcome)
    exit(outcome.violations.isEmpty ? 0 : 1)
}

if CommandLine.arguments.contains("--cost") {
    for count in [1_000, 100_000] {
        let cost = try EditCost(keyCount: count)
        let (edit, parse) = (cost.measure(edits: 15), try cost.measureParse(times: 15))
        print("\(count) keys: one edit \(edit) ms of the processor, of them one parse \(parse) ms")
    }
    exit(0)
}

if CommandLine.arguments.contains("--weaknesses") {
    for weakness in Weakness.allCases {
        let limit = arguments.first ?? 10_000
        let caught = try interleavingsUntilCaught(weakness, in: weakness.mixes, limit: limit)
        let finding = caught.map { "caught after \($0.count): \($0.finding)" } ?? "SURVIVED"
        let falsely = try interleavingsUntilCaught(nil, in: weakness.mixes, limit: limit)
        print("\(weakness.rawValue): \(finding)")
        if let falsely { print("    without it too, after \(falsely.count): \(falsely.finding)") }
    }
    exit(0)
}

let count = arguments.first ?? 100_000
let first = arguments.dropFirst().first ?? 1
let tally = try await playOnEveryCore(seeds: first..<first + count)
if CommandLine.arguments.contains("--losses") { for loss in tally.losses { print(loss) } }
print(tally.report)
exit(tally.violationCount == 0 ? 0 : 1)
