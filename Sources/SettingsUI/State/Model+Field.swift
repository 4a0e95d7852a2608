// Typing into a row's field.

import SettingsModel
import SettingsSchema

extension Model {
    /// Opens the field of a row, with the caret at the end.
    mutating func openField(_ place: SettingPlace, _ specifier: Specifier) {
        guard let field = OpenField(specifier, at: place, scene) else { return }
        typing.field = field
        status = Status(.note, specifier.allowed)
    }

    /// A key while a field is open.
    mutating func type(_ key: Key) {
        guard var field = typing.field else { return }
        guard let specifier = catalogue.setting(field.place)?.specifier else {
            closeLost(field)
            return
        }
        failures[field.place] = nil
        switch key {
        case .tab:
            saveField()
            if typing.field == nil { focusNextRow() }
            return
        case _ where field.isSaved(by: key): return save(field, specifier)
        case .escape, .control("c"):
            typing.field = nil
            status = nil
            return
        case _ where key.action == .showSecret && specifier.isSecret:
            field.edit.visibility = field.edit.visibility == .hidden ? .shown : .hidden
        case .character, .enter:
            // Enter comes here where a text has lines.
            let letter = if case .character(let letter) = key { letter } else { Character("\n") }
            if let reason = specifier.control.refusal(ofKey: letter) {
                status = Status(.note, reason)
                return
            }
            field.edit.insert(specifier.control.capitalized(letter, after: field.edit))
        case .up, .down, .pageUp, .pageDown: field.edit.moveCaret(key, in: textBox)
        default: field.edit.edit(key)
        }
        typing.field = field
        status = Status(.note, specifier.allowed)
    }

    /// Text from the clipboard.
    mutating func paste(_ text: String) {
        if var search = overlays.closeSearch() {
            search.edit.insert(text)
            search.refresh(scene)
            overlays.current = .search(search)
            return
        }
        guard typing.field != nil, overlays.current == .none else { return }
        typing.field?.edit.insert(text)
        if typing.field?.edit.lineBreaks == .blanks, text.contains(where: \.isNewline) {
            status = Status(.note, "The line breaks of the pasted text became blanks")
        }
    }

    /// Saves what is typed; the field stays open where that can't be.
    mutating func saveField() {
        guard let field = typing.field else { return }
        guard let specifier = catalogue.setting(field.place)?.specifier else {
            closeLost(field)
            return
        }
        save(field, specifier)
    }

    private mutating func focusNextRow() {
        let table = table
        guard let position = navigation.screen.focus?.position else { return }
        navigation.focus(table.position(at: table.index(of: position) + 1), in: table)
    }

    // MARK: Saving

    private mutating func save(_ field: OpenField, _ specifier: Specifier) {
        let place = field.place
        // What nobody changed is not written: a text may show less than what is stored.
        if field.isUntouched, !field.isTyped || !mayReplaceRefused(place) {
            typing.field = nil
            status = nil
            return
        }
        // What is typed isn't lost, nor written over what nobody has seen.
        guard values.link == .live else {
            let key = field.savingKey
            status = Status(.warning, "Not saved: no agent answers yet. \(key) tries again")
            return
        }
        switch specifier.value(typed: field.edit.text) {
        case .failure(let problem):
            refuse(problem, of: field, specifier)
        case .success(let value): store(value, from: field, specifier)
        }
    }

    /// Says why what is typed can't be saved; its field stays open.
    private mutating func refuse(
        _ problem: TypingProblem,
        of field: OpenField,
        _ specifier: Specifier
    ) {
        let place = field.place
        let problem = problem.text(look.glyphs)
        failures[place] = problem
        let hasOld = !specifier.isSecret && place.element?.isNew != true
        let stored =
            hasOld ? "; the stored value is still \(scene.shown(scene.value(place), place))" : ""
        let text = "\(look.glyphs.error) \(scene.title(place)): \(problem). Not saved\(stored)."
        status = Status(.error, text)
    }

