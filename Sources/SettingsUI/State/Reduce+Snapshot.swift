// A snapshot of all values: shown when it's whole, with what happened while no agent was heard.

import SettingsModel
import SettingsProtocol
import SettingsSchema

extension State {
    /// Takes a part of a snapshot; with the last one, all of it is shown at once.
    mutating func take(snapshot changes: [ChangeMessage], isFirst: Bool, isLast: Bool) {
        if isFirst { expectValues(isLast ? .few : .many) }
        receive(changes)
        guard isLast else { return }
        showSnapshot()
        // Last, as panes that are read again for a value show more than it: its comment, for one.
        addMissingRows()
    }

    /// Shows a snapshot that is whole, and tells what is another value than before.
    private mutating func showSnapshot() {
        let (shown, seq, listRevs) = replaceValues()
        explanation = nil
        link = .live
        let before = known(before: shown)
        let changed = heard.isEmpty ? [] : places(changedSince: before)
        for failed in failures.keys where changed.contains(failed.root) { failures[failed] = nil }
        let ours = self
        let unanswered = writes.unanswered
        tell(
            ofLost: writes.restart(
                seq: seq,
                lists: listRevs,
                base: { ours.values[$0] },
                isStored: ours.isStored
            )
        )
        for write in unanswered {
            let group = log.entries.last { $0.write == write.number }?.group
            steps.answer(write: write.number, group: group)
        }
        for place in changed where !isOfDefault(before[place], values[place]) {
            note(change: place, from: before[place], by: "others", in: nil)
        }
        writeAgain()
        for place in openSettings { follow(place, from: value(place, in: shown)) }
        heard = subscribed
        start = start ?? now
        guard !changed.isEmpty else { return }
        tell(changed, since: before)
        readPanes(of: changed)
        waitForFlash()
    }

    // MARK: What others changed

    /// The values that were known to be stored, without what we wrote and had no answer to.
    private func known(before shown: StoredValues) -> StoredValues {
        var known = shown
        for (place, base) in writes.bases {
            // What is there now and was written here is nobody else's; nor is what we write over.
            known[place] = writes.covers(place, isStored: isStored) ? values[place] : base
        }
        return known
    }

    /// Where another value is in force than was, of the domains that were heard of before.
    private func places(changedSince before: StoredValues) -> [SettingPlace] {
        let places = Set(before.places).union(values.places)
        return places.filter { place in
            heard.contains(place.domain) && value(place) != value(place, in: before)
        }.sorted { ($0.domain, $0.keyPath) < ($1.domain, $1.keyPath) }
    }

    private func value(_ place: SettingPlace, in values: StoredValues) -> SettingValue? {
        values[place]?.value ?? setting(place)?.specifier.defaultValue
    }

    private mutating func tell(_ changed: [SettingPlace], since before: StoredValues) {
        var text = "\(changed.count) settings changed meanwhile"
        if changed.count == 1, let place = changed.first {
            let old = shown(value(place, in: before), place)
            let new = shown(value(place), place)
            text = "\(title(place)) changed meanwhile: \(old) \(glyphs.arrow) \(new)"
        }
        tell(Status(.warning, "\(glyphs.changedElsewhere) \(text)"))
    }

    private mutating func readPanes(of changed: [SettingPlace]) {
        let unknown = changed.filter { place in
            values[place].map { !hasRow(for: $0.value, at: place) } ?? false
        }
        for domain in Set(unknown.map(\.domain)).sorted() { send(.readPanes(domain)) }
    }

    // MARK: What became of our writes

    /// Whether what was written is what its setting has.
    private func isStored(_ write: PendingWrite) -> Bool {
        guard let value = write.new else { return values[write.place]?.own == nil }
        return values[write.place]?.value.means(value) ?? false
    }

    /// Tells of the writes of the connection before that weren't stored.
    private mutating func tell(ofLost writes: [PendingWrite]) {
        guard let place = writes.last?.place else { return }
        let problem = "the agent went away before it was saved"
        forget(writes)
        for write in writes { failures[write.place] = problem }
        let typed = wordsOfTyped(writes)
        let text = "\(title(place)): \(problem)\(typed); it is \(now(place))."
        status = Status(.unsaved, "\(glyphs.error) \(text)" + keepDrafts(of: writes))
    }

    /// Shows what was written since the connection began; the agent's answers tell more.
    private mutating func writeAgain() {
        for write in writes.pending {
            let old = stored(write.place)
            log.correct(from: old, ofWrite: write.number, at: write.place)
            store(write.stored, at: write.place)
        }
    }
}
