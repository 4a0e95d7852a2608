// A file of the first domain that has the settings in other words.

import SettingsDocument
import SettingsMapping
import SettingsModel
import SyncEngine
import TestSupport

/// Which domains have the mapped file of a world.
package enum MappedFile: Sendable {
    /// There is no such file.
    case none
    /// The first domain has it, with a map.
    case alone
    /// So it is, and all values of the file are text.
    case text
    /// So it is, and the map has one setting at two places, of which one is rounded.
    case twice
    /// So it is, and a second file has the same map.
    case pair
    /// A second domain has it too, with all keys under their own names.
    case andPlain
}

/// What an edit of a mapped file means for one setting.
struct MappedMeaning {
    var key: SettingKeyPath
    var value: SettingValue
    var isPromised: Bool
}

/// The mapped files of a world, and their map.
struct Mapping {
    /// The one that every such world has.
    static let path = "/mapped"

    var paths: [String] { kind == .pair ? [Self.path, "/mapped-too"] : [Self.path] }

    /// What a mapped file says at first: the same as the first file, in its own words.
    var firstText: String {
        switch kind {
        case .text: Self.linesText
        case .twice: Self.commonText + "size_px = 16\n"
        case .none, .alone, .pair, .andPlain: Self.commonText
        }
    }

    private static let linesText = """
        # my program
        face  Mono:12 bold
        tab_px 5

        # colours
        scheme Latte
        locale lang=en
        extra 9000

        """

    private static let commonText = """
        # my program
        face = "Mono:12 bold" # keep
        tab_px = 5

        # colours
        scheme = "Latte"
        locale = "lang=en"
        extra = 9000 # mine

        """

    let map: FileMap
    let kind: MappedFile
    let format: Format
    let mappedFormat: MappedFormat
    /// What the first domain's agent is given.
    private(set) var replicas: [ReplicaConfiguration] = []

    /// The mapped file of a world; nil where there is none.
    init?(_ kind: MappedFile, weakness: Weakness?) throws {
        guard kind != .none else { return nil }
        self.kind = kind
        format = kind == .text ? .kitty : .toml
        mappedFormat = kind == .text ? .lines : .typed
        map = try Self.map(scheme: "{theme|hues}", isDoubled: kind == .twice)
        let isMisread = weakness == .readsOwnTexts
        let other = try Self.map(scheme: "{theme}", isDoubled: kind == .twice)
        replicas = paths.map { path in
            ReplicaConfiguration(
                path: path,
                format: format,
                map: isMisread ? other : map,
                adoption: weakness == .addsMappedLines ? .all : .present
            )
        }
    }

    private static func map(scheme: String, isDoubled: Bool) throws -> FileMap {
        // Two thirds of the settings have words, so that a file can't say each.
        let hues = (0..<200).filter { $0 % 3 != 0 }.map { number in
            (
                setting: "hue-\(number)",
                texts: ["Hue \(number)", "hue/\(number)"].map { SettingValue.string($0) }
            )
        }
        let words = [(setting: "light", texts: [SettingValue.string("Latte")])] + hues
        let tables = ["hues": try ValueTable(name: "hues", entries: words)]
        var pictures: [(SettingKeyPath, [String])] = [
            ("face", ["{font.name}:{font.size|number}{*}"]),
            ("tab_px", ["{tabs|*4/3|int}"]),
            ("scheme", [scheme]),
            ("locale", ["lang={lang}", "locale={lang}"]),
        ]
        if isDoubled { pictures.append(("size_px", ["{font.size|*4/3|int}"])) }
        return try FileMap(
            pictures.map { key, texts in
                FileMap.Place(
                    fileKey: key,
                    pictures: try texts.map { try Picture(parsing: $0, tables: tables) }
                )
            }
        )
    }

    /// The keys of the file: those of the map, and one that it doesn't have.
    var fileKeys: [SettingKeyPath] { map.fileKeys + ["extra"] }

    /// The domain that has the file with all keys; nil where none has.
    func plainDomain() throws -> DomainConfiguration? {
        guard kind == .andPlain else { return nil }
        let keys = fileKeys.map(KeyPattern.exactly)
        return DomainConfiguration(
            domain: try Domain("org.example.plain"),
            replicas: [ReplicaConfiguration(path: Self.path, format: .toml, keys: keys)]
        )
    }

    // MARK: Reading

