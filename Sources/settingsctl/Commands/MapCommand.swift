// settingsctl map: what the pictures of mapped files make of them.

import ArgumentParser
import SettingsClient
import SettingsModel
import SettingsProtocol

/// Maps of files, tried.
struct MapCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "map",
        abstract: "See how mapped files say a domain's settings.",
        subcommands: [MapTest.self]
    )
}

/// Each mapped key with the file's text, the value and what would be written.
struct MapTest: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract:
            "For each mapped key: the file's text, the domain's value, the text that would be written.",
        discussion: "Nothing is written. A text that no picture reads is the file's own."
    )
    @Argument(help: .domain) var domain: Domain
    @Argument(help: "The file alone; without it, every mapped file.", completion: .file())
    var file: String?
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try Client()
        let path = file.map(absolutePath)
        let files = try client.replicas(of: domain).replicas.filter {
            $0.mapped != nil && (path == nil || $0.file == path)
        }
        guard !files.isEmpty else {
            try client.requireKnown(domain)
            throw Failure(
                .notSet,
                file.map { "'\($0)' has no map in '\(domain)'" }
                    ?? "'\(domain)' has no mapped file",
                advice: "Write one: docs/maps.md"
            )
        }
        var table = TextTable(heads: ["KEY", "VALUE", "PLACE", "AT", "SAYS", "WRITES"])
        table.cutColumn = 4
        for file in files {
            for case .exactly(let key) in file.keys ?? [] {
                let explanation = try client.explanation(of: key, in: domain)
                let places = explanation.layers.filter { $0.file == file.file && $0.at != nil }
                for place in places {
                    if output.json {
                        show(place, of: key, isSecret: explanation.isSecret)
                    } else {
                        table.rows.append(row(place, of: key, explanation))
                    }
                }
            }
        }
        if !output.json { table.show() }
    }

    private func show(_ place: LayerReport, of key: SettingKeyPath, isSecret: Bool) {
        showJSON(values: Visibility(isSecret: isSecret)) {
            $0.member("key", key.segments)
            place.write(to: &$0)
        }
    }

    private func row(
        _ place: LayerReport,
        of key: SettingKeyPath,
        _ explanation: Explanation
    ) -> [Cell] {
        let visibility = Visibility(isSecret: explanation.isSecret)
        let value = explanation.layers.first { $0.layer == .user && !$0.isOwn }?.value
        func shown(_ value: SettingValue?) -> String { value?.shownJSON(visibility) ?? "-" }
        return [
            Cell(key.description), Cell(shown(value)), Cell(place.location),
            Cell(place.at?.description ?? ""),
            Cell(shown(place.says) + (place.isOwn ? " (its own)" : "")),
            Cell(shown(place.writes)),
        ]
    }
}
