// settingsctl diff: what each file says, against what the agent holds.

import ArgumentParser
import SettingsClient
import SettingsDocument
import SettingsModel
import SettingsProtocol

/// Files against the settings.
struct Diff: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print where a file says something else than the settings; status 1 if one does.",
        discussion: "A line is FILE KEY, what the file says and what the settings say."
    )
    @Argument(help: .domain) var domain: Domain?
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try Client()
        let secrets = try Secrets(client)
        var differs = false
        for replica in try client.replicas(of: domain).replicas where replica.layer == .user {
            let entries = try client.entries(of: replica.domain, layer: .user)
            for difference in try ReplicaDifferences(replica, entries).list {
                differs = true
                let isHidden = secrets.hides(difference.key, in: replica.domain)
                difference.show(of: replica, output, isHidden: isHidden)
            }
        }
        if differs { throw ExitStatus.notSet }
    }
}

/// One key that a file and the settings differ in.
private struct Difference {
    var key: SettingKeyPath
    /// What the file says; nil for nothing.
    var inFile: SettingValue?
    /// What the settings say; nil for nothing.
    var inSettings: SettingValue?

    func show(of replica: ReplicaReport, _ output: OutputOptions, isHidden: Bool) {
        if output.json {
            var json = JSONWriter()
            json.object {
                $0.member("domain", replica.domain.name)
                $0.member("file", replica.file)
                $0.keyPath(key)
                $0.member("inFile", inFile)
                $0.member("inSettings", inSettings)
            }
            showJSON(json.bytes, hidingValues: isHidden)
        } else {
            func shown(_ value: SettingValue?) -> String { value?.shownJSON(isHidden) ?? "(unset)" }
            settingsctl.show("\(replica.file) \(key) \(shown(inFile)) → \(shown(inSettings))")
        }
    }
}

/// What one file and the settings differ in.
private struct ReplicaDifferences {
    private(set) var list: [Difference] = []

    init(_ replica: ReplicaReport, _ entries: [Entry]) throws {
        guard replica.state != .absent else { return }
        let format = Format(rawValue: replica.format)
        let document = try FileText(path: replica.file).document(format)
        var settings: [SettingKeyPath: SettingValue] = [:]
        for entry in entries { settings[entry.key] = entry.value }
        var inFile: Swift.Set<SettingKeyPath> = []
        for entry in document.entries {
            let key = SettingKeyPath(
                segments: (replica.prefix?.segments ?? []) + entry.keyPath.segments
            )
            guard replica.takes(key) else { continue }
            inFile.insert(key)
            let known = settings[key]
            let place = DocumentPath(entry.keyPath)
            let restored = document.restored(entry.value, at: place, like: known)
            if restored != known {
                list.append(Difference(key: key, inFile: entry.value, inSettings: known))
            }
        }
        // A file that adopts only what it has lacks keys by right.
        guard replica.adopt == "all" else { return }
        for entry in entries where replica.takes(entry.key) && !inFile.contains(entry.key) {
            list.append(Difference(key: entry.key, inFile: nil, inSettings: entry.value))
        }
    }
}

extension ReplicaReport {
    /// Whether the file has to do with a key.
    fileprivate func takes(_ key: SettingKeyPath) -> Bool {
        guard prefix?.isPrefix(of: key) ?? true else { return false }
        return keys?.contains { $0.matches(key) } ?? true
    }
}
