// Every format for a moment under fuzz; `make fuzz` does it for longer.

import DocumentFuzz
import SettingsDocument
import SettingsModel
import Testing

@Suite struct `A spoiled file` {
    @Test(arguments: Format.allCases)
    func `is refused with its place, or read and edited without loss`(format: Format) {
        var fuzzer = Fuzzer(format)
        for seed in 1...400 as ClosedRange<UInt64> { fuzzer.play(seed: seed) }
        for finding in fuzzer.tally.findings.prefix(3) { Issue.record("\(finding)") }
        // A fuzzer whose files are all refused tests nothing.
        #expect(fuzzer.tally.read > fuzzer.tally.files / 20)
    }

    @Test(arguments: Format.allCases)
    func `has samples that can be read`(format: Format) throws {
        #expect(!format.samples.isEmpty)
        for sample in format.samples { _ = try format.parse(sample) }
    }
}
