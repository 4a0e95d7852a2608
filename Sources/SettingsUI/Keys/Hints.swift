// The keys that are of use now, as the bottom line says them.

import SettingsSchema

extension State {
    /// The hints, the most important first and the way to all others last.
    var hints: [Hint] {
        let help = hint(.helpWhileTyping, "help")
        if self.help == .shown { return tableHints }
        if listening == .afterPause, field == nil {
            return [Hint(several: "a pause", "then keys count"), help]
        }
        switch overlay {
        case .none: break
        case .picker:
            return [
                Hint(several: glyphs.upDown, "turn"), Hint(several: glyphs.leftRight, "column"),
                Hint(several: "0-9", "type"),
                hint(.enter, "save"), hint(.back, "cancel"), hint(.reset, "default"),
                hint(.help, "help"),
            ]
        case .inspector:
            return [
                Hint(several: glyphs.upDown, "layer"), hint(.edit, "open at line"),
                hint(.copyKey, "copy key"),
                hint(.reset, "remove this layer"), hint(.back, "close"), hint(.help, "help"),
            ]
        case .search:
            return [
                Hint(several: "type", "to filter"), Hint(several: glyphs.upDown, "choose"),
                hint(.enter, "go to"), hint(.nextGroup, "@modified"), hint(.back, "close"), help,
            ]
        case .confirmation(let confirmation):
            return [hint(.enter, confirmation.yes), hint(.back, confirmation.no), help]
        }
        if field != nil { return fieldHints }
        switch region {
        case .table: return tableHints
        case .sideBar:
            return [
                Hint(several: glyphs.upDown, "choose"), hint(.enter, "open"),
                hint(.nextGroup, "next"),
                hint(.back, "to the table"), hint(.help, "help"),
            ]
        case .inspector:
            return [
                Hint(several: glyphs.upDown, "layer"), hint(.edit, "open at line"),
                hint(.copyKey, "copy key"),
                hint(.reset, "remove this layer"), hint(.nextGroup, "next"),
                hint(.back, "to the table"),
                hint(.help, "help"),
            ]
        }
    }

    /// The hint of an action's first key, which a click on it presses.
    private func hint(_ action: KeyAction, _ label: String) -> Hint {
        KeyMap.key(of: action).map { hint(key: $0, label) } ?? Hint(several: "", label)
    }

    private func hint(key: Key, _ label: String) -> Hint {
        Hint(key: key.name(glyphs), label: label, sends: key)
    }

    private var fieldHints: [Hint] {
        let hasLines = field?.hasLines == true
        let save = hint(hasLines ? .save : .enter, "save")
        if let field, failures[field.place] != nil {
            let isSecret = setting(field.place)?.specifier.isSecret == true
            let hasOld = !isSecret && field.place.element?.isNew != true
            let kept =
                hasOld ? "cancel, keep \(shown(value(field.place), field.place))" : "cancel"
            return [
                save, hint(.back, kept),
                hint(key: .control("u"), hasLines ? "clear line" : "clear"),
                hint(.helpWhileTyping, "help"),
            ]
        }
        if hasLines {
            return [
                save, hint(.back, "cancel"), hint(.enter, "new line"),
                Hint(several: "^U ^K", "clear line"), hint(key: .control("w"), "word back"),
                Hint(several: "^A ^E", "ends"),
                hint(.helpWhileTyping, "help"),
            ]
        }
        var sight: [Hint] = []
        if let field, setting(field.place)?.specifier.isSecret == true {
            sight = [hint(.showSecret, field.edit.visibility == .hidden ? "show" : "hide")]
        }
        return [save, hint(.back, "cancel")] + sight + [
            hint(key: .control("u"), "clear"),
            hint(key: .control("w"), "word back"), Hint(several: "^A ^E", "ends"),
            hint(.suspend, "suspend"),
            hint(.helpWhileTyping, "help"),
        ]
    }

