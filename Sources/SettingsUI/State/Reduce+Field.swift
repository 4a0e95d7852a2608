// Typing into a row's field.

import SettingsModel
import SettingsSchema

extension State {
    /// Opens the field of a row, with the caret at the end.
    mutating func openField(_ place: SettingPlace, _ specifier: Specifier) {
        // A secret isn't shown, so there is nothing to go on from.
        let value = specifier.isSecret ? nil : value(place)
        let kept = unsaved.removeValue(forKey: place)
        var edit: TextEdit
        switch specifier.control {
        case .slider(var slider):
            slider.unit = nil
            edit = TextEdit(kept?.text ?? value.flatMap(Number.init).map { slider.text($0) } ?? "")
        case .text(let text):
            edit = TextEdit(kept?.text ?? value?.typedText ?? "")
            if text.isMultiline { edit.lineBreaks = specifier.isSecret ? .signs : .lines }
        default: return
        }
        if specifier.isSecret { edit.visibility = .hidden }
        let before = stored(place)?.value
        field = OpenField(place: place, title: title(place), edit: edit, before: before)
        field?.isSecret = specifier.isSecret
        status = Status(.note, specifier.allowed)
        if let kept { goOn(from: kept) }
    }

    /// Has the field begin with what was typed before, and asks what to keep where another value was
    /// stored since.
    private mutating func goOn(from kept: TypedText) {
        field?.opening = nil
        field?.before = kept.before
        guard let field else { return }
        ask(about: field, source: sourceOfLast(kept.place))
        // Enter, which opened the field, isn't yet an answer.
        if case .conflict = overlay { listening = .afterPause }
    }

    /// Who changed a setting last but us, and when.
    private func sourceOfLast(_ place: SettingPlace) -> String {
        let last = log.entries.last { $0.place == place.root && $0.author != .us }
        guard let last, case .other(let who) = last.author else { return "meanwhile" }
        return who + ", " + last.time.minutes
    }

    /// A key while a field is open.
    mutating func type(_ key: Key, at moment: Moment) -> [Effect] {
        guard var field else { return [] }
        guard let specifier = setting(field.place)?.specifier else {
            askAboutLost(field)
            return []
        }
        failures[field.place] = nil
        switch key {
        case .tab:
            let effects = saveField(at: moment)
            if self.field == nil { focusNextRow() }
            return effects
        case _ where field.isSaved(by: key): return save(field, specifier, at: moment)
        case .escape, .control("c"):
            self.field = nil
            status = nil
            return []
        case .control("t") where specifier.isSecret:
            field.edit.visibility = field.edit.visibility == .hidden ? .shown : .hidden
        case .character, .enter:
            // Enter comes here where a text has lines.
            let letter = if case .character(let letter) = key { letter } else { Character("\n") }
            if let reason = specifier.control.refusal(ofKey: letter) {
                status = Status(.note, reason)
                return []
            }
            field.edit.insert(specifier.control.capitalized(letter, after: field.edit))
        case .up, .down, .pageUp, .pageDown: field.edit.moveCaret(key, in: textBox)
        default: field.edit.edit(key)
        }
        self.field = field
        status = Status(.note, specifier.allowed)
        return []
    }

    /// Text from the clipboard.
    mutating func paste(_ text: String) {
        if var search = takeSearch() {
            search.edit.insert(text)
            search.refresh(self)
            overlay = .search(search)
            return
        }
        guard field != nil, overlay == .none || listening == .afterPause else { return }
        field?.edit.insert(text)
        showTyped()
        if field?.edit.lineBreaks == .blanks, text.contains(where: \.isNewline) {
            status = Status(.note, "The line breaks of the pasted text became blanks")
        }
    }

    /// Saves what is typed; the field stays open where that can't be.
    mutating func saveField(at moment: Moment) -> [Effect] {
        guard let field else { return [] }
        guard let specifier = setting(field.place)?.specifier else {
            askAboutLost(field)
            return []
        }
        return save(field, specifier, at: moment)
    }

    private mutating func focusNextRow() {
        let table = table
        guard let position = screen.focus?.position else { return }
        focus(table.position(at: table.index(of: position) + 1), in: table)
    }

    // MARK: Saving

    private mutating func save(
        _ field: OpenField,
        _ specifier: Specifier,
        at moment: Moment
    ) -> [Effect] {
        let place = field.place
        // What nobody changed is not written: a text may show less than what is stored.
        if field.isUntouched, !field.isTyped || !mayReplaceRefused(place) {
            self.field = nil
            status = nil
            return []
        }
        // What is typed isn't lost, nor written over what nobody has seen.
        guard link == .live else {
            let key = field.hasLines ? "^S" : "Enter"
            status = Status(.warning, "Not saved: no agent answers yet. \(key) tries again")
            return []
        }
        switch specifier.value(typed: field.edit.text) {
        case .failure(let problem):
            refuse(problem, of: field, specifier)
            return []
        case .success(let value): return store(value, from: field, specifier, at: moment)
        }
    }

