// A field or wheels whose row went away while they were open.

import SettingsModel

extension State {
    /// Asks about a field or wheels that aren't in the row in focus any more.
    mutating func askAboutLost(in row: RowID?) {
        if let field, !field.rows.contains(where: { $0 == row }) { askAboutLost(field) }
        if let picker = overlay.wheels, row != .setting(picker.place) { askAboutLost(picker) }
    }

    /// Closes a field whose row isn't there any more, and shows what was typed into it.
    ///
    /// Also where nothing was typed: the keys that are on their way aren't meant for another row.
    mutating func askAboutLost(_ field: OpenField) {
        self.field = nil
        let text = field.isUntouched || field.isSecret ? nil : field.edit.text
        let said =
            field.isUntouched ? "Nothing was typed into it." : "Not saved: \(text ?? glyphs.secret)"
        ask(aboutLost: text, said, of: field.place, field.title)
    }

    /// Closes wheels whose row isn't there any more, and shows what they were turned to.
    mutating func askAboutLost(_ picker: OpenPicker) {
        let isTurned = picker.value(over: picker.base, zone) != nil
        let text = isTurned && !picker.isSecret ? picker.text : nil
        let said = isTurned ? "Not saved: \(text ?? glyphs.secret)" : "Nothing was chosen there."
        ask(aboutLost: text, said, of: picker.place, picker.title)
    }

    /// Keeps what was typed and isn't stored for the field's next opening, as long as that can come.
    ///
    /// - Returns: A sentence that says so, after a blank; empty where nothing was typed.
    mutating func keep(_ typed: TypedText?) -> String {
        guard let typed else { return "" }
        guard typed.place.element?.isGone != true else { return " It was: \(typed.text)" }
        unsaved[typed.place] = typed
        return " What was typed is kept: Enter goes on with it."
    }

    private mutating func ask(
        aboutLost text: String?,
        _ said: String,
        of place: SettingPlace,
        _ title: String
    ) {
        overlay = .none
        // What may be typed there is of no use any more; what somebody else did is.
        if status?.kind == .note { status = nil }
        let isGone = place.element?.isGone == true
        let what = isGone ? "The element of \(self.title(place.list))" : title
        overlay = .confirmation(
            Confirmation(
                title: "\(what) isn't there any more",
                text: said,
                yes: text == nil ? "go on" : "copy it",
                no: text == nil ? "close" : "let it go",
                action: .copyLost(text)
            )
        )
    }

    /// The answer to such a question: nothing but the key that is shown for it lets a text go.
    mutating func answer(
        _ key: Key,
        aboutLost confirmation: Confirmation,
        at moment: Moment
    ) -> [Effect] {
        switch key {
        case .enter, .character("y"): return goOn(with: confirmation, at: moment)
        case .escape: overlay = .none
        default: break
        }
        return []
    }

    /// Copies a text, and goes on showing it: whether a terminal takes a copy isn't told.
    mutating func copy(lost text: String?, _ confirmation: Confirmation) -> [Effect] {
        overlay = .none
        guard let text else { return [] }
        overlay = .confirmation(confirmation)
        let said = "The terminal was asked to copy it; whether it did isn't known. Esc closes"
        status = Status(.note, said)
        return [.copy(text)]
    }
}
