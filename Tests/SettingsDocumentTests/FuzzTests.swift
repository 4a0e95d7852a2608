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
    func `is refused wherever it ends too early, or read`(format: Format) {
        for layout in format.layouts {
            for count in 0..<layout.bytes.count {
                // A trap is what would fail.
                _ = try? format.parse(Array(layout.bytes.prefix(count)))
            }
        }
    }

    /// Seed 10 of env: a value for the whole file had no key to write it with, and trapped.
    @Test(arguments: Format.allCases)
    func `takes a value in the place of all of it, or refuses it`(format: Format) throws {
        let document = try format.parse(format.samples.first ?? [])
        for value in [
            SettingValue.integer(1), .string("x"), .array([.string("x")]), .dictionary([]),
        ] {
            let revision = document.revised(by: [DocumentChange(DocumentPath([]), value)])
            guard revision.refusals.isEmpty else { continue }
            let stored = document.stored(value, at: DocumentPath([]))
            #expect(revision.document.root == stored)
        }
    }

    @Test(arguments: Format.allCases)
    func `has samples that can be read`(format: Format) throws {
        let isMadeAlone = format == .binaryPropertyList || format == .sshConfig
        #expect(format.samples.count > (isMadeAlone ? 0 : 1), "one by hand, one that edits made")
        for layout in format.layouts { _ = try format.parse(layout.bytes) }
    }
}
