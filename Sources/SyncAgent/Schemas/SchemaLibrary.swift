// The bundles and schemas that domain files name, each read again only when it changed.

import SchemaFiles
import SettingsModel
import SettingsSchema
import SyncEngine
import SyncPlatform

/// Every bundle and schema in use.
final class SchemaLibrary {
    private struct Known {
        var mark: SchemaMark
        var configured: ConfiguredSchema
        var problems: [SchemaDiagnostic]
        /// Whether an earlier reading is in force, as the last one couldn't be used.
        var isOld = false
    }
    /// So many errors of one source are told; all of them are in `replicas`.
    private static let toldErrors = 5

    private let report: (Message) -> Void
    private var known: [SchemaSource: Known] = [:]
    private var watched: Set<String> = []
    private var editions: UInt64 = 0

    /// Makes an empty library; what people should know is given to `report`.
    init(report: @escaping (Message) -> Void) { self.report = report }

    /// What a source says now; read only if it shows something else than before.
    func configured(_ source: SchemaSource) -> ConfiguredSchema {
        // Taken before reading: what changes meanwhile shows at the next look.
        let mark = SchemaMark(source)
        if let known = known[source], known.mark == mark { return known.configured }
        let reading = source.read()
        let last = known[source]
        var now = Known(mark: mark, configured: .unread, problems: reading.problems)
        if case .read? = last?.configured, !reading.isWhole {
            now.configured = last?.configured ?? .unread
            now.isOld = true
        } else if let schema = reading.schema {
            editions += 1
            let read = DomainSchema(
                kind: source.kind,
                path: source.path,
                edition: editions,
                schema: schema
            )
            now.configured = .read(read)
        }
        known[source] = now
        tell(now, after: last)
        return now.configured
    }

    /// What is wrong with a source, and whether what it said before is in force.
    func problems(of source: SchemaSource) -> (list: [SchemaDiagnostic], isOld: Bool) {
        (known[source]?.problems ?? [], known[source]?.isOld ?? false)
    }

    /// Forgets all sources but these, and watches each of them.
    func follow(_ sources: Set<SchemaSource>, _ watcher: any FileWatcher) {
        known = known.filter { sources.contains($0.key) }
        let paths = Set(sources.map(\.path))
        for path in watched.subtracting(paths).sorted() { watcher.unwatchFolder(path) }
        for path in paths.subtracting(watched).sorted() { watcher.watchFolder(path) }
        watched = paths
    }

    private func tell(_ now: Known, after last: Known?) {
        let errors = now.problems.filter {
            $0.severity == .error && last?.problems.contains($0) != true
        }
        for error in errors.prefix(Self.toldErrors) {
            report(Message(error, consequence(of: now)))
        }
        if errors.count > Self.toldErrors {
            report(Message(moreErrors: errors.count - Self.toldErrors, in: errors[0].file))
        }
        if let last, !last.problems.isEmpty, now.problems.isEmpty {
            report(Message(mended: last.problems[0].file))
        }
    }

    private func consequence(of known: Known) -> String {
        if known.isOld { return "What it said before stays in force" }
        if case .unread = known.configured {
            return "Nothing is checked, and there are no defaults"
        }
        return "The rest of it is in force"
    }
}

extension Message {
    fileprivate init(_ problem: SchemaDiagnostic, _ consequence: String) {
        self.init(
            ConfigurationProblem(
                path: problem.file,
                place: problem.place,
                problem: problem.problem,
                consequence: consequence,
                advice: problem.advice
            )
        )
    }

    fileprivate init(moreErrors count: Int, in file: String) {
        self.init(
            .warning,
            "\(file.escapedForDisplay): and \(count) more\nList them with: settingsctl replicas"
        )
    }

    fileprivate init(mended file: String) {
        self.init(.notice, "\(file.escapedForDisplay): can be read again")
    }
}
