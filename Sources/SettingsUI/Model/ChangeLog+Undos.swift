// Which changes are undone, as the agent's history tells it.

import SettingsModel
import SettingsProtocol

extension ChangeLog {
    /// Notes up to which entry the agent's history is known; gives the reports that are newer than
    /// those before.
    mutating func noteNewest(of reports: [HistoryReport]) -> [HistoryReport] {
        let known = lastReport
        lastReport = max(known, reports.last?.id ?? 0)
        return reports.filter { $0.id > known }
    }

    /// Marks the changes that were undone, here or elsewhere, and removes the lines of the undos themselves.
    mutating func noteUndos(in reports: [HistoryReport]) {
        let undone = reports.undone
        for report in reports {
            guard let group = report.group else { continue }
            if report.tookBack {
                remove(report.place, of: group)
            } else {
                mark(report.place, of: group, isUndone: undone.contains(report.id))
            }
        }
    }
}

extension [HistoryReport] {
    /// The numbers of the entries that are undone: an undo counts unless it was undone itself.
    ///
    /// The reports must be the newest of the history, oldest first.
    var undone: Set<UInt64> {
        reversed().reduce(into: []) { undone, report in
            if !undone.contains(report.id) { undone.formUnion(report.undoes) }
        }
    }
}
