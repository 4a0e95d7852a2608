// settingsctl describe: what a setting is and may be, and whether it can be changed.

import ArgumentParser
import SchemaFiles
import SettingsClient
import SettingsDocument
import SettingsModel
import SettingsProtocol
import SettingsSchema

/// What a setting is.
struct Describe: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "describe",
        abstract: "Print what a setting is and may be, and whether it can be changed.",
        discussion: """
            That is its title, help, rule, values, default and place in the settings. --json is a JSON \
            Schema of the value, with its annotations; "readOnly" is true for a setting that is locked.
            """
    )
    @Argument(help: .domain) var domain: Domain
    @Argument(help: .key) var key: SettingText
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try Client()
        let key = try client.key(key, in: domain)
        let found = try client.row(domain, key, in: client.domains())
        let setting = try client.setting(domain, key)
        let isLocked = try client.isLocked(key, in: domain)
        guard found != nil || setting != nil || isLocked else {
            throw try client.notKnown(domain, key)
        }
        if output.json { return showJSON(jsonSchema(found, isLocked).json.utf8) }
        let isSecret = found?.isSecret == true || setting?.isSecret == true
        let visibility = Visibility(isSecret: isSecret)
        var rows = found?.rule(visibility) ?? []
        if let setting {
            let value = setting.value.shownArgument(visibility)
            let shown = value.isEmpty ? "\"\"" : value
            rows.append(["current", "\(shown), of the layer '\(setting.layer.rawValue)'"])
        }
        let condition = found?.screenCondition.map { "; on the screen only while \($0)" } ?? ""
        rows.append([
            "writable", isLocked ? "no, an administrator has locked it" : "yes\(condition)",
        ])
        rows += found?.context(visibility) ?? []
        let title = found?.row.title ?? ""
        show(title.isEmpty ? key.description : title)
        if let help = found?.row.help { show(help) }
        for line in columns(rows) { show(line) }
    }

    /// What the row says as JSON Schema, and whether the setting is locked; nothing else is known
    /// without a row.
    private func jsonSchema(_ found: FoundRow?, _ isLocked: Bool) -> SettingValue {
        var entries: [SettingValue.Entry] = []
        if case .dictionary(let members)? = found?.jsonSchema { entries = members }
        if isLocked, !entries.contains(where: { $0.key == "readOnly" }) {
            entries.append(.init("readOnly", .boolean(true)))
        }
        return .dictionary(entries)
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
    var jsonSchema: SettingValue? { schema.jsonSchema(of: key, in: named) }

    var isSecret: Bool { schema.secrecy(of: key, in: named) == .secret }

    /// What the value may be, and is by default.
    fileprivate func rule(_ visibility: Visibility) -> [[String]] {
        var rows = [["expects", row.rule.summary]]
        if case .choice(let choice) = row.control, choice.count == .one {
            for (index, option) in choice.shownOptions.enumerated() {
                let value = option.value.plain
                let isTitled = !option.title.isEmpty && option.title != value
                rows.append([
                    index == 0 ? "values" : "", isTitled ? "\(value) (\(option.title))" : value,
                ])
            }
        }
        if let value = row.defaultValue {
            rows.append(["default", value.shownArgument(visibility)])
        }
        return rows
    }

    /// Where the row is shown and said, and what else is to be known of it.
    fileprivate func context(_ visibility: Visibility) -> [[String]] {
        var rows: [[String]] = []
        if let titles { rows.append(["shown in", titles]) }
        let marks = row.marks(visibility)
        if !marks.isEmpty { rows.append(["is", marks.joined(separator: ", ")]) }
        return rows + [["source", sourcePlace]]
    }

    /// The file and place that the row is written at.
    private var sourcePlace: String {
        var place = row.place
        if case .bundle(let folder, _) = source, !place.file.hasPrefix("/") {
            place.file = folder + "/" + place.file
        }
        return place.description
    }

    /// The titles on the way to the row: `Game Settings › Volume`; nil where there are none.
    private var titles: String? {
        let titles = [place?.pane.title, place?.section.header].compactMap(\.self)
        return titles.isEmpty ? nil : titles.joined(separator: " › ")
    }

    /// When the row can be changed on the screen, in words; nil where that is always.
    fileprivate var screenCondition: String? {
        let all = [place?.section.enabledWhen ?? .always, row.enabledWhen].filter { $0 != .always }
        return all.isEmpty ? nil : (all.count > 1 ? .all(all) : all[0]).phrase
    }

    /// The pane and the section that show the row; nil for a rule without a row.
    private var place: (pane: Pane, section: PaneSection)? {
        for pane in schema.panes where !pane.isOfElements {
            for section in pane.sections where section.rows.contains(where: isRow(of: pane)) {
                return (pane, section)
            }
        }
        return nil
    }

    private func isRow(of pane: Pane) -> (Specifier) -> Bool {
        { $0.keyPath == key && $0.domain ?? pane.domain == named }
    }
}

extension Client {
    /// Whether an administrator has locked a setting, or something above or below it.
    fileprivate func isLocked(
        _ key: SettingKeyPath,
        in domain: Domain
    ) throws(ClientError) -> Bool {
        // What an administrator has locked stands in this layer, and nothing else does.
        let locked = try entries(of: domain, layer: .managed).map(\.key)
        return locked.contains { $0 == key || $0.conflicts(with: key) }
    }

    /// The failure for a setting of which nothing is known.
    ///
    /// - Throws: ``Failure`` for a domain of which nothing is known either, ``ClientError``.
    fileprivate func notKnown(_ domain: Domain, _ key: SettingKeyPath) throws -> Failure {
        try requireKnown(domain)
        guard try schemaSource(of: domain) != nil else {
            return Failure(
                .notSet,
                "'\(key)' of '\(domain)' isn't set, and '\(domain)' has no schema",
                advice: "Create a bundle from its file: settingsctl schema infer FILE"
            )
        }
        return Failure(
            .notSet,
            "the schema of '\(domain)' doesn't know '\(key)', and it isn't set",
            advice: "See: settingsctl list \(domain) --defaults"
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
        visibility == .hidden ? Visibility.mark : plain
    }
}
