// Any bytes at all: read or refused, never a trap, and what is read can be edited.

import SettingsDocument
import SettingsModel
import TestSupport
import Testing

@Suite struct `A TOML file of damaged bytes` {
    private static let seeds = [
        "a = 1\nb.c = \"x\\u00e9\" # c\n[t]\nx = [1, {y = 2}, '''\nz''']\n[[p]]\nq = 1979-05-27T07:32:00Z\n",
        "\u{FEFF}k = { a.b = 1, 'c d' = \"\"\"\\\n  t\"\"\" }\r\n[[p.q]]\r\n[p.q.r]\r\nn = -0x1_f\r\n",
        "x = +inf\ny = 1e-5_0\nz = 07:32:00.5\n\"日本\" = [ # c\n 1,\n]\n",
    ].map { Array($0.utf8) }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `is read or refused, and edited without harm`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var read = 0
        for _ in 0..<1_500 {
            let bytes = Self.damaged(&random)
            guard let document = try? TOMLDocument(bytes, as: .toml, limits: .standard) else {
                continue
            }
            read += 1
            #expect(document.bytes == bytes)
            #expect(document.lines.flatMap { bytes[$0.range] } == bytes)
            let entries = document.entries
            guard let entry = entries.randomElement(using: &random) else { continue }
            let probe = tomlProbes.randomElement(using: &random)
            for value in [probe, nil] {
                let change = DocumentChange(DocumentPath(entry.keyPath), value)
                let revision = document.revised(by: [change])
                #expect(
                    revision.refusals.isEmpty,
                    "\(String(decoding: bytes, as: UTF8.self)) \(change) \(revision.refusals)"
                )
            }
        }
        // Damage that never leaves anything readable would prove little.
        #expect(read > 50)
    }

    private static func damaged(_ random: inout SeededRandom) -> [UInt8] {
        var bytes = seeds[Int.random(in: 0..<seeds.count, using: &random)]
        let pieces = Array("\n\r\"'[]{}=.,#\\ \t0aé".utf8)
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            let end = min(bytes.count, place + Int.random(in: 0...6, using: &random))
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes[place] = pieces[Int.random(in: 0..<pieces.count, using: &random)]
            case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 2: bytes.removeSubrange(place..<end)
            case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
            default:
                bytes.insert(pieces[Int.random(in: 0..<pieces.count, using: &random)], at: place)
            }
            if bytes.isEmpty { return [0x61] }
        }
        return bytes
    }
}
