// What the agent says, and what the screen makes of it.

import SettingsModel
import SettingsProtocol
import SettingsSchema

extension Model {
    /// The agent said something.
    mutating func hear(_ event: AgentEvent) {
        switch event {
        case .connected:
            if case .lost(let reason) = values.link, status?.text == reason { status = nil }
            values.link = .waiting
            inspector.question = nil
            fileProblems.replaced = []
        case .greeted(let connection, let epoch):
            writes.connection = connection
            if log.epoch != nil, log.epoch != epoch { beginHistoryAnew() }
            log.epoch = epoch
        case .subscribed(let domains): values.subscribed = domains
        case .snapshot(let changes, let isFirst, let isLast):
            receive(snapshot: changes, isFirst: isFirst, isLast: isLast)
        case .changed(let changes): take(changes)
        case .secrets(let places):
            for place in places { scene.stored(place).map { store($0.asSecret, at: place) } }
        case .problem(let problem): add(problem)
        case .knownProblems(let known): replaceProblems(by: known)
        case .recovered(let domain, let file, let key): recover(domain, file, key)
        case .accepted(let number, let outcome, let warnings): accepted(number, outcome, warnings)
        case .refused(let number, let problem, let advice):
            refused(number, problem: problem, advice: advice)
        case .outrun(let number): outrun(number)
        case .explained(let place, let answer): explained(place, answer)
        case .undone(let group, let warnings): undone(group, warnings)
        case .notUndone(let problem, let advice, let isOver):
            notUndone(problem, advice, isOver: isOver)
        case .lately(let reports): take(lately: reports)
        case .unexplained(let place, let problem): leaveUnexplained(place, problem)
        case .history(let reports): take(reports)
        case .lost(let reason): lose(reason)
        }
    }

    /// The connection is over.
    private mutating func lose(_ reason: String) {
        values.link = .lost(reason)
        inspector.question = nil
        let isUndoing = steps.isUnderWay || steps.isWaiting
        tell(Status(.warning, reason + (isUndoing ? ". The undo isn't confirmed" : "")))
        writes.lose()
        steps.stop()
    }

    /// Says what no key asked for, unless it's said that something isn't saved.
    mutating func tell(_ news: Status) {
        if status?.kind != .unsaved { status = news }
    }

    /// How long a row that someone else changed stays lit.
    static let flashTime = Duration.milliseconds(800)

    // MARK: Changes

    /// Takes changes on; those of settings that are being written wait for the answer.
    mutating func take(_ changes: [ChangeMessage]) {
        let authors = changes.authors
        var told: [(place: SettingPlace, who: String)] = []
        for change in changes {
            let who = authors[change.rev] ?? change.author
            if take(change, by: who) { told.append((change.place, who)) }
        }
        forgetExplanations()
        if told.count > 1 {
            let words = scene.words(ofChanges: told.map(\.place), by: told.map(\.who))
            tell(Status(.warning, words))
        }
        let (domains, mayChange) = catalogue.domainsToRead(for: changes)
        for domain in domains { send(.readPanes(domain)) }
        if mayChange { send(.wait(.panes, Self.paneSettleTime)) }
        if !told.isEmpty { waitForFlash() }
        let isInView = navigation.screen.content == .history
        for domain in writes.unclearDomains(of: changes, isInView ? .all : .unsaid) {
            send(.askLately(domain))
        }
    }

    /// Makes rows go dark again after a while; with reduced motion, the next key does.
    mutating func waitForFlash() {
        if look.motion == .full { send(.wait(.flash, Self.flashTime)) }
    }

    /// Takes a change on; whether someone else made it.
    private mutating func take(_ change: ChangeMessage, by who: String) -> Bool {
        let place = change.place
        switch writes.hear(change) {
        case .ignored: return false
        case .own:
            adopt(change.stored, at: place)
            return false
        case .foreign: break
        }
        let old = scene.stored(place)
        let before = scene.value(place)
        adopt(change.stored, at: place)
        values.forgetFailures(of: place)
        guard before != scene.value(place) else { return false }
        if old.isOfDefault, change.stored.isOfDefault {
            let isGone = change.stored == nil
            tell(Status(.warning, scene.words(ofDefaultOf: place, isGone: isGone)))
            return false
        }
        note(change: place, from: old, by: who, in: change.group)
        let news = "\(scene.shown(before, place)) \(look.glyphs.arrow) \(scene.shownValue(place))"
        tell(Status(.warning, scene.words(ofChange: place, by: who) + ": " + news))
        return true
    }

    /// Notes that someone else changed a setting to what it is now.
    mutating func note(
        change place: SettingPlace,
        from old: StoredValue?,
        by who: String,
        in group: UInt64?
    ) {
        noteRestart(place)
        values.flashing.insert(place)
        let entry = ChangeLog.Entry(of: place, from: old, by: who, in: group, scene)
        if let entry { log.append(entry) }
    }

    // MARK: Answers

    private mutating func leaveUnexplained(_ place: SettingPlace, _ problem: String) {
        // It isn't asked again before something changes.
        let answer = Answer(place: place, explanation: .empty(place.keyPath))
        if inspector.take(answer) == .search { return note(source: answer) }
        status = Status(.error, "\(look.glyphs.error) \(scene.title(place)): \(problem)")
    }

    private mutating func explained(_ place: SettingPlace, _ explanation: Explanation) {
        let answer = Answer(place: place, explanation: explanation)
        switch inspector.take(answer) {
        case .search: note(source: answer)
        case .editor:
            if let editor = explanation.editor { return send(editor) }
            status = Status(.note, "\(scene.title(place)) stands in no file")
        case .inspector, nil: break
        }
    }
}
