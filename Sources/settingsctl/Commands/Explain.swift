// settingsctl explain, log, undo: why a value is what it is, what happened, and back.

import ArgumentParser
import SettingsClient
import SettingsDocument
import SettingsModel
import SettingsProtocol

/// Every layer of a key.
struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print every layer's value with its place, and the edits that lost.",
        discussion: "The effective value is marked with '>'."
    )
    @Argument(help: .domain) var domain: Domain
    @Argument(help: .key) var key: SettingText
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try Client()
        let key = try client.key(key, in: domain)
        let explanation = try client.explanation(of: key, in: domain)
        let visibility = Visibility(isSecret: explanation.isSecret)
        if output.json {
            showJSON(values: visibility, explanation.write(to:))
        } else {
            for line in columns(explanation.rows(visibility)) { show(line) }
        }
        if explanation.layers.isEmpty, explanation.losers.isEmpty {
            try client.requireKnown(domain)
            throw Failure(
                .notSet,
                "'\(key)' of '\(domain)' is not set in any layer",
                advice: "See: settingsctl list \(domain)"
            )
        }
    }
}

extension Explanation {
    /// Mark, layer, value, place, origin and time, a line each.
    fileprivate func rows(_ visibility: Visibility) -> [[String]] {
        var isWinnerNamed = false
        var rows = layers.map { report in
            let isWinner = !isWinnerNamed && report.layer == winner
            isWinnerNamed = isWinnerNamed || isWinner
            return [
                isWinner ? ">" : " ", report.layer.rawValue, report.value.shownJSON(visibility),
                report.location, report.origin ?? "", report.time.map(moment) ?? "",
            ]
        }
        for loser in losers {
            rows.append([
                " ", loser.why, loser.value?.shownJSON(visibility) ?? "(unset)", "", loser.origin,
                moment(loser.time),
            ])
        }
        return rows
    }
}

extension LayerReport {
    /// `file:line:column`, as far as it is known.
    fileprivate var location: String {
        guard let file = file ?? replica else { return "" }
        return file + place.suffix
    }
}

/// What happened.
struct Log: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print what happened, newest last.",
        discussion: "The first column is the id that 'undo' takes."
    )
    @Argument(help: .domain) var domain: Domain?
    @Argument(help: .key) var key: SettingText?
    @Option(help: "Only what came after this seq.") var since: UInt64?
    @Option(help: "At most this many entries, the newest.") var limit: UInt64?
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try Client()
        let entries = try entries(client)
        if output.json {
            for entry in entries { showObject(writtenBy: entry.write(to:)) }
        } else {
            let rows = entries.map { $0.row(domain == nil ? .withDomain : .alone) }
            for line in columns(rows) { show(line) }
        }
        if entries.isEmpty {
            try client.requireKnown(domain)
            throw nothing
        }
    }

    /// That the history has nothing of what was asked for.
    private var nothing: Failure {
        var words = "no change"
        if let key { words += " of '\(key.text)'" }
        if let domain { words += " in '\(domain)'" }
        if let since { words += " after seq \(since)" }
        return Failure(
            .notSet,
            "the history has \(words)",
            advice: "See all that it has: settingsctl log"
        )
    }

    /// What was asked for, oldest first, however many pages it has.
    private func entries(_ client: Client) throws -> [HistoryReport] {
        let key = try client.key(key, in: domain)
        var pages: [[HistoryReport]] = []
        var next: UInt64?
        var rest = limit
        repeat {
            let page: HistoryPage = try client.call(.history) {
                $0.member("domain", domain?.name)
                $0.member("key", key?.segments)
                $0.member("since", since)
                $0.member("limit", rest)
                $0.member("before", next)
            }
            pages.append(page.entries)
            rest = rest.map { $0 - min($0, UInt64(page.entries.count)) }
            next = page.next
        } while next != nil && rest != 0
        return pages.reversed().flatMap(\.self)
    }
}

extension HistoryReport {
    /// Why a value never was one of the settings.
    private static let notTaken: Set = ["superseded", "refused"]

    /// Id, time, key, change, how and who.
    fileprivate func row(_ name: KeyName) -> [String] {
        func shown(_ value: SettingValue?) -> String {
            isSecret ? Visibility.mark : value?.json ?? "(unset)"
        }
        // What wasn't taken didn't come after nothing.
        let isAlone = old == nil && (kept != nil || new != nil && Self.notTaken.contains(why))
        let change = isAlone ? shown(new) : "\(shown(old)) → \(shown(new))"
        let outcome = kept.map { "\(why), kept \(shown($0))" } ?? why
        return [
            String(id), moment(time), name.text(of: key, in: domain), change,
            outcome, origin,
        ]
    }
}

/// A change taken back.
struct Undo: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Undo a change, or choose the other reading of a conflict.",
        usage: """
            settingsctl undo ID
            settingsctl undo --seq SEQ
            settingsctl undo DOMAIN KEY
            """
    )
    @Argument(
        help: "An id of 'log', or a domain followed by a key: its last change.",
        completion: Domain.defaultCompletionKind
    )
    var target: String?
    @Argument(help: .key) var key: SettingText?
    @Option(help: "Everything that came with this seq.") var seq: UInt64?
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (target != nil) != (seq != nil) else {
            throw ValidationError("Give an ID, or --seq, or DOMAIN and KEY.")
        }
        guard key != nil || target == nil || target.flatMap(UInt64.init) != nil else {
            throw ValidationError("Give an ID, which is a number, or DOMAIN and KEY.")
        }
    }

    func run() throws {
        let domain = key == nil ? nil : try target.map { try Domain($0) }
        let client = try Client()
        let key = try client.key(key, in: domain)
        let application: Application = try client.call(.undo) {
            $0.member("seq", seq)
            $0.member("domain", domain?.name)
            $0.member("key", key?.segments)
            if key == nil { $0.member("id", target.flatMap(UInt64.init)) }
        }
        try client.report(application.warnings, in: application.domain ?? domain) {
            if output.json { application.show(with: $0) }
        }
    }
}