    private mutating func store(
        _ typed: TypedValue,
        from field: OpenField,
        _ specifier: Specifier
    ) {
        let place = field.place
        if place.element?.isNew == true, !mayAdd(to: place.list) { return }
        guard scene.hasRoom(for: place) else {
            closeLost(field)
            return
        }
        let old = scene.stored(place)?.value
        let isSame = typed.value == old || old.flatMap { typed.value?.means($0) } == true
        if !isSame, let refusal = refusal(ofList: typed.value, at: place) {
            let words = "\(specifier.shown(typed: field.edit.text)) is not \(refusal.expected)"
            let problem = refusal.isOfWhole ? refusal.problem : words
            refuse(TypingProblem(text: problem), of: field, specifier)
            return
        }
        let element = scene.outermostElement(of: place)
        guard isSame || element == field.element else {
            typing.field?.element = element
            reportOtherElement(at: place, key: field.savingKey)
            return
        }
        let replaced = wordsOfReplaced(since: field.before, at: place)
        typing.field = nil
        status = nil
        if isSame, !mayReplaceRefused(place) { return }
        let known = writes.lastNumber
        write(typed.value, at: place)
        if writes.lastNumber > known { writes.note(field, as: \.field) }
        if typed.isRounded {
            status = Status(.note, (status?.text ?? "") + ", rounded to a step")
        }
        if !isSame { status?.text += replaced }
    }

    // MARK: What others change meanwhile

    /// Says that another element stands where one was typed or chosen; what comes next stores it.
    mutating func reportOtherElement(at place: SettingPlace, key: String) {
        let what =
            scene.value(place) == nil ? "stores it here" : "replaces \(scene.shownValue(place))"
        let text =
            "\(look.glyphs.error) \(scene.title(place)): the list was changed meanwhile. Not saved; "
            + "\(key) \(what)."
        status = Status(.unsaved, text)
    }

    /// What a write takes the place of where somebody else stored it meanwhile, as the end of a
    /// sentence; empty for nothing.
    func wordsOfReplaced(since before: SettingValue?, at place: SettingPlace) -> String {
        guard scene.value(place) != before,
            let last = log.inForce.last(where: { $0.place == place.root }),
            case .other(let who) = last.author, last.new == scene.stored(place.root)?.value
        else { return "" }
        return "; was \(scene.shownValue(place)) (\(who), \(last.time.minutes)), u restores it"
    }

    /// Opens a field again whose text wasn't stored, where the keys would go to its row.
    mutating func reopen(_ closed: OpenField) {
        let isFree = typing.field == nil && overlays.current == .none && navigation.region == .table
        guard isFree, let row = navigation.screen.focus?.id, closed.rows.contains(row) else {
            return
        }
        if let element = closed.place.element, element.index == nil {
            typing.keep(Draft(list: closed.place.list, value: .dictionary([])))
        }
        typing.field = closed
        typing.field?.opening = nil
    }

    // MARK: Rows that go

    /// Closes a field or wheels that aren't in the row in focus any more.
    mutating func closeLost(in row: RowID?) {
        if let field = typing.field, !field.rows.contains(where: { $0 == row }) { closeLost(field) }
        if case .picker(let picker) = overlays.current, row != .setting(picker.place) {
            closeLost(picker)
        }
    }

    /// Closes a field whose row is gone, and says what was typed into it.
    private mutating func closeLost(_ field: OpenField) {
        typing.field = nil
        let typed = field.isSecret ? look.glyphs.secret : field.edit.text
        reportLost(field.isUntouched ? nil : typed, field.place, field.title)
    }

    /// Closes wheels whose row is gone, and says what they were turned to.
    mutating func closeLost(_ picker: OpenPicker) {
        overlays.current = .none
        let isTurned = picker.value(over: picker.base, look.zone) != nil
        let chosen = picker.isSecret ? look.glyphs.secret : picker.text
        reportLost(isTurned ? chosen : nil, picker.place, picker.title)
    }

    private mutating func reportLost(_ text: String?, _ place: SettingPlace, _ title: String) {
        let isOfElement = place.element?.members.isEmpty == true || !scene.hasRoom(for: place)
        let what = isOfElement ? "The element of \(self.scene.title(place.list))" : title
        if let text {
            status = Status(.unsaved, "\(look.glyphs.error) \(what) is gone. Not saved: \(text)")
        } else if status.map({ $0.kind == .note }) ?? true {
            // What may be typed there is of no use any more; what somebody else did is.
            status = Status(.note, "\(what) is gone")
        }
    }
}

extension OpenField {
    /// True for a key that saves the text: Enter, where it starts no new line.
    fileprivate func isSaved(by key: Key) -> Bool {
        key.action == .save || key == .enter && !hasLines
    }

    /// The name of that key.
    fileprivate var savingKey: String { hasLines ? "^S" : "Enter" }
}

extension RuleRefusal {
    /// True for a rule of a whole list or element, rather than of the typed part.
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
