// Schemas for stories at a desk.

import SettingsDocument
import SettingsModel
import SettingsSchema
import SyncEngine

extension DomainSchema {
    /// A bundle whose only pane has these rows, as TOML.
    static func bundle(_ rows: String, edition: UInt64 = 1) -> DomainSchema {
        let text = "SAKeyPaths = true\n" + rows
        let files = BundleFiles(["Root.toml": Array(text.utf8)])
        let schema = Schema(bundle: files, languages: [], idiom: .wide)
        return DomainSchema(
            kind: .bundle,
            path: "/Settings.bundle",
            edition: edition,
            schema: schema
        )
    }
}

extension DomainSchema {
    /// A JSON Schema.
    static func json(_ text: String) throws -> DomainSchema {
        let document = try Format.json.parse(Array(text.utf8))
        return DomainSchema(
            kind: .schema,
            path: "/schema.json",
            edition: 1,
            schema: Schema(jsonSchema: document, file: "/schema.json")
        )
    }
}

/// A row for a number in a range.
func numberRow(_ key: String, _ range: ClosedRange<Int>, default value: Int? = nil) -> String {
    """
    [[PreferenceSpecifiers]]
    Type = "PSTextFieldSpecifier"
    Title = "Number"
    Key = "\(key)"
    SAValueType = "Integer"
    SAMinimum = \(range.lowerBound)
    SAMaximum = \(range.upperBound)
    \(value.map { "DefaultValue = \($0)" } ?? "")

    """
}

/// A row for a text, with more lines of its own.
func textRow(_ key: String, _ more: String = "") -> String {
    """
    [[PreferenceSpecifiers]]
    Type = "PSTextFieldSpecifier"
    Title = "Text"
    Key = "\(key)"
    \(more)

    """
}

extension Desk {
    /// Gives the domain of the desk a schema.
    func adopt(_ schema: ConfiguredSchema) {
        var configurations = configurations
        for index in configurations.indices where configurations[index].domain == domain {
            configurations[index].schema = schema
        }
        configure(configurations)
    }

    /// Gives the domain of the desk a bundle with these rows.
    func adopt(rows: String, edition: UInt64 = 1) {
        adopt(.read(.bundle(rows, edition: edition)))
    }

    /// A desk with one TOML file and a bundle with these rows.
    convenience init(toml: String, rows: String) throws {
        try self.init(toml: toml)
        adopt(rows: rows)
    }
}
