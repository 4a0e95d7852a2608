// Fuzzes every format for a while.
//
// fuzz SECONDS [FIRST-SEED], or one seed of one format again: fuzz --seed FORMAT SEED. What runs is
// named in the file FUZZ_STATE names, so that a seed that traps or never ends is known: each has ten
// seconds, then SIGALRM ends the program.

import DocumentFuzz
import Glibc
import SettingsDocument

let words = Array(CommandLine.arguments.dropFirst())
if words.count == 3, words[0] == "--seed", let format = Format(rawValue: words[1]),
    let seed = UInt64(words[2])
{
    var fuzzer = Fuzzer(format)
    fuzzer.play(seed: seed)
    for finding in fuzzer.tally.findings { print(finding) }
    exit(fuzzer.tally.findings.isEmpty ? 0 : 1)
}

let seconds = words.first.flatMap(Int.init) ?? 60
var seed = words.dropFirst().first.flatMap(UInt64.init) ?? 1
let state = getenv("FUZZ_STATE").map { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644) }
var fuzzers = Format.allCases.map { ($0, Fuzzer($0)) }
let end = ContinuousClock.now + .seconds(seconds)
while ContinuousClock.now < end {
    for index in fuzzers.indices {
        // Padded, so that a shorter name leaves nothing of a longer one.
        var line = Array("\(fuzzers[index].0.rawValue) \(seed)".utf8)
        line += Array(repeating: 0x20, count: max(0, 60 - line.count))
        if let state { pwrite(state, line, line.count, 0) }
        alarm(10)
        fuzzers[index].1.play(seed: seed)
    }
    seed += 1
}
alarm(0)

var findings = 0
for (format, fuzzer) in fuzzers {
    let tally = fuzzer.tally
    findings += tally.findings.count
    let slowest = "slowest \(tally.slowest.time) (seed \(tally.slowest.seed))"
    print(
        "\(format.rawValue): \(tally.files) files, \(tally.read) read and edited, "
            + "\(tally.findings.count) findings, \(slowest)"
    )
    for finding in tally.findings.prefix(5) { print(finding) }
}
var usage = rusage()
getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
print("\(seed - 1) seeds of each format, peak memory \(usage.ru_maxrss / 1024) MB")
exit(findings == 0 ? 0 : 1)
