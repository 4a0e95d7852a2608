// The agent's messages, and the changes that it reports.

import SettingsModel
import SettingsProtocol

extension AgentMirror {
    /// The agent said something.
    mutating func hear(_ event: AgentEvent) {
        switch event {
        case .connected:
            values.link = .waiting
            problems.replaced = []
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
        case .undone(let group, let warnings): undone(group, warnings)
        case .notUndone(let problem, let advice, let isOver):
            notUndone(problem, advice, isOver: isOver)
        case .followed(let place, let files, let group, let explanation):
            say(scene.status(ofFollowing: files, at: place, explanation))
            if let group {
                steps.add(group: group)
                send(.askLately(place.domain))
            }
        case .notFollowed(let place, let problem, let advice):
            say(scene.status(ofNotFollowing: place, problem, advice))
        case .lately(let reports): take(lately: reports)
        case .history(let reports): take(reports)
        case .lost(let reason): lose(reason)
        // The inspector's questions and their answers concern nothing here.
        case .explained, .unexplained: break
        }
    }

    /// The connection is over.
    private mutating func lose(_ reason: String) {
        values.link = .lost(reason)
        let isUndoing = steps.isUnderWay || steps.isWaiting
        tell(Status(.warning, reason + (isUndoing ? ". The undo isn't confirmed" : "")))
        writes.lose()
        steps.stop()
    }

    // MARK: Changes

    /// Takes changes on; those of settings that are being written wait for the answer.
    mutating func take(_ changes: [ChangeMessage]) {
        let authors = changes.authors
        var told: [(place: SettingPlace, who: String)] = []
        for change in changes {
            let named = ChangeLog.Entry.Author.other(authors[change.rev] ?? change.author)
            let author = change.isUnsaid ? self.author(ofStep: change.group) ?? named : named
            if take(change, by: author), case .other(let who) = author {
                told.append((change.place, who))
            }
        }
        if told.count > 1 {
            let words = scene.words(ofChanges: told.map(\.place), by: told.map(\.who))
            tell(Status(.warning, words))
        }
        let (domains, mayChange) = tree.domainsToRead(for: changes)
        for domain in domains { send(.readPanes(domain)) }
        if mayChange { send(.wait(.panes, Self.paneSettleTime)) }
        if !told.isEmpty { waitForFlash() }
        report(.heard(changes))
    }

    /// Who made the first change of a step, which its others follow; nil where that isn't known.
    private func author(ofStep group: UInt64?) -> ChangeLog.Entry.Author? {
        group.flatMap { steps.hasReversal($0) ? .us : log.author(ofStep: $0) }
    }

    /// Takes a change on; whether someone else made it.
    private mutating func take(
        _ change: ChangeMessage,
        by author: ChangeLog.Entry.Author
    ) -> Bool {
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
        note(change: place, from: old, by: author, in: change.group)
        guard case .other(let who) = author else {
            if let step = steps.done.last, step.groups.last == change.group,
                let written = step.place, written.domain != place.domain
            {
                report(.shared(place))
            }
            return false
        }
        let news = "\(scene.shown(before, place)) \(look.glyphs.arrow) \(scene.shownValue(place))"
        tell(Status(.warning, scene.words(ofChange: place, by: who) + ": " + news))
        return true
    }

    /// Notes that no write of ours changed a setting to what it is now.
    mutating func note(
        change place: SettingPlace,
        from old: StoredValue?,
        by author: ChangeLog.Entry.Author,
        in group: UInt64?
    ) {
        noteRestart(place)
        if author != .us { values.flashing.insert(place) }
        let entry = ChangeLog.Entry(of: place, from: old, by: author, in: group, scene)
        if let entry { log.append(entry) }
    }
}
