// Typing into a row's field, and what becomes of the text.

import SettingsModel

extension Model {
    /// Handles a key while a field is open.
    mutating func type(_ key: Key) {
        guard let field = typing.field else { return }
        guard let specifier = mirror.tree.setting(field.place)?.specifier else {
            return closeLost(field)
        }
        mirror.values.failures[field.place] = nil
        switch key {
        case .tab:
            save(field)
            if typing.field == nil { navigation.focusNext(in: shown.table) }
        case _ where field.isSaved(by: key): save(field)
        case .escape, .control("c"): cancel(field)
        default:
            let refusal = typing.edit(key, specifier, in: shown.textBox)
            status = Status(.note, refusal ?? specifier.allowed)
        }
    }

    /// Inserts text from the clipboard.
    mutating func paste(_ text: String) {
        let scene = scene
        if overlays.refreshSearch(scene, inserting: text) || overlays.current != .none { return }
        if let news = typing.paste(text) { status = news }
    }

    // MARK: Saving

    /// Saves what is typed, or what the wheels show; both stay open where that can't be.
    mutating func save(_ control: any OpenControl) {
        let place = control.place
        switch control.saved(scene, isMade: navigation.isMade(place)) {
        case .unchanged: cancel(control)
        case .value(let value, let more): store(value, of: control, more)
        case .invalid(let problem, let specifier):
            mirror.values.failures[place] = problem.text(mirror.look.glyphs)
            status = scene.status(of: problem, at: place, specifier)
        case .impossible(let reason): status = reason
        case .otherElement(let element):
            typing.field?.element = element
            overlays.note(element: element)
            status = scene.status(ofOtherElementAt: place, key: control.savingKey)
        case .rowGone: closeLost(control)
        }
    }

    private mutating func store(
        _ value: SettingValue?,
        of control: any OpenControl,
        _ more: Status?
    ) {
        let place = control.place
        let replaced =
            scene.stored(place).isSame(as: value)
            ? "" : scene.wordsOfReplaced(since: control.before, at: place)
        cancel(control)
        if write(value, at: place), let field = control as? OpenField {
            mirror.writes.note(field, as: \.field)
        }
        if let more { status = Status(more.kind, (status?.text ?? "") + more.text) }
        status?.text += replaced
    }

    // MARK: Closing

    /// Closes a field or wheels, of which nothing is to be said.
    private mutating func cancel(_ control: any OpenControl) {
        close(control)
        status = nil
    }

    private mutating func close(_ control: any OpenControl) {
        if control is OpenField { typing.field = nil } else { overlays.current = .none }
    }

    /// Closes a field or wheels whose row is gone, and says what was typed or chosen.
    private mutating func closeLost(_ control: any OpenControl) {
        close(control)
        status.lose(control.loss(scene))
    }

    /// Closes a field or wheels that aren't in the row in focus any more.
    mutating func closeLost(in row: RowID?) {
        if let field = typing.field, !field.rows.contains(where: { $0 == row }) {
            closeLost(field)
        }
        if case .picker(let picker) = overlays.current, row != .setting(picker.place) {
            closeLost(picker)
        }
    }

    /// Opens a field again whose text wasn't stored, where the keys would go to its row.
    mutating func reopen(_ closed: OpenField) {
        if shown.hasRoom(for: closed) { typing.reopen(closed) }
    }
}
