// What the agent says, and what the screen makes of it.

import SettingsModel
import SettingsProtocol
import SettingsSchema

extension State {
    /// The agent said something.
    mutating func hear(_ event: AgentEvent, at moment: Moment) -> [Effect] {
        switch event {
        case .connected:
            link = .waiting
            question = nil
        case .snapshot(let changes, let isFirst, let isLast):
            take(snapshot: changes, isFirst: isFirst, at: moment)
            if isLast {
                link = .live
                endSnapshot(at: moment)
                start = start ?? moment
                return [.lookBehind]
            }
        case .changed(let changes):
            let isFlashing = changes.reduce(false) { take($1, at: moment) || $0 }
            (explanation, sourceLine) = (nil, nil)
            let unknown = newKeys(changes)
            let ends = isFlashing && motion == .full
            return unknown + lookSoon() + (ends ? [.wait(.flash, Self.flashTime)] : [])
        case .problem(let problem): take(problem, at: moment)
        case .knownProblems(let known): take(known: known)
        case .recovered(let domain, let file, let key): recover(domain, file, key)
        case .accepted(let number, let outcome, let warnings):
            accepted(number, outcome, warnings)
        case .refused(let number, let problem, let advice):
            refused(number, problem: problem, advice: advice)
        case .explained(let place, let answer): return explained(place, answer)
        case .own(let write, let value): log.correct(old: value, ofWrite: write)
        case .unexplained(let place, let problem):
            if question?.place == place {
                // It isn't asked again before something changes.
                explanation = Answer(place: place, explanation: .none(of: place.keyPath))
                question = nil
            }
            status = Status(.error, "\(glyphs.error) \(title(place)): \(problem)")
        case .history(let reports): take(reports)
        case .behind(let behind, let applied): return take(behind: behind, applied: applied)
        case .lost(let reason):
            link = .lost(reason)
            question = nil
            status = Status(.warning, reason)
            // What became of writes without an answer is in the next snapshot.
            unanswered.merge(writes) { $1 }
            writes = [:]
            echoes = [:]
        }
        return []
    }

    /// How long a row that someone else changed stays lit.
    static let flashTime = Duration.milliseconds(800)

    // MARK: Changes

    private mutating func take(
        snapshot changes: [ChangeMessage],
        isFirst: Bool,
        at moment: Moment
    ) {
        if isFirst {
            forgetValues()
            explanation = nil
        }
        for change in changes {
            let place = SettingPlace(domain: change.domain, keyPath: change.key)
            store(change.stored, at: place)
        }
    }

    /// What has changed since the connection before is now seen by what is open.
    private mutating func endSnapshot(at moment: Moment) {
        if let root = field?.place.root, formerValues[root]?.value != values[root]?.value {
            let before = formerValues[root]?.value ?? setting(root)?.specifier.defaultValue
            followElements(of: root, from: before)
            if let field { ask(about: field, source: "meanwhile, " + moment.minutes) }
        }
        forgetFormerValues()
        // What was written since the subscription, it may have or not; the changes tell.
        echoes = [:]
        for (_, write) in writes.sorted(by: { $0.key < $1.key }) {
            echoes[write.place, default: []].append(write.new)
            store(write.new.map { StoredValue(value: $0, layer: .user) }, at: write.place)
        }
        let lost = unanswered.sorted { $0.key < $1.key }
        unanswered = [:]
        for (number, write) in lost
        where !(stored(write.place)?.own).isSame(as: write.new) {
            log.refuse(write: number, write.recording)
            failures[write.place] = "the agent went away before it was saved"
            status = Status(
                .error,
                "\(glyphs.error) \(title(write.place)): the agent went away before it was saved; "
                    + "it is \(shown(value(write.place), write.place))"
            )
        }
    }

    /// Takes a change on; whether someone else made it.
    private mutating func take(_ change: ChangeMessage, at moment: Moment) -> Bool {
        let place = SettingPlace(domain: change.domain, keyPath: change.key)
        if isEcho(change.stored?.own, at: place) {
            // Later writes of ours are still on their way, and are what the screen shows.
            if echoes[place] == nil { store(change.stored, at: place) }
            return false
        }
        let old = stored(place)
        let before = value(place)
        store(change.stored, at: place)
        for number in writes.keys where writes[number]?.place == place {
            writes[number]?.old = change.stored
        }
        for failed in failures.keys where failed.root == place { failures[failed] = nil }
        guard before != value(place) else { return false }
        followElements(of: place, from: before)
        let who = change.author
        log.append(
            ChangeLog.Entry(
                time: moment,
                author: .other(who),
                place: place,
                // Whether a default's value was in the file too isn't known; what is put back is.
                old: old?.value,
                new: change.stored?.own
            )
        )
        noteRestart(place)
        if let field, field.place.root == place {
            ask(about: field, source: source(of: change) + ", " + moment.minutes)
        }
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
    ///
    /// The source says who stored theirs, where and when.
    private mutating func ask(about field: OpenField, source: String) {
        let place = field.place
        let theirs = stored(place)?.value
        guard theirs != field.before, place.element?.isNew != true else {
            if case .conflict = overlay { overlay = .none }
            return
        }
        let isSecret = isSecret(place)
        overlay = .conflict(
            Conflict(
                before: shown(field.before, place),
                mine: isSecret ? glyphs.secret : field.edit.text,
                theirs: shown(theirs, place),
                source: source
            )
        )
    }

    /// The file and the line of a change, or who made it.
    private func source(of change: ChangeMessage) -> String {
        guard let file = change.file else { return change.author }
        let name = file.split(separator: "/").last.map(String.init) ?? file
        return change.line.map { "\(name):\($0)" } ?? name
    }

    // MARK: Answers

    private mutating func accepted(_ number: Int, _ outcome: Outcome, _ warnings: [Warning]) {
        guard let write = writes.removeValue(forKey: number) else { return }
        if outcome == .unchanged { _ = isEcho(write.new, at: write.place) }
        if let warning = warnings.first {
            failures[write.place] = warning.problem
            guard let path = warning.file else {
                status = Status(.warning, "\(glyphs.error) In no file: \(warning.problem)")
                return
            }
            let file = path.shortened(home: home)
            let isWaiting = warning.state == .broken
            waiting[path, default: []].insert(write.place)
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
        log.refuse(write: number, write.recording)
        // A later write of ours says what is shown; what it would go back to isn't this one's value.
        let later = writes.filter { $0.key > number && $0.value.place == write.place }.keys
        if let next = later.min() {
            writes[next]?.old = write.old
        } else {
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

extension Explanation {
    /// One that knows nothing.
    fileprivate static func none(of key: SettingKeyPath) -> Explanation {
        Explanation(key: key, winner: nil, layers: [], losers: [])
    }
}

extension ChangeMessage {
    /// The value that is stored after the change; nil for none.
    fileprivate var stored: StoredValue? {
        value.map { StoredValue(value: $0, layer: layer) }
    }

    /// Who made the change, in a word.
    fileprivate var author: String {
        // The agent tells where the default stands, not who took the value away.
        if layer == .default { return "a reset" }
        return file != nil ? "editor" : origin.author
    }
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
