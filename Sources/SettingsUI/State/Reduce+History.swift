// What the agent's history tells: earlier changes, who made one, and values that weren't taken.

import SettingsModel
import SettingsProtocol
import SettingsSchema

extension Model {
    /// The name by which the agent knows this screen.
    static let clientName = "settings ui"

    /// Takes on what happened before the screen was opened, or while no agent was heard.
    mutating func take(_ reports: [HistoryReport]) {
        guard !log.hasEarlier else { return take(lately: reports) }
        lastReport = max(lastReport, reports.last?.id ?? 0)
        let count = log.prepend(reports.compactMap(entry))
        if case .entry(let index) = changes.comparison {
            changes.comparison = .entry(index + count)
        }
    }

    /// The change that a report tells of; nil where none came into force, or none may be seen.
    private func entry(_ report: HistoryReport) -> ChangeLog.Entry? {
        if let entry = untaken(report) { return entry }
        let known: Set = ["set", "concurrent", "ambiguous", "undo"]
        guard known.contains(report.why), report.kept == nil, report.old != report.new,
            mayShow(report)
        else { return nil }
        return ChangeLog.Entry(
            time: moment(of: report),
            author: author(of: report),
            place: report.place,
            old: report.old,
            new: report.new,
            // What changed no value in force has no number of its own.
            step: report.seq == 0 ? nil : report.seq
        )
    }

    private func moment(of report: HistoryReport) -> Moment {
        Moment(report.time / 1_000, in: look.zone)
    }

    private func author(of report: HistoryReport) -> ChangeLog.Entry.Author {
        let author = report.origin.author
        return author == Self.clientName ? .us : .other(author)
    }

    private func mayShow(_ report: HistoryReport) -> Bool {
        (catalogue.setting(report.place) != nil || catalogue.program(report.domain) != nil)
            && !scene.isSecret(report.place)
    }

    // MARK: What was not taken

    /// The value of a save that was not taken, as one that was put back: an undo takes it.
    private func untaken(_ report: HistoryReport) -> ChangeLog.Entry? {
        let isUntaken =
            ["superseded", "kept-newer"].contains(report.why)
            || report.why == "ambiguous" && report.kept != nil
        guard isUntaken, report.new != report.kept, mayShow(report) else { return nil }
        var entry = ChangeLog.Entry(
            time: moment(of: report),
            author: author(of: report),
            place: report.place,
            old: report.new,
            new: report.kept
        )
        entry.isPutBack = true
        return entry
    }

    /// Takes on what happened lately: who made changes that didn't say it, and what of saves was not
    /// taken, which is told.
    mutating func take(lately reports: [HistoryReport]) {
        for report in reports { nameAuthor(report) }
        let known = lastReport
        lastReport = max(known, reports.last?.id ?? 0)
        let news = reports.filter { $0.id > known }.compactMap(untaken).filter { entry in
            // What is stored by now is nothing that one has to be told of.
            entry.old != scene.stored(entry.place)?.own
        }
        guard let last = news.last else { return }
        for entry in news {
            log.append(entry)
            values.flashing.insert(entry.place)
        }
        forgetExplanations()
        let more = news.count > 1 ? "; so with \(news.count - 1) more" : ""
        tell(Status(.warning, words(ofUntaken: last) + more))
        waitForFlash()
    }

    private func words(ofUntaken entry: ChangeLog.Entry) -> String {
        let place = entry.place
        let lost = entry.old == nil ? "its removal" : scene.shown(entry.old, place)
        let kept = scene.value(place) == nil ? "nothing" : scene.shownValue(place)
        let who = entry.author == .other("editor") ? "the editor's save" : "a save"
        let other = entry.old == nil ? "removes it" : "takes \(lost)"
        return
            "\(look.glyphs.changedElsewhere) \(scene.title(place)): \(lost) in \(who) may be older; "
            + "\(kept) stays. u \(other)"
    }

    /// Says who made a change of which only the place of the default was told.
    private mutating func nameAuthor(_ report: HistoryReport) {
        let who = report.origin.author
        guard log.name(who, ofStep: report.seq, at: report.place), let text = status?.text else {
            return
        }
        let words = words(ofChange: report.place, by: ChangeLog.unnamed)
        guard text.hasPrefix(words) else { return }
        let rest = text.dropFirst(words.count)
        status = Status(.warning, self.words(ofChange: report.place, by: who) + rest)
    }
}

extension HistoryReport {
    /// The setting that it tells of.
    fileprivate var place: SettingPlace { SettingPlace(domain: domain, keyPath: key) }
}
