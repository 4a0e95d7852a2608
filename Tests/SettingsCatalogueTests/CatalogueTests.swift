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
            #expect(Set(map.keys.map(\.description)).subtracting(Self.look.keys) == [])
            let wanted = map.keys.map { ($0, Self.look[$0.description] ?? .null) }
            let changes = map.changes(
                to: Dictionary(wanted) { $1 },
                as: try #require(entry.read().format).isTyped ? .typed : .lines,
                over: { _ in nil },
                spelledLike: { _ in nil },
                adding: { _ in true }
            )
            #expect(changes.refusals == [])
        }
    }

    /// The keys of the look, each with a value that all programs have a word for.
    private static let look: [String: SettingValue] = [
        "appearance": .string("light"), "mono.family": .string("Mono"), "mono.size": .real(13),
        "ui.family": .string("Sans"), "ui.size": .real(12), "opacity": .real(0.5),
        "cursor.shape": .string("bar"), "cursor.blink": .boolean(false),
    ]

    /// Texts that the programs themselves take, with what is meant by them.
    private static let taken: [(entry: String, text: String, key: String, value: SettingValue)] = [
        ("alacritty", "[font]\nsize = 10.8\n", "font.size", .real(10.8)),
        (
            "alacritty", "[window]\ndecorations = \"none\"\n", "window.decorations",
            .string("none")
        ),
        ("foot", "[main]\nbold-text-in-bright=true\n", "main.bold-text-in-bright", .boolean(true)),
        ("fuzzel", "[main]\ndpi-aware=on\n", "main.dpi-aware", .boolean(true)),
        ("ghostty", "cursor-style-blink =\n", "cursor-style-blink", .string("")),
        ("git", "[pull]\n\trebase = yes\n", "pull.rebase", .boolean(true)),
        ("git", "[pull]\n\trebase = m\n", "pull.rebase", .string("m")),
        ("git", "[pull]\n\tff = no\n", "pull.ff", .boolean(false)),
        ("git", "[merge]\n\tff = 0\n", "merge.ff", .boolean(false)),
        ("git", "[color]\n\tui = on\n", "color.ui", .boolean(true)),
        ("git", "[core]\n\tautocrlf = True\n", "core.autocrlf", .boolean(true)),
        ("git", "[diff]\n\trenames = yes\n", "diff.renames", .boolean(true)),
        ("git", "[diff]\n\tcolorMoved = no\n", "diff.colormoved", .boolean(false)),
        ("gpg-agent", "default-cache-ttl 21600 # 6 hours\n", "default-cache-ttl", .integer(21600)),
        ("hyprland", "misc {\n    vrr = true\n}\n", "misc.vrr", .boolean(true)),
        ("i3", "smart_gaps yes\n", "smart_gaps", .boolean(true)),
        ("kitty", "allow_remote_control true\n", "allow_remote_control", .boolean(true)),
        ("kitty", "url_style single\n", "url_style", .string("single")),
        ("kitty", "font_size 11.3\n", "font_size", .real(11.3)),
        ("mpv", "sub-scale=0.75\n", "sub-scale", .real(0.75)),
        ("mpv", "volume-max=155\n", "volume-max", .integer(155)),
        ("ranger", "set draw_borders true\n", "draw_borders", .string("true")),
        ("readline", "set bell-style off\n", "bell-style", .boolean(false)),
        ("sway", "xwayland enable\n", "xwayland", .boolean(true)),
        ("vscode", "{\"editor.fontSize\": 13.2}\n", "\"editor.fontSize\"", .real(13.2)),
        ("waybar", "{\"margin\": 0}\n", "margin", .integer(0)),
    ]

    @Test(arguments: taken) func `takes what its program takes`(
        entry: String,
        text: String,
        key: String,
        value: SettingValue
    ) throws {
        let (schema, document) = try Entry(name: entry).checked(text)
        let meant = schema.meaning(of: document.root, in: document.format)
        #expect(schema.refusals(in: meant) == [])
        #expect(meant.settings[try SettingKeyPath(parsing: key)] == value)
    }

    @Test(arguments: [
        ("git", "[pull]\n\trebase = bogus\n"), ("kitty", "allow_remote_control perhaps\n"),
        ("foot", "[main]\nbold-text-in-bright=palette\n"), ("sway", "xwayland lazily\n"),
        ("gpg-agent", "default-cache-ttl soon # 6 hours\n"),
    ]) func `refuses a word that its program doesn't know`(entry: String, text: String) throws {
        let (schema, document) = try Entry(name: entry).checked(text)
        let meant = schema.meaning(of: document.root, in: document.format)
        #expect(schema.refusals(in: meant).count == 1)
    }
}

extension Entry {
    /// The rules of its bundle, and a text of its program.
    fileprivate func checked(_ text: String) throws -> (Schema, any Document) {
        let entry = try read()
        let path = folder.appending(path: try #require(entry.bundle)).path
        let schema = try SchemaSource.bundle(path).schema(languages: ["en"], idiom: .wide)
        return (schema, try entry.document(of: text))
    }
}

extension SettingValue {
    fileprivate var tables: [(key: String, value: SettingValue)] {
        guard case .dictionary(let entries) = self else { return [] }
        return entries.map { ($0.key, $0.value) }
    }
}
