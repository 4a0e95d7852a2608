// settingsctl list, find, domains: what there is.

import ArgumentParser
import SettingsClient
import SettingsDocument
import SettingsModel
import SettingsProtocol
import SettingsSchema

/// Keys and values.
struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print keys and values, one a line.",
        discussion: """
            A line is KEY VALUE, or DOMAIN KEY VALUE for all domains; values are JSON. With --defaults, a \
            setting without a value is KEY (unset), and the order is that of the panes.
            """
    )
    @Argument(help: .domain) var domain: Domain?
    @Argument(help: "Only this key and what is below it.") var prefix: SettingText?
    @Option(help: "The values of one layer.") var layer: Layer?
    @Flag(help: "Also what isn't set: the settings that the schema knows.") var defaults = false
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard layer == nil || !defaults else {
            throw ValidationError("--layer and --defaults exclude each other.")
        }
    }

    func run() throws {
        let client = try Client()
        let prefix = try client.key(prefix, in: domain)
        let name = domain == nil ? KeyName.withDomain : .alone
        let isEmpty: Bool
        if defaults {
            let domains = try domain.map { [$0] } ?? client.domains().map(\.domain)
            let settings = try domains.flatMap { try client.settings(of: $0, prefix: prefix) }
            for setting in settings { setting.show(name, output) }
            isEmpty = settings.isEmpty
        } else {
            let entries = try client.entries(of: domain, prefix: prefix, layer: layer)
            for entry in entries { entry.show(name, output) }
            isEmpty = entries.isEmpty
        }
        if isEmpty {
            try client.requireKnown(domain)
            throw ExitStatus.notSet
        }
    }
}

/// How a key is named in a line.
enum KeyName {
    case alone, withDomain

    /// The key, behind its domain where several are shown.
    func text(of key: SettingKeyPath, in domain: Domain) -> String {
        switch self {
        case .alone: key.description
        case .withDomain: "\(domain) \(key)"
        }
    }
}

extension Entry {
    /// Prints the entry as one line, a secret without its value.
    func show(_ name: KeyName, _ output: OutputOptions) {
        let visibility = Visibility(isSecret: isSecret)
        if output.json {
            showObject(writtenBy: write(to:), values: visibility)
        } else if visibility == .hidden || value != nil {
            let place = name.text(of: key, in: domain)
            settingsctl.show("\(place) \((value ?? .null).shownJSON(visibility))")
        }
    }
}

// MARK: Settings that aren't set

/// A setting that has a value, or that the domain's schema knows.
struct KnownSetting {
    let domain: Domain
    let key: SettingKeyPath
    /// nil for a setting without a value, not even a default.
    let entry: Entry?

    /// Prints the setting as one line, a secret without its value.
    fileprivate func show(_ name: KeyName, _ output: OutputOptions) {
        if let entry { return entry.show(name, output) }
        guard output.json else {
            return settingsctl.show("\(name.text(of: key, in: domain)) (unset)")
        }
        showJSON {
            $0.member("domain", domain.name)
            $0.keyPath(key)
        }
    }
}

extension Client {
    /// All settings of a domain, or those at a key and below it: those of its schema in the order of
    /// the panes, then others that have a value.
    func settings(
        of domain: Domain,
        prefix: SettingKeyPath? = nil
    ) throws -> [KnownSetting] {
        let entries = try entries(of: domain, prefix: prefix)
        var others = Dictionary(entries.map { ($0.key, $0) }) { first, _ in first }
        let known = try schema(of: domain)?.keyPaths ?? []
        let settings = known.filter { prefix?.isPrefix(of: $0) ?? true }.map { key in
            KnownSetting(domain: domain, key: key, entry: others.removeValue(forKey: key))
        }
        return settings
            + entries.filter { others[$0.key] != nil }.map {
                KnownSetting(domain: domain, key: $0.key, entry: $0)
            }
    }
}

extension Schema {
    /// The keys of all rows that live in the schema's own domain, in display order.
    fileprivate var keyPaths: [SettingKeyPath] {
        var known: Set<SettingKeyPath> = []
        return panes.filter { !$0.isOfElements && $0.domain == nil }.flatMap(\.rows)
            .filter { $0.domain == nil }.compactMap(\.keyPath).filter { known.insert($0).inserted }
    }
}

// MARK: Words and domains

/// A word looked for.
struct Find: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the settings whose domain, key or value has a word in it."
    )
    @Argument(help: "Upper and lower case are the same.") var word: String
    @OptionGroup var output: OutputOptions

    func run() throws {
        let word = word.lowercased()
        let found = try Client().entries(of: nil).filter { entry in
            var places = [entry.domain.name, entry.key.description]
            if !entry.isSecret { places.append(entry.value?.plain ?? "") }
            return places.contains { $0.lowercased().contains(word) }
        }
        for entry in found { entry.show(.withDomain, output) }
        if found.isEmpty { throw ExitStatus.notSet }
    }
}

/// Every domain.
struct Domains: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Print the domains, one a line.")
    @OptionGroup var output: OutputOptions

    func run() throws {
        for report in try Client().domains() {
            guard output.json else {
                show(report.domain.name)
                continue
            }
            showObject(writtenBy: report.write(to:))
        }
    }
}
