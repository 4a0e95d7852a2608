// Reading a settings bundle or a JSON Schema that a domain file names.

import SchemaFiles
import SettingsDocument
import SettingsModel
import SettingsSchema
import SyncEngine

/// One reading of a source.
struct SchemaReading {
    /// nil when nothing of it could be read.
    var schema: Schema?
    /// Whether all files could be read that are there.
    var isWhole = true
    var problems: [SchemaDiagnostic] = []
}

/// One thing that is wrong with a bundle or a schema.
struct SchemaDiagnostic: Equatable {
    /// The stable name for scripts.
    var code: String
    var severity: SchemaProblem.Severity
    var file: String
    var place: SourcePlace?
    /// What was there and what was expected, as a sentence without its period.
    var problem: String
    /// What the reader can do about it.
    var advice: String

    init(_ problem: SchemaProblem, in source: SchemaSource) {
        code = problem.code.rawValue
        severity = problem.severity
        file = source.file(of: problem.place)
        place = problem.place.position
        self.problem = problem.problem
        advice = problem.advice
    }
}

extension SchemaSource {
    /// Makes a source of what the engine calls it.
    init(kind: DomainSchema.Kind, path: String) {
        self = kind == .bundle ? .bundle(path) : .schema(path)
    }

    /// What the engine calls it.
    var kind: DomainSchema.Kind { if case .bundle = self { .bundle } else { .schema } }

    /// The file that a place is in.
    func file(of place: SchemaPlace) -> String {
        guard kind == .bundle, !place.file.hasPrefix("/") else { return path }
        return "\(path)/\(place.file)"
    }

    /// Reads the source; whatever is in it, this gives problems and no error.
    func read() -> SchemaReading {
        let schema: Schema
        do {
            // Texts are for screens; the agent needs none of them.
            schema = try self.schema(languages: [], idiom: .wide)
        } catch {
            return SchemaReading(
                isWhole: false,
                problems: [SchemaDiagnostic(error, in: self)]
            )
        }
        let hasUnread = schema.problems.contains { problem in
            problem.severity == .error && (problem.code == .unreadable || problem.code == .syntax)
        }
        return SchemaReading(
            schema: schema.panes.isEmpty ? nil : schema,
            isWhole: !hasUnread && !schema.panes.isEmpty,
            problems: schema.problems.map { SchemaDiagnostic($0, in: self) }
        )
    }

    /// The line of a place, where its file has lines.
    func located(_ place: SchemaPlace) -> SourcePlace? {
        if let position = place.position { return position }
        // It may have changed since it was read; then there's no line to show.
        guard let document = try? Self.document(at: file(of: place)) else { return nil }
        return place.located(in: document).position
    }
}
