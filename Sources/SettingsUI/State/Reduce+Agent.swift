// What the agent says, and what the screen makes of it.

import SettingsModel
import SettingsProtocol
import SettingsSchema

extension State {
    /// The agent said something.
    mutating func hear(_ event: AgentEvent, at moment: Moment) -> [Effect] {
        switch event {
        case .connected: link = .waiting
        case .snapshot(let changes, let isFirst, let isLast):
            take(snapshot: changes, isFirst: isFirst)
            if isLast {
                link = .live
                start = start ?? moment
                return [.lookBehind]
            }
        case .changed(let changes):
            let isFlashing = changes.reduce(false) { take($1, at: moment) || $0 }
            (explanation, sourceLine) = (nil, nil)
            let unknown = newKeys(changes)
            let ends = isFlashing && motion == .full
            return unknown + lookSoon() + (ends ? [.wait(.flash, Self.flashTime)] : [])
        case .problem(var problem):
            problem.since = moment
            problems.removeAll { $0.file == problem.file }
            problems.append(problem)
        case .knownProblems(let known):
            problems.removeAll { problem in known.contains { $0.file == problem.file } }
            problems += known
        case .recovered(let domain, let file):
            problems.removeAll { $0.file == file && $0.domain == domain }
            for place in waiting.removeValue(forKey: file) ?? [] { failures[place] = nil }
            status = Status(.good, "'\(file.shortened(home: home))' is in step again")
        case .accepted(let number, let outcome, let warnings):
            accepted(number, outcome, warnings)
        case .refused(let number, let problem, let advice):
            refused(number, problem: problem, advice: advice)
        case .explained(let place, let answer): return explained(place, answer)
        case .history(let reports): take(reports)
        case .behind(let behind): return take(behind: behind)
        case .lost(let reason):
            link = .lost(reason)
            status = Status(.warning, reason)
            writes = [:]
            echoes = [:]
        }
        return []
    }

    /// How long a row that someone else changed stays lit.
    static let flashTime = Duration.milliseconds(800)

    // MARK: Changes

    private mutating func take(snapshot changes: [ChangeMessage], isFirst: Bool) {
        if isFirst {
            forgetValues()
            echoes = [:]
            explanation = nil
        }
        for change in changes {
            let place = SettingPlace(domain: change.domain, keyPath: change.key)
            store(change.value.map { StoredValue(value: $0, layer: change.layer) }, at: place)
        }
    }

    /// Takes a change on; whether someone else made it.
    private mutating func take(_ change: ChangeMessage, at moment: Moment) -> Bool {
        let place = SettingPlace(domain: change.domain, keyPath: change.key)
        if isEcho(change.value, at: place) {
            // Later writes of ours are still on their way, and are what the screen shows.
            if echoes[place] == nil { store(change.stored, at: place) }
            return false
        }
        let old = stored(place)?.value
        store(change.stored, at: place)
        guard old != stored(place)?.value else { return false }
        followElements(of: place, from: old ?? setting(place)?.specifier.defaultValue)
        let who = change.author
        log.append(
            ChangeLog.Entry(
                time: moment,
                author: .other(who),
                place: place,
                old: old,
                new: change.value
            )
        )
        noteRestart(place)
        if let field, field.place.root == place {
            ask(about: field, change, at: moment)
        }
        let before = old ?? setting(place)?.specifier.defaultValue
        let news = "\(shown(before, place)) \(glyphs.arrow) \(shown(value(place), place))"
        let by = who == "editor" ? "in the editor" : "by \(who)"
        status = Status(
            .warning,
            "\(glyphs.changedElsewhere) \(title(place)) changed \(by): \(news)"
        )
        flashing.insert(place)
        return true
    }

    /// Asks for panes to be read again where a key came that none of them has.
    private func newKeys(_ changes: [ChangeMessage]) -> [Effect] {
        var domains: [Domain] = []
        for change in changes where change.value != nil && !domains.contains(change.domain) {
            let place = SettingPlace(domain: change.domain, keyPath: change.key)
            if setting(place) == nil { domains.append(change.domain) }
        }
        return domains.map(Effect.readPanes)
    }

    /// Whether a change is one that we asked for; older ones of ours are over with it.
    private mutating func isEcho(_ value: SettingValue?, at place: SettingPlace) -> Bool {
        guard let sent = echoes[place], let index = sent.firstIndex(where: { value.isSame(as: $0) })
        else { return false }
        let left = Array(sent[(index + 1)...])
        echoes[place] = left.isEmpty ? nil : left
        return true
    }

