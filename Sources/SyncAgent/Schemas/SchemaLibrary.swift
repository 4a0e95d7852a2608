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
        /// Whether what is in force was read in full.
        var isWhole = false
        /// Whether an earlier reading is in force, as the last one couldn't be used.
        var isOld = false

        /// Whether it says more than a reading with something missing.
        func isBetter(than reading: SchemaReading) -> Bool {
            if case .read = configured { isWhole || reading.schema == nil } else { false }
        }
    }
    /// So many errors of one source are told; all of them are in `replicas`.
    private static let toldErrors = 5

    /// Called when something says another thing than before, after it was read in the background.
    var haveNews: () -> Void = {}
    private let kept: KeptSchemas
    private let report: (Message) -> Void
    private var known: [SchemaSource: Known] = [:]
    private var wanted: Set<SchemaSource> = []
    private var watched: Set<String> = []
    private var editions: UInt64 = 0
    /// The loop that isn't to wait for a reading; nil while it isn't running yet.
    private var loop: EventLoop?
    /// Whether anything is being read in the background.
    private(set) var isLooking = false
    private var mustLookAgain = false

    /// Makes an empty library with its copies in a folder; what people should know is given to `report`.
    init(copies folder: String, report: @escaping (Message) -> Void) {
        kept = KeptSchemas(folder: folder)
        self.report = report
    }

    /// What a source said when it was last read; nil before the first time.
    func configured(_ source: SchemaSource) -> ConfiguredSchema? { known[source]?.configured }

    /// What is wrong with a source, and whether what it said before is in force.
    func problems(of source: SchemaSource) -> (list: [SchemaDiagnostic], isOld: Bool) {
        (known[source]?.problems ?? [], known[source]?.isOld ?? false)
    }

    /// Watches each of these files and folders, and no others.
    func follow(_ paths: Set<String>, _ watcher: any FileWatcher) {
        for path in watched.subtracting(paths).sorted() { watcher.unwatchFolder(path) }
        for path in paths.subtracting(watched).sorted() { watcher.watchFolder(path) }
        watched = paths
    }

    /// Drops copies of what nobody uses any more.
    func dropCopies() { kept.forgetAll(but: wanted) }

    // MARK: Reading

    /// From now on the loop runs, and everything is read on a thread of its own.
    func readInBackground(of loop: EventLoop) {
        self.loop = loop
        // Something may have changed before it was watched.
        if !wanted.isEmpty { refresh(wanted) }
    }

    /// Reads these sources where they show something else than before, and forgets all others.
    ///
    /// At once before ``readInBackground(of:)``; after it, ``haveNews`` tells.
    func refresh(_ sources: Set<SchemaSource>) {
        for source in known.keys where !sources.contains(source) {
            known[source] = nil
            kept.forget(source)
        }
        wanted = sources
        guard !isLooking else {
            mustLookAgain = true
            return
        }
        let requests = sources.sorted { $0.path.precedes($1.path) }.map(request)
        guard let loop else {
            for look in requests.lazy.compactMap({ $0.look() }) { take(look) }
            return
        }
        guard !requests.isEmpty else { return }
        isLooking = true
        loop.performInBackground("schemas") {
            requests.compactMap { $0.look() }
        } then: { [weak self] looks in
            self?.looked(looks)
        }
    }

    /// Reads a source that isn't in use yet; it's known from then on, if there's anything in it.
    func examine(_ source: SchemaSource, then answer: @escaping (SchemaReading) -> Void) {
        var request = request(for: source)
        // Whatever is known: who asks is to hear what it says now.
        request.mark = nil
        let take = { [weak self] (look: SchemaLook?) in
            guard let self, let look else { return answer(SchemaReading()) }
            if look.reading.schema != nil { self.take(look) }
            answer(look.reading)
        }
        guard let loop else { return take(request.look()) }
        loop.performInBackground("schemas", { [request] in request.look() }, then: take)
    }

    private func request(for source: SchemaSource) -> SchemaRequest {
        SchemaRequest(
            source: source,
            mark: known[source]?.mark,
            hasGoodReading: known[source]?.isWhole == true,
            kept: kept
        )
    }

    private func looked(_ looks: [SchemaLook]) {
        isLooking = false
        let news = looks.filter { wanted.contains($0.source) }
        for look in news { take(look) }
        if mustLookAgain {
            mustLookAgain = false
            refresh(wanted)
        }
        if !news.isEmpty { haveNews() }
    }

    private func take(_ look: SchemaLook) {
        let last = known[look.source]
        var now = Known(
            mark: look.mark,
            configured: .unread,
            problems: look.reading.problems,
            isWhole: look.reading.isWhole
        )
        if !look.reading.isWhole, let last, last.isBetter(than: look.reading) {
            now.configured = last.configured.outdated
            (now.isWhole, now.isOld) = (last.isWhole, true)
        } else if !look.reading.isWhole, let earlier = look.earlier {
            now.configured = ConfiguredSchema.read(numbered(earlier)).outdated
            (now.isWhole, now.isOld) = (true, true)
        } else if let schema = look.reading.schema {
            now.configured = .read(numbered(schema))
        }
        known[look.source] = now
        tell(now, after: last)
    }

    private func numbered(_ schema: DomainSchema) -> DomainSchema {
        editions += 1
        var schema = schema
        schema.edition = editions
        return schema
    }

    // MARK: Telling

    private func tell(_ now: Known, after last: Known?) {
        let all = now.problems.filter { $0.severity == .error }
        let errors = all.filter { last?.problems.contains($0) != true }
        for error in errors.prefix(Self.toldErrors) {
            report(Message(error, consequence(of: now)))
        }
        if errors.count > Self.toldErrors {
            report(Message(moreErrors: errors.count - Self.toldErrors, in: errors[0].file))
        }
        if all.isEmpty, let last = last?.problems.first(where: { $0.severity == .error }) {
            report(Message(mended: last.file))
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
            "\(file.escapedForDisplay): and \(count) more\nList them with: settingsctl status"
        )
    }

    fileprivate init(mended file: String) {
        self.init(.notice, "\(file.escapedForDisplay): has no errors any more")
    }
}

extension ConfiguredSchema {
    /// The same, now that what it was read from can't be read in full.
    fileprivate var outdated: ConfiguredSchema {
        guard case .read(var schema) = self else { return self }
        schema.isOutdated = true
        return .read(schema)
    }
}
