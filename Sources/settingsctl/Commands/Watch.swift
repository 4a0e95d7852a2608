// settingsctl watch, wait: what changes, as it does.

import ArgumentParser
import Glibc
import SettingsClient
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

/// Prints every change until it is stopped; a restart of the agent is bridged.
struct WatchAction {
    var domain: Domain?
    var key: SettingKeyPath?
    var since: UInt64?
    var form: ChangeForm

    func run() throws {
        var cursor = since.map { Call.Cursor(epoch: nil, seq: $0) }
        while true {
            let client = try Client()
            var secrets = try Secrets(client)
            cursor = try subscribe(client, from: cursor)
            var pause: Int32 = 200
            while let (kind, params) = try notification(from: client) {
                if kind == .goodbye { pause = try farewell(params) }
                secrets = secrets.refreshed()
                cursor = try show(kind, params, secrets) ?? cursor
            }
            poll(nil, 0, pause)
        }
    }

    /// How many milliseconds to wait until the agent is back.
    private func farewell(_ params: JSONText) throws -> Int32 {
        guard params["reason"]?.string != "exit" else {
            throw Failure(
                .noAgent,
                "the agent was ended, so nothing is watched any more",
                advice: "Watch again, which starts one"
            )
        }
        let milliseconds = params["reconnectMs"]?.integer ?? 200
        return Int32(min(max(milliseconds, 1), 10_000))
    }

    /// The next notification; nil when the connection is over, however it ended.
    private func notification(
        from client: Client
    ) throws(ClientError) -> (SettingsProtocol.Notification.Kind, JSONText)? {
        do {
            return try client.nextNotification()
        } catch {
            if error.code == .closed { return nil }
            throw error
        }
    }

    private func subscribe(_ client: Client, from cursor: Call.Cursor?) throws -> Call.Cursor {
        let subscribed: Subscribed = try client.call(.subscribe) { json in
            json.member("domains", domain.map { [$0.name] })
            json.member("keys", keyPatterns)
            json.member("epoch", cursor?.epoch)
            json.member("seq", cursor?.seq)
        }
        return Call.Cursor(epoch: subscribed.epoch, seq: cursor?.seq ?? subscribed.seq)
    }

    /// The key itself and all below it.
    private var keyPatterns: [String]? {
        key.map { [KeyPattern.exactly($0).description, KeyPattern.below($0).description] }
    }

    /// Prints a notification; gives the cursor after it.
    private func show(
        _ kind: SettingsProtocol.Notification.Kind,
        _ params: JSONText,
        _ secrets: Secrets
    ) throws -> Call.Cursor? {
        let json = try JSONObject(params)
        switch kind {
        case .changed, .snapshot:
            for change in json["changes"]?.elements ?? [] { try show(change, secrets) }
        case .problem: showProblem(json)
        case .recovered:
            writeError("settingsctl: '\(text("file", of: json))' can be read again\n")
        case .bookmark, .goodbye, .hello: break
        }
        guard let epoch = json["epoch"]?.string, let seq: UInt64 = json.optionalInteger("seq")
        else {
            return nil
        }
        return Call.Cursor(epoch: epoch, seq: seq)
    }

    private func show(_ json: JSONText, _ secrets: Secrets) throws {
        // Not decoded where nothing depends on what it says.
        if form == .json, !secrets.hidesAny { return showJSON(json.bytes) }
        let change = try ChangeMessage(json: JSONObject(json))
        let isHidden = change.isSecret || secrets.hides(change.key, in: change.domain)
        switch form {
        case .json: showJSON(Array(json.bytes), hidingValues: isHidden)
        case .commands: settingsctl.show(change.command(isHidden))
        case .text: settingsctl.show(change.line(isHidden, withDomain: domain == nil))
        }
    }

    private func showProblem(_ json: JSONObject) {
        let place = json.place().map { ":\($0.line):\($0.column)" } ?? ""
        writeError(
            "settingsctl: \(text("file", of: json))\(place): \(text("problem", of: json))\n"
                + "The last good values stay in force. \(text("advice", of: json).asSentence)\n"
        )
    }

    private func text(_ key: String, of json: JSONObject) -> String {
        (json[key]?.string ?? "").escapedForDisplay
    }
}

extension ChangeMessage {
    /// The change as one line for the eye.
    func line(_ isHidden: Bool, withDomain: Bool) -> String {
        let shown = isSecret ? Secrets.mark : value?.shownJSON(isHidden) ?? "(unset)"
        return (withDomain ? "\(domain) " : "") + "\(key) \(shown)"
    }

    /// A command that makes the same change; a remark for one whose value is hidden.
    func command(_ isHidden: Bool) -> String {
        guard !isHidden || value == nil && !isSecret else {
            return "# \(domain) \(key) was changed; its value is a secret"
        }
        let words = [domain.name, key.description] + (value.map { [$0.json] } ?? [])
        let dashes = value?.json.hasPrefix("-") == true ? "-- " : ""
        return "settingsctl \(value == nil ? "unset" : "set") \(dashes)"
            + words.map(shellQuoted).joined(separator: " ")
    }
}

/// Every change as it happens.
struct Watch: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print every change as it happens.",
        discussion: "With KEY, changes of that key and of all below it."
    )
    @Argument(help: .domain) var domain: Domain?
    @Argument(help: .key) var key: SettingKeyPath?
    @Option(help: "Begin with the changes after this seq.") var since: UInt64?
    @Flag(help: "Print commands that make the same changes.") var asCommands = false
    @OptionGroup var output: OutputOptions

    func run() throws {
        let form: ChangeForm = asCommands ? .commands : output.json ? .json : .text
        try WatchAction(domain: domain, key: key, since: since, form: form).run()
    }
}

/// One change waited for.
struct Wait: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Wait for a change, print it and end; status 1 when the time is over."
    )
    @Argument(help: .domain) var domain: Domain
    @Argument(help: .key) var key: SettingKeyPath?
    @Option(help: "A change after this seq, which may have happened already.") var since: UInt64?
    @Option(help: "How many seconds to wait; for ever, if absent.") var timeout: Double?
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (0...1_000_000).contains(timeout ?? 0) else {
            throw ValidationError("--timeout is a number of seconds up to 1000000.")
        }
    }

    func run() throws {
        let client = try Client()
        let secrets = try Secrets(client)
        let waited: Waited = try client.call(.wait, patience: nil) { json in
            json.member("domain", domain.name)
            json.member(
                "keys",
                key.map {
                    [KeyPattern.exactly($0).description, KeyPattern.below($0).description]
                }
            )
            json.member("seq", since)
            json.member("timeoutMs", timeout.map { Int($0 * 1_000) })
        }
        guard let changes = waited.changes else { throw ExitStatus.notSet }
        for change in changes {
            let isHidden = secrets.hides(change.key, in: change.domain)
            if output.json {
                showJSON(change.json, hidingValues: isHidden)
            } else {
                show(change.line(isHidden, withDomain: false))
            }
        }
    }
}
