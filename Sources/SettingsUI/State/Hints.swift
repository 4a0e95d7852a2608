// The keys that are of use now, as the bottom line says them.

import SettingsSchema

extension State {
    /// The hints, the most important first and the way to all others last.
    var hints: [Hint] {
        let help = Hint("F1", "help")
        if self.help == .shown { return tableHints }
        if listening == .afterPause, field == nil {
            return [Hint("a pause", "then keys count"), help]
        }
        switch overlay {
        case .none: break
        case .picker:
            return [
                Hint(glyphs.upDown, "turn"), Hint(glyphs.leftRight, "column"), Hint("0-9", "type"),
                Hint(glyphs.enter, "save"), Hint("Esc", "cancel"), Hint("d", "default"),
                Hint("?", "help"),
            ]
        case .inspector:
            return [
                Hint(glyphs.upDown, "layer"), Hint("e", "open at line"), Hint("c", "copy key"),
                Hint("d", "remove this layer"), Hint("Esc", "close"), Hint("?", "help"),
            ]
        case .search:
            return [
                Hint("type", "to filter"), Hint(glyphs.upDown, "choose"),
                Hint(glyphs.enter, "go to"), Hint("Tab", "@modified"), Hint("Esc", "close"), help,
            ]
        case .confirmation(let confirmation):
            return [Hint(glyphs.enter, confirmation.yes), Hint("Esc", confirmation.no), help]
        }
        if field != nil { return fieldHints }
        switch region {
        case .table: return tableHints
        case .sideBar:
            return [
                Hint(glyphs.upDown, "choose"), Hint(glyphs.enter, "open"), Hint("Tab", "next"),
                Hint("Esc", "to the table"), Hint("?", "help"),
            ]
        case .inspector:
            return [
                Hint(glyphs.upDown, "layer"), Hint("e", "open at line"), Hint("c", "copy key"),
                Hint("d", "remove this layer"), Hint("Tab", "next"), Hint("Esc", "to the table"),
                Hint("?", "help"),
            ]
        }
    }

    private var fieldHints: [Hint] {
        let hasLines = field?.hasLines == true
        let save = Hint(hasLines ? "^S" : glyphs.enter, "save")
        if let field, failures[field.place] != nil {
            let isSecret = setting(field.place)?.specifier.isSecret == true
            let hasOld = !isSecret && field.place.element?.isNew != true
            let kept =
                hasOld ? "cancel, keep \(shown(value(field.place), field.place))" : "cancel"
            return [
                save, Hint("Esc", kept), Hint("^U", hasLines ? "clear line" : "clear"),
                Hint("F1", "help"),
            ]
        }
        if hasLines {
            return [
                save, Hint("Esc", "cancel"), Hint(glyphs.enter, "new line"),
                Hint("^U ^K", "clear line"), Hint("^W", "word back"), Hint("^A ^E", "ends"),
                Hint("F1", "help"),
            ]
        }
        var sight: [Hint] = []
        if let field, setting(field.place)?.specifier.isSecret == true {
            sight = [Hint("^T", field.edit.visibility == .hidden ? "show" : "hide")]
        }
        return [save, Hint("Esc", "cancel")] + sight + [
            Hint("^U", "clear"),
            Hint("^W", "word back"), Hint("^A ^E", "ends"), Hint("^Z", "suspend"),
            Hint("F1", "help"),
        ]
    }

    private var tableHints: [Hint] {
        let move = Hint(glyphs.upDown, "move")
        let search = Hint("/", "search")
        let back = Hint("Esc", "back")
        let help = Hint("?", "help")
        switch focusedRow?.target {
        case .add, .addDraft:
            return [move, Hint(glyphs.enter, "add"), back, search, Hint("u", "undo"), help]
        case .text: return [move, Hint("y", "copy"), back, search, help]
        default: break
        }
        switch screen.content {
        case .programs:
            return [
                move, Hint(glyphs.enter, "open"), search, Hint("[ ]", "tabs"),
                Hint("v", "changes"), Hint("q", "quit"), help,
            ]
        case .options(let place): return optionHints(place)
        case .element(let place, _) where place.element?.index == nil:
            return [move, Hint(glyphs.enter, "edit"), back, Hint("u", "undo"), help]
        case .pane where focusedPlace?.element?.index != nil, .element:
            let jump = table.ribbon.isEmpty ? [] : [Hint("A-Z", "jump")]
            let remove = isDeletable ? [Hint("x", "remove")] : []
            return [move, Hint(glyphs.enter, "edit")] + remove + jump
                + [back, Hint("u", "undo"), Hint("d", "default"), help]
        case .changes:
            return [
                move, Hint("Space", "pick"),
                Hint("d", comparison == .defaults ? "picked to default" : "take picked back"),
                Hint("Tab", "defaults/last start"), Hint("y", "copy as commands"), help,
            ]
        case .history:
            return [
                move, Hint(glyphs.enter, "go back to here"), Hint("u", "undo"),
                Hint("^R", "redo"), Hint("v", "compare"), Hint("Esc", "close"), help,
            ]
        case .pane where !table.ribbon.isEmpty:
            return [
                move, Hint("A-Z", "jump"), Hint("PgUp PgDn", "page"), Hint("g G", "ends"), search,
                back, help,
            ]
        case .pane:
            return [
                move, Hint(glyphs.leftRight, "adjust"), Hint(glyphs.enter, "open"), back, search,
                Hint("u", "undo"), Hint("d", "default"), Hint("i", "source"), help,
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
        let move = Hint(glyphs.upDown, "move")
        let back = Hint("Esc", "back")
        let help = Hint("?", "help")
        if case .choice(let choice)? = setting(place)?.specifier.control, choice.count != .one {
            if case .member? = focusedRow?.target {
                return [move, Hint("Space", "remove"), back, Hint("u", "undo"), help]
            }
            return [
                move, Hint("Space", "toggle"), Hint("a", "all"), Hint("n", "none"), back,
                Hint("u", "undo"), help,
            ]
        }
        let choose = Hint(glyphs.enter, "choose")
        if !table.ribbon.isEmpty {
            return [
                move, choose, Hint("A-Z", "jump"), Hint("PgUp PgDn", "page"), Hint("/", "search"),
                back, help,
            ]
        }
        return [move, choose, back, Hint("/", "search"), Hint("d", "default"), help]
    }
}
