// Any bytes at all as YAML: read or refused, never a trap, and what is read can be edited.

import SettingsDocument
import SettingsModel
import TestSupport
import Testing

@Suite struct `A YAML file of damaged bytes` {
    private static let seeds = [
        "a: 1 # c\nb: {c: \"x\\u00e9\", d: [1, 'y'],}\nt:\n  - x: |+\n      z\n\n    y: >-\n      w\n  -\n",
        "\u{FEFF}%YAML 1.2\r\n---\r\n&a k: &b\r\n  - *a\r\n? q\r\n: !!str 4\r\n<<: {m: 1}\r\n...\r\n",
        "base: &base\n  k: 1\n  l: [a, b: c]\nuse:\n  <<: *base\n  k: ~\n\"日本\": !t 0x1f\n---\nx: y\n",
        "a:\n\t- b\n? - c\n: - d\n  - e: f\n    g: 2001-12-14t21:59:43.10-05:00\n# end",
    ].map { Array($0.utf8) }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `is read or refused, and edited without harm`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var read = 0
        for _ in 0..<2_000 {
            let bytes = Self.damaged(&random)
            guard let document = try? Format.yaml.parse(bytes) else { continue }
            read += 1
            #expect(document.bytes == bytes)
            #expect(document.lines.flatMap { bytes[$0.range] } == bytes)
            guard let entry = document.entries.randomElement(using: &random) else { continue }
            let probe = yamlProbes.randomElement(using: &random)
            for value in [probe, nil] {
                let change = DocumentChange(DocumentPath(entry.keyPath), value)
                let revision = document.revised(by: [change])
                let isKnown = revision.refusals.allSatisfy { $0.error.code == .shared }
                #expect(
                    isKnown,
                    "\(String(decoding: bytes, as: UTF8.self).debugDescription) \(change) \(revision.refusals)"
                )
            }
        }
        // Damage that never leaves anything readable would prove little.
        #expect(read > 50)
    }

    private static func damaged(_ random: inout SeededRandom) -> [UInt8] {
        var bytes = seeds[Int.random(in: 0..<seeds.count, using: &random)]
        let pieces = Array("\n\r\"'[]{}:-?,#&*!|>%@`\\ \t0aé".utf8)
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
