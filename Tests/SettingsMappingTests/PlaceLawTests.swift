// What holds for maps that have keys at several places.

import SettingsMapping
import SettingsModel
import TestSupport
import Testing

@Suite struct `A map with several places of a key` {
    private static let pictures = [
        "{f}", "{f}:size={s|number}{*}", "{s|*4/3|int}", "{s|number}", "{f} {s|.1}",
        "{s|*14/11|.1}px", "{s|int}x{s|int}", "{o|*100|int}", "{o|number}", "{c|rrggbb}{o|hex}",
        "{c|#rrggbb}", "{c|r,g,b} {s|int}",
    ]

    /// A file of some of the pictures in any order, with lines that the map made.
    private func file(using random: inout SeededRandom) throws -> MappedFile {
        let tables = try Tables.all.get()
        let pictures = Self.pictures.shuffled(using: &random)
            .prefix(Int.random(in: 2...8, using: &random))
        let places = try pictures.enumerated().map { index, picture in
            FileMap.Place(
                fileKey: SettingKeyPath(segments: ["line \(index)"]),
                pictures: [try Picture(parsing: picture, tables: tables)]
            )
        }
        var file = MappedFile(map: try FileMap(places), values: [:])
        _ = file.set(settings(using: &random), adding: true)  // All of it can be said.
        return file
    }

    private func settings(
        using random: inout SeededRandom
    ) -> [SettingKeyPath: SettingValue] {
        [
            "f": .string(["Hack", "Fira Code", "Noto Sans"].randomElement(using: &random) ?? ""),
            "s": .real(Double(Int.random(in: 600...2_400, using: &random)) / 100),
            "o": ValueKind.share.random(using: &random),
            "c": .string("#" + (Bool.random(using: &random) ? "1e1e2e" : "89b4fa")),
        ]
    }

    @Test(arguments: 1...(LongRun.isOn ? 2_000 : 150) as ClosedRange<UInt64>)
    func `makes no text the file's own, and writes nothing twice`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var file = try file(using: &random)
        for _ in 0..<3 {
            let settings = settings(using: &random)
            #expect(file.set(settings).isEmpty)
            #expect(file.reading.own == [])
            #expect(file.changes(to: settings).edits.isEmpty)
            #expect(file.changes(to: file.settings).edits.isEmpty)
            for key in file.settings.keys {
                #expect(settings[key].map { file.says($0, for: key) } == true)
            }
        }
    }

    @Test(arguments: 1...(LongRun.isOn ? 2_000 : 150) as ClosedRange<UInt64>)
    func `never writes over a text that says something else`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var file = try file(using: &random)
        let other = try self.file(using: &random)
        for key in file.values.keys where Bool.random(using: &random) {
            file.values[key] = other.values[key] ?? file.values[key]
        }
        let own = Set(file.reading.own.map(\.fileKey))
        let before = file.values
        #expect(file.changes(to: file.settings).edits.isEmpty)
        #expect(file.set(settings(using: &random)).isEmpty)
        for key in own { #expect(file.values[key] == before[key]) }
        let says = file.settings.allSatisfy { file.says($0.value, for: $0.key) }
        #expect(says)
    }
}
