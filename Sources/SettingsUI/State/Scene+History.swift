// What is said of changes in the history.

import SettingsModel
import SettingsSchema

extension Scene {
    /// What a file has that a rule refuses and an undo or a redo takes the place of, as the end of a sentence.
    func loss(by entries: [ChangeLog.Entry]) -> String {
        let places = Set(entries.map(\.place))
        guard places.count == 1, let place = places.first, hasRefused(place) else { return "" }
        if isSecret(place) {
            return ", in place of what no rule takes, which can't be brought back"
        }
        let what = refusedValue(place).map { $0.shownText + ", which" } ?? "what"
        return ", in place of \(what) no rule takes: settingsctl log has it"
    }

    /// That a value of a save wasn't taken, and how to take it.
    func words(ofUntaken entry: ChangeLog.Entry) -> String {
        let place = entry.place
        let lost = entry.from.map { shown($0.value, place) }
        let kept = value(place) == nil ? "unset" : shownValue(place)
        let what = "\(look.glyphs.changedElsewhere) \(title(place)) stays \(kept)"
        let who = entry.author == .other("editor") ? "the editor's" : "a save's"
        let undo = lost.map { "takes \($0)" } ?? "removes it"
        return "\(what): \(who) \(lost ?? "removal") may be older. History: u \(undo)"
    }
}
