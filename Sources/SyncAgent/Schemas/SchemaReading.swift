// Reading a settings bundle or a JSON Schema that a domain file names.

import SchemaFiles
import SettingsDocument
import SettingsModel
import SettingsSchema
import SyncEngine

/// One reading of a source.
struct SchemaReading: Sendable {
    /// nil when nothing of it could be read; its edition is still to be given.
    var schema: DomainSchema?
    /// Whether no part is missing.
    var isWhole = false
    var problems: [SchemaDiagnostic] = []
    /// What it was read from; nil when there's nothing.
    var contents: SourceContents?
}

/// One thing that is wrong with a bundle or a schema.
struct SchemaDiagnostic: Equatable, Sendable {
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

    /// A program that doesn't list its options: the bundle counts without them.
    init(_ problem: ConfigurationProblem, in source: SchemaSource) {
        let place = SchemaPlace(file: problem.path)
        self.init(
            SchemaProblem(
                .unreadable,
                .warning,
                at: place,
                problem: problem.problem,
                advice: problem.advice
            ),
            in: source
        )
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
    ///
    /// Texts are for screens; the agent needs none of them.
    func read() -> SchemaReading {
        do throws(SchemaProblem) {
            let (schema, contents) = try reading(languages: [], idiom: .wide)
            return reading(schema, contents)
        } catch {
            return SchemaReading(problems: [SchemaDiagnostic(error, in: self)])
        }
    }

    /// Reads what the source said before.
    func read(_ contents: SourceContents) -> SchemaReading {
        do throws(SchemaProblem) {
            return reading(try schema(from: contents, languages: [], idiom: .wide), contents)
        } catch {
            return SchemaReading(problems: [SchemaDiagnostic(error, in: self)])
        }
    }

    private func reading(_ schema: Schema, _ contents: SourceContents) -> SchemaReading {
        var reading = SchemaReading(contents: contents)
        reading.problems = schema.problems.map { SchemaDiagnostic($0, in: self) }
        guard let root = schema.panes.first else { return reading }
        reading.schema = DomainSchema(kind: kind, path: path, edition: 0, schema: schema)
        reading.isWhole = schema.extent != .cut
        // Perhaps it's just being written.
        if kind == .bundle, schema.panes.allSatisfy(\.rows.isEmpty) {
            reading.isWhole = false
            reading.problems.append(SchemaDiagnostic(.noRows(in: root.file), in: self))
        }
        return reading
    }

    /// The longest file that is read once more for a line's number, in bytes.
    private static let searchedBytes = 1 << 20

    /// The line of a place, where its file has lines and isn't too long to look for it now.
    func located(_ place: SchemaPlace) -> SourcePlace? {
        if let position = place.position { return position }
        var limits = SchemaLimits.standard
        limits.file.fileBytes = Self.searchedBytes
        // It may have changed since it was read; then there's no line to show.
        guard let document = try? Self.document(at: file(of: place), limits) else { return nil }
        return place.located(in: document).position
    }
}

extension SchemaProblem {
    fileprivate static func noRows(in file: String) -> SchemaProblem {
        SchemaProblem(
            .missingKey,
            .error,
            at: SchemaPlace(file: file),
            problem: "the bundle has no rows",
            advice: "Add some under 'PreferenceSpecifiers'"
        )
    }
}
