// settingsctl schema check: what is wrong with a bundle or a JSON Schema.

import ArgumentParser
import SchemaFiles
import SettingsDocument
import SettingsModel
import SettingsProtocol
import SettingsSchema

/// Whether bundles and schemas say what their authors mean.
struct SchemaCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Print everything that is wrong with bundles and schemas, with its place.",
        discussion: """
            A bundle is checked in all its languages and for all screens. Status 3 if there is an \
            error, 6 if a file can't be read; warnings and notes are told and change nothing.
            """
    )
    @Argument(help: "Bundles, JSON Schemas, or domains that have one.", completion: .file())
    var sources: [String]
    @OptionGroup var output: OutputOptions

    func run() throws {
        try ExitStatus.throwWorst(of: sources, check)
    }

    /// Checks one; nil for one without errors.
    private func check(_ word: String) throws -> ExitStatus? {
        let source = try SchemaSource(naming: word)
        let findings: Findings
        do throws(SchemaProblem) {
            findings = try Findings(source)
        } catch {
            show(error, excerpt: "", file: error.place.file)
            return .fileTrouble
        }
        for problem in findings.problems {
            let excerpt = output.json ? "" : findings.excerpt(of: problem)
            show(problem, excerpt: excerpt, file: findings.path(of: problem))
        }
        if let status = findings.problems.status { return status }
        findings.showSummary(output)
        return nil
    }

    private func show(_ problem: SchemaProblem, excerpt: String, file: String) {
        var place = problem.place
        place.file = file
        guard output.json else {
            let severity = problem.severity == .error ? "" : "\(problem.severity.rawValue): "
            var failure = Failure(
                .refused,
                "\(place): \(severity)\(problem.problem)",
                advice: problem.advice
            )
            failure.excerpt = excerpt
            return failure.report()
        }
        showJSON {
            $0.member("file", file)
            $0.member("line", place.position?.line)
            $0.member("column", place.position?.column)
            $0.member("path", place.path == .root ? nil : place.path.description)
            $0.member("severity", problem.severity.rawValue)
            $0.member("code", problem.code.rawValue)
            $0.member("problem", problem.problem)
            $0.member("advice", problem.advice)
        }
    }
}

extension [SchemaProblem] {
    /// The status for these problems; nil if there's no error among them.
    var status: ExitStatus? {
        let errors = filter { $0.severity == .error }
        guard !errors.isEmpty else { return nil }
        // What a file says that can't be read is missing.
        let codes: [SchemaProblem.Code] = [.unreadable, .syntax]
        return errors.contains { codes.contains($0.code) } ? .fileTrouble : .refused
    }
}

/// What was found in one bundle or schema.
private struct Findings {
    let problems: [SchemaProblem]
    private let source: SchemaSource
    private let schema: Schema
    /// The files of the bundle; nil for a schema.
    private let files: BundleFiles?

    init(_ source: SchemaSource) throws(SchemaProblem) {
        self.source = source
        switch source {
        case .bundle(let path, _):
            let folder = try BundleFolder(path: path)
            files = folder.files
            problems = BundleCheck(folder.files).problems
            schema = Schema(bundle: folder.files, languages: ["Base", "en"], idiom: .wide)
        case .schema(let path):
            let check = JSONSchemaCheck(try SchemaSource.document(at: path), file: path)
            files = nil
            problems = check.problems
            schema = check.schema
        }
    }

    /// The problem's file as the user would open it.
    func path(of problem: SchemaProblem) -> String {
        guard case .bundle(let folder, _) = source else { return problem.place.file }
        return folder + (folder.hasSuffix("/") ? "" : "/") + problem.place.file
    }

    /// The line of the problem with a mark below; empty for a place without one.
    func excerpt(of problem: SchemaProblem) -> String {
        guard let position = problem.place.position else { return "" }
        let bytes: [UInt8]?
        if let files {
            bytes = try? files.read(problem.place.file)
        } else {
            bytes = try? FileText.read(problem.place.file)
        }
        // A file that has gone since leaves the message without its excerpt.
        return bytes.map { SettingsDocument.excerpt(at: position, in: $0) } ?? ""
    }

    func showSummary(_ output: OutputOptions) {
        let settings = schema.panes.filter { !$0.isOfElements }
            .flatMap(\.rows).count { $0.keyPath != nil }
        let kind = files == nil ? "schema" : "bundle"
        guard output.json else {
            let panes = "\(schema.panes.count) \(schema.panes.count == 1 ? "pane" : "panes")"
            let rows = "\(settings) \(settings == 1 ? "setting" : "settings")"
            return show("\(source.path): \(kind), \(panes), \(rows)")
        }
        showJSON {
            $0.member("file", source.path)
            $0.member("kind", kind)
            $0.member("panes", schema.panes.count)
            $0.member("settings", settings)
        }
    }
}
