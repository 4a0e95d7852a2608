// settingsctl list, find, domains: what there is.

import ArgumentParser
import SettingsClient
import SettingsModel
import SettingsProtocol

/// Keys and values.
struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print keys and values, one a line.",
        discussion: "A line is KEY VALUE, or DOMAIN KEY VALUE for all domains; values are JSON."
    )
    @Argument(help: .domain) var domain: Domain?
    @Argument(help: "Only this key and what is below it.") var prefix: SettingKeyPath?
    @Option(help: "The values of one layer.") var layer: LayerName?
    @OptionGroup var output: OutputOptions

    func run() throws {
        let entries = try Client().entries(of: domain, prefix: prefix, layer: layer)
        for entry in entries { entry.show(withDomain: domain == nil, isJSON: output.json) }
        if entries.isEmpty { throw ExitStatus.notSet }
    }
}

extension Entry {
    /// Prints the entry as one line.
    func show(withDomain: Bool, isJSON: Bool) {
        if isJSON {
            var json = JSONWriter()
            write(to: &json)
            showJSON(json.bytes)
        } else if let value {
            settingsctl.show((withDomain ? "\(domain) " : "") + "\(key) \(value.json)")
        }
    }
}

/// A word looked for.
struct Find: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the settings whose domain, key or value has a word in it.",
        discussion: "Upper and lower case are the same."
    )
    @Argument var word: String
    @OptionGroup var output: OutputOptions

    func run() throws {
        let word = word.lowercased()
        let found = try Client().entries(of: nil).filter { entry in
            let places = [entry.domain.name, entry.key.description, entry.value?.plain ?? ""]
            return places.contains { $0.lowercased().contains(word) }
        }
        for entry in found { entry.show(withDomain: true, isJSON: output.json) }
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
            var json = JSONWriter()
            report.write(to: &json)
            showJSON(json.bytes)
        }
    }
}
