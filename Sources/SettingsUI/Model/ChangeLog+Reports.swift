// The lines of the history: changes, which of them are undone, and values that weren't adopted.

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

    /// Remembers what happened before the screen was opened; gives how many entries that is.
    mutating func prepend(_ reports: [HistoryReport], _ scene: Scene) -> Int {
        _ = noteNewest(of: reports)
        let undone = reports.undone
        return prepend(
            reports.compactMap { report in
                var entry = Entry(report, scene)
                entry?.isUndone = undone.contains(report.id)
                return report.tookBack ? nil : entry
            }
        )
    }

    /// Remembers what nothing was told of: texts that files gave up, and values of saves that weren't
    /// adopted, which it gives.
    mutating func appendUntold(_ reports: [HistoryReport], _ scene: Scene) -> [Entry] {
        let undone = reports.undone
        let news = noteNewest(of: reports)
        for report in news where report.file != nil && !report.tookBack {
            guard var entry = Entry(report, scene) else { continue }
            entry.isUndone = undone.contains(report.id)
            append(entry)
        }
        let notAdopted = news.compactMap { Entry(notAdopted: $0, scene) }.filter {
            // What is stored by now is nothing that one has to be told of.
            $0.from?.value != scene.stored($0.place)?.own
        }
        for entry in notAdopted { append(entry) }
        return notAdopted
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

extension ChangeLog.Entry {
    /// What a write of ours changes; nil where that is nothing.
    init?(of change: Written, write: Int, _ scene: Scene) {
        let old = scene.stored(change.place)
        let endsRefused = scene.hasRefused(change.place)
        // What comes from elsewhere stays as it is when a value of the user's own goes.
        guard change.new != nil || old != change.stored || endsRefused else { return nil }
        self.init(
            time: scene.look.now,
            author: .us,
            place: change.place,
            from: old,
            to: change.stored,
            write: write,
            endsRefused: endsRefused
        )
    }

    /// What no write of ours changed to what it is now; nil where nothing of the user's own changed,
    /// and so there is nothing to undo.
    init?(
        of place: SettingPlace,
        from old: StoredValue?,
        by author: Author,
        in group: UInt64?,
        _ scene: Scene
    ) {
        let new = scene.stored(place)
        guard old?.layer != .managed, new?.layer != .managed else { return nil }
        self.init(
            time: scene.look.now,
            author: author,
            place: place,
            from: old,
            to: new,
            group: group
        )
    }

    /// The change that a report tells of; nil where none came into force, or none may be seen.
    init?(_ report: HistoryReport, _ scene: Scene) {
        if let entry = Self(notAdopted: report, scene) {
            self = entry
            return
        }
        let known: Set = ["set", "concurrent", "ambiguous", "follow", "undo", "redo"]
        guard known.contains(report.why), report.kept == nil, report.old != report.new,
            scene.mayShow(report)
        else { return nil }
        self.init(
            time: Moment(report.time / 1_000, in: scene.look.zone),
            author: report.author,
            place: report.place,
            from: scene.own(report.old, at: report.place),
            to: scene.own(report.new, at: report.place),
            file: report.file,
            group: report.group
        )
    }

    /// The value of a save that wasn't adopted; nil for other reports.
    init?(notAdopted report: HistoryReport, _ scene: Scene) {
        let isNotAdopted =
            ["superseded", "kept-newer"].contains(report.why)
            || report.why == "ambiguous" && report.kept != nil
        guard isNotAdopted, report.new != report.kept, scene.mayShow(report) else { return nil }
        self.init(
            time: Moment(report.time / 1_000, in: scene.look.zone),
            author: report.author,
            place: report.place,
            from: scene.own(report.new, at: report.place),
            to: scene.own(report.kept, at: report.place),
            notAdopted: report.id
        )
    }
}

extension Scene {
    /// Whether a report is of a setting that the screen shows, and no secret.
    fileprivate func mayShow(_ report: HistoryReport) -> Bool {
        (tree.setting(report.place) != nil || tree.program(report.domain) != nil)
            && !isSecret(report.place)
    }
}

extension HistoryReport {
    var place: SettingPlace { SettingPlace(domain: domain, keyPath: key) }

    /// Whether it's an undo or a redo, which took back other entries.
    var tookBack: Bool { !undoes.isEmpty }

    fileprivate var author: ChangeLog.Entry.Author {
        let author = origin.author
        return author == AgentMirror.clientName ? .us : .other(author)
    }
}

extension [HistoryReport] {
    /// The reports, those that only follow the first of their step as its author's.
    var byAuthors: [HistoryReport] {
        let origins = Dictionary(lazy.map { ($0.id, $0.origin) }) { $1 }
        return map { report in
            var report = report
            let first = report.origin.hasPrefix("file:") ? report.group : nil
            report.origin = first.flatMap { origins[$0] } ?? report.origin
            return report
        }
    }

    /// The numbers of the entries that are undone: an undo counts unless it was undone itself.
    ///
    /// The reports must be the newest of the history, oldest first.
    var undone: Set<UInt64> {
        reversed().reduce(into: []) { undone, report in
            if !undone.contains(report.id) { undone.formUnion(report.undoes) }
        }
    }
}
