// What clients ask of values, rules and the history.

import SchemaFiles
import SettingsDocument
import SettingsModel
import SettingsProtocol
import SettingsSchema
import SyncEngine

/// What is so, as clients ask for it: it only looks.
struct Queries {
    let agent: Agent
    let domains: DomainDirectory

    /// About how large a page of the history is: no more than is read in a few milliseconds.
    static let historyPageBytes = 256 << 10
    /// How many keys a page of `list` has where the client doesn't say it, and at most: one
    /// answer mustn't keep the other clients waiting for long.
    private static let keysPerPage = (usual: 10_000, most: 100_000)
    /// The newest entries of a key's history in which `explain` looks for edits that lost.
    private static let explainedEntries = 100

    /// The value in force, or one layer's.
    ///
    /// - Throws: ``RPCError`` with code `.keyNotFound` where there is none.
    func get(
        _ domain: Domain,
        _ key: SettingKeyPath,
        _ layer: Layer?
    ) throws(RPCError) -> Setting {
        guard let entry = agent.engine.entry(domain, key, in: layer) else {
            let isTable = agent.engine.hasEntries(domain, below: key)
            throw RPCError(
                .keyNotFound,
                "'\(key)' is not set in '\(domain)'",
                advice: isTable
                    ? "It holds other keys; list them with: settingsctl list \(domain) "
                        + key.description.quotedForShell
                    : "List the keys with: settingsctl list \(domain)"
            )
        }
        var setting = Setting(
            key: key,
            value: entry.value,
            rev: entry.rev,
            layer: entry.layer,
            origin: entry.origin.description
        )
        setting.isSecret = agent.engine.hides(domain, key)
        return setting
    }

    /// The key that a text means as a person types it.
    ///
    /// - Throws: ``RPCError`` with code `.invalidParams` where it means none, or more than one.
    func resolve(_ text: String, in domain: Domain) throws(RPCError) -> ResolvedKey {
        do {
            let directory = KeyDirectory(of: domain, in: agent.engine)
            let text = try KeyText(parsing: text)
            return ResolvedKey(try directory.key(text))
        } catch {
            throw RPCError(.invalidParams, error.problem, advice: error.advice)
                .with { $0.parameter = "text" }
        }
    }

    /// Several values as they are at one number, in the order asked for; keys without one are left out.
    func getMany(_ domain: Domain, _ selection: Call.Selection) throws(RPCError) -> Page {
        let found: [EffectiveEntry] =
            switch selection {
            case .all: agent.engine.entries(domain, below: nil)
            case .prefix(let prefix): agent.engine.entries(domain, below: prefix)
            case .keys(let keys): each(of: keys).compactMap { agent.engine.entry(domain, $0) }
            }
        return Page(
            seq: shownSeq(of: domain),
            entries: found.map { entry($0, in: domain, .told) },
            next: nil
        )
    }

    /// The number up to which a domain's (nil: every domain's) changes show.
    private func shownSeq(of domain: Domain?) -> UInt64 {
        guard agent.standing(of: domain) == .beingWritten else { return agent.announcedSeq }
        let changes = agent.engine.changes
        return domain.map { max(agent.announcedSeq, changes.lastRev(of: $0)) } ?? changes.seq
    }

    /// Each key once: a short line must not ask for more than a domain holds.
    private func each(of keys: [SettingKeyPath]) -> [SettingKeyPath] {
        var seen: Set<SettingKeyPath> = []
        return keys.filter { seen.insert($0).inserted }
    }

    /// One page of keys, in the order of domains and keys.
    func page(_ list: Call.List) throws(RPCError) -> Page {
        let limit = min(list.limit ?? Self.keysPerPage.usual, Self.keysPerPage.most)
        var entries: [Entry] = []
        let after = try list.after.map { text throws(RPCError) in try PagePlace(text) }
        for domain in list.domain.map({ [$0] }) ?? agent.engine.knownDomains {
            if let after, domain < after.domain { continue }
            for entry in level(of: domain, list) {
                if let after, domain == after.domain, entry.key <= after.key { continue }
                guard entries.count < limit else {
                    let place = entries.last.map { PagePlace(domain: $0.domain, key: $0.key) }
                    return Page(
                        seq: shownSeq(of: list.domain),
                        entries: entries,
                        next: place?.description
                    )
                }
                entries.append(entry)
            }
        }
        return Page(seq: shownSeq(of: list.domain), entries: entries, next: nil)
    }

