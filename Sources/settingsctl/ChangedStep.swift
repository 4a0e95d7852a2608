// What one step changed, and the command for the other way.

import SettingsClient
import SettingsModel
import SettingsProtocol
import SettingsUI

/// A step, as the history has it.
struct ChangedStep {
    /// What it changed, in the order of the keys, without what other domains take of it from shared files.
    let entries: [HistoryReport]

    /// The widest change that a line shows.
    private static let mostColumns = 40
    /// So many keys are named on a line.
    private static let namedCount = 3

    /// Reads a step; nil for one that changed nothing.
    init(_ group: UInt64?, _ client: Client) throws(ClientError) {
        var entries: [HistoryReport] = []
        var next: UInt64?
        repeat {
            guard let group else { break }
            let page: HistoryPage = try client.call(.history) {
                $0.member("before", next)
                $0.member("group", group)
            }
            entries = page.entries + entries
            next = page.next
        } while next != nil
        let origin = entries.first?.origin
        self.entries = entries.filter { $0.file != nil || $0.origin == origin }
    }

    /// The command that undoes the step, whatever came after it; nil where there is none.
    var undoing: String? {
        guard let first = entries.first else { return nil }
        if entries.count == 1 { return "settingsctl undo \(first.id)" }
        return first.seq == 0 ? nil : "settingsctl undo --seq \(first.seq)"
    }

    /// The domain and key of a setting that had no value before, where the step did nothing else.
    fileprivate var newSetting: (domain: Domain, key: SettingKeyPath)? {
        guard entries.count == 1, let only = entries.first, only.old == nil, only.new != nil,
            only.why == "set"
        else { return nil }
        return (only.domain, only.key)
    }

    /// One line of what was done and how it is undone.
    fileprivate var line: String {
        guard let first = entries.first else { return "Nothing had to be changed." }
        let keys = entries.prefix(Self.namedCount).map(\.key.description).joined(separator: ", ")
        let more = entries.count > Self.namedCount ? ", …" : ""
        let change =
            entries.count == 1
            ? "\(first.key): \(first.outcome.cut(to: Self.mostColumns, mark: "…"))"
            : "\(entries.count) settings: \(keys)\(more)"
        return change + (undoing.map { ". To undo: \($0)" } ?? "")
    }
}

extension Client {
    /// Prints on a terminal what a step changed and how it is undone.
    ///
    /// What was done is done, so a history that can't be read now is no failure.
    func showChange(_ group: UInt64?) {
        guard Display.isTerminal, let step = try? ChangedStep(group, self) else { return }
        show(step.line)
        guard let (domain, key) = step.newSetting,
            let meant = try? mistyped(key, in: domain)
        else { return }
        show("'\(key)' is a new setting of '\(domain)'. Did you mean '\(meant)'?")
    }
}
