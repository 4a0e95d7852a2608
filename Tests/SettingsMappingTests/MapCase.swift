// What the tests of maps share: literals, tables, and one place of a file.

import SettingsMapping
package import SettingsModel

extension SettingValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
{
    package init(stringLiteral text: String) { self = .string(text) }
    package init(integerLiteral number: Int64) { self = .integer(number) }
    package init(floatLiteral number: Double) { self = .real(number) }
    package init(booleanLiteral value: Bool) { self = .boolean(value) }
    package init(arrayLiteral values: SettingValue...) { self = .array(values) }
}

/// The tables of the tests' domain.
enum Tables {
    /// By name, each setting with the file's texts.
    private static let entries: KeyValuePairs<String, KeyValuePairs<String, [SettingValue]>> = [
        "include": ["dark": ["themes/mocha.conf"], "light": ["themes/latte.conf"]],
        "files": ["dark": ["~/mocha.toml"], "light": ["~/latte.toml"]],
        "themes": [
            "dark": ["Catppuccin Mocha", "catppuccin-mocha"],
            "light": ["Catppuccin Latte", "catppuccin-latte"],
        ],
        "helix": ["dark": ["gruvbox"], "light": ["gruvbox_light"]],
        "gtk": ["dark": ["Adwaita-dark"], "light": ["Adwaita"]],
        "dark01": ["dark": ["1", "true"], "light": ["0", "false"]],
        "flag": ["dark": ["false"], "light": ["true"]],
        "shape": ["block": ["block"], "bar": ["beam", "bar"], "line": ["underline"]],
        "Shape": ["block": ["Block"], "bar": ["Beam"], "line": ["Underline"]],
        "blinks": ["true": ["-1"], "false": ["0"]],
        "autosave": [
            "true": ["afterDelay", "onFocusChange", "onWindowChange"], "false": ["off"],
        ],
        "numbers": ["on": [true], "off": [false], "relative": ["rel"]],
        "levels": ["1": ["low"], "2.5": ["high"]],
    ]

    /// All of them, by name.
    static let all = Result {
        try Dictionary(
            uniqueKeysWithValues: entries.map { name, rows in
                let entries = rows.map { (setting: $0.key, texts: $0.value) }
                return (name, try ValueTable(name: name, entries: entries))
            }
        )
    }
}

/// A map of pictures by file key, in this order.
func fileMap(_ places: KeyValuePairs<SettingKeyPath, [String]>) throws -> FileMap {
    let tables = try Tables.all.get()
    return try FileMap(
        places.map { key, pictures in
            let pictures = try pictures.map { try Picture(parsing: $0, tables: tables) }
            return FileMap.Place(fileKey: key, pictures: pictures)
        }
    )
}

/// A mapped file whose values are changed as the agent changes them.
struct MappedFile {
    var map: FileMap
    var format = MappedFormat.lines
    var values: [SettingKeyPath: SettingValue]
    var older: [SettingKeyPath: SettingValue] = [:]

    /// What is read.
    var reading: MappedReading { map.reading(as: format) { values[$0] } }

    /// What is read, by key.
    var settings: [SettingKeyPath: SettingValue] {
        Dictionary(uniqueKeysWithValues: reading.entries.map { ($0.key, $0.value) })
    }

    /// The changes that say some settings, without applying them.
    func changes(
        to settings: [SettingKeyPath: SettingValue],
        adding adds: Bool = false
    ) -> MappedChanges {
        map.changes(
            to: settings,
            as: format,
            over: { values[$0] },
            spelledLike: { older[$0] },
            adding: { _ in adds }
        )
    }

    /// Says some settings, and gives what can't be said.
    mutating func set(
        _ settings: [SettingKeyPath: SettingValue],
        adding adds: Bool = false
    ) -> [MappedChanges.Refusal] {
        let changes = changes(to: settings, adding: adds)
        for edit in changes.edits { values[edit.fileKey] = edit.value }
        return changes.refusals
    }

    /// Whether the file already says a setting.
    func says(_ value: SettingValue, for key: SettingKeyPath) -> Bool {
        map.says(value, for: key, as: format) { values[$0] }
    }
}
