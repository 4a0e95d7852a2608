// A snapshot of all values: shown when it's whole, with what happened while no agent was heard.

import SettingsModel
import SettingsProtocol

extension AgentMirror {
    /// Adds a part of a snapshot; the last part shows all of it at once.
    mutating func receive(snapshot changes: [ChangeMessage], isFirst: Bool, isLast: Bool) {
        if isFirst { values.expect(room: isLast ? [:] : tree.settingCounts) }
        values.receive(changes, tree)
        guard isLast else { return }
        showSnapshot()
        // Last, as panes that are read again for a value show more than it: its comment, for one.
        tree.addRows(for: values.stored)
    }

    /// Shows a snapshot that is whole, and tells what is another value than before.
    private mutating func showSnapshot() {
        let (shown, snapshot) = values.showSnapshot()
        tree.hide(values.stored.secrets)
        values.link = .live
        let before = writes.known(before: shown, values)
        let changed = values.changes(since: before, tree)
        for place in changed { values.forgetFailures(of: place) }
        let stored = values
        let unanswered = writes.unanswered
        report(
            lost: writes.restart(
                seq: snapshot.seq,
                lists: snapshot.listRevs,
                base: { stored[$0] },
                isStored: stored.has
            )
        )
        for write in unanswered {
            let group = log.entries.last { $0.write == write.number }?.group
            steps.answer(write: write.number, group: group)
        }
        for place in changed where !(before[place].isOfDefault && values[place].isOfDefault) {
            note(change: place, from: before[place], by: .other(ChangeLog.others), in: nil)
        }
        writeAgain()
        report(.replaced(shown))
        values.heard = values.subscribed
        values.start = values.start ?? look.now
        guard !changed.isEmpty else { return }
        tell(Status(.warning, scene.words(ofChangesMeanwhile: changed, since: before)))
        for domain in tree.domainsWithoutRow(for: changed, values) {
            send(.readPanes(domain))
        }
        waitForFlash()
    }

    // MARK: What became of our writes

    /// Reports the writes of the last connection that weren't stored.
    private mutating func report(lost writes: [PendingWrite]) {
        guard let place = writes.last?.place else { return }
        let problem = "the agent went away before it was saved"
        forget(writes)
        for write in writes { values.failures[write.place] = problem }
        let typed = scene.wordsOfTyped(writes)
        let text = "\(scene.title(place)): \(problem)\(typed); it is \(scene.shownValue(place))."
        report(.unsaved(text, writes))
    }

    /// Shows what was written since the connection began; the agent's answers tell more.
    private mutating func writeAgain() {
        for write in writes.pending {
            let old = scene.stored(write.place)
            log.correct(from: old, ofWrite: write.number, at: write.place)
            store(write.stored, at: write.place)
        }
    }
}
