// The keys that are of use now, as the bottom line says them.

import SettingsSchema

/// The hints of what the keys do now.
struct Hints {
    private let screen: ShownScreen
    /// The row in focus.
    private let row: Row?
    private let hasRibbon: Bool

    init(_ screen: ShownScreen) {
        self.screen = screen
        let table = screen.table
        row = screen.navigation.screen.focus.flatMap { table.row(at: $0.position) }
        hasRibbon = !table.ribbon.isEmpty
    }

    private var scene: Scene { screen.scene }
    private var navigation: Navigation { screen.navigation }
    private var overlays: Overlays { screen.overlays }

    /// The hints, the most important first and the way to all others last.
    var all: [Hint] {
        let help = hint(.helpWhileTyping, "help")
        if overlays.help == .shown { return tableHints }
        if overlays.listening == .afterPause, scene.typing.field == nil {
            return [Hint(several: "a pause", "then keys count"), help]
        }
        switch overlays.current {
        case .none: break
        case .picker:
            return [
                Hint(several: scene.look.glyphs.upDown, "turn"),
                Hint(several: scene.look.glyphs.leftRight, "column"),
                Hint(several: "0-9", "type"), hint(.enter, "save"), hint(.back, "cancel"),
                hint(.reset, "default"), hint(.help, "help"),
            ]
        case .inspector:
            return offeringFollow(layerHints + [hint(.back, "close"), hint(.help, "help")])
        case .search:
            return [
                Hint(several: "type", "to filter"),
                Hint(several: scene.look.glyphs.upDown, "choose"),
                hint(.enter, "go to"), hint(.nextGroup, "@modified"), hint(.back, "close"), help,
            ]
        case .confirmation(let confirmation):
            return [hint(.enter, confirmation.yes), hint(.back, confirmation.no), help]
        }
        if scene.typing.field != nil { return fieldHints }
        switch navigation.region {
        case .table: return offeringFollow(tableHints)
        case .sideBar:
            return [Hint(several: scene.look.glyphs.upDown, "choose"), hint(.enter, "open")]
                + backHints
        case .inspector: return offeringFollow(layerHints + backHints)
        }
    }

    /// Hints and, where the inspector shows a file's own text, what has it follow.
    private func offeringFollow(_ hints: [Hint]) -> [Hint] {
        guard !screen.ownFiles.isEmpty else { return hints }
        var more = [hint(.follow, "follow")]
        if !screen.filesWithWords.isEmpty, let place = navigation.focusedPlace?.root {
            more.append(hint(.followAsIs, "this is its \(scene.shownValue(place))"))
        }
        return hints.prefix(1) + more + hints.dropFirst()
    }

    private var backHints: [Hint] {
        [hint(.nextGroup, "next"), hint(.back, "to the table"), hint(.help, "help")]
    }

    private var layerHints: [Hint] {
        [
            Hint(several: scene.look.glyphs.upDown, "layer"), hint(.edit, "open at line"),
            hint(.copyKey, "copy key"), hint(.reset, "remove this layer"),
        ]
    }

    private func hint(_ action: KeyAction, _ label: String) -> Hint {
        Hint(action, label, scene.look.glyphs)
    }

    private func hint(key: Key, _ label: String) -> Hint {
        Hint(key: key, label, scene.look.glyphs)
    }

    private var fieldHints: [Hint] {
        let hasLines = scene.typing.field?.hasLines == true
        let save = hint(hasLines ? .save : .enter, "save")
        let cancel = hint(.back, "cancel")
        let clear = hint(key: .control("u"), hasLines ? "clear line" : "clear")
        let word = hint(key: .control("w"), "word back")
        let ends = Hint(several: "^A ^E", "ends")
        let help = hint(.helpWhileTyping, "help")
        let isSecret =
            scene.typing.field.flatMap { scene.tree.setting($0.place)?.specifier.isSecret }
            == true
        if let field = scene.typing.field, scene.values.failures[field.place] != nil {
            let hasOld = !isSecret && field.place.element?.isNew != true
            let old = hasOld ? ", keep \(scene.shown(scene.value(field.place), field.place))" : ""
            return [save, hint(.back, "cancel" + old), clear, help]
        }
        if hasLines {
            let clear = Hint(several: "^U ^K", "clear line")
            return [save, cancel, hint(.enter, "new line"), clear, word, ends, help]
        }
        let isHidden = scene.typing.field?.edit.visibility == .hidden
        let sight = isSecret ? [hint(.showSecret, isHidden ? "show" : "hide")] : []
        return [save, cancel] + sight + [clear, word, ends, hint(.suspend, "suspend"), help]
    }