    /// The values of a text at the file's keys.
    static func values(in document: any Document) -> [SettingKeyPath: SettingValue] {
        document.entries.reduce(into: [:]) { $0[$1.keyPath] = $1.value }
    }

    func reading(_ document: any Document) -> MappedReading {
        let values = Self.values(in: document)
        return map.reading(as: mappedFormat) { values[$0] }
    }

    /// The domain's settings that a text says.
    func settings(in document: any Document) -> [SettingKeyPath: SettingValue] {
        reading(document).entries.reduce(into: [:]) { $0[$1.key] = $1.value }
    }

    func says(_ value: SettingValue, for key: SettingKeyPath, in document: any Document) -> Bool {
        let values = Self.values(in: document)
        return map.says(value, for: key, as: mappedFormat) { values[$0] }
    }

    /// What somebody means for the domain who makes one text of another: a text that no picture reads and
    /// a line that is gone mean nothing; a value that another place has for them may be meant.
    func meaning(of document: any Document, over old: any Document) -> [MappedMeaning] {
        let before = settings(in: old)
        let texts = (Self.values(in: old), Self.values(in: document))
        return reading(document).entries.compactMap { entry in
            if let value = before[entry.key], says(value, for: entry.key, in: document) {
                return nil
            }
            let isWritten = texts.0[entry.fileKey] != texts.1[entry.fileKey]
            return MappedMeaning(key: entry.key, value: entry.value, isPromised: isWritten)
        }
    }

    /// Whether one place alone can't read its text; one that says something else than an earlier place may
    /// follow again.
    func isOwn(_ value: SettingValue, at fileKey: SettingKeyPath) -> Bool {
        guard let place = map.places.first(where: { $0.fileKey == fileKey }),
            let alone = try? FileMap([place])
        else { return true }
        return alone.reading(as: mappedFormat) { $0 == fileKey ? value : nil }.entries.isEmpty
    }
}

// MARK: What people write

extension World {
    /// What a file is mapped by; nil for one without a map.
    func mapping(of path: String) -> Mapping? {
        mapping.flatMap { $0.paths.contains(path) ? $0 : nil }
    }

    func intend(_ meanings: [MappedMeaning], by who: String, save: Int) {
        for meant in meanings {
            intend(meant.key, meant.value, by: who, save: save, isPromised: meant.isPromised)
        }
    }

    /// A new value for a key, which has a text in it where the mapped file needs nothing else.
    func value(_ text: String, for key: SettingKeyPath) -> SettingValue {
        guard mapping != nil, !random.chance(0.1) else { return .string(text) }
        let number = nextNumber()
        switch key.description {
        case "font.size", "tabs":
            return random.chance(0.3) ? .real(Double(number) + 0.3) : .integer(Int64(number))
        case "theme": return .string("hue-\(number)")
        // The map can't tell this name from a size.
        case "font.name" where random.chance(0.1): return .string(text + ":7")
        default: return .string(text)
        }
    }

    /// Somebody's next text at a key of the mapped file; nil to remove its line.
    func mappedText(
        for fileKey: SettingKeyPath,
        _ text: String,
        over document: any Document,
        _ mapping: Mapping
    ) -> SettingValue? {
        if fileKey == "extra" { return .integer(Int64(nextNumber())) }
        if random.chance(0.15) { return nil }
        if random.chance(0.25) { return .string("own \(text)") }
        let present = Mapping.values(in: document)
        let key = random.pick(mapping.map.keys(at: fileKey))
        // One hole of a text, and the others stay.
        if fileKey == "face", random.chance(0.6) {
            let edits = mapping.map.changes(
                to: [key: value(text, for: key)],
                as: mapping.mappedFormat,
                over: { present[$0] },
                spelledLike: { _ in nil },
                adding: { _ in false }
            ).edits
            if let edit = edits.first(where: { $0.fileKey == fileKey }) { return edit.value }
        }
        let number = nextNumber()
        let hue = number % 3 == 0 ? number + 100 : number
        switch fileKey.description {
        case "face": return .string("\(text):\(number)" + random.pick(["", " bold", ".5 thin"]))
        case "tab_px", "size_px": return .integer(Int64(number))
        case "scheme": return .string(random.pick(["Hue \(hue)", "hue/\(hue)"]))
        default: return .string(random.pick(["lang=", "locale="]) + text)
        }
    }
}
