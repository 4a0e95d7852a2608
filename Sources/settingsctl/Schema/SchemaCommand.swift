// settingsctl schema: bundles and JSON Schemas, checked, exported and begun.

import ArgumentParser
import Glibc
import SchemaFiles
import SettingsClient
import SettingsDocument
import SettingsModel
import SettingsProtocol
import SettingsSchema

/// The commands on bundles and schemas.
struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Check what describes a program's settings, export it, or begin it from a file.",
        discussion: """
            A settings bundle (a folder with Root.plist, Root.toml or the like) or a JSON Schema \
            says what settings may be, what they are called and what they are by default.
            """,
        subcommands: [SchemaCheck.self, SchemaExport.self, SchemaInfer.self]
    )
}

extension SchemaSource {
    /// What a word of the command line names: a bundle's folder, a schema's file, or a domain.
    ///
    /// A domain is asked for only where nothing in the file system has the name.
    ///
    /// - Throws: ``Failure``, ``ClientError``.
    init(naming word: String) throws {
        var status = stat()
        if stat(word, &status) == 0 {
            self = status.st_mode & S_IFMT == S_IFDIR ? .bundle(word) : .schema(word)
            return
        }
        guard !word.contains("/"), !word.hasSuffix(".bundle"),
            Format.detect(name: word, bytes: []) == nil, let domain = try? Domain(word)
        else { throw Failure.noSuchSource(word) }
        guard let report = try Client().domains().first(where: { $0.domain == domain }) else {
            throw Failure.noSuchSource(word)
        }
        guard let source = report.schemaSource else {
            throw Failure(
                .notSet,
                "'\(domain)' has neither bundle nor schema",
                advice: "Begin one from its file: settingsctl schema infer FILE"
            )
        }
        self = source
    }
}

extension Schema {
    /// Reads what a word of the command line names, as ``SchemaSource/init(naming:)`` takes it.
    ///
    /// - Parameters:
    ///   - word: The word.
    ///   - done: What became of the command where it has errors: a sentence with a blank behind it.
    /// - Throws: ``Failure``, also for one with errors; ``ClientError``.
    init(naming word: String, done: String) throws {
        self = try SchemaSource(naming: word).schemaForUser()
        guard let status = problems.status,
            let first = problems.first(where: { $0.severity == .error })
        else { return }
        throw Failure(
            status,
            "\(word): there are errors in it, the first at \(first.place)",
            advice: "\(done)See: settingsctl schema check \(word.quotedForShell)"
        )
    }
}

extension Failure {
    fileprivate static func noSuchSource(_ word: String) -> Failure {
        Failure(
            .fileTrouble,
            "\(word): there is no such bundle, schema or domain",
            advice: "Name the folder of a bundle, the file of a JSON Schema, or a domain"
        )
    }

    /// The failure for a bundle or schema that can't be read at all.
    init(_ problem: SchemaProblem) {
        self.init(
            .fileTrouble,
            "\(problem.place): \(problem.problem)",
            advice: problem.advice
        )
    }
}
