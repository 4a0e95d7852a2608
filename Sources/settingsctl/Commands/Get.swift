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
    var isJSON = false

    func run() throws {
        let client = try Client()
        let key = try client.element(key, in: domain)
        guard var setting = try client.setting(domain, key.key, layer: layer),
            let value = setting.value.value(at: key.place[...])
        else {
            throw try notSet(key, client)
        }
        setting.value = value
        guard isJSON else { return show(setting.value.argument) }
        showJSON {
            $0.member("domain", domain.name)
            $0.member("at", key.within)
            setting.write(to: &$0)
        }
    }

    /// Who asks for a table must not be told to set it: that would remove all that is in it.
    private func notSet(_ key: ElementPath, _ client: Client) throws -> Failure {
        let place = "\(domain) \(key.description.quotedForShell)"
        guard key.place.isEmpty else {
            return Failure(
                .notSet,
                "'\(key)' of '\(domain)' is not set",
                advice: "See: settingsctl list \(domain) \(key.key.description.quotedForShell)"
            )
        }
        guard try client.entries(of: domain, prefix: key.key, layer: layer).isEmpty else {
            return Failure(
                .notSet,
                "'\(key)' of '\(domain)' is no value but holds keys",
                advice: "List them with: settingsctl list \(place)"
            )
        }
        try client.requireKnown(domain)
        return Failure(
            .notSet,
            "'\(key)' of '\(domain)' is not set",
            advice: "Set it with: settingsctl set \(place) VALUE"
        )
    }
}

/// One value.
struct Get: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the effective value.",
        discussion:
            "Strings are printed as they are, unless they would read as JSON; all else as JSON. "
            + "'set' accepts the printed value."
    )
    @Argument(help: .domain) var domain: Domain
    @Argument(help: .element) var key: KeyText
    @Option(help: "The value of one layer.")
    var layer: Layer?
    @OptionGroup var output: OutputOptions

    func run() throws {
        try GetAction(domain: domain, key: key, layer: layer, isJSON: output.json).run()
    }
}

extension Layer: ExpressibleByArgument {}
