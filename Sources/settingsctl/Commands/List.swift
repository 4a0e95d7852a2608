// settingsctl list, find, domains: what there is.

import ArgumentParser
import SettingsClient
import SettingsDocument
import SettingsModel
import SettingsProtocol

/// Keys and values.
struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print keys and values, one a line.",
        discussion: "A line is KEY VALUE, or DOMAIN KEY VALUE for all domains; values are JSON."
    )
    @Argument(help: .domain) var domain: Domain?
    @Argument(help: "Only this key and what is below it.") var prefix: SettingText?
    @Option(help: "The values of one layer.") var layer: LayerName?
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try Client()
        let secrets = try Secrets(client)
        let prefix = try client.key(prefix, in: domain)
        let entries = try client.entries(of: domain, prefix: prefix, layer: layer)
        for entry in entries { entry.show(secrets, domain == nil ? .withDomain : .alone, output) }
        if entries.isEmpty {
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
    func show(_ secrets: Secrets, _ name: KeyName, _ output: OutputOptions) {
        let visibility = isSecret ? .hidden : secrets.visibility(of: key, in: domain)
        if output.json {
            showObject(writtenBy: write(to:), values: visibility)
        } else if visibility == .hidden || value != nil {
            let place = name.text(of: key, in: domain)
            settingsctl.show("\(place) \((value ?? .null).shownJSON(visibility))")
        }
    }
}

/// A word looked for.
struct Find: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the settings whose domain, key or value has a word in it."
    )
    @Argument(help: "Upper and lower case are the same.") var word: String
    @OptionGroup var output: OutputOptions

    func run() throws {
        let word = word.lowercased()
        let client = try Client()
        let secrets = try Secrets(client)
        let found = try client.entries(of: nil).filter { entry in
            var places = [entry.domain.name, entry.key.description]
            if !secrets.hides(entry.key, in: entry.domain) {
                places.append(entry.value?.plain ?? "")
            }
            return places.contains { $0.lowercased().contains(word) }
        }
        for entry in found { entry.show(secrets, .withDomain, output) }
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
