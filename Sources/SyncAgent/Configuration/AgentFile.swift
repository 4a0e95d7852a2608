// The agent's own settings, `agent.toml`.

import SettingsDocument
package import SettingsModel
package import SyncEngine

/// What `agent.toml` says.
package struct AgentFile: Equatable, Sendable {
    package var limits = Limits.standard
    package var timing = Timing()
    package var problems: [ConfigurationProblem] = []

    /// The settings of an agent without the file.
    package init() {}

    /// Reads the file.
    ///
    /// A limit may be lowered, never raised. A mistake leaves the standard in force.
    package init(_ bytes: [UInt8], path: String) {
        do {
            var reader = try TableReader(bytes, path: path)
            let root = reader.root.table
            readLimits(root["limits"]?.table ?? [:], &reader)
            readTiming(root["timing"]?.table ?? [:], &reader)
            for key in root.keys.sorted() where key != "limits" && key != "timing" {
                reader.add("'\(key)' is not known", at: [key], advice: "Remove it")
            }
            problems = reader.problems
        } catch {
            problems = [ConfigurationProblem(error, path: path, bytes: bytes)]
        }
    }

    private mutating func readLimits(_ table: [String: SettingValue], _ reader: inout TableReader) {
        for (key, value) in table.sorted(by: { $0.key < $1.key }) {
            guard let limit = Self.limitNames[key] else {
                reader.add("there is no limit '\(key)'", at: ["limits", key], advice: "Remove it")
                continue
            }
            let highest = Limits.standard[keyPath: limit]
            guard case .integer(let number) = value, number >= 1, number <= highest else {
                reader.add(
                    "'\(key)' must be a whole number from 1 to \(highest)",
                    at: ["limits", key],
                    advice: "Limits can be lowered, not raised"
                )
                continue
            }
            limits[keyPath: limit] = Int(number)
        }
    }

    private mutating func readTiming(_ table: [String: SettingValue], _ reader: inout TableReader) {
        for (key, value) in table.sorted(by: { $0.key < $1.key }) {
            guard key == "missing_grace_ms", case .integer(let number) = value,
                (0...60_000).contains(number)
            else {
                reader.add(
                    "'\(key)' is not a time that can be set",
                    at: ["timing", key],
                    advice: "Set missing_grace_ms to 0 … 60000"
                )
                continue
            }
            timing.missingGrace = number
        }
    }

    private static var limitNames: [String: WritableKeyPath<Limits, Int>] {
        [
            "file_bytes": \.fileBytes, "value_bytes": \.valueBytes, "line_bytes": \.lineBytes,
            "key_path_segments": \.keyPathSegments, "keys_per_domain": \.keysPerDomain,
            "clients": \.clients, "subscriptions_per_client": \.subscriptionsPerClient,
            "history_entries": \.historyEntries, "history_days": \.historyDays,
            "file_versions": \.fileVersions, "resumable_changes": \.resumableChanges,
            "nesting": \.nesting,
        ]
    }
}

extension ConfigurationProblem {
    /// A file that can't be read as TOML.
    init(_ error: DocumentError, path: String, bytes: [UInt8]) {
        self.init(
            path: path,
            place: error.place,
            excerpt: SettingsDocument.excerpt(at: error.place, in: bytes),
            problem: error.problem,
            consequence: "The last good version stays in force",
            advice: error.advice
        )
    }
}
