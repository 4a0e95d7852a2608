// The agent's history: what it tells of changes, and undo and redo, which the agent does.

import SettingsModel
import SettingsProtocol

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
        let reports = reports.byAuthors
        for report in reports.reversed() { learn(report) }
        report(.prepended(log.prepend(reports, scene)))
    }

    /// Takes on what happened lately: who made changes that didn't say it, and which values of saves were
    /// not adopted, which is reported.
    mutating func take(lately reports: [HistoryReport]) {
        let reports = reports.byAuthors
        for report in reports.reversed() { learn(report) }
        log.noteUndos(in: reports)
        steps.drop(ended: reports.undone, log)
        let entries = log.appendUntold(reports, scene)
        guard let last = entries.last else { return }
        values.flashing.formUnion(entries.map(\.place))
        report(.heard([]))
        let more = entries.count > 1 ? "; so with \(entries.count - 1) more" : ""
        tell(Status(.warning, scene.words(ofNotAdopted: last) + more))
        waitForFlash()
    }

    /// Takes on of which step a change is, and who made one of which only the place of the default was told.
    private mutating func learn(_ report: HistoryReport) {
        guard report.file == nil, let reported = ChangeLog.Entry(report, scene),
            let known = log.learn(reported, awaited: Set(writes.pending.map(\.number)))
        else { return }
        if known.author == .us, let write = known.write {
            steps.answer(write: write, group: report.group)
        }
        if case .other(let who) = known.author { self.report(.named(report.place, who)) }
    }

    // MARK: Undo

    /// Makes steps again, up to one that was undone.
    mutating func redo(_ step: Step) {
        while steps.toBeUndone.contains(where: { $0.number == step.number }),
            ask(.redo, in: .history)
        {}
    }

    /// Asks for an undo or a redo; false where that can't be, which the news says.
    @discardableResult
    mutating func ask(_ wish: Steps.Wish, in content: Screen.Content) -> Bool {
        if let obstacle = scene.obstacle(to: wish) {
            say(obstacle)
            return false
        }
        guard steps.ask(wish) else {
            say(scene.nothing(to: wish, hasMore: content != .history && log.lastInForce != nil))
            return false
        }
        askNext()
        return true
    }

    /// Asks the agent for the next undo or redo, once it has said what was written.
    mutating func askNext() {
        guard let (step, wish) = steps.next() else { return }
        steps.note(loss: scene.loss(by: log.entries.filter(step.has)))
        send(step.effect(of: wish))
    }

    /// The agent has done what was under way, as a step of its own.
    mutating func undone(_ group: UInt64?, _ warnings: [Warning]) {
        guard let (step, wish) = steps.succeed(group: group) else { return }
        log.mark(step, isUndone: wish != .redo)
        let entries = log.entries.filter(step.has)
        let places = Set(entries.map(\.place))
        // What is written since has a word of its own.
        if !places.contains(where: writes.isWriting) {
            say(scene.status(ofStep: step, wish, entries))
        }
        for place in places where scene.hasRefused(place) {
            problems.replaced.insert(place)
            if wish == .redo { log.noteRefused(at: place, of: step) }
        }
        problems.wait(places, for: warnings)
        if let warning = warnings.first, let place = places.min(by: { $0.keyPath < $1.keyPath }) {
            say(Status(.warning, scene.words(of: warning, at: place)))
        }
        askNext()
    }

    /// The agent couldn't, and says why.
    mutating func notUndone(_ problem: String, _ advice: String, isOver: Bool) {
        guard let (step, wish) = steps.fail(isOver: isOver) else { return }
        // The next undo in the history takes the change before it.
        if isOver, wish != .redo, step.groups.count <= 1 { log.markNotUndoable(step) }
        say(scene.status(ofFailed: wish, problem, advice))
    }
}