    /// A domain's keys below the prefix, those deeper than asked for summed up.
    private func level(of domain: Domain, _ list: Call.List) -> [Entry] {
        let found = agent.engine.entries(domain, below: list.prefix, in: list.layer)
        let values: SecretValues = list.domain == nil ? .withheld : .told
        guard let depth = list.depth else { return found.map { entry($0, in: domain, values) } }
        let length = (list.prefix?.segments.count ?? 0) + depth
        var entries: [Entry] = []
        for entry in found {
            guard entry.keyPath.segments.count > length, length > 0 else {
                entries.append(self.entry(entry, in: domain, values))
                continue
            }
            let parent = SettingKeyPath(segments: Array(entry.keyPath.segments.prefix(length)))
            if let last = entries.last, last.key == parent, case .children(let count) = last.content
            {
                entries[entries.count - 1].content = .children(count + 1)
            } else {
                entries.append(Entry(domain: domain, key: parent, content: .children(1)))
            }
        }
        return entries
    }

    /// Whether a secret's value is told; it isn't where all domains were asked for.
    private enum SecretValues { case told, withheld }

    private func entry(
        _ entry: EffectiveEntry,
        in domain: Domain,
        _ values: SecretValues
    ) -> Entry {
        let isSecret = agent.engine.hides(domain, entry.keyPath)
        var told = Entry(
            domain: domain,
            key: entry.keyPath,
            content: .value(
                isSecret && values == .withheld ? nil : entry.value,
                rev: entry.rev,
                layer: entry.layer,
                origin: entry.origin.description
            )
        )
        told.isSecret = isSecret
        return told
    }

    /// Every layer's value of a key, strongest first, and the edits that lost, oldest first.
    func explain(_ domain: Domain, _ key: SettingKeyPath) throws(RPCError) -> Explanation {
        let layers = agent.engine.explain(domain, key)
        var query = HistoryQuery()
        query.domain = domain
        query.keyPath = key
        query.isExact = true
        query.limit = Self.explainedEntries
        let losers = try history(query).compactMap(withoutSecrets).filter {
            ($0.kind == .superseded || $0.kind == .keptNewer || $0.kept != nil)
        }
        var explanation = Explanation(
            key: key,
            winner: layers.first { $0.isInForce }?.layer,
            layers: layers.map { layer in
                var report = located(LayerReport(layer), layer, domain, key)
                // Another hole of the same text may have a secret.
                let keys = layer.mapped?.keys ?? []
                if keys.contains(where: { $0 != key && agent.engine.hides(domain, $0) }) {
                    (report.says, report.writes) = (nil, nil)
                    if report.isOwn { report.value = .null }
                }
                return report
            },
            losers: losers.map {
                LoserReport(
                    value: $0.value,
                    origin: $0.origin.description,
                    time: $0.time,
                    why: $0.kind.rawValue
                )
            }
        )
        explanation.isSecret = agent.engine.hides(domain, key)
        return explanation
    }

    /// One page of the history, from the newest entries backwards.
    func page(_ request: Call.History) throws(RPCError) -> HistoryPage {
        var query = HistoryQuery()
        query.domain = request.domain
        query.keyPath = request.key
        query.afterSeq = request.since
        query.before = request.before
        query.group = request.group
        query.limit = request.limit
        query.bytes = Self.historyPageBytes
        let found = try history(query)
        let isWhole = found.reduce(0) { $0 + $1.size } < Self.historyPageBytes
        let isEnough = request.limit.map { found.count >= $0 } ?? false
        return HistoryPage(
            // Of a step that is asked for, it's said that a secret is among it.
            (request.group == nil ? found.compactMap(withoutSecrets) : found).map {
                let report = HistoryReport($0)
                let isHidden = $0.isSecret || agent.engine.hides($0.domain, $0.keyPath)
                return isHidden ? report.withoutValues : report
            },
            // Where the limit ends a page, more is there only if somebody asks for it.
            next: isWhole && !isEnough ? nil : found.first?.id
        )
    }