    /// Says why what is typed can't be saved; its field stays open.
    private mutating func refuse(
        _ problem: TypingProblem,
        of field: OpenField,
        _ specifier: Specifier
    ) {
        let place = field.place
        let problem = problem.text(glyphs)
        failures[place] = problem
        let hasOld = !specifier.isSecret && place.element?.isNew != true
        let stored = hasOld ? "; the stored value is still \(shown(value(place), place))" : ""
        let text = "\(glyphs.error) \(title(place)): \(problem). Not saved\(stored)."
        status = Status(.error, text)
    }

    private mutating func store(
        _ typed: TypedValue,
        from field: OpenField,
        _ specifier: Specifier,
        at moment: Moment
    ) -> [Effect] {
        let place = field.place
        let text = field.edit.text
        guard hasRoom(for: place) else {
            askAboutLost(field)
            return []
        }
        let old = stored(place)?.value
        let isSame = typed.value == old || old.flatMap { typed.value?.means($0) } == true
        if !isSame, let refusal = refusal(ofList: typed.value, at: place) {
            let words = "\(specifier.shown(typed: text)) is not \(refusal.expected)"
            let problem = refusal.isOfWhole ? refusal.problem : words
            refuse(TypingProblem(text: problem), of: field, specifier)
            return []
        }
        self.field = nil
        status = nil
        if isSame, !mayReplaceRefused(place) { return [] }
        let effects = write(typed.value, at: place, moment)
        if !effects.isEmpty, !field.isSecret, !text.isEmpty {
            writes[lastWrite]?.typed = TypedText(place: place, text: text, before: old)
        }
        if typed.isRounded {
            status = Status(.note, (status?.text ?? "") + ", rounded to a step")
        }
        return effects
    }

    // MARK: Conflicts

    /// A key that was on its way when a question opened by itself.
    ///
    /// Letters go on into the field. What was to end the typing doesn't: what it ended isn't so any more.
    mutating func goOn(with key: Key, at moment: Moment) -> [Effect] {
        guard let field, case .conflict = overlay else { return [] }
        switch key {
        case .tab, .escape, .control("c"): return []
        case _ where field.isSaved(by: key): return []
        default:
            let effects = type(key, at: moment)
            showTyped()
            return effects
        }
    }

    /// Shows what is typed in the question about it.
    private mutating func showTyped() {
        guard let field, case .conflict(var conflict) = overlay else { return }
        conflict.mine = isSecret(field.place) ? glyphs.secret : field.edit.text
        overlay = .conflict(conflict)
    }

    /// Keeps what is typed, takes what another stored, or goes on typing.
    mutating func answerConflict(_ key: Key, at moment: Moment) -> [Effect] {
        if let picker = overlay.wheels { return answerConflict(key, about: picker, at: moment) }
        guard let field, let specifier = setting(field.place)?.specifier else {
            overlay = .none
            if let field { askAboutLost(field) }
            return []
        }
        switch key {
        case .character("m"), .enter:
            overlay = .none
            return save(field, specifier, at: moment)
        case .character("t"), .escape:
            overlay = .none
            self.field = nil
        case .character("e"):
            overlay = .none
            let now = stored(field.place)?.value
            self.field?.before = now
        default: break
        }
        return []
    }
}

extension OpenField {
    /// Whether a key saves what is typed: Enter, where it begins no new line.
    fileprivate func isSaved(by key: Key) -> Bool {
        key == .control("s") || key == .enter && !hasLines
    }
}

extension RuleRefusal {
    /// Whether it's about a list or an element as a whole rather than about what is typed.
    fileprivate var isOfWhole: Bool {
        switch code {
        case .count, .duplicate, .missingKey, .unknownKey, .combination: true
        case .type, .range, .step, .choice, .pattern, .length, .format, .date: false
        }
    }
}

extension TextEdit {
    /// A key that moves the caret up or down; nil where the text has one line.
    fileprivate mutating func moveCaret(_ key: Key, in box: TextBox?) {
        guard let box else { return }
        let page = max(1, box.height - 1)
        switch key {
        case .up: moveCaret(byLines: -1, in: box.lines)
        case .down: moveCaret(byLines: 1, in: box.lines)
        case .pageUp: moveCaret(byLines: -page, in: box.lines)
        case .pageDown: moveCaret(byLines: page, in: box.lines)
        default: break
        }
    }

    /// A key that moves the caret or removes text.
    mutating func edit(_ key: Key) {
        switch key {
        case .backspace: removeBackward()
        case .delete, .control("d"): removeForward()
        case .left, .control("b"): moveCaret(to: caret - 1)
        case .right, .control("f"): moveCaret(to: caret + 1)
        case .home, .control("a"): moveCaret(to: line.lowerBound)
        case .end, .control("e"): moveCaret(to: line.upperBound)
        case .controlLeft: moveCaret(to: wordStart)
        case .controlRight: moveCaret(to: wordEnd)
        case .controlHome: moveCaret(to: 0)
        case .controlEnd: moveCaret(to: characters.count)
        case .control("u"): removeToStart()
        case .control("k"): removeToEnd()
        case .control("w"): removeWord()
        default: break
        }
    }
}

extension SettingValue {
    /// The text that one types for the value; nothing for one that no text spells.
    fileprivate var typedText: String {
        switch self {
        case .null, .array, .dictionary: ""
        case .data(let bytes): Base64.encode(bytes)
        default: plainText
        }
    }
}
