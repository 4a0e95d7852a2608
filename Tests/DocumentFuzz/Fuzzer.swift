// Spoils files by seed, reads them, and edits what can be read.

package import SettingsDocument
import SettingsModel
import TestSupport

/// What one seed brought to light.
package struct FuzzFinding: Sendable, CustomStringConvertible {
    package var format: Format
    package var seed: UInt64
    /// The broken invariant.
    package var problem: String
    package var file: [UInt8]
    package var changes: [DocumentChange]

    package var description: String {
        let text = String(decoding: file, as: UTF8.self)
        return "\(format.rawValue), seed \(seed): \(problem)\n  file: \(text.debugDescription)\n  "
            + "changes: \(changes)"
    }
}

/// What many seeds came to.
package struct FuzzTally: Sendable {
    package var files = 0
    /// Those that could be read.
    package var read = 0
    package var findings: [FuzzFinding] = []
    /// The longest that one seed took.
    package var slowest: (seed: UInt64, time: Duration) = (0, .zero)
}

/// One format under fuzz.
package struct Fuzzer {
    /// Files are small: whatever takes longer loops, or takes time out of proportion.
    private static let longest: Duration = .seconds(5)

    private let format: Format
    private let samples: [[UInt8]]
    package private(set) var tally = FuzzTally()

    /// Creates a fuzzer of a format.
    package init(_ format: Format) {
        self.format = format
        samples = format.layouts.map(\.bytes)
    }

    /// Plays one seed: the same seed is the same file and the same changes.
    package mutating func play(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        guard let sample = samples.randomElement(using: &random) else { return }
        let bytes = mutated(sample, using: &random)
        tally.files += 1
        let start = ContinuousClock.now
        defer { note(ContinuousClock.now - start, seed, bytes) }
        do {
            let document = try format.parse(bytes)
            tally.read += 1
            let changes = document.randomChanges(using: &random)
            var invariants = Invariants(of: document, readFrom: bytes)
            for problem in invariants.check(changes) { add(problem, seed, bytes, changes) }
            if let finding = document.findingOfReturn(using: &random) {
                add(finding.problem, seed, bytes, finding.changes)
            }
        } catch {
            check(error, seed, bytes)
        }
    }

    /// A refusal has a place within the file, a problem and advice.
    private mutating func check(_ error: DocumentError, _ seed: UInt64, _ bytes: [UInt8]) {
        let isPlace =
            (0...bytes.count).contains(error.offset) && error.place.line >= 1
            && error.place.column >= 1
        if !isPlace { add("the error's place \(error.place) isn't in the file", seed, bytes, []) }
        for sentence in [error.problem, error.advice]
        where sentence.isEmpty || sentence.hasSuffix(".") {
            add("'\(sentence)' is no sentence of ours", seed, bytes, [])
        }
        let isBinary = bytes.starts(with: "bplist".utf8)
        if error.code != .tooLarge, excerpt(at: error.place, in: bytes).isEmpty != isBinary {
            let what = isBinary ? "a line, though it's binary" : "no line"
            add("the error's place \(error.place) has \(what)", seed, bytes, [])
        }
    }

    private mutating func note(_ time: Duration, _ seed: UInt64, _ bytes: [UInt8]) {
        if time > tally.slowest.time { tally.slowest = (seed, time) }
        if time > Self.longest { add("it took \(time)", seed, bytes, []) }
    }

    private mutating func add(
        _ problem: String,
        _ seed: UInt64,
        _ bytes: [UInt8],
        _ changes: [DocumentChange]
    ) {
        tally.findings.append(
            FuzzFinding(format: format, seed: seed, problem: problem, file: bytes, changes: changes)
        )
    }
}
