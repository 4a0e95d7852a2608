// settingsctl set, unset, reset: one value changed or taken away.

import ArgumentParser
import SettingsClient
import SettingsModel
import SettingsProtocol

/// Sets one value.
struct SetAction {
    var domain: Domain
    var key: SettingKeyPath
    var value: SettingValue
    var ifRev: UInt64?
    var layer: Call.WritableLayer?
    var isJSON = false

    func run() throws { try run(with: try Client()) }

    /// Sets it over a connection that is there, and waits for the files.
    func run(with client: Client) throws {
        let acceptance = try make(with: client)
        try client.report(acceptance.warnings, of: [key], in: domain) {
            if isJSON { acceptance.show(of: key, in: domain, with: $0) }
        }
    }

    /// Sets it; no file is waited for.
    func make(with client: Client) throws -> Acceptance {
        try client.call(.set) {
            $0.member("domain", domain.name)
            $0.member("key", key.segments)
            $0.member("value", value)
            $0.member("ifRev", ifRev)
            $0.member("layer", layer?.rawValue)
        }
    }
}

/// Options of single changes.
struct ChangeOptions: ParsableArguments {
    @Option(help: "Only if the key still has this rev; 0: only if it has no value.")
    var ifRev: UInt64?
    @Flag(help: "Only until the agent ends, and in no file.")
    var session = false

    var layer: Call.WritableLayer? { session ? .session : nil }
}

/// A value set.
struct SetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set a value, in every file that holds the domain.",
        discussion:
            "VALUE is JSON; what isn't JSON is taken as a string, but for what begins as JSON. "
            + "Before a VALUE that begins with a dash, write '--'."
    )
    @Argument(help: .domain) var domain: Domain
    @Argument(help: .key) var key: SettingKeyPath
    @Argument(help: .value, completion: .settingValues) var value: String
    @Option(help: "What VALUE is.")
    var type: ValueType?
    @OptionGroup var options: ChangeOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let value = try SettingValue(argument: value, type: type)
        try SetAction(
            domain: domain,
            key: key,
            value: value,
            ifRev: options.ifRev,
            layer: options.layer,
            isJSON: output.json
        ).run()
    }
}

/// A value removed.
struct Unset: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Remove a value; status 1 if there is none."
    )
    @Argument(help: .domain) var domain: Domain
    @Argument(help: .key) var key: SettingKeyPath
    @OptionGroup var options: ChangeOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try Client()
        // A value behind another layer's changes nothing in force when it goes, and so isn't told.
        let layer: LayerName = options.session ? .session : .user
        let wasSet = try !client.entries(of: domain, prefix: key, layer: layer).isEmpty
        let acceptance: Acceptance = try client.call(.unset) {
            $0.member("domain", domain.name)
            $0.member("key", key.segments)
            $0.member("ifRev", options.ifRev)
            $0.member("layer", options.layer?.rawValue)
        }
        try client.report(acceptance.warnings, of: [key], in: domain) {
            if output.json { acceptance.show(of: key, in: domain, with: $0) }
        }
        guard acceptance.isChanged || wasSet else {
            throw Failure(
                .notSet,
                "'\(key)' of '\(domain)' is not set",
                advice: "Nothing was changed. See: settingsctl list \(domain)"
            )
        }
    }
}

/// Back to the default.
struct Reset: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Go back to the default, for a key and all below it.",
        discussion: "What was reset is in the history; 'undo' brings it back."
    )
    @Argument(help: .domain) var domain: Domain
    @Argument(help: .key) var key: SettingKeyPath?
    @Flag(help: "Every key of the domain.") var all = false
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (key != nil) != all else { throw ValidationError("Give either KEY or --all.") }
    }

    func run() throws {
        let client = try Client()
        let keys = try client.entries(of: domain, prefix: key, layer: .user).map(\.key)
        if let key, keys.isEmpty { return try reset(whatOnlyFilesSayOf: key, client) }
        try client.make(keys.map { ($0, nil) }, in: domain, output)
    }

    /// Takes a value out of files that say it without its being in force, and says that none was.
    private func reset(whatOnlyFilesSayOf key: SettingKeyPath, _ client: Client) throws {
        let acceptance: Acceptance = try client.call(.unset) {
            $0.member("domain", domain.name)
            $0.member("key", key.segments)
        }
        try client.report(acceptance.warnings, of: [key], in: domain) {
            if output.json { acceptance.show(of: key, in: domain, with: $0) }
        }
        writeError(
            "settingsctl: '\(key)' of '\(domain)' had no value of the user's in force\n"
                + "See: settingsctl list \(domain)\n"
        )
    }
}
