// What is said of typed text and elements that aren't stored.

import SettingsModel
import SettingsSchema

extension Scene {
    /// Why a list can't have a value at a place; nil where it can, or where that is asked later.
    func refusal(ofList value: SettingValue?, at place: SettingPlace) -> RuleRefusal? {
        guard let element = place.element,
            let values = elements(of: place.list, with: value, at: element),
            let rule = tree.setting(place.list)?.specifier.rule,
            // What was wrong before isn't blamed on what is typed; the agent says what that is.
            rule.refusal(of: .array(elements(of: place.list))) == nil
        else { return nil }
        let refusal = rule.refusal(of: .array(values))
        return isSecret(place.root) ? refusal?.hidingValue() : refusal
    }

    /// Says that something else than a list is stored, to which no elements can be added; nil where they can.
    func obstacle(toAddingTo list: SettingPlace) -> Status? {
        guard let value = otherThanList(list) else { return nil }
        let what = isSecret(list) ? look.glyphs.secret : value.shownText
        let text =
            "\(title(list)) is no list: \(what) is stored. Nothing was added; d takes it away, "
            + "e opens the file"
        return Status(.error, "\(look.glyphs.error) \(text)")
    }

    /// Says why an element that was made can't be added; nil where it can.
    func obstacle(toAdding draft: Draft) -> Status? {
        guard values.link == .live else {
            return Status(.warning, "Not added: no agent answers yet. Enter tries again")
        }
        if let obstacle = obstacle(toAddingTo: draft.list) { return obstacle }
        let elements = elements(of: draft.list) + [draft.value]
        let rule = tree.setting(draft.list)?.specifier.rule
        guard var refusal = rule?.refusal(of: .array(elements)) else { return nil }
        if isSecret(draft.list) { refusal = refusal.hidingValue() }
        return Status(.error, "\(look.glyphs.error) Not added: \(refusal.problem)")
    }

    /// Says that an element that was being made is lost.
    func status(ofLost draft: Draft) -> Status {
        let what = "the list was changed meanwhile. The new element is not added"
        return Status(.unsaved, "\(look.glyphs.error) \(title(draft.list)): \(what).")
    }

    /// What was typed for writes that weren't stored, as it follows their verb; empty for nothing.
    func wordsOfTyped(_ writes: [PendingWrite]) -> String {
        let texts = writes.compactMap(\.field).map {
            $0.isSecret ? look.glyphs.secret : $0.edit.text
        }
        return texts.isEmpty ? "" : ": " + texts.joined(separator: ", ")
    }

    /// Says why what is typed can't be saved.
    func status(of problem: TypingProblem, at place: SettingPlace, _ specifier: Specifier) -> Status
    {
        let hasOld = !specifier.isSecret && place.element?.isNew != true
        let stored = hasOld ? "; the stored value is still \(shownValue(place))" : ""
        let problem = problem.text(look.glyphs)
        let text = "\(look.glyphs.error) \(title(place)): \(problem). Not saved\(stored)."
        return Status(.error, text)
    }

    /// Says that another element stands where one was typed or chosen; what comes next stores it.
    func status(ofOtherElementAt place: SettingPlace, key: String) -> Status {
        let what = value(place) == nil ? "stores it here" : "replaces \(shownValue(place))"
        let text =
            "\(look.glyphs.error) \(title(place)): the list was changed meanwhile. Not saved; "
            + "\(key) \(what)."
        return Status(.unsaved, text)
    }

    /// Says that the row of a field or of wheels is gone, and the text that is lost; nil for none.
    func status(ofLost text: String?, _ place: SettingPlace, _ title: String) -> Status {
        let isOfElement = place.element?.members.isEmpty == true || !hasRoom(for: place)
        let what = isOfElement ? "The element of \(self.title(place.list))" : title
        guard let text else { return Status(.note, "\(what) is gone") }
        return Status(.unsaved, "\(look.glyphs.error) \(what) is gone. Not saved: \(text)")
    }

    /// What a write takes the place of where somebody else stored it meanwhile, as the end of a
    /// sentence; empty for nothing.
    func wordsOfReplaced(since before: SettingValue?, at place: SettingPlace) -> String {
        guard value(place) != before,
            let last = log.inForce.last(where: { $0.place == place.root }),
            case .other(let who) = last.author, last.new == stored(place.root)?.value
        else { return "" }
        return "; was \(shownValue(place)) (\(who), \(last.time.minutes)), u restores it"
    }
}
