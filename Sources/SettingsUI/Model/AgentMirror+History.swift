// What the agent's history tells: earlier changes, who made one, and values that weren't adopted.

import SettingsModel
import SettingsProtocol
import SettingsSchema

extension AgentMirror {
    /// Forgets what was done and what happened, as the agent has another database: with its numbers,
    /// something else would be undone.
    mutating func beginHistoryAnew() {
        (log, steps, values.start) = (ChangeLog(), Steps(), nil)
        report(.begunAnew)
        tell(Status(.warning, "The agent has another database: earlier changes can't be undone"))
    }

    /// Takes on what happened before the screen was opened, or while no agent was heard.
    mutating func take(_ reports: [HistoryReport]) {
        guard !log.hasEarlier else { return take(lately: reports) }
        for report in reports.reversed() { learn(report) }
        report(.prepended(log.prepend(reports, scene)))
    }

    /// Takes on what happened lately: who made changes that didn't say it, and which values of saves were
    /// not adopted, which is reported.
    mutating func take(lately reports: [HistoryReport]) {
        for report in reports.reversed() { learn(report) }
        log.noteUndos(in: reports)
        steps.drop(ended: reports.undone, log)
        let entries = log.appendNotAdopted(reports, scene)
        guard let last = entries.last else { return }
        values.flashing.formUnion(entries.map(\.place))
        report(.heard([]))
        let more = entries.count > 1 ? "; so with \(entries.count - 1) more" : ""
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
        if case .other(let who) = known.author { self.report(.named(report.place, who)) }
    }
}
