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

    /// Notes what was undone by whomever: an undo has no line of its own, but those it took back say so.
    mutating func noteUndos(in reports: [HistoryReport]) {
        let undone = reports.undone
        for report in reports {
            guard let group = report.group else { continue }
            if report.undoes.isEmpty {
                mark(report.place, of: group, isUndone: undone.contains(report.id))
            } else {
                remove(report.place, of: group)
            }
        }
    }
}

extension [HistoryReport] {
    /// The entries that an undo took back which still counts, by their numbers.
    ///
    /// The reports are the newest ones that there are, oldest first.
    var undone: Set<UInt64> {
        reversed().reduce(into: []) { undone, report in
            if !undone.contains(report.id) { undone.formUnion(report.undoes) }
        }
    }
}