    /// The entries that a query asks for, secrets among them.
    ///
    /// - Throws: ``RPCError`` with code `.store` when the journal can't be read.
    func history(_ query: HistoryQuery) throws(RPCError) -> [HistoryEntry] {
        do {
            return try agent.log.history(query)
        } catch {
            throw RPCError(
                .store,
                "the history can't be read: \(error.problem)",
                advice: error.advice
            )
        }
    }
}

extension Queries {
    /// An entry as it may be shown: none of a key that is or was a secret.
    func withoutSecrets(_ entry: HistoryEntry) -> HistoryEntry? {
        entry.isSecret || agent.engine.isSecret(entry.domain, entry.keyPath) ? nil : entry
    }
}

// MARK: Rules

extension Queries {
    /// What is wrong with a domain's settings, or with changes to them.
    func validate(_ domain: Domain, _ changes: [Call.KeyChange]) throws(RPCError) -> Validation {
        guard agent.engine.configuration(of: domain) != nil else {
            throw RPCError(unknown: domain)
        }
        let problems =
            changes.isEmpty
            ? agent.engine.problems(in: domain)
            : agent.engine.problems(with: changes.map { KeyEdit($0.key, $0.value) }, in: domain)
        return Validation(
            problems.map { problem in
                var report = ProblemReport(problem: problem.problem, advice: problem.advice)
                report.key = problem.keyPath
                report.file = problem.path
                report.place = problem.place
                return report
            }
        )
    }

    /// A layer's report with the row that its default comes from.
    func located(
        _ report: LayerReport,
        _ explanation: LayerExplanation,
        _ domain: Domain,
        _ key: SettingKeyPath
    ) -> LayerReport {
        guard explanation.layer == .default, let file = explanation.path,
            let source = domains.schemaSource(ofFile: file),
            let row = agent.engine.row(of: key, in: domain), row.file == file
        else { return report }
        var report = report
        report.replica = source.path
        report.place = source.located(row.place)
        report.row = row.place.path.schemaDescription
        return report
    }
}

/// Where a page of `list` ended, as text for the next request.
private struct PagePlace: CustomStringConvertible {
    var domain: Domain
    var key: SettingKeyPath

    init(domain: Domain, key: SettingKeyPath) {
        self.domain = domain
        self.key = key
    }

    init(_ text: String) throws(RPCError) {
        let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
        guard parts.count == 2, let domain = try? Domain(parts[0]),
            let key = try? SettingKeyPath(description: parts[1])
        else {
            throw RPCError(
                .invalidParams,
                "'after' is not what a page gave as 'next'",
                advice: "Pass 'next' on as it is"
            )
        }
        self.init(domain: domain, key: key)
    }

    var description: String { "\(domain) \(key)" }
}

extension LayerReport {
    fileprivate init(_ explanation: LayerExplanation) {
        self.init(layer: explanation.layer, value: explanation.value)
        replica = explanation.path
        file = explanation.path
        place = explanation.place
        origin = explanation.origin.description
        time = explanation.time
        at = explanation.mapped?.fileKey
        says = explanation.mapped?.text
        isOwn = explanation.mapped?.isOwn ?? false
        table = explanation.mapped?.table
        writes = explanation.mapped?.written
        problem = explanation.mapped?.problem
    }
}

extension HistoryReport {
    fileprivate init(_ entry: HistoryEntry) {
        self.init(
            id: entry.id,
            seq: entry.seq,
            time: entry.time,
            domain: entry.domain,
            key: entry.keyPath,
            origin: entry.origin.description,
            why: entry.kind.rawValue
        )
        new = entry.value
        old = entry.old
        kept = entry.kept
        (file, at) = (entry.place?.file, entry.place?.key)
        reason = entry.reason
        group = entry.group
        undoes = entry.undoes
    }
}
