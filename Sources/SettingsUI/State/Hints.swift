// The keys that are of use now, as the bottom line says them.

import SettingsSchema

extension State {
    /// The hints, the most important first and the way to all others last.
    var hints: [Hint] {
        let help = hint(.function(1), "help")
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
                hint(.enter, "save"), hint(.escape, "cancel"), hint("d", "default"),
                hint("?", "help"),
            ]
        case .inspector:
            return [
                Hint(several: glyphs.upDown, "layer"), hint("e", "open at line"),
                hint("c", "copy key"),
                hint("d", "remove this layer"), hint(.escape, "close"), hint("?", "help"),
            ]
        case .search:
            return [
                Hint(several: "type", "to filter"), Hint(several: glyphs.upDown, "choose"),
                hint(.enter, "go to"), hint(.tab, "@modified"), hint(.escape, "close"), help,
            ]
        case .confirmation(let confirmation):
            return [hint(.enter, confirmation.yes), hint(.escape, confirmation.no), help]
        }
        if field != nil { return fieldHints }
        switch region {
        case .table: return tableHints
        case .sideBar:
            return [
                Hint(several: glyphs.upDown, "choose"), hint(.enter, "open"), hint(.tab, "next"),
                hint(.escape, "to the table"), hint("?", "help"),
            ]
        case .inspector:
            return [
                Hint(several: glyphs.upDown, "layer"), hint("e", "open at line"),
                hint("c", "copy key"),
                hint("d", "remove this layer"), hint(.tab, "next"), hint(.escape, "to the table"),
                hint("?", "help"),
            ]
        }
    }

    /// The hint of one key, which a click on it presses.
    private func hint(_ key: Key, _ label: String) -> Hint {
        Hint(key: key.name(glyphs), label: label, sends: key)
    }

    private func hint(_ letter: Character, _ label: String) -> Hint {
        hint(.character(letter), label)
    }

    private var fieldHints: [Hint] {
        let hasLines = field?.hasLines == true
        let save = hint(hasLines ? .control("s") : .enter, "save")
        if let field, failures[field.place] != nil {
            let isSecret = setting(field.place)?.specifier.isSecret == true
            let hasOld = !isSecret && field.place.element?.isNew != true
            let kept =
                hasOld ? "cancel, keep \(shown(value(field.place), field.place))" : "cancel"
            return [
                save, hint(.escape, kept), hint(.control("u"), hasLines ? "clear line" : "clear"),
                hint(.function(1), "help"),
            ]
        }
        if hasLines {
            return [
                save, hint(.escape, "cancel"), hint(.enter, "new line"),
                Hint(several: "^U ^K", "clear line"), hint(.control("w"), "word back"),
                Hint(several: "^A ^E", "ends"),
                hint(.function(1), "help"),
            ]
        }
        var sight: [Hint] = []
        if let field, setting(field.place)?.specifier.isSecret == true {
            sight = [hint(.control("t"), field.edit.visibility == .hidden ? "show" : "hide")]
        }
        return [save, hint(.escape, "cancel")] + sight + [
            hint(.control("u"), "clear"),
            hint(.control("w"), "word back"), Hint(several: "^A ^E", "ends"),
            hint(.control("z"), "suspend"),
            hint(.function(1), "help"),
        ]
    }

    private var tableHints: [Hint] {
        let move = Hint(several: glyphs.upDown, "move")
        let search = hint("/", "search")
        let back = hint(.escape, "back")
        let help = hint("?", "help")
        switch focusedRow?.target {
        case .add, .addDraft:
            return [move, hint(.enter, "add"), back, search, hint("u", "undo"), help]
        case .text: return [move, hint("y", "copy"), back, search, help]
        default: break
        }
        switch screen.content {
        case .programs:
            return [
                move, hint(.enter, "open"), search, Hint(several: "[ ]", "tabs"),
                hint("v", "changes"), hint("q", "quit"), help,
            ]
        case .options(let place): return optionHints(place)
        case .element(let place, _) where place.element?.index == nil:
            return [move, hint(.enter, "edit"), back, hint("u", "undo"), help]
        case .pane where focusedPlace?.element?.index != nil, .element:
            let jump = table.ribbon.isEmpty ? [] : [Hint(several: "A-Z", "jump")]
            let remove = isDeletable ? [hint("x", "remove")] : []
            return [move, hint(.enter, "edit")] + remove + jump
                + [back, hint("u", "undo"), hint("d", "default"), help]
        case .changes:
            return [
                move, hint(" ", "pick"),
                hint("d", comparison == .defaults ? "picked to default" : "take picked back"),
                hint(.tab, "defaults/last start"), hint("y", "copy as commands"), help,
            ]
        case .history:
            return [
                move, hint(.enter, "go back to here"), hint("u", "undo"),
                hint(.control("r"), "redo"), hint("v", "compare"), hint(.escape, "close"), help,
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
                hint("u", "undo"), hint("d", "default"), hint("i", "source"), help,
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
        let back = hint(.escape, "back")
        let help = hint("?", "help")
        if case .choice(let choice)? = setting(place)?.specifier.control, choice.count != .one {
            if case .member? = focusedRow?.target {
                return [move, hint(" ", "remove"), back, hint("u", "undo"), help]
            }
            return [
                move, hint(" ", "toggle"), hint("a", "all"), hint("n", "none"), back,
                hint("u", "undo"), help,
            ]
        }
        let choose = hint(.enter, "choose")
        if !table.ribbon.isEmpty {
            return [
                move, choose, Hint(several: "A-Z", "jump"), Hint(several: "PgUp PgDn", "page"),
                hint("/", "search"),
                back, help,
            ]
        }
        return [move, choose, back, hint("/", "search"), hint("d", "default"), help]
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
