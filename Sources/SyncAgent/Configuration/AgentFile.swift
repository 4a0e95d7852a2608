// The agent's own settings, `agent.toml`.

package import SettingsModel
package import SyncEngine
import SyncPlatform

/// What `agent.toml` says.
package struct AgentFile: Equatable, Sendable {
    package var limits = Limits.standard
    package var timing = Timing()
    /// Whether a save that takes most settings away is held until it is accepted.
    package var holdsWipes = true
    /// Which problems are shown to the user, and by which program.
    package var notices = NoticeSettings()
    package var problems: [ConfigurationProblem] = []

    /// The settings of an agent without the file.
    package init() {}

    /// Reads the file at a path, if there is one.
    ///
    /// Where it can't be read, `last` stays in force.
    package init(at path: String, last: AgentFile = AgentFile()) {
        do {
            guard let bytes = try OwnFiles.read(path) else {
                self.init()
                return
            }
            self.init(bytes, path: path, last: last)
            refuseCommand(of: path)
        } catch {
            self = last
            problems = [ConfigurationProblem(error, path: path)]
        }
    }

    /// Reads the file.
    ///
    /// A limit may be lowered, never raised. A mistake leaves that one at its standard.
    package init(_ bytes: [UInt8], path: String, last: AgentFile = AgentFile()) {
        do {
            var reader = try TableReader(bytes, path: path)
            reader.checkKeys(of: reader.root, known: ["limits", "timing", "guard", "notify"])
            if let table = reader.table("limits", of: reader.root) { readLimits(table, &reader) }
            if let table = reader.table("timing", of: reader.root) { readTiming(table, &reader) }
            if let table = reader.table("guard", of: reader.root) { readGuard(table, &reader) }
            if let table = reader.table("notify", of: reader.root) {
                notices = NoticeSettings(table, &reader)
            }
            problems = reader.problems
        } catch {
            self = last
            problems = [ConfigurationProblem(error, path: path, bytes: bytes)]
        }
    }

    /// Leaves the command out that somebody else may have written: it would be run as the user.
    private mutating func refuseCommand(of path: String) {
        guard notices.command != nil, case .others(let error) = FileTrust.of(path) else { return }
        notices.command = nil
        problems.append(
            ConfigurationProblem(
                path: path,
                problem: error.problem,
                consequence: "The command of [notify] isn't run",
                advice: error.advice
            )
        )
    }

    private mutating func readLimits(_ table: TablePlace, _ reader: inout TableReader) {
        reader.checkKeys(of: table, known: Set(Self.limitNames.keys))
        for (key, value) in table.values.sorted(by: { $0.key < $1.key }) {
            guard let limit = Self.limitNames[key] else { continue }
            let allowed = (Self.lowest[key] ?? 1)...Limits.standard[keyPath: limit]
            guard let number = reader.number(key, value, in: allowed, of: table) else { continue }
            limits[keyPath: limit] = number
        }
    }

    private mutating func readTiming(_ table: TablePlace, _ reader: inout TableReader) {
        reader.checkKeys(of: table, known: ["missing_grace_ms"])
        let key = "missing_grace_ms"
        guard let value = table.values[key],
            let number = reader.number(key, value, in: 0...60_000, of: table)
        else { return }
        timing.missingGrace = Int64(number)
    }

    private mutating func readGuard(_ table: TablePlace, _ reader: inout TableReader) {
        reader.checkKeys(of: table, known: ["wipe"])
        holdsWipes = reader.flag("wipe", of: table) ?? holdsWipes
    }

    /// Below these, nobody could talk to the agent.
    private static let lowest = ["line_bytes": 1_024]

    private static var limitNames: [String: WritableKeyPath<Limits, Int>] {
        [
            "file_bytes": \.fileBytes, "value_bytes": \.valueBytes, "line_bytes": \.lineBytes,
            "key_path_segments": \.keyPathSegments, "keys_per_domain": \.keysPerDomain,
            "clients": \.clients, "subscriptions_per_client": \.subscriptionsPerClient,
            "history_entries": \.historyEntries, "history_bytes": \.historyBytes,
            "history_days": \.historyDays,
            "file_versions": \.fileVersions, "resumable_changes": \.resumableChanges,
            "nesting": \.nesting,
        ]
    }
}

// MARK: At run time

extension AgentFile {
    /// The limits that a running agent takes on; the others are part of its state.
    private static var changeable: [WritableKeyPath<Limits, Int>] {
        [\.valueBytes, \.lineBytes, \.clients, \.subscriptionsPerClient]
    }

    /// The limits in force once a running agent has read this file.
    package func limits(changing running: Limits) -> Limits {
        var limits = running
        for limit in Self.changeable { limits[keyPath: limit] = self.limits[keyPath: limit] }
        return limits
    }

    /// What a restart would change, by the names in the file, in their order.
    package func waitingForRestart(limits: Limits, running: AgentFile) -> [String] {
        let reached = self.limits(changing: limits)
        var names = Self.limitNames.filter { reached[keyPath: $1] != self.limits[keyPath: $1] }.map(
            \.key
        )
        if timing.missingGrace != running.timing.missingGrace { names.append("missing_grace_ms") }
        if holdsWipes != running.holdsWipes { names.append("wipe") }
        return names.sorted()
    }
}

extension TableReader {
    /// A whole number in a range; nil, and a note, when it is something else.
    fileprivate mutating func number(
        _ key: String,
        _ value: SettingValue,
        in range: ClosedRange<Int>,
        of table: TablePlace
    ) -> Int? {
        if case .integer(let number) = value, let number = Int(exactly: number),
            range.contains(number)
        {
            return number
        }
        add(
            "'\(key)' must be a whole number from \(range.lowerBound) to \(range.upperBound)",
            at: key,
            of: table,
            advice: "Change it, or remove the line to have the standard"
        )
        return nil
    }
}
