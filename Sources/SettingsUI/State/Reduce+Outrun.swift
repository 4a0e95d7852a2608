// Edits of lists that others changed meanwhile: made again on what they made of them.

import SettingsModel
import SettingsProtocol

/// A change to a part of a list, which goes to the agent as the whole list.
struct ElementEdit: Equatable, Sendable {
    /// The element, or the part of one; without an index, one that is added.
    var place: SettingPlace
    /// nil removes it.
    var value: SettingValue?
    /// What stood there; nil for nothing.
    var before: SettingValue?
    /// The value of the whole setting, which the place is a part of.
    var root: SettingValue?
    /// The element as it was made in its pane; nil for others.
    var draft: Draft?
    /// What was typed for it; nil for what wasn't, and for a secret.
    var typed: TypedText?
    /// The change that came before it, which must be known before it's made again.
    var rev: UInt64 = 0
}

extension ChangeMessage {
    /// Whether a list came into force.
    var isOfList: Bool { if case .array? = value { true } else { false } }
}

extension State {
    /// Remembers the last change of a list.
    mutating func note(revOf change: ChangeMessage) {
        let place = change.place
        guard change.isOfList || listRevs[place] != nil else { return }
        listRevs[place] = max(change.rev, listRevs[place] ?? 0)
    }

    /// The edit that gives a part of a list a value, as the list is now.
    func edit(at place: SettingPlace, _ value: SettingValue?) -> ElementEdit {
        ElementEdit(
            place: place,
            value: value,
            before: stored(place)?.value,
            root: self.value(place.root)
        )
    }

    /// The effect with the condition that the list is still the one that was changed.
    func conditional(_ effect: Effect) -> Effect {
        guard case .write(let number, let place, let value, nil) = effect else { return effect }
        return .write(number, place, value, ifRev: listRevs[place] ?? 0)
    }

    /// A write that another's change came before.
    mutating func outrun(_ number: Int, by rev: UInt64, at moment: Moment) -> [Effect] {
        guard let edit = writes[number]?.edit else {
            let advice = "Look at it and decide anew"
            return refused(
                number,
                problem: "it was changed meanwhile",
                advice: advice,
                at: moment
            )
        }
        guard var write = writes.removeValue(forKey: number) else { return [] }
        log.refuse(write: number, write.recording)
        goBack(from: write, number)
        write.edit?.rev = rev
        write.edit?.draft = write.draft
        write.edit?.typed = write.typed
        outrun.append(write.edit ?? edit)
        return release(write.place, at: moment) + writeOutrun(at: moment)
    }

    /// Makes edits again whose list is known as others left it.
    mutating func writeOutrun(at moment: Moment) -> [Effect] {
        var effects: [Effect] = []
        var index = 0
        while index < outrun.count {
            let edit = outrun[index]
            let list = edit.place.root
            guard !isWriting(list), listRevs[list] ?? 0 >= edit.rev else {
                index += 1
                continue
            }
            outrun.remove(at: index)
            effects += makeAgain(edit, at: moment)
        }
        return effects
    }

    private mutating func makeAgain(_ edit: ElementEdit, at moment: Moment) -> [Effect] {
        let root = edit.place.root
        let place = edit.place.moved(with: root, from: edit.root, to: value(root))
        let typed = typed(for: edit)
        if place.element?.index == nil, let value = edit.value {
            guard otherThanList(place.list) == nil else {
                giveUp(edit, "it is no list any more")
                return []
            }
            let effects = append(value, to: place.list, moment)
            if !effects.isEmpty {
                writes[lastWrite]?.draft = edit.draft
                writes[lastWrite]?.typed = typed
            }
            return effects
        }
        guard hasRoom(for: place) else {
            giveUp(edit, "the element isn't there any more")
            return []
        }
        guard stored(place)?.value == edit.before else {
            let now = shown(value(place), place)
            giveUp(edit, "it was changed meanwhile; it is \(now)")
            return []
        }
        let effects = write(edit.value, at: place, moment)
        if !effects.isEmpty { writes[lastWrite]?.typed = typed }
        return effects
    }

    /// What was typed for an edit, at the place where its element is now.
    private func typed(for edit: ElementEdit) -> TypedText? {
        guard var typed = edit.typed else { return nil }
        let root = edit.place.root
        let members = typed.place.element?.members ?? []
        typed.place = edit.place.moved(with: root, from: edit.root, to: value(root))
        // An element is added as a whole; what was typed may be a part of it.
        typed.place.element?.members = members
        return typed
    }

    /// Tells that edits weren't made, as the agent went away before it could be asked again.
    mutating func giveUpOutrun() {
        for edit in outrun { giveUp(edit, "the agent went away before it was saved") }
        outrun = []
    }

    private mutating func giveUp(_ edit: ElementEdit, _ problem: String) {
        if let draft = edit.draft { keep(draft) }
        failures[edit.place.root] = problem
        let text = "\(glyphs.error) \(title(edit.place)): \(problem). Not saved."
        status = Status(.error, text + keep(typed(for: edit)))
    }
}
