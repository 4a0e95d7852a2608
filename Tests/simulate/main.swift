// Plays interleavings by the thousand.
//
// simulate COUNT [FIRST-SEED], or one with all its steps: simulate --trace SEED [MIX]. With --losses,
// names the seeds that lost an edit to an older one. --digest COUNT [FIRST-SEED] prints one number for
// all that the engine is given and asks for: two builds that give the same one behave alike. --scope
// COUNT plays every order of so many operations, with an end of the agent before every step. --cost
// prints what an edit costs the engine in a small and in a large domain, and with many files. --writers
// COUNT [FIRST-SEED] prints how often a save that follows a `set` comes to what nobody meant.

import Glibc
import Simulation

let arguments = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
if CommandLine.arguments.contains("--trace"), let seed = arguments.first {
    let mix = CommandLine.arguments.last.flatMap { name in Mix.all.first { $0.name == name } }
    let outcome = try play(seed: seed, mix: mix ?? .of(seed: seed)) { print($0) }
    print(outcome)
    exit(outcome.violations.isEmpty ? 0 : 1)
}

if CommandLine.arguments.contains("--scope") {
    var scope = SmallScope()
    try scope.play(operations: Int(arguments.first ?? 3))
    for violation in scope.violations { print(violation) }
    print("\(scope.orders) orders, \(scope.runs) runs, \(scope.violationCount) violations")
    exit(scope.violationCount == 0 ? 0 : 1)
}

if CommandLine.arguments.contains("--cost") {
    for count in [1_000, 50_000] {
        let cost = try EngineCost(fileCount: 1, keyCount: count)
        let (edit, parse) = (cost.measure(edits: 15), try cost.measureParse(times: 15))
        print("\(count) keys: one edit \(edit) ms of the processor, of them one parse \(parse) ms")
    }
    for count in [1, 1_000, 4_000] {
        let cost = try EngineCost(fileCount: count, keyCount: 10)
        let (edit, rescan) = (cost.measure(edits: 15), cost.measureRescan())
        print(
            "\(count) files: a start \(cost.start) ms of the processor, a rescan \(rescan) ms, "
                + "one edit \(edit) ms"
        )
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
if CommandLine.arguments.contains("--digest") {
    let digest = try await digestOnEveryCore(seeds: first..<first + count)
    print("\(count) interleavings, digest \(String(digest, radix: 16))")
    exit(0)
}
if CommandLine.arguments.contains("--writers") {
    print(try await WriterTable.playing(seeds: first..<first + count).report)
    exit(0)
}
let tally = try await playOnEveryCore(seeds: first..<first + count)
if CommandLine.arguments.contains("--losses") { for loss in tally.losses { print(loss) } }
print(tally.report)
exit(tally.violationCount == 0 ? 0 : 1)
