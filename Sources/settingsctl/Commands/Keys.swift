// settingsctl list-keys, list-recursively: all settings that there are, set or not.

import ArgumentParser
import SettingsClient
import SettingsModel
import SettingsProtocol
import SettingsSchema

/// The keys of a domain.
struct ListKeys: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list-keys",
        abstract: "Print the keys of a domain: those of its schema, then others that are set."
    )
    @Argument(help: .domain) var domain: Domain
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try Client()
        let keys = try client.settings(of: domain).map(\.key)
        for key in keys {
            guard output.json else {
                show(key.description)
                continue
            }
            showJSON {
                $0.member("domain", domain.name)
                $0.keyPath(key)
            }
        }
        if keys.isEmpty {
            try client.requireKnown(domain)
            throw ExitStatus.notSet
        }
    }
}

/// Every key with its value.
struct ListRecursively: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list-recursively",
        abstract: "Print DOMAIN KEY VALUE for every setting, also those that only have a default.",
        discussion: "A setting that has no value at all is (unset)."
    )
    @Argument(help: .domain) var domain: Domain?
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try Client()
        let secrets = try Secrets(client)
        let domains = try domain.map { [$0] } ?? client.domains().map(\.domain)
        var isEmpty = true
        for domain in domains {
            for setting in try client.settings(of: domain) {
                isEmpty = false
                setting.show(in: domain, secrets, output)
            }
        }
        if isEmpty {
            try client.requireKnown(domain)
            throw ExitStatus.notSet
        }
    }
}

/// A setting that is known of.
struct KnownSetting {
    var key: SettingKeyPath
    /// The value in force; nil for none.
    var value: SettingValue?
    var layer: LayerName?

    /// Prints the setting as one line, a secret without its value.
    func show(in domain: Domain, _ secrets: Secrets, _ output: OutputOptions) {
        let visibility = secrets.visibility(of: key, in: domain)
        guard output.json else {
            let shown = value?.shownJSON(visibility) ?? "(unset)"
            return settingsctl.show("\(domain) \(key) \(shown)")
        }
        showJSON(values: visibility) {
            $0.member("domain", domain.name)
            $0.keyPath(key)
            $0.member("value", value)
            $0.member("layer", layer?.rawValue)
        }
    }
}

extension Client {
    /// All settings of a domain: those of its schema in the order of the panes, then others that
    /// have a value.
    func settings(of domain: Domain) throws -> [KnownSetting] {
        let entries = try entries(of: domain)
        var inForce = Dictionary(entries.map { ($0.key, $0) }) { first, _ in first }
        var settings: [KnownSetting] = []
        for key in try schema(of: domain)?.keyPaths ?? [] {
            guard let entry = inForce.removeValue(forKey: key) else {
                settings.append(KnownSetting(key: key))
                continue
            }
            settings.append(KnownSetting(entry))
        }
        return settings + entries.filter { inForce[$0.key] != nil }.map(KnownSetting.init)
    }
}

extension KnownSetting {
    fileprivate init(_ entry: Entry) {
        key = entry.key
        if case .value(let value, _, let layer, _) = entry.content {
            self.value = value
            self.layer = layer
        }
    }
}

extension Schema {
    /// The keys of all rows that live in the schema's own domain, in display order.
    var keyPaths: [SettingKeyPath] {
        var known: Set<SettingKeyPath> = []
        return panes.filter { !$0.isOfElements && $0.domain == nil }.flatMap(\.rows)
            .filter { $0.domain == nil }.compactMap(\.keyPath).filter { known.insert($0).inserted }
    }
}
