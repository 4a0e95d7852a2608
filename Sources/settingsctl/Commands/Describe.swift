// settingsctl range, describe, writable: what a setting is and may be, as gsettings has it.

import ArgumentParser
import SchemaFiles
import SettingsClient
import SettingsDocument
import SettingsModel
import SettingsProtocol
import SettingsSchema

/// What a setting may be.
struct RangeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "range",
        abstract: "Print what a setting may be; status 1 if nothing says so.",
        discussion: """
            A choice is one value a line, as 'set' takes it, with a tab and its title. --json is a \
            JSON Schema of the value.
            """
    )
    @Argument(help: .domain) var domain: Domain
    @Argument(help: .key) var key: SettingText
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try Client()
        let found = try client.row(domain, client.key(key, in: domain))
        if output.json { return showJSON(found.json.utf8) }
        switch found.row.control {
        case .choice(let choice) where choice.count == .one:
            for option in choice.shownOptions {
                showCells([option.value.argument, option.title])
            }
        case .toggle(let toggle):
            for value in [toggle.on, toggle.off] { show(value.argument) }
        default: show(found.row.rule.summary)
        }
    }
}

/// What a setting is.
struct Describe: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print a setting's title, help, limits, default and place in the settings.",
        discussion: "--json is a JSON Schema of the value, with its annotations."
    )
    @Argument(help: .domain) var domain: Domain
    @Argument(help: .key) var key: SettingText
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try Client()
        let key = try client.key(key, in: domain)
        let found = try client.row(domain, key)
        let row = found.row
        if output.json { return showJSON(found.json.utf8) }
        let setting = try client.setting(domain, key)
        let visibility = found.isSecret ? Visibility.hidden : .shown
        var rows = [["expects", row.rule.summary]]
        if let value = row.defaultValue {
            rows.append(["default", value.shownArgument(visibility)])
        }
        if let setting {
            let value = setting.value.shownArgument(visibility)
            rows.append(["in force", "\(value), of the layer '\(setting.layer.rawValue)'"])
        }
        if let path = found.titles { rows.append(["shown in", path]) }
        let marks = row.marks(visibility)
        if !marks.isEmpty { rows.append(["is", marks.joined(separator: ", ")]) }
        rows.append(["said in", found.place])
        show(row.title.isEmpty ? key.description : row.title)
        if let help = row.help { show(help) }
        for line in columns(rows) { show(line) }
    }
}

/// Whether a setting can be changed.
struct Writable: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print whether a setting can be changed; status 1 if it is locked."
    )
    @Argument(help: .domain) var domain: Domain
    @Argument(help: .key) var key: SettingText
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try Client()
        let key = try client.key(key, in: domain)
        // What an administrator has locked stands in this layer, and nothing else does.
        let locked = try client.entries(of: domain, layer: .managed).map(\.key)
        let isLocked = locked.contains { $0 == key || $0.conflicts(with: key) }
        if locked.isEmpty { try client.requireKnown(domain) }
        if output.json {
            showJSON {
                $0.member("domain", domain.name)
                $0.keyPath(key)
                $0.member("writable", !isLocked)
            }
        } else {
            showText(isLocked ? "false" : "true")
        }
        if isLocked { throw ExitStatus.notSet }
    }
}

// MARK: Rows

/// The row that a setting has in a schema.
struct FoundRow {
    var row: Specifier
    var key: SettingKeyPath
    var schema: Schema
    var source: SchemaSource
    /// The domain that the schema names for the row; nil for the one that it's linked to.
    var named: Domain?

    /// What the row says, as JSON Schema.
    var json: String { (schema.jsonSchema(of: key, in: named) ?? .dictionary([])).json }

    var isSecret: Bool { schema.secrecy(of: key, in: named) == .secret }

    /// The file and place that the row is written at.
    var place: String {
        var place = row.place
        if case .bundle(let folder) = source { place.file = folder + "/" + place.file }
        return place.description
    }

    /// The titles on the way to the row: `Game Settings › Volume`; nil where there are none.
    var titles: String? {
        for pane in schema.panes where !pane.isOfElements {
            for section in pane.sections where section.rows.contains(where: isRow(of: pane)) {
                let titles = [pane.title, section.header].compactMap(\.self)
                return titles.isEmpty ? nil : titles.joined(separator: " › ")
            }
        }
        return nil
    }

    private func isRow(of pane: Pane) -> (Specifier) -> Bool {
        { $0.keyPath == key && $0.domain ?? pane.domain == named }
    }
}

extension Client {
    /// The row that a setting has in the schema of its domain, or in another's that shows it.
    ///
    /// - Throws: ``Failure`` with status `.notSet` where there is none.
    fileprivate func row(_ domain: Domain, _ key: SettingKeyPath) throws -> FoundRow {
        let reports = try domains()
        if let found = try row(domain, key, in: reports) { return found }
        try requireKnown(domain)
        guard reports.contains(where: { $0.domain == domain && $0.schemaSource != nil }) else {
            throw Failure(
                .notSet,
                "nothing says what settings of '\(domain)' may be",
                advice: "Begin a bundle from its file: settingsctl schema infer FILE"
            )
        }
        throw Failure(
            .notSet,
            "the schema of '\(domain)' doesn't know '\(key)'",
            advice: "See: settingsctl list-keys \(domain)"
        )
    }

    /// The row that a setting has in the schema of its domain, or in another's that shows it; nil
    /// where there is none.
    func row(
        _ domain: Domain,
        _ key: SettingKeyPath,
        in reports: [DomainReport]
    ) throws -> FoundRow? {
        let own = reports.filter { $0.domain == domain }
        for report in own + reports.filter({ $0.domain != domain }) {
            guard let source = report.schemaSource else { continue }
            let named = report.domain == domain ? nil : domain
            // A schema of another domain that can't be read is told of where it's asked for.
            let read = named == nil ? try source.schemaForUser() : try? source.schemaForUser()
            guard let schema = read,
                let row = schema.specifier(at: key, in: named)
            else { continue }
            return FoundRow(row: row, key: key, schema: schema, source: source, named: named)
        }
        return nil
    }
}

extension Specifier {
    /// What else is to be known of the row, as words.
    fileprivate func marks(_ visibility: Visibility) -> [String] {
        let marks = [
            ("a secret", visibility == .hidden), ("deprecated", isDeprecated),
            ("only shown", !isEnabled),
            ("in force after a restart of the program", requiresRestart),
        ]
        return marks.filter(\.1).map(\.0)
    }
}

extension SettingValue {
    /// The value as `set` takes it, or a mark in its place.
    fileprivate func shownArgument(_ visibility: Visibility) -> String {
        visibility == .hidden ? Secrets.mark : argument
    }
}
