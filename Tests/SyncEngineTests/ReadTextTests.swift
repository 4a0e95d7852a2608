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
            "/a",
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

    private typealias Setting = (table: String, key: String, value: String)

    private static let values = [
        "1", "0x1", "2", "\"x\"", "'x'", "[1, 2]", "{a = 1, b = 2}", "{b = 2, a = 1}", "{}",
        "1979-05-27",
    ]

    /// Settings of which one was set, added, removed or put last.
    private func changed(_ settings: [Setting], _ random: inout SeededRandom) -> [Setting] {
        var settings = settings
        let table = ["", "t", "t.u", "w"].randomElement(using: &random) ?? ""
        let key = "k\(Int.random(in: 0..<4, using: &random))"
        let old = settings.firstIndex { $0.table == table && $0.key == key }
        let value = Self.values.randomElement(using: &random) ?? "1"
        switch (Int.random(in: 0..<3, using: &random), old) {
        case (0, let old?): settings[old].value = value
        case (1, let old?): settings.remove(at: old)
        case (_, let old?): settings.append(settings.remove(at: old))
        case (_, nil): settings.append((table, key, value))
        }
        return settings
    }

    /// A TOML file with settings, in tables or with dotted keys; not always one that can be read.
    private func toml(_ settings: [Setting], _ random: inout SeededRandom) -> String {
        var (top, tables) = ("", "")
        var written: Set<String> = []
        for setting in settings where written.insert(setting.table).inserted {
            let isTable = !setting.table.isEmpty && Bool.random(using: &random)
            if isTable { tables += "[\(setting.table)]\n" }
            let prefix = isTable || setting.table.isEmpty ? "" : setting.table + "."
            for other in settings where other.table == setting.table {
                let line = "\(prefix)\(other.key) = \(other.value)\n"
                if isTable { tables += line } else { top += line }
            }
        }
        return top + tables
    }

    @Test(arguments: 1...(LongRun.isOn ? 300 : 40) as ClosedRange<UInt64>)
    func `has the same settings in the tables of TOML`(seed: UInt64) throws {
        let configuration = ReplicaConfiguration(path: "/a")
        var random = SeededRandom(seed: seed)
        var settings: [Setting] = []
        var known: ReadText?
        for _ in 0..<60 {
            for _ in 0..<Int.random(in: 0..<3, using: &random) {
                settings = changed(settings, &random)
            }
            let text = toml(settings, &random)
            guard let document = try? Format.toml.parse(Array(text.utf8)) else { continue }

            let read = ReadText(document, like: known, as: configuration)

            #expect(read.keys == ReadText(document, as: configuration).keys, "\(text)")
            known = read
        }
        #expect(known?.keys.isEmpty == false)
    }
}
