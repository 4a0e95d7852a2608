// Every entry of the catalogue against its own samples: what is read, what a change does, and what it allows.

import Foundation
import SchemaFiles
import SettingsCatalogue
import SettingsDocument
import SettingsMapping
import SettingsModel
import SettingsSchema
import Testing

/// An entry of the repository.
struct Entry: CustomTestStringConvertible, Sendable {
    let name: String
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Catalogue")

    static let all: [Entry] = {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        return (names ?? []).sorted().map { Entry(name: $0) }.filter { entry in
            let description = entry.folder.appending(path: "entry.toml").path
            return FileManager.default.fileExists(atPath: description)
        }
    }()

    var testDescription: String { name }
    var folder: URL { Self.folder.appending(path: name) }

    func read() throws -> CatalogueEntry {
        let bytes = Array(try Data(contentsOf: folder.appending(path: "entry.toml")))
        return try CatalogueEntry(Domain(name), bytes)
    }

    /// Its sample texts, with what is read of each and what changes do.
    func samples() throws -> [Sample] {
        let bytes = Array(try Data(contentsOf: folder.appending(path: "samples.toml")))
        let root = try Format.toml.parse(bytes).root
        return try (root["sample"]?.elements ?? []).map(Sample.init)
    }
}

/// A text of a program's file.
struct Sample {
    struct Change {
        var key: DocumentPath
        var value: SettingValue
        /// The line that gives way, and the one that stands in its place.
        var was: String
        var line: String
    }
    var about: String
    var text: String
    var keys: SettingValue
    var changes: [Change]

    init(_ table: SettingValue) throws {
        about = try #require(table["about"]?.string)
        text = try #require(table["text"]?.string)
        keys = table["keys"] ?? .dictionary([])
        changes = try (table["change"]?.elements ?? []).map { change in
            Change(
                key: try DocumentPath(parsing: #require(change["key"]?.string)),
                value: try #require(change["to"]),
                was: try #require(change["was"]?.string),
                line: try #require(change["line"]?.string)
            )
        }
    }

    /// The text with a change made by hand.
    func changed(by change: Change) throws -> String {
        var lines = text.components(separatedBy: "\n")
        let places = lines.indices.filter { lines[$0] == change.was }
        try #require(places.count == 1, "'\(change.was)' isn't one line of '\(about)'")
        lines[places[0]] = change.line
        return lines.joined(separator: "\n")
    }
}

extension Sample.Change {
    /// The value as the type that is there: `set` makes 13 of a size 11.0 the real number 13.0.
    func value(in document: any Document) -> SettingValue {
        guard case .integer(let number) = value,
            case .real? = document.root.value(at: key.elements[...])
        else { return value }
        return .real(Double(number))
    }
}

extension CatalogueEntry {
    /// A text of the program's file, read.
    func document(of text: String) throws -> any Document {
        let bytes = Array(text.utf8)
        let place = try #require(places.first)
        return try #require(format ?? Format.detect(name: place, bytes: bytes)).parse(bytes)
    }
}

extension SettingValue {
    subscript(key: String) -> SettingValue? {
        guard case .dictionary(let entries) = self else { return nil }
        return entries.first { $0.key == key }?.value
    }

    var string: String? { if case .string(let text) = self { text } else { nil } }
    var elements: [SettingValue]? { if case .array(let values) = self { values } else { nil } }

    /// The settings, by their keys.
    var settings: [SettingKeyPath: SettingValue] {
        guard case .dictionary(let entries) = self else { return [:] }
        let leaves = entries.flatMap {
            $0.value.leaves(at: SettingKeyPath(segments: [$0.key]))
        }
        return Dictionary(leaves) { _, last in last }
    }
}

@Suite struct `An entry of the catalogue` {
    @Test func `is there for the programs that people have`() {
        #expect(Entry.all.count >= 12)
    }

    @Test(arguments: Entry.all) func `reads its samples, and changes one line`(entry: Entry) throws
    {
        let description = try entry.read()
        let samples = try entry.samples()
        #expect(samples.count >= 3)
        #expect(samples.reduce(0) { $0 + $1.changes.count } >= 3)
        for sample in samples {
            let document = try description.document(of: sample.text)
            let read = Dictionary(document.entries.map { ($0.keyPath, $0.value) }) { $1 }
            #expect(read == sample.keys.settings, "\(sample.about)")
            for change in sample.changes {
                let edit = DocumentChange(change.key, change.value(in: document))
                let edited = try document.revised(by: edit).document
                let text = String(decoding: edited.bytes, as: UTF8.self)
                #expect(try text == sample.changed(by: change), "\(sample.about): \(change.key)")
                #expect(try document.format.parse(edited.bytes).root == edited.root)
            }
        }
    }

    @Test(arguments: Entry.all) func `has a bundle that its samples keep to`(entry: Entry) throws {
        let description = try entry.read()
        let bundle = try #require(description.bundle)
        let path = entry.folder.appending(path: bundle).path
        #expect(BundleCheck(try BundleFolder(path: path).files).problems == [])
        let schema = try SchemaSource.bundle(path).schema(languages: ["en"], idiom: .wide)
        for sample in try entry.samples() {
            let document = try description.document(of: sample.text)
            func refusals(_ document: any Document) -> [RuleRefusal] {
                schema.refusals(in: schema.meaning(of: document.root, in: document.format))
            }
            #expect(refusals(document) == [], "\(sample.about)")
            for change in sample.changes {
                let edit = DocumentChange(change.key, change.value(in: document))
                let edited = try document.revised(by: edit).document
                #expect(refusals(edited) == [], "\(sample.about): \(change.key)")
            }
        }
    }

    @Test(arguments: Entry.all) func `says its share of the look in pictures`(entry: Entry) throws {
        let bytes = Array(try Data(contentsOf: entry.folder.appending(path: "entry.toml")))
        let root = try Format.toml.parse(bytes).root
        var tables: [String: ValueTable] = [:]
        for (name, words) in root["values"]?.tables ?? [] {
            let rows = words.tables.map { ($0.key, $0.value.elements ?? [$0.value]) }
            tables[name] = try ValueTable(name: name, entries: rows)
        }
        // Words that are learned of a file.
        for name in try entry.read().themes.keys {
            let rows = [("dark", [SettingValue.string("d")]), ("light", [.string("l")])]
            tables[name] = try ValueTable(name: name, entries: rows)
        }
        for file in root["file"]?.elements ?? [] {
            let pictures = file["look"]?.settings ?? [:]
            let places = try pictures.map { key, value in
                let spellings = try (value.elements ?? [value]).map {
                    try Picture(parsing: #require($0.string), tables: tables)
                }
                return FileMap.Place(fileKey: key, pictures: spellings)
            }
            guard !places.isEmpty else { continue }
            let map = try FileMap(places)
            #expect(Set(map.keys.map(\.description)).subtracting(Self.lookKeys) == [])
        }
    }

    private static let lookKeys: Set = [
        "appearance", "mono.family", "mono.size", "ui.family", "ui.size", "opacity",
        "cursor.shape", "cursor.blink",
    ]
}

extension SettingValue {
    fileprivate var tables: [(key: String, value: SettingValue)] {
        guard case .dictionary(let entries) = self else { return [] }
        return entries.map { ($0.key, $0.value) }
    }
}
