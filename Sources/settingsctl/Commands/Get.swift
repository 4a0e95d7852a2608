// settingsctl get: one value.

import ArgumentParser
import SettingsClient
import SettingsDocument
import SettingsModel
import SettingsProtocol

/// Prints one value.
struct GetAction {
    var domain: Domain
    var key: KeyText
    var layer: Layer?
    /// What is printed where the setting isn't set.
    var fallback: String?
    var isJSON = false

    func run() throws {
        let client = try Client()
        let key = try client.element(key, in: domain)
        guard var setting = try client.setting(domain, key.key, layer: layer),
            let value = setting.value.value(at: key.place[...])
        else {
            return try show(fallback, for: key, client)
        }
        setting.value = value
        guard isJSON else { return settingsctl.show(setting.value.plain) }
        showJSON {
            $0.member("domain", domain.name)
            $0.member("at", key.within)
            setting.write(to: &$0)
        }
    }

    /// Prints what was given for a setting that isn't set.
    private func show(_ fallback: String?, for key: ElementPath, _ client: Client) throws {
        let isTable =
            try key.place.isEmpty
            && !client.entries(of: domain, prefix: key.key, layer: layer).isEmpty
        guard let fallback, !isTable else { throw try notSet(key, isTable: isTable, client) }
        guard isJSON else { return settingsctl.show(fallback) }
        showJSON {
            $0.member("domain", domain.name)
            $0.member("at", key.within)
            $0.keyPath(key.key)
            $0.member("value", TypedText(fallback).plain ?? .string(fallback))
        }
    }

    /// Who asks for a table must not be told to set it: that would remove all that is in it.
    private func notSet(_ key: ElementPath, isTable: Bool, _ client: Client) throws -> Failure {
        let place = "\(domain) \(key.key.description.quotedForShell)"
        guard key.place.isEmpty else {
            return Failure(
                .notSet,
                "'\(key)' of '\(domain)' is not set",
                advice: "See: settingsctl list \(place)"
            )
        }
        guard !isTable else {
            return Failure(
                .notSet,
                "'\(key)' of '\(domain)' is a group of settings, not a value",
                advice: "List them with: settingsctl list \(place)"
            )
        }
        return try client.notSet(key.key, in: domain, "get")
    }
}

/// One value.
struct Get: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Print the effective value.",
        discussion: """
            Texts are printed without quotes, lists and tables as JSON. 'set' accepts the printed value. \
            Status 1 if nothing is set, unless there is a --default.
            """
    )
    @Argument(help: .domain) var domain: Domain
    @Argument(help: .element) var key: KeyText
    @Option(help: "The value of one layer.")
    var layer: Layer?
    @Option(name: .customLong("default"), help: "Print this if nothing is set.")
    var fallback: String?
    @OptionGroup var output: OutputOptions

    func run() throws {
        var action = GetAction(domain: domain, key: key, layer: layer, isJSON: output.json)
        action.fallback = fallback
        try action.run()
    }
}

extension Layer: WordArgument {}
