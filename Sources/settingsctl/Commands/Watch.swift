// settingsctl watch, wait: what changes, as it does.

import ArgumentParser
import Glibc
import SettingsClient
import SettingsDocument
import SettingsModel
import SettingsProtocol

/// How changes are printed.
enum ChangeForm {
    /// `KEY VALUE`, or `KEY (unset)`; with the domain first where all are watched.
    case text
    /// The change as the agent told it.
    case json
    /// A command that makes the same change.
    case commands
}

/// Prints every change until it is stopped, over restarts of the agent.
struct WatchAction {
    var domain: Domain?
    var key: SettingText?
    var since: UInt64?
    /// What comes before the first change.
    var beginning = Beginning.nothing
    var form: ChangeForm

    /// Whether the settings as they are come before the changes.
    enum Beginning { case settings, nothing }

    func run() throws {
        let client = try Client()
        try client.reportUnknown(domain)
        let key = try client.key(key, in: domain)
        let start = since.map { SettingsWatch.Start.after(epoch: nil, seq: $0) } ?? .everything
        let watch = try SettingsWatch(domain.map { [$0] } ?? [], key, from: start)
        while let event = try watch.nextEvent(before: nil, for: STDOUT_FILENO) {
            switch event {
            case .changes(let batch):
                // The settings as they are now are no changes; after a seq, something of them is.
                if batch.isFirst, since == nil, beginning == .nothing { continue }
                for change in batch.changes where !change.isOnlyMarked {
                    show(change.message)
                }
            case .notice(let kind, let json): show(kind, json)
            case .lost: break
            }
            guard hasReader else { return }
        }
    }

    private func show(_ change: ChangeMessage) {
        switch form {
        case .json: showJSON(change.json, values: Visibility(isSecret: change.isSecret))
        case .commands: settingsctl.show(change.command)
        case .text: settingsctl.show(change.line(domain == nil ? .withDomain : .alone))
        }
    }

    private func show(_ kind: Notification.Kind, _ json: JSONObject) {
        switch kind {
        case .problem: showProblem(json)
        case .recovered where json["key"] != nil:
            let (key, file) = (text("key", of: json), text("file", of: json))
            writeError("settingsctl: '\(key)' in '\(file)' is effective again\n")
        case .recovered:
            writeError("settingsctl: '\(text("file", of: json))' is in sync again\n")
        case .goodbye where json["reason"]?.string == "exit":
            writeError("settingsctl: the agent was stopped; changes are printed when it is back\n")
        case .goodbye, .changed, .snapshot, .secrets, .bookmark, .hello: break
        }
    }

    private func showProblem(_ json: JSONObject) {
        let place = json.place().suffix
        writeError(
            "settingsctl: \(text("file", of: json))\(place): \(text("problem", of: json))\n"
                + "The last valid values stay effective. \(text("advice", of: json).asSentence)\n"
        )
    }

    private func text(_ key: String, of json: JSONObject) -> String {
        (json[key]?.string ?? "").escapedForDisplay
    }
}

extension SettingsWatch {
    /// Watches a key and all below it, or all keys.
    fileprivate convenience init(
        _ domains: [Domain],
        _ key: SettingKeyPath?,
        from start: Start
    ) throws(ClientError) {
        let keys = key.map { [KeyPattern.exactly($0), .below($0)] } ?? [.all]
        try self.init(domains, keys: keys, from: start, options: ClientOptions())
    }
}

extension ChangeMessage {
    /// The change as one line for the eye.
    func line(_ name: KeyName) -> String {
        let shown = isSecret ? Visibility.mark : value?.json ?? "(unset)"
        return "\(name.text(of: key, in: domain)) \(shown)"
    }

    /// A command that makes the same change; a remark for one whose value is hidden.
    var command: String {
        guard !isSecret else { return "# \(domain) \(key) was changed; its value is a secret" }
        return ChangeCommand(domain: domain, key: key, value: value, layer: layer).text
    }
}

/// Every change as it happens.
struct Watch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Print every change as it happens.",
        discussion: "With KEY, changes of that key and of all below it."
    )
    @Argument(help: .domain) var domain: Domain?
    @Argument(help: .key) var key: SettingText?
    @Option(help: "Begin with the changes after this seq.") var since: UInt64?
    @Flag(help: "Begin with the settings as they are.") var now = false
    @Flag(help: "Print commands that make the same changes.") var asCommands = false
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if now, since != nil { throw ValidationError("--now and --since exclude each other.") }
    }

    func run() throws {
        let form: ChangeForm = asCommands ? .commands : output.json ? .json : .text
        try WatchAction(
            domain: domain,
            key: key,
            since: since,
            beginning: now ? .settings : .nothing,
            form: form
        ).run()
    }
}

/// One change waited for.
struct Wait: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wait",
        abstract: "Wait for a change, print it and end; status 1 when the time is over."
    )
    @Argument(help: .domain) var domain: Domain
    @Argument(help: .key) var key: SettingText?
    @Option(help: "A change after this seq, which may have happened already.") var since: UInt64?
    @Option(help: "How many seconds to wait; for ever, if absent.") var timeout: Double?
    @OptionGroup var output: OutputOptions

    /// In seconds: some eleven days, and small enough to be added to a time.
    private static let longestTimeout = 1_000_000.0

    func validate() throws {
        guard (0...Self.longestTimeout).contains(timeout ?? 0) else {
            let most = Int(Self.longestTimeout)
            throw ValidationError("--timeout is a number of seconds up to \(most).")
        }
    }

    func run() throws {
        let deadline = timeout.map { ContinuousClock.now + .seconds($0) }
        let client = try Client()
        try client.reportUnknown(domain)
        let key = try client.key(key, in: domain)
        var start = SettingsWatch.Start.everything
        if let since {
            let waited = try whatChanged(of: key, after: since, client)
            if let changes = waited.changes { return show(changes) }
            start = .after(epoch: waited.epoch, seq: waited.seq)
        }
        let watch = try SettingsWatch([domain], key, from: start)
        while let event = try watch.nextEvent(before: deadline) {
            guard case .changes(let batch) = event, !batch.isFirst || since != nil else { continue }
            let changes = batch.changes.filter { !$0.isOnlyMarked }
            if !changes.isEmpty || batch.isFirst { return show(changes.map(\.message)) }
        }
        throw ExitStatus.notSet
    }

    /// What has happened already, without waiting.
    private func whatChanged(
        of key: SettingKeyPath?,
        after seq: UInt64,
        _ client: Client
    ) throws(ClientError) -> Waited {
        try client.call(.wait) { json in
            json.member("domain", domain.name)
            json.member(
                "keys",
                key.map { [KeyPattern.exactly($0).description, KeyPattern.below($0).description] }
            )
            json.member("seq", seq)
            json.member("timeoutMs", 0)
        }
    }

    private func show(_ changes: [ChangeMessage]) {
        for change in changes {
            if output.json {
                showJSON(change.json, values: Visibility(isSecret: change.isSecret))
            } else {
                settingsctl.show(change.line(.alone))
            }
        }
    }
}
