// What the agent's history tells: earlier changes, who made one, and values that weren't adopted.

import SettingsModel
import SettingsProtocol
import SettingsSchema

extension Model {
    /// The name by which the agent knows this screen.
    static let clientName = "settings ui"

    /// Forgets what was done and what happened, as the agent has another database: with its numbers,
    /// something else would be undone.
    mutating func beginHistoryAnew() {
        (log, steps, values.start) = (ChangeLog(), Steps(), nil)
        if case .entry = changes.comparison { changes.compare(with: .start) }
        tell(Status(.warning, "The agent has another database: earlier changes can't be undone"))
    }

    /// Takes on what happened before the screen was opened, or while no agent was heard.
    mutating func take(_ reports: [HistoryReport]) {
        guard !log.hasEarlier else { return take(lately: reports) }
        for report in reports.reversed() { learn(report) }
        let count = log.prepend(reports, scene)
        if case .entry(let index) = changes.comparison {
            changes.comparison = .entry(index + count)
        }
    }

    /// Takes on what happened lately: who made changes that didn't say it, and which values of saves were
    /// not adopted, which is reported.
    mutating func take(lately reports: [HistoryReport]) {
        for report in reports.reversed() { learn(report) }
        log.noteUndos(in: reports)
        steps.drop(ended: reports.undone, log)
        let news = log.appendNotAdopted(reports, scene)
        guard let last = news.last else { return }
        values.flashing.formUnion(news.map(\.place))
        forgetExplanations()
        let more = news.count > 1 ? "; so with \(news.count - 1) more" : ""
        tell(Status(.warning, scene.words(ofNotAdopted: last) + more))
        waitForFlash()
    }

    /// Takes on of which step a change is, and who made one of which only the place of the default was told.
    private mutating func learn(_ report: HistoryReport) {
        guard let reported = ChangeLog.Entry(report, scene),
            let known = log.learn(reported, awaited: Set(writes.pending.map(\.number)))
        else { return }
        if known.author == .us, let write = known.write {
            steps.answer(write: write, group: report.group)
        }
        guard case .other(let who) = known.author, let text = status?.text else { return }
        let words = scene.words(ofChange: report.place, by: ChangeLog.unnamed)
        guard text.hasPrefix(words) else { return }
        let rest = text.dropFirst(words.count)
        status = Status(.warning, scene.words(ofChange: report.place, by: who) + rest)
    }
}
