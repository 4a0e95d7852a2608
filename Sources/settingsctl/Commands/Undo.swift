// settingsctl undo, redo: back by a step, and forward again.

import ArgumentParser
import SettingsClient
import SettingsModel
import SettingsProtocol

/// A step taken back.
struct Undo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Undo a change, or choose the other reading of a conflict.",
        usage: """
            settingsctl undo
            settingsctl undo DOMAIN [KEY]
            settingsctl undo [DOMAIN] --since TIME
            settingsctl undo ID
            settingsctl undo --seq SEQ
            """,
        discussion: """
            Again and again, it goes back step by step: all that one change did, or with KEY what it did \
            there. Without DOMAIN only steps made with settingsctl or on the screen count. What somebody \
            else has changed since isn't undone: all of a step is, or nothing. With --since, settings get the \
            values that they had then; secrets stay, and so do texts that files had before 'follow'.
            """
    )
    @Argument(
        help: "A domain, whoever changed it; or an id of 'log'.",
        completion: Domain.defaultCompletionKind
    )
    var target: String?
    @Argument(help: .key) var key: SettingText?
    @Option(help: "Everything that came with this seq.") var seq: UInt64?
    @Option(
        help: ArgumentHelp(
            "All changes since then: 10m, 2h, 3d, or a time as 'versions' prints it.",
            valueName: "time"
        )
    )
    var since: PastTime?
    @OptionGroup var output: OutputOptions

    private var id: UInt64? { key == nil && since == nil ? target.flatMap(UInt64.init) : nil }

    func validate() throws {
        guard seq == nil || target == nil && since == nil else {
            throw ValidationError("Give --seq alone.")
        }
        guard since == nil || key == nil else {
            throw ValidationError("Give --since alone, or with DOMAIN.")
        }
    }

    func run() throws {
        let domain = id == nil ? try target.map { try Domain($0) } : nil
        let client = try Client()
        try client.requireKnown(domain)
        let key = try client.key(key, in: domain)
        let done: BatchAcceptance = try client.call(.undo) {
            $0.member("seq", seq)
            $0.member("domain", domain?.name)
            $0.member("key", key?.segments)
            $0.member("id", id)
            $0.member("since", since?.milliseconds)
        }
        let isNamed = id != nil || seq != nil
        let scope = (domain: domain ?? (isNamed ? done.domain : nil), key: key)
        try TakenBack(done, scope, with: client).report(output, client)
    }
}

/// An undone step made again.
struct Redo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo",
        abstract: "Redo what was undone last.",
        discussion: """
            Again and again, it goes forward until nothing is undone. The next change of the domain, or \
            with KEY of that key, ends what can be redone.
            """
    )
    @Argument(help: .domain) var domain: Domain?
    @Argument(help: .key) var key: SettingText?
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try Client()
        try client.requireKnown(domain)
        let key = try client.key(key, in: domain)
        let done: BatchAcceptance = try client.call(.redo) {
            $0.member("domain", domain?.name)
            $0.member("key", key?.segments)
        }
        try TakenBack(done, (domain, key), with: client).report(output, client)
    }
}

/// What an undo or a redo came to.
private struct TakenBack {
    private let done: BatchAcceptance
    private let scope: (domain: Domain?, key: SettingKeyPath?)
    private let step: ChangedStep
    /// What it changed, in the order of the keys.
    private var entries: [HistoryReport] { step.entries }

    /// So many changes are shown.
    private static let shownCount = 20

    init(
        _ done: BatchAcceptance,
        _ scope: (domain: Domain?, key: SettingKeyPath?),
        with client: Client
    ) throws {
        self.done = done
        let step = try ChangedStep(done.group, client)
        self.step = step
        // What only followed a change of another domain is undone with that one.
        let isOfOther = step.entries.contains { $0.domain != scope.domain ?? $0.domain }
        self.scope = isOfOther ? (nil, nil) : scope
    }

    /// Prints what changed and the command for the other way, and waits for the files.
    func report(_ output: OutputOptions, _ client: Client) throws {
        let keys = Dictionary(grouping: entries, by: \.domain).mapValues { $0.map(\.key) }
        let domains = keys.isEmpty ? [done.domain].compactMap(\.self) : keys.keys.sorted()
        let places = domains.map { (domain: $0, keys: keys[$0] ?? []) }
        try client.report(done.warnings, of: places) { warnings in
            if output.json { showObject(with: warnings) } else { showLines() }
        }
    }

    private func showObject(with warnings: [Warning]) {
        var whole = done
        whole.warnings = warnings
        showJSON {
            whole.write(to: &$0)
            $0.key("changes")
            $0.array(entries) { $1.write(to: &$0) }
        }
    }

    private func showLines() {
        let name: KeyName = scope.domain == nil ? .withDomain : .alone
        let rows = entries.prefix(Self.shownCount).map {
            [name.text(of: $0.key, in: $0.domain), $0.outcome]
        }
        for line in columns(rows) { show(line) }
        let others = entries.count - rows.count
        if others > 0 { show("and \(others) more") }
        if let otherWay { show(otherWay) }
    }

    /// The command that goes the other way.
    private var otherWay: String? {
        guard let first = entries.first else { return nil }
        let words = [scope.domain?.name, scope.key?.description.quotedForShell].compactMap(\.self)
        guard first.why == "redo" else {
            return (["To redo: settingsctl redo"] + words).joined(separator: " ")
        }
        // Another step of the domain may be newer than the one that was redone.
        let command = step.undoing ?? (["settingsctl undo"] + words).joined(separator: " ")
        return "To undo: \(command)"
    }
}
