// The entries of the history, and what is said of its changes.

import SettingsModel
import SettingsProtocol
import SettingsSchema

/// The refused values of files that a step along the history replaces or can't restore.
private struct RefusedValues: OptionSet {
    let rawValue: Int
    static let open = RefusedValues(rawValue: 1)
    static let secrets = RefusedValues(rawValue: 2)

    /// What became of them, in words.
    var words: String {
        switch self {
        case .secrets: "refused secrets can't be restored"
        case .open: "refused values aren't restored: settingsctl log has them"
        default: "refused values aren't restored: settingsctl log has all but the secrets"
        }
    }
}

extension Scene {
    /// What a file has that a rule refuses and an undo or a redo takes the place of, as the end of a sentence.
    func loss(by entries: [ChangeLog.Entry]) -> String {
        let places = Set(entries.map(\.place))
        guard places.count == 1, let place = places.first, hasRefused(place) else { return "" }
        if isSecret(place) {
            return ", in place of what no rule takes, which can't be restored"
        }
        let what = refusedValue(place).map { $0.shownText + ", which" } ?? "what"
        return ", in place of \(what) no rule takes: settingsctl log has it"
    }

    /// That a value of a save wasn't adopted, and how to adopt it.
    func words(ofNotAdopted entry: ChangeLog.Entry) -> String {
        let place = entry.place
        let lost = entry.from.map { shown($0.value, place) }
        let kept = value(place) == nil ? "unset" : shownValue(place)
        let what = "\(look.glyphs.changedElsewhere) \(title(place)) stays \(kept)"
        let who = entry.author == .other("editor") ? "the editor's" : "a save's"
        let undo = lost.map { "takes \($0)" } ?? "removes it"
        return "\(what): \(who) \(lost ?? "removal") may be older. History: u \(undo)"
    }

    /// Why an undo or a redo can't be asked for; nil where it can.
    func obstacle(to wish: Steps.Wish) -> Status? {
        guard values.link == .live else {
            return status(ofFailed: wish, "no agent answers", "It's looked for again by itself")
        }
        guard steps.isFull else { return nil }
        let problem = "\(Steps.mostRequests) undos and redos wait for the agent"
        return status(ofFailed: wish, problem, "")
    }

    /// Says that there is no step to undo or redo.
    func nothing(to wish: Steps.Wish, hasMore: Bool) -> Status {
        if wish == .redo { return Status(.note, "Nothing to redo") }
        return Status(.note, "Nothing to undo" + (hasMore ? " here; the history has more" : ""))
    }

    /// Says why something wasn't undone or redone.
    func status(ofFailed wish: Steps.Wish, _ problem: String, _ advice: String) -> Status {
        let text = "Not \(wish == .redo ? "redone" : "undone"): \(problem)."
        let more = advice.isEmpty ? "" : " \(advice.asSentence)"
        return Status(.error, "\(look.glyphs.error) \(text)\(more)")
    }

    /// Says that a step was undone or redone, and which refused values of files that took the place of.
    func status(ofStep step: Step, _ wish: Steps.Wish, _ entries: [ChangeLog.Entry]) -> Status {
        let isRedo = wish == .redo
        let done = isRedo ? "Redone" : "Undone"
        guard let first = entries.first, let last = entries.last else { return Status(.good, done) }
        let places = Set(entries.map(\.place))
        guard places.count == 1 else { return status(ofSeveral: entries, places.count, wish) }
        let place = first.place
        let files = Set(entries.compactMap(\.file)).sorted()
        guard files.isEmpty else {
            let words = isRedo ? words(ofFollowing: files) : words(ofOwn: files)
            return Status(.good, "\(done): \(words)")
        }
        let value =
            (isRedo ? last.new : first.from?.value)
            ?? tree.setting(place)?.specifier.defaultValue
        var words = "\(done): \(title(place))"
        // Another value is in force where a layer or somebody else has changed it meanwhile.
        let now = self.value(place)
        if value.flatMap({ now?.means($0) }) ?? (value == nil && now == nil) {
            words += " is \(shown(value, place))" + (isRedo ? "" : " again")
        }
        var loss = step.loss
        if loss.isEmpty, !isRedo, entries.contains(where: \.endsRefused) {
            loss = ". No rule takes what was stored"
            loss +=
                isSecret(place)
                ? ", and it can't be restored" : ": settingsctl log has it"
        }
        return Status(loss.isEmpty ? .good : .warning, words + loss)
    }

    private func status(
        ofSeveral entries: [ChangeLog.Entry],
        _ count: Int,
        _ wish: Steps.Wish
    ) -> Status {
        let refused = entries.reduce(into: RefusedValues()) { refused, entry in
            let isLost = hasRefused(entry.place) || wish != .redo && entry.endsRefused
            if isLost { refused.insert(isSecret(entry.place) ? .secrets : .open) }
        }
        let words =
            wish == .redo
            ? "Redone: \(count) settings are changed again"
            : "Undone: \(count) settings are as they were"
        return refused.isEmpty
            ? Status(.good, words) : Status(.warning, "\(words), but \(refused.words)")
    }
}
