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
        discussion:
            "Nothing is written. A text that no picture reads is the file's own. A '-' is what isn't there."
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
                for place in try places(of: key, in: file.file, client) {
                    if output.json { place.show() } else { table.rows.append(place.row) }
                }
            }
        }
        if !output.json { table.show() }
    }

    /// The places of a key in a file; one without a text where the file has none.
    private func places(
        of key: SettingKeyPath,
        in file: String,
        _ client: Client
    ) throws -> [MappedPlace] {
        let explanation = try client.explanation(of: key, in: domain)
        // What only a file says has no time.
        let value = explanation.layers.first { $0.layer == .user && $0.time != nil }?.value
        var reports = explanation.layers.filter { $0.file == file && $0.at != nil }
        if reports.isEmpty {
            var nowhere = LayerReport(layer: .user, value: .null)
            nowhere.file = file
            reports = [nowhere]
        }
        let visibility = Visibility(isSecret: explanation.isSecret)
        return reports.map {
            MappedPlace(key: key, value: value, report: $0, visibility: visibility)
        }
    }
}

/// What a mapped file has for a key, beside the domain's value.
private struct MappedPlace {
    var key: SettingKeyPath
    var value: SettingValue?
    var report: LayerReport
    var visibility: Visibility

    func show() {
        showJSON(values: visibility) {
            _ = $0.keyPath(key)
            $0.member("value", value)
            $0.member("file", report.file)
            _ = $0.place(report.place)
            _ = $0.optional("at", report.at)
            $0.member("says", report.says)
            if report.isOwn { $0.member("own", true) }
            $0.member("writes", report.writes)
        }
    }

    var row: [Cell] {
        [
            Cell(key.description), Cell(shown(value)), Cell(report.location),
            Cell(report.at?.description ?? "-"),
            Cell(shown(report.says) + (report.isOwn ? " (its own)" : "")),
            Cell(shown(report.writes)),
        ]
    }

    private func shown(_ value: SettingValue?) -> String { value?.shownJSON(visibility) ?? "-" }
}
