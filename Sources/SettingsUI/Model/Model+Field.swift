// Typing into a row's field, and what becomes of the text.

import SettingsModel
import SettingsSchema

extension Model {
    /// Opens the field of a row, with the caret at the end.
    mutating func openField(_ place: SettingPlace, _ specifier: Specifier) {
        if let news = typing.open(specifier, at: place, scene) { status = news }
    }

    /// Handles a key while a field is open.
    mutating func type(_ key: Key) {
        guard let field = typing.field else { return }
        guard let specifier = mirror.catalogue.setting(field.place)?.specifier else {
            return closeLost(field)
        }
        mirror.values.failures[field.place] = nil
        switch key {
        case .tab:
            save(field, specifier)
            if typing.field == nil { navigation.focusNext(in: shown.table) }
        case _ where field.isSaved(by: key): save(field, specifier)
        case .escape, .control("c"): closeField()
        default:
            let refusal = typing.edit(key, specifier, in: shown.textBox)
            status = Status(.note, refusal ?? specifier.allowed)
        }
    }

    /// Inserts text from the clipboard.
    mutating func paste(_ text: String) {
        let scene = scene
        let isInSearch = overlays.changeSearch { search in
            search.edit.insert(text)
            search.refresh(scene)
        }
        guard !isInSearch, overlays.current == .none else { return }
        if let news = typing.paste(text) { status = news }
    }

    // MARK: Saving

    /// Saves what is typed; the field stays open where that can't be.
    mutating func saveField() {
        guard let field = typing.field else { return }
        guard let specifier = mirror.catalogue.setting(field.place)?.specifier else {
            return closeLost(field)
        }
        save(field, specifier)
    }

    private mutating func save(_ field: OpenField, _ specifier: Specifier) {
        let place = field.place
        let result = field.saved(
            specifier,
            scene,
            isMade: navigation.isMade(place),
            mayReplaceRefused: scene.mayReplaceRefused(place)
        )
        switch result {
        case .unchanged: closeField()
        case .value(let typed): store(typed, from: field)
        case .invalid(let problem):
            mirror.values.failures[place] = problem.text(mirror.look.glyphs)
            status = scene.status(of: problem, at: place, specifier)
        case .impossible(let reason): status = reason
        case .otherElement(let element):
            typing.field?.element = element
            status = scene.status(ofOtherElementAt: place, key: field.savingKey)
        case .rowGone: closeLost(field)
        }
    }

    private mutating func store(_ typed: TypedValue, from field: OpenField) {
        let replaced =
            field.isSame(typed, scene)
            ? "" : scene.wordsOfReplaced(since: field.before, at: field.place)
        closeField()
        let known = mirror.writes.lastNumber
        write(typed.value, at: field.place)
        if mirror.writes.lastNumber > known { mirror.writes.note(field, as: \.field) }
        if typed.isRounded {
            status = Status(.note, (status?.text ?? "") + ", rounded to a step")
        }
        status?.text += replaced
    }

    private mutating func closeField() {
        typing.field = nil
        status = nil
    }

    /// Opens a field again whose text wasn't stored, where the keys would go to its row.
    mutating func reopen(_ closed: OpenField) {
        let isFree = typing.field == nil && overlays.current == .none && navigation.region == .table
        guard isFree, let row = navigation.screen.focus?.id, closed.rows.contains(row) else {
            return
        }
        typing.reopen(closed)
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
        report(field.loss(scene))
    }

    /// Closes wheels whose row is gone, and says what they were turned to.
    mutating func closeLost(_ picker: OpenPicker) {
        overlays.current = .none
        report(picker.loss(scene))
    }

    private mutating func report(_ loss: Status) {
        // What may be typed there is of no use any more; what somebody else did is.
        if loss.kind == .unsaved || status.map({ $0.kind == .note }) ?? true { status = loss }
    }
}