    /// Asks what to keep, where the part that is being typed is another now.
    private mutating func ask(about field: OpenField, _ change: ChangeMessage, at moment: Moment) {
        let place = field.place
        let theirs = stored(place)?.value
        guard theirs != field.before, place.element?.isNew != true else {
            if case .conflict = overlay { overlay = .none }
            return
        }
        let isSecret = isSecret(place)
        let file = change.file.map { file in
            let name = file.split(separator: "/").last.map(String.init) ?? file
            return change.line.map { "\(name):\($0)" } ?? name
        }
        overlay = .conflict(
            Conflict(
                before: shown(field.before, place),
                mine: isSecret ? glyphs.secret : field.edit.text,
                theirs: shown(theirs, place),
                source: (file ?? change.author) + ", " + moment.minutes
            )
        )
    }

    // MARK: Answers

    private mutating func accepted(_ number: Int, _ outcome: Outcome, _ warnings: [Warning]) {
        guard let write = writes.removeValue(forKey: number) else { return }
        if outcome == .unchanged { _ = isEcho(write.new, at: write.place) }
        if let warning = warnings.first {
            failures[write.place] = warning.problem
            let file = warning.file.shortened(home: home)
            let isWaiting = warning.state == .broken
            if isWaiting { waiting[warning.file, default: []].insert(write.place) }
            status = Status(
                .warning,
                isWaiting
                    ? "\(title(write.place)) waits until '\(file)' can be read again"
                    : "\(glyphs.error) Not in '\(file)' yet: \(warning.problem)"
            )
        } else if status?.kind == .good, number == lastWrite, let text = status?.text {
            status = Status(.good, text + "   saved")
        }
    }

    private mutating func refused(_ number: Int, problem: String, advice: String) {
        guard let write = writes.removeValue(forKey: number) else { return }
        _ = isEcho(write.new, at: write.place)
        log.remove(write: number)
        // A later write of ours says what is shown.
        if !writes.values.contains(where: { $0.place == write.place }) {
            store(write.old, at: write.place)
        }
        failures[write.place] = problem
        status = Status(
            .error,
            "\(glyphs.error) \(title(write.place)): \(problem). Not saved; "
                + "still \(shown(value(write.place), write.place)). \(advice.asSentence)"
        )
    }

    private mutating func explained(_ place: SettingPlace, _ answer: Explanation) -> [Effect] {
        guard let question, question.place == place else { return [] }
        self.question = nil
        explanation = Answer(place: place, explanation: answer)
        guard question.purpose == .editor else { return [] }
        let winner = answer.layers.first { $0.layer == answer.winner }
        guard let file = winner?.file else {
            status = Status(.note, "\(title(place)) stands in no file")
            return []
        }
        return [.edit(file: file, line: winner?.place?.line ?? 1)]
    }
}

extension ChangeMessage {
    /// The value that is stored after the change; nil for none.
    fileprivate var stored: StoredValue? {
        value.map { StoredValue(value: $0, layer: layer) }
    }

    /// Who made the change, in a word.
    fileprivate var author: String { file != nil ? "editor" : origin.author }
}

extension String {
    /// Who is behind an origin, in a word.
    fileprivate var author: String {
        if hasPrefix("file:") { return "editor" }
        let name = hasPrefix("client:") ? String(dropFirst(7)) : self
        return name.isEmpty ? "a program" : name
    }
}

extension State {
    /// The name by which the agent knows this screen.
    static let clientName = "settings ui"

    /// Takes on what happened before the screen was opened.
    private mutating func take(_ reports: [HistoryReport]) {
        guard !log.hasEarlier else { return }
        let count = log.prepend(reports.compactMap(entry))
        if case .entry(let index) = comparison { comparison = .entry(index + count) }
    }

    /// The change that a report tells of; nil where none came into force, or none may be seen.
    private func entry(_ report: HistoryReport) -> ChangeLog.Entry? {
        let place = SettingPlace(domain: report.domain, keyPath: report.key)
        let known: Set = ["set", "concurrent", "ambiguous", "moved", "undo"]
        guard known.contains(report.why), report.kept == nil, report.old != report.new,
            setting(place) != nil || program(report.domain) != nil, !isSecret(place)
        else { return nil }
        let seconds = report.time / 1_000
        let author = report.origin.author
        return ChangeLog.Entry(
            time: Moment(zone.local(seconds), instant: seconds),
            author: author == Self.clientName ? .us : .other(author),
            place: place,
            old: report.old,
            new: report.new
        )
    }
}

extension SettingValue? {
    /// Whether two values, or none, mean the same.
    fileprivate func isSame(as other: SettingValue?) -> Bool {
        switch (self, other) {
        case (nil, nil): true
        case (let a?, let b?): a.means(b)
        default: false
        }
    }
}
