// A field whose row went away while it was typed into.

extension State {
    /// Closes a field whose row isn't there any more, and shows what was typed into it.
    ///
    /// Also where nothing was typed: the keys that are on their way aren't meant for another row.
    mutating func askAboutLost(_ field: OpenField) {
        self.field = nil
        // In lines, a field is open while its answer is taken, and no longer.
        guard manner == .keys else { return }
        let title = title(field.place)
        let text = field.isUntouched || field.isSecret ? nil : field.edit.text
        overlay = .confirmation(
            Confirmation(
                title: "\(title) isn't there any more",
                text: field.isUntouched
                    ? "Nothing was typed into it." : "Not saved: \(text ?? glyphs.secret)",
                yes: text == nil ? "go on" : "copy it",
                no: text == nil ? "close" : "let it go",
                action: .copyLost(text)
            )
        )
    }
}
