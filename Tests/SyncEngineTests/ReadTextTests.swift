// A text that is read like another one says what it says when it is read alone.

import SettingsDocument
import SettingsModel
import TestSupport
import Testing

@testable import SyncEngine

@Suite struct `A text read like another` {
    /// Lines of a file, some of them changed, added, removed, moved or with the key of another.
    private func changed(_ lines: [String], _ random: inout SeededRandom) -> [String] {
        var lines = lines
        let key = Int.random(in: 0..<12, using: &random)
        let line = "k\(key)=\(Int.random(in: 0..<3, using: &random))"
        let place = Int.random(in: 0...lines.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: lines.insert(line, at: place)
        case 1 where place < lines.count: lines.remove(at: place)
        case 2 where place < lines.count: lines[place] = line
        default: if let moved = lines.popLast() { lines.insert(moved, at: min(place, lines.count)) }
        }
        return lines
    }

    @Test(
        arguments: [
            ReplicaConfiguration(path: "/a"),
            ReplicaConfiguration(
                path: "/a",
                prefix: SettingKeyPath(segments: ["p"]),
                keys: (0..<6).map { .exactly(SettingKeyPath(segments: ["p", "k\($0)"])) }
            ),
        ],
        1...(LongRun.isOn ? 300 : 40) as ClosedRange<UInt64>
    )
    func `has the same settings`(configuration: ReplicaConfiguration, seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var lines: [String] = []
        var known: ReadText?
        for _ in 0..<60 {
            for _ in 0..<Int.random(in: 0..<3, using: &random) { lines = changed(lines, &random) }
            let text = lines.joined(separator: "\n") + "\n"
            let document = try Format.properties.parse(Array(text.utf8))

            let read = ReadText(document, like: known, as: configuration)

            #expect(read.keys == ReadText(document, as: configuration).keys, "\(text)")
            known = read
        }
    }
}
