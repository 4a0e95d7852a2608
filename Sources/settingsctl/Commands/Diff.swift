// settingsctl diff: what each file says, against what the agent holds.

import ArgumentParser
import SettingsClient
import SettingsDocument
import SettingsModel
import SettingsProtocol

/// Files against the settings.
struct Diff: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Print where a file says something else than the settings; status 1 if one does.",
        discussion: """
            A line is FILE KEY, what the file says and what the settings say. A file that can't be \
            read is reported with status 6, and the others are still compared. Mapped files aren't: \
            see 'map test'.
            """
    )
    @Argument(help: .domain) var domain: Domain?
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try Client()
        let replicas = try client.replicas(of: domain).replicas.filter { $0.layer == .user }
        if replicas.isEmpty { try client.requireKnown(domain) }
        var status = ExitStatus.done
        var table = TextTable(heads: ["FILE", "KEY", "IN THE FILE", "", "IN THE SETTINGS"])
        table.scriptForm = .words
        table.cutColumn = 2
        defer { table.show() }
        for replica in replicas {
            let entries = try client.entries(of: replica.domain, layer: .user)
            do {
                let differences = try ReplicaDifferences(replica, entries).list
                for difference in differences {
                    let isSecret =
                        try difference.known?.isSecret
                        ?? client.explanation(of: difference.key, in: replica.domain).isSecret
                    let visibility = Visibility(isSecret: isSecret)
                    if output.json {
                        difference.showJSON(of: replica, values: visibility)
                    } else {
                        table.rows.append(difference.row(of: replica, values: visibility))
                    }
                }
                if !differences.isEmpty, status == .done { status = .notSet }
            } catch let failure as Failure {
                failure.report()
                status = .fileTrouble
            }
        }
        if status != .done { throw status }
    }
}

/// One key that a file and the settings differ in.
private struct Difference {
    var key: SettingKeyPath
    /// What the file says; nil for nothing.
    var inFile: SettingValue?
    /// What the settings say; nil for nothing.
    var known: Entry?

    func showJSON(of replica: ReplicaReport, values visibility: Visibility) {
        settingsctl.showJSON(values: visibility) {
            $0.member("domain", replica.domain.name)
            $0.member("file", replica.file)
            $0.keyPath(key)
            $0.member("inFile", inFile)
            $0.member("inSettings", known?.value)
        }
    }

    /// File, key, what the file says and what the settings say.
    func row(of replica: ReplicaReport, values visibility: Visibility) -> [Cell] {
        func shown(_ value: SettingValue?) -> String {
            value?.shownJSON(visibility) ?? "(unset)"
        }
        return [
            Cell(shownPath(replica.file)), Cell(key.description), Cell(shown(inFile), .bad),
            Cell("→"), Cell(shown(known?.value), .good),
        ]
    }
}

/// What one file and the settings differ in.
private struct ReplicaDifferences {
    private(set) var list: [Difference] = []

    init(_ replica: ReplicaReport, _ entries: [Entry]) throws {
        // Only the map of a mapped file tells which values its texts stand for.
        guard replica.state != .absent, replica.mapped == nil else { return }
        let format = Format(rawValue: replica.format)
        let document = try replica.document(format)
        var settings: [SettingKeyPath: Entry] = [:]
        for entry in entries { settings[entry.key] = entry }
        var inFile: Set<SettingKeyPath> = []
        for entry in document.entries {
            let key = SettingKeyPath(
                segments: (replica.prefix?.segments ?? []) + entry.keyPath.segments
            )
            guard replica.takes(key) else { continue }
            inFile.insert(key)
            let known = settings[key]
            // An empty table is left where its last key was taken out, and is no value then.
            if known == nil, entry.value == .dictionary([]) { continue }
            let place = DocumentPath(entry.keyPath)
            let restored = document.restored(entry.value, at: place, like: known?.value)
            if restored != known?.value {
                list.append(Difference(key: key, inFile: entry.value, known: known))
            }
        }
        // A file that adopts only what it has lacks keys by right.
        guard replica.adopt == "all" else { return }
        for entry in entries where replica.takes(entry.key) && !inFile.contains(entry.key) {
            list.append(Difference(key: entry.key, inFile: nil, known: entry))
        }
    }
}

extension ReplicaReport {
    /// The file as it is.
    ///
    /// - Throws: ``Failure`` with status `.fileTrouble`, which quotes nothing of the file: what stands
    ///   there may be a secret.
    fileprivate func document(_ format: Format?) throws -> any Document {
        if [.broken, .held].contains(state) {
            throw unreadable(at: place, problem ?? "it can't be read as settings")
        }
        let text = try FileText(path: file)
        guard let format = format ?? Format.detect(name: file, bytes: text.bytes) else {
            throw Failure.unknownFormat(file)
        }
        do {
            return try format.parse(text.bytes)
        } catch {
            // It was broken in this moment, and the agent hasn't seen it.
            throw unreadable(at: error.place, "it can't be read as settings")
        }
    }

    private func unreadable(at place: SourcePlace?, _ problem: String) -> Failure {
        let place = place.suffix
        return Failure(
            .fileTrouble,
            "\(file)\(place): \(problem)",
            advice: unreadableAdvice
                ?? "Find the mistake: \(checkCommand)"
        )
    }

    /// Whether the file has to do with a key.
    fileprivate func takes(_ key: SettingKeyPath) -> Bool {
        guard prefix?.isPrefix(of: key) ?? true else { return false }
        return keys?.contains { $0.matches(key) } ?? true
    }
}
