// Plays interleavings by the thousand: simulate COUNT [FIRST-SEED].

import Glibc
import Simulation

let arguments = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
let count = arguments.first ?? 100_000
let first = arguments.dropFirst().first ?? 1

let tally = try await playOnEveryCore(seeds: first..<first + count)
print(tally.report)
exit(tally.violationCount == 0 ? 0 : 1)
