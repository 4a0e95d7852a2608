// settingsctl range, describe, writable: what a setting is and may be, as gsettings has it.

import ArgumentParser
import SchemaFiles
import SettingsClient
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
    @Argument(help: .key) var key: SettingKeyPath
    @OptionGroup var output: OutputOptions

    func run() throws {
        let (schema, row) = try Client().row(domain, key)
        if output.json { return showJSON(try schema.json(of: key).json.utf8) }
        switch row.control {
        case .choice(let choice) where choice.count == .one:
            for option in choice.shownOptions {
                showCells([option.value.argument, option.title])
            }
        case .toggle(let toggle):
            for value in [toggle.on, toggle.off] { show(value.argument) }
        default: show(row.rule.summary)
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
    @Argument(help: .key) var key: SettingKeyPath
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try Client()
        let (schema, row) = try client.row(domain, key)
        if output.json { return showJSON(try schema.json(of: key).json.utf8) }
        let setting = try client.setting(domain, key)
        let isHidden = schema.secrecy(of: key) == .secret
        var rows = [["expects", row.rule.summary]]
        if let value = row.defaultValue {
            rows.append(["default", value.shownArgument(isHidden)])
        }
        if let setting {
            let value = setting.value.shownArgument(isHidden)
            rows.append(["in force", "\(value), of the layer '\(setting.layer.rawValue)'"])
        }
        if let path = schema.titles(of: key) { rows.append(["shown in", path]) }
        let marks = row.marks(isHidden)
        if !marks.isEmpty { rows.append(["is", marks.joined(separator: ", ")]) }
        rows.append(["said in", try client.place(of: row, domain)])
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
    @Argument(help: .key) var key: SettingKeyPath

    func run() throws {
        let explanation: Explanation = try Client().call(.explain) {
            $0.member("domain", domain.name)
            $0.member("key", key.segments)
        }
        // What an administrator has locked stands in this layer, and nothing else does.
        let isLocked = explanation.layers.contains { $0.layer == .managed }
        showText(isLocked ? "false" : "true")
        if isLocked { throw ExitStatus.notSet }
    }
}

// MARK: Rows

extension Client {
    /// The schema of a domain, and the row that one of its settings has there.
    ///
    /// - Throws: ``Failure`` with status `.notSet` where there is none.
    func row(_ domain: Domain, _ key: SettingKeyPath) throws -> (schema: Schema, row: Specifier) {
        guard let schema = try schema(of: domain) else {
            throw Failure(
                .notSet,
                "nothing says what settings of '\(domain)' may be",
                advice: "Begin a bundle from its file: settingsctl schema infer FILE"
            )
        }
        guard let row = schema.specifier(at: key) else {
            throw Failure(
                .notSet,
                "the schema of '\(domain)' doesn't know '\(key)'",
                advice: "See: settingsctl list-keys \(domain)"
            )
        }
        return (schema, row)
    }

    /// The file and place that a row is written at.
    fileprivate func place(of row: Specifier, _ domain: Domain) throws -> String {
        let source = try schemaSource(of: domain)
        var place = row.place
        if case .bundle(let folder)? = source { place.file = folder + "/" + place.file }
        return place.description
    }
}

extension Schema {
    /// What a row says, as JSON Schema.
    fileprivate func json(of key: SettingKeyPath) throws -> SettingValue {
        jsonSchema(of: key) ?? .dictionary([])
    }

    /// The titles on the way to a row: `Game Settings › Volume`; nil where there are none.
    fileprivate func titles(of key: SettingKeyPath) -> String? {
        for pane in panes where !pane.isOfElements {
            for section in pane.sections where section.rows.contains(where: { $0.keyPath == key }) {
                let titles = [pane.title, section.header].compactMap(\.self)
                return titles.isEmpty ? nil : titles.joined(separator: " › ")
            }
        }
        return nil
    }
}

extension Specifier {
    /// What else is to be known of the row, as words.
    fileprivate func marks(_ isHidden: Bool) -> [String] {
        let marks = [
            ("a secret", isHidden), ("deprecated", isDeprecated), ("only shown", !isEnabled),
            ("in force after a restart of the program", requiresRestart),
        ]
        return marks.filter(\.1).map(\.0)
    }
}

extension SettingValue {
    /// The value as `set` takes it, or a mark in its place.
    fileprivate func shownArgument(_ isHidden: Bool) -> String {
        isHidden ? Secrets.mark : argument
    }
}