    private var tableHints: [Hint] {
        let move = Hint(several: glyphs.upDown, "move")
        let search = hint(.search, "search")
        let back = hint(.back, "back")
        let help = hint(.help, "help")
        switch focusedRow?.target {
        case .add, .addDraft:
            return [move, hint(.enter, "add"), back, search, hint(.undo, "undo"), help]
        case .text: return [move, hint(.copyValue, "copy"), back, search, help]
        default: break
        }
        switch screen.content {
        case .programs:
            return [
                move, hint(.enter, "open"), search, Hint(several: "[ ]", "tabs"),
                hint(.changes, "changes"), hint(.quit, "quit"), help,
            ]
        case .options(let place): return optionHints(place)
        case .element(let place, _) where place.element?.index == nil:
            return [move, hint(.enter, "edit"), back, hint(.undo, "undo"), help]
        case .pane where focusedPlace?.element?.index != nil, .element:
            let jump = table.ribbon.isEmpty ? [] : [Hint(several: "A-Z", "jump")]
            let remove = isDeletable ? [hint(.remove, "remove")] : []
            return [move, hint(.enter, "edit")] + remove + jump
                + [back, hint(.undo, "undo"), hint(.reset, "default"), help]
        case .changes:
            return [
                move, hint(.toggle, "pick"),
                hint(.reset, comparison == .defaults ? "picked to default" : "take picked back"),
                hint(.nextGroup, "defaults/last start"), hint(.copyValue, "copy as commands"), help,
            ]
        case .history:
            return [
                move, hint(.enter, "go back to here"), hint(.undo, "undo"),
                hint(.redo, "redo"), hint(.changes, "compare"), hint(.back, "close"), help,
            ]
        case .pane where !table.ribbon.isEmpty:
            return [
                move, Hint(several: "A-Z", "jump"), Hint(several: "PgUp PgDn", "page"),
                Hint(several: "g G", "ends"), search,
                back, help,
            ]
        case .pane:
            return [
                move, Hint(several: glyphs.leftRight, "adjust"), hint(.enter, "open"), back, search,
                hint(.undo, "undo"), hint(.reset, "default"), hint(.inspector, "source"), help,
            ]
        }
    }

    /// Whether the element in focus, or the one whose pane is in front, can be taken out of its list.
    private var isDeletable: Bool {
        guard let place = elementToDelete, let list = setting(place.list)?.specifier,
            case .list(let group) = list.control
        else { return false }
        return group.isDeletable && access(place.root, list) == .editable
    }

    private func optionHints(_ place: SettingPlace) -> [Hint] {
        let move = Hint(several: glyphs.upDown, "move")
        let back = hint(.back, "back")
        let help = hint(.help, "help")
        if case .choice(let choice)? = setting(place)?.specifier.control, choice.count != .one {
            if case .member? = focusedRow?.target {
                return [move, hint(.toggle, "remove"), back, hint(.undo, "undo"), help]
            }
            return [
                move, hint(.toggle, "toggle"), hint(.all, "all"), hint(.nextMatch, "none"), back,
                hint(.undo, "undo"), help,
            ]
        }
        let choose = hint(.enter, "choose")
        if !table.ribbon.isEmpty {
            return [
                move, choose, Hint(several: "A-Z", "jump"), Hint(several: "PgUp PgDn", "page"),
                hint(.search, "search"),
                back, help,
            ]
        }
        return [move, choose, back, hint(.search, "search"), hint(.reset, "default"), help]
    }
}

extension Key {
    /// The key as hints name it.
    func name(_ glyphs: Glyphs) -> String {
        switch self {
        case .enter: glyphs.enter
        case .escape: "Esc"
        case .tab: "Tab"
        case .character(" "): "Space"
        case .character(let letter): String(letter)
        case .control(let letter): "^" + letter.uppercased()
        case .function(let number): "F\(number)"
        case .up, .down, .left, .right, .shiftLeft, .shiftRight, .controlLeft, .controlRight,
            .controlHome, .controlEnd, .pageUp, .pageDown, .home, .end, .backTab, .backspace,
            .delete:
            ""
        }
    }
}
