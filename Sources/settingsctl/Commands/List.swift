// settingsctl list, find: keys and values.

import ArgumentParser
import SettingsClient
import SettingsDocument
import SettingsModel
import SettingsProtocol
import SettingsSchema

/// Keys and values.
struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Print what is set, keys and values, one a line.",
        discussion: """
            A line is KEY VALUE, or DOMAIN KEY VALUE for all domains; values are JSON. With --defaults, a \
            setting without a value is KEY (unset), and the order is that of the panes.
            """
    )
    @Argument(help: .domain) var domain: Domain?
    @Argument(help: "Only this key and what is below it.") var prefix: SettingText?
    @Option(help: "The values of one layer.") var layer: Layer?
    @Flag(help: "Also what isn't set: defaults, and the settings that the schema knows.")
    var defaults = false
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard layer == nil || !defaults else {
            throw ValidationError("--layer and --defaults exclude each other.")
        }
    }

    func run() throws {
        let client = try Client()
        let prefix = try client.key(prefix, in: domain)
        let settings: [KnownSetting]
        if defaults {
            let domains = try domain.map { [$0] } ?? client.domains().map(\.domain)
            settings = try domains.flatMap { try client.settings(of: $0, prefix: prefix) }
        } else {
            settings = try client.entries(of: domain, prefix: prefix, layer: layer)
                .filter { layer != nil || !$0.isDefault }.map(KnownSetting.init)
        }
        settings.show(domain == nil ? .withDomain : .alone, output)
        if settings.isEmpty { throw try nothing(below: prefix, client) }
    }
}

extension Entry {
    /// Whether nobody has set it: it has a default.
    fileprivate var isDefault: Bool {
        if case .value(_, _, .default, _) = content { true } else { false }
    }
}

extension List {
    /// Why nothing is printed.
    ///
    /// - Throws: ``Failure`` for a domain that isn't known, ``ClientError``.
    private func nothing(below prefix: SettingKeyPath?, _ client: Client) throws -> Failure {
        try client.requireKnown(domain)
        guard let domain else {
            guard try !client.domains().isEmpty else { return .nothingLinked }
            return Failure(
                .notSet,
                "nothing is set",
                advice: "See the files: settingsctl status"
            )
        }
        if let prefix { return try client.notSet(prefix, in: domain, "list") }
        let layer = layer.map { " in the layer '\($0.rawValue)'" } ?? ""
        return Failure(
            .notSet,
            "nothing of '\(domain)' is set\(layer)",
            advice: "See its files: settingsctl status \(domain)"
        )
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

extension [KnownSetting] {
    /// Prints the settings, one a line, secrets without their values.
    func show(_ name: KeyName, _ output: OutputOptions) {
        guard !output.json else { return forEach { $0.showJSON() } }
        let isNamed = name == .withDomain
        var table = TextTable(heads: (isNamed ? ["DOMAIN"] : []) + ["KEY", "VALUE"])
        table.scriptForm = .words
        table.cutColumn = isNamed ? 2 : 1
        table.rows = compactMap { setting in
            setting.shownValue.map {
                (isNamed ? [Cell(setting.domain.name)] : [])
                    + [Cell(setting.key.description), $0]
            }
        }
        table.show()
    }
}

// MARK: Settings that aren't set

/// A setting that has a value, or that the domain's schema knows.
struct KnownSetting {
    let domain: Domain
    let key: SettingKeyPath
    /// nil for a setting without a value, not even a default.
    let entry: Entry?

    init(domain: Domain, key: SettingKeyPath, entry: Entry?) {
        self.domain = domain
        self.key = key
        self.entry = entry
    }

    init(_ entry: Entry) { self.init(domain: entry.domain, key: entry.key, entry: entry) }

    /// The value as a line has it, or a mark; nil for what isn't shown.
    fileprivate var shownValue: Cell? {
        guard let entry else { return Cell("(unset)", .faint) }
        let visibility = Visibility(isSecret: entry.isSecret)
        guard visibility == .hidden || entry.value != nil else { return nil }
        return Cell((entry.value ?? .null).shownJSON(visibility))
    }

    /// Prints it as an object, a secret without its value.
    fileprivate func showJSON() {
        if let entry {
            let visibility = Visibility(isSecret: entry.isSecret)
            return showObject(writtenBy: entry.write(to:), values: visibility)
        }
        settingsctl.showJSON {
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
    var keyPaths: [SettingKeyPath] {
        var known: Set<SettingKeyPath> = []
        return panes.filter { !$0.isOfElements && $0.domain == nil }.flatMap(\.rows)
            .filter { $0.domain == nil }.compactMap(\.keyPath).filter { known.insert($0).inserted }
    }
}

extension Schema {
    /// What is said of each setting of the schema's own domain: titles, help and keywords.
    fileprivate var words: [SettingKeyPath: String] {
        var words: [SettingKeyPath: String] = [:]
        for pane in panes where !pane.isOfElements && pane.domain == nil {
            for section in pane.sections {
                for row in section.rows where row.domain == nil {
                    guard let key = row.keyPath else { continue }
                    let texts =
                        [section.header, row.title, row.help].compactMap(\.self) + row.keywords
                    words[key] = texts.joined(separator: "\n")
                }
            }
        }
        return words
    }
}

// MARK: Words and domains

/// Words looked for.
struct Find: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "find",
        abstract:
            "Print the settings whose domain, key, value, title, group or help has a word in it.",
        discussion: "The settings of 'look', which programs share, come first."
    )
    @Argument(help: "Upper and lower case are the same. Of \"font size\", both words are needed.")
    var word: String
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try Client()
        let words = word.lowercased().split(separator: " ")
        var texts: [Domain: [SettingKeyPath: String]] = [:]
        for report in try client.domains() {
            // The keys of a domain whose schema can't be read are found all the same.
            texts[report.domain] = try? report.schemaSource?.schemaForUser().words
        }
        let found = try client.entries(of: nil).filter { entry in
            let value = entry.isSecret ? nil : entry.value?.plain
            let text = [
                entry.domain.name, entry.key.description, value ?? "",
                texts[entry.domain]?[entry.key] ?? "",
            ].joined(separator: "\n").lowercased()
            return words.allSatisfy(text.contains)
        }
        let isOfLook = { (entry: Entry) in entry.domain.name == Domain.lookName }
        (found.filter(isOfLook) + found.filter { !isOfLook($0) }).map(KnownSetting.init)
            .show(.withDomain, output)
        guard found.isEmpty else { return }
        throw Failure(
            .notSet,
            "no setting has this in its domain, key, value, title, group or help",
            advice: "See what is set: settingsctl list"
        )
    }
}
