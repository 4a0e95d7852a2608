// Where a program's panes come from: its bundle, or a file of its own.

import SchemaFiles
import SettingsDocument
import SettingsModel
import SettingsProtocol
import SettingsSchema

/// A settings file, and where in its domain its keys begin.
struct SourceFile: Equatable, Sendable {
    var path: String
    var prefix: SettingKeyPath?
    /// What the agent reads it as; nil where nothing but the file tells.
    var format: Format?
    /// Which keys of the domain it takes part in; nil for all.
    var keys: [KeyPattern]?
}

/// A program whose panes can be read.
struct PaneSource: Sendable {
    /// What describes the settings.
    enum Description: Equatable, Sendable {
        /// The folder of a settings bundle, and what its program lists of other options.
        case bundle(String, options: String? = nil)
        /// The file of a JSON Schema.
        case schema(String)
        /// Settings files, whose values tell what can be set.
        case files([SourceFile])
    }
    var domain: Domain
    var title: String
    var description: Description
    /// Which settings have rows.
    var coverage = Program.Coverage.described

    /// The program before its panes are read.
    var unread: Program {
        let panes = [Pane(name: "Root", file: "")]
        return Program(
            domain: domain,
            title: title,
            panes: panes,
            root: "Root",
            .partial,
            isInferred: isInferred
        )
    }

    /// How much of a program is read.
    enum Reach {
        case everything
        /// What is shown first, where that can be told from the rest.
        case firstPane
    }

    /// Reads the panes; without any where there is nothing to read them from.
    func program(_ idiom: Idiom, _ reach: Reach = .everything) -> Program {
        var limits = SchemaLimits.standard
        if reach == .firstPane { limits.panes = 1 }
        let (schema, mistake) = schema(idiom, limits)
        let isPartial =
            reach == .firstPane && schema?.problems.contains { $0.code == .limit } == true
        // Of a program with tabs, another pane than the root may be shown first.
        if isPartial, schema?.panes.first?.tabs.isEmpty == false { return program(idiom) }
        var panes = schema?.panes ?? []
        if panes.isEmpty { panes = [Pane(name: "Root", file: "")] }
        var program = Program(
            domain: domain,
            title: title,
            panes: panes,
            root: panes[0].name,
            isPartial ? .partial : .whole,
            isUnclear: isUnclear(schema),
            isInferred: isInferred,
            mistake: mistake.map(fileProblem)
        )
        program.coverage = coverage
        return program
    }

    /// Reads what describes the settings, and what keeps a part of that from being read.
    private func schema(
        _ idiom: Idiom,
        _ limits: SchemaLimits
    ) -> (schema: Schema?, mistake: SchemaProblem?) {
        let languages = Languages.ofThisProcess
        do throws(SchemaProblem) {
            let schema: Schema? =
                switch description {
                case .bundle(let folder, let options):
                    try SchemaSource.bundle(folder, options: options)
                        .schema(languages: languages, idiom: idiom, limits: limits)
                case .schema(let file):
                    try SchemaSource.schema(file).schema(languages: languages, idiom: idiom)
                case .files(let files): Schema(inferredFrom: files.compactMap(\.inferred))
                }
            // What else is wrong with a bundle or a schema, `settingsctl schema check` tells.
            let mistakes = schema?.extent == .cut ? schema?.problems ?? [] : []
            return (schema, mistakes.first(where: \.leavesFileOut))
        } catch {
            return (nil, error)
        }
    }
}

extension SchemaProblem {
    /// Whether a whole file isn't read because of it.
    fileprivate var leavesFileOut: Bool {
        severity == .error && (code == .syntax || code == .unreadable)
    }
}

extension PaneSource {
    private func fileProblem(_ problem: SchemaProblem) -> FileProblem {
        var file = problem.place.file
        if case .bundle(let folder, _) = description, !file.hasPrefix("/") {
            file = "\(folder)/\(file)"
        }
        return FileProblem(
            subject: .partOfPanes,
            domain: domain,
            file: file,
            code: problem.code.rawValue,
            state: .broken,
            place: problem.place.position,
            problem: problem.problem
        )
    }

    /// Where a change of the panes shows; empty where the agent tells of it.
    var folders: [String] {
        switch description {
        case .bundle(let path, let options):
            ((try? BundleFolder(path: path).folders) ?? [path])
                + (options.map { [$0.pathFolder] } ?? [])
        case .schema(let path):
            [path.lastIndex(of: "/").map { String(path[..<$0]) + "/" } ?? "."]
        case .files: []
        }
    }

    private var isInferred: Bool { if case .files = description { true } else { false } }

    /// Whether what calls some settings secrets can't be read as a whole.
    private func isUnclear(_ schema: Schema?) -> Bool {
        switch description {
        case .bundle, .schema: schema?.isIncomplete ?? true
        case .files: false
        }
    }
}

extension SourceFile {
    /// The file to make panes of; nil for a broken one, which the agent tells of.
    fileprivate var inferred: InferredFile? {
        guard let document = try? SchemaSource.document(at: path, as: format) else { return nil }
        let name = path.fileName
        return InferredFile(document, name: name, prefix: prefix?.segments ?? [], keys: keys)
    }
}
