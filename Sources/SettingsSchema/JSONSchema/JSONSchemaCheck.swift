// Everything that is wrong with a JSON Schema: what `schema check` says.

package import SettingsDocument
import SettingsModel

/// A check of a JSON Schema, and of the defaults in it.
package struct JSONSchemaCheck {
    /// What was found, by place.
    package private(set) var problems: [SchemaProblem]
    /// What the schema says.
    package let schema: Schema

    /// Checks a schema.
    package init(_ document: any Document, file: String, limits: SchemaLimits = .standard) {
        schema = Schema(jsonSchema: document, file: file, limits: limits)
        problems = schema.problems
        if case .dictionary(let entries) = document.root,
            !entries.contains(where: { Self.keywords.contains($0.key) })
        {
            problems.append(Self.noSchema(file))
        }
        let places = Set(problems.map(\.place.path))
        for row in schema.panes.flatMap(\.rows) {
            guard let problem = row.badDefault(at: "default") else { continue }
            var located = problem
            located.place = problem.place.located(in: document)
            if !places.contains(located.place.path) { problems.append(located) }
        }
        problems.sortAndKeepWorst(limits.problems)
    }

    /// Keywords of which a schema that says something has one at least.
    private static let keywords: Set = [
        "$ref", "type", "properties", "patternProperties", "additionalProperties", "items",
        "enum", "const", "allOf", "anyOf", "oneOf", "not", "if", "required",
    ]

    private static func noSchema(_ file: String) -> SchemaProblem {
        SchemaProblem(
            .missingKey,
            .error,
            at: SchemaPlace(file: file),
            problem: "nothing in the file is a schema",
            advice: "Write 'properties'; to begin a bundle from a settings file, run: "
                + "settingsctl schema infer FILE"
        )
    }
}