    private var tableHints: [Hint] {
        let move = Hint(several: scene.look.glyphs.upDown, "move")
        let search = hint(.search, "search")
        let back = hint(.back, "back")
        let help = hint(.help, "help")
        switch row?.target {
        case .add, .addDraft:
            return [move, hint(.enter, "add"), back, search, hint(.undo, "undo"), help]
        case .text: return [move, hint(.copyValue, "copy"), back, search, help]
        default: break
        }
        switch navigation.screen.content {
        case .programs:
            return [
                move, hint(.enter, row?.target == .adoptable ? "adopt" : "open"), search,
                Hint(several: "[ ]", "tabs"),
                hint(.changes, "changes"), hint(.quit, "quit"), help,
            ]
        case .options(let place): return optionHints(place)
        case .element(let place, _) where place.element?.index == nil:
            return [move, hint(.enter, "edit"), back, hint(.undo, "undo"), help]
        case .pane where navigation.focusedPlace?.element?.index != nil, .element:
            let jump = hasRibbon ? [Hint(several: "A-Z", "jump")] : []
            let remove = isDeletable ? [hint(.remove, "remove")] : []
            return [move, hint(.enter, "edit")] + remove + jump
                + [back, hint(.undo, "undo"), hint(.reset, "default"), help]
        case .changes:
            let isOfDefaults = screen.changes.comparison == .defaults
            return [
                move, hint(.toggle, "pick"),
                hint(.reset, isOfDefaults ? "picked to default" : "restore picked"),
                hint(.nextGroup, isOfDefaults ? "since opened" : "defaults"),
                hint(.copyValue, "copy as commands"), help,
            ]
        case .history:
            return [
                move, hint(.enter, "go back to here"), hint(.undo, "undo"),
                hint(.redo, "redo"), hint(.changes, "compare"), hint(.back, "close"), help,
            ]
        case .pane where hasRibbon:
            return [
                move, Hint(several: "A-Z", "jump"), Hint(several: "PgUp PgDn", "page"),
                Hint(several: "g G", "ends"), search, back, help,
            ]
        case .pane:
            return [
                move, Hint(several: scene.look.glyphs.leftRight, "adjust"), hint(.enter, "open"),
                back,
                search,
                hint(.undo, "undo"), hint(.reset, "default"), hint(.inspector, "source"), help,
            ]
        }
    }

    /// True where the element in focus, or the one whose pane is in front, can be removed.
    private var isDeletable: Bool {
        guard let place = navigation.elementToDelete,
            let list = scene.tree.setting(place.list)?.specifier,
            case .list(let group) = list.control
        else { return false }
        return group.isDeletable && scene.access(place.root, list) == .editable
    }

    private func optionHints(_ place: SettingPlace) -> [Hint] {
        let move = Hint(several: scene.look.glyphs.upDown, "move")
        let back = hint(.back, "back")
        let help = hint(.help, "help")
        if case .choice(let choice)? = scene.tree.setting(place)?.specifier.control,
            choice.count != .one
        {
            if case .member? = row?.target {
                return [move, hint(.toggle, "remove"), back, hint(.undo, "undo"), help]
            }
            return [
                move, hint(.toggle, "toggle"), hint(.all, "all"), hint(.nextMatch, "none"), back,
                hint(.undo, "undo"), help,
            ]
        }
        if hasRibbon {
            return [
                move, hint(.enter, "choose"), Hint(several: "A-Z", "jump"),
                Hint(several: "PgUp PgDn", "page"),
                hint(.search, "search"), back, help,
            ]
        }
        return [
            move, hint(.enter, "choose"), back, hint(.search, "search"), hint(.reset, "default"),
            help,
        ]
    }
}
