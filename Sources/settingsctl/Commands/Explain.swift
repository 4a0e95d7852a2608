// settingsctl explain, log: why a value is what it is, and what happened.

import ArgumentParser
import SettingsClient
import SettingsDocument
import SettingsModel
import SettingsProtocol

/// Every layer of a key.
struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
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
            explanation.table(visibility).show()
        }
        if explanation.layers.isEmpty, explanation.losers.isEmpty {
            throw try client.notSet(key, in: domain, "explain")
        }
    }
}

extension Explanation {
    /// Mark, layer, value, place, origin and time, a line each.
    fileprivate func table(_ visibility: Visibility) -> TextTable {
        var table = TextTable(heads: ["", "LAYER", "VALUE", "PLACE", "FROM", "TIME"])
        table.cutColumn = 2
        var isWinnerNamed = false
        table.rows = layers.map { report in
            let isWinner = !isWinnerNamed && report.layer == winner
            isWinnerNamed = isWinnerNamed || isWinner
            return [
                Cell(isWinner ? ">" : " "), Cell(report.layer.rawValue),
                Cell((report.says ?? report.value).shownJSON(visibility)), Cell(report.location),
                Cell(report.isOwn ? "its own" : report.origin.map(shownOrigin) ?? ""),
                Cell(report.time.map(moment) ?? ""),
            ]
        }
        for loser in losers {
            table.rows.append([
                Cell(" "), Cell(shownReason(loser.why), .faint),
                Cell(loser.value?.shownJSON(visibility) ?? "(unset)"), Cell(""),
                Cell(shownOrigin(loser.origin)), Cell(moment(loser.time)),
            ])
        }
        return table
    }
}

extension LayerReport {
    /// `file:line:column`, as far as it is known.
    var location: String {
        guard let file = file ?? replica else { return "" }
        return shownPath(file) + place.suffix
    }
}

/// From where on the history is printed.
enum HistoryStart: ExpressibleByArgument {
    case after(seq: UInt64)
    case since(PastTime)

    init?(argument: String) {
        let time = PastTime(argument: argument).map(HistoryStart.since)
        guard let start = UInt64(argument).map(HistoryStart.after) ?? time else { return nil }
        self = start
    }
}

/// What happened.
struct Log: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "Print what happened, newest last.",
        discussion: "The first column is the id that 'undo' takes."
    )
    @Argument(help: .domain) var domain: Domain?
    @Argument(help: .key) var key: SettingText?
    @Option(help: "Only what came after this seq or time: 10m, 2h, 3d, or as 'versions' prints it.")
    var since: HistoryStart?
    @Option(help: "At most this many entries, the newest.") var limit: UInt64?
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try Client()
        let entries = try entries(client)
        if output.json {
            for entry in entries { showObject(writtenBy: entry.write(to:)) }
        } else {
            var table = TextTable(heads: ["ID", "TIME", "KEY", "CHANGE", "WHAT", "FROM"])
            table.cutColumn = 3
            table.rows = entries.map { $0.row(domain == nil ? .withDomain : .alone) }
            table.show()
        }
        if entries.isEmpty {
            try client.requireKnown(domain)
            throw nothing
        }
    }

    /// That the history has nothing of what was asked for.
    private var nothing: Failure {
        let isOfAll = domain == nil && since == nil
        var words = "no change"
        if let key { words += " of '\(key.text)'" }
        if let domain { words += " in '\(domain)'" }
        switch since {
        case .after(let seq)?: words += " after seq \(seq)"
        case .since(let time)?: words += " since \(moment(time.milliseconds))"
        case nil: break
        }
        return Failure(
            .notSet,
            "the history has \(words)",
            advice: isOfAll
                ? "See how things are: settingsctl" : "See all that it has: settingsctl log"
        )
    }

    /// What was asked for, oldest first, however many pages it has.
    private func entries(_ client: Client) throws -> [HistoryReport] {
        let key = try client.key(key, in: domain)
        var pages: [[HistoryReport]] = []
        var next: UInt64?
        var rest = limit
        let seq: UInt64? = if case .after(let seq)? = since { seq } else { nil }
        repeat {
            var page: HistoryPage = try client.call(.history) {
                $0.member("domain", domain?.name)
                $0.member("key", key?.segments)
                $0.member("since", seq)
                $0.member("limit", rest)
                $0.member("before", next)
            }
            if case .since(let time)? = since {
                page.entries.removeAll { $0.time <= time.milliseconds }
                // The pages before it are older.
                if page.entries.isEmpty { page.next = nil }
            }
            pages.append(page.entries)
            rest = rest.map { $0 - min($0, UInt64(page.entries.count)) }
            next = page.next
        } while next != nil && rest != 0
        return pages.reversed().flatMap(\.self)
    }
}

/// Who made a change: on a terminal the file or the program alone.
private func shownOrigin(_ origin: String) -> String {
    guard Display.isTerminal else { return origin }
    if origin.hasPrefix("file:") { return shownPath(String(origin.dropFirst("file:".count))) }
    return origin.hasPrefix("client:") ? String(origin.dropFirst("client:".count)) : origin
}

/// What became of a value: on a terminal in words, else by the name that scripts know.
private func shownReason(_ why: String, _ reason: String? = nil) -> String {
    Display.isTerminal ? outcomeInWords(why, reason) : why
}

/// What became of a value, in words; the reason is that of a save's base.
func outcomeInWords(_ why: String, _ reason: String?) -> String {
    let isRestored = ["restored", "repeated"].contains(reason)
    return switch why {
    // Who restores a text means all of it, also over changes that nobody has seen.
    case "set" where isRestored, "concurrent" where isRestored: "an older text restored"
    case "concurrent" where ["remade", "replaced"].contains(reason): "set"
    case "undo": "undone"
    case "redo": "redone"
    case "moved": "renamed"
    case "refused": "refused by a rule"
    case "superseded": "older than another change"
    case "concurrent", "ambiguous": "conflict"
    case "kept-newer": "an older text was saved"
    case "displaced-unreadable": "saved, but unreadable"
    case "own": "a text of the file's own"
    case "follow": "follows"
    case "alternating": "changed to and fro"
    default: why
    }
}

extension HistoryReport {
    /// Why a value never was one of the settings.
    private static let notTaken: Set = ["superseded", "refused"]

    private func shown(_ value: SettingValue?) -> String {
        isSecret ? Visibility.mark : value?.json ?? "(unset)"
    }

    /// The value before and the one after.
    var change: String {
        // What wasn't taken didn't come after nothing.
        let isAlone = old == nil && (kept != nil || new != nil && Self.notTaken.contains(why))
        return isAlone ? shown(new) : "\(shown(old)) → \(shown(new))"
    }

    /// The change, with the file whose text it is.
    var outcome: String { change + (file.map { " in " + shownPath($0) } ?? "") }

    /// Id, time, key, change, how and who.
    fileprivate func row(_ name: KeyName) -> [Cell] {
        let reason = shownReason(why, reason) + (file.map { " in " + shownPath($0) } ?? "")
        let outcome = kept.map { "\(reason), kept \(shown($0))" } ?? reason
        return [
            Cell(String(id)), Cell(moment(time)), Cell(name.text(of: key, in: domain)),
            Cell(change), Cell(outcome, kept == nil ? nil : .warning), Cell(shownOrigin(origin)),
        ]
    }
}
