// Which key is for what: the one table that keys, hints and help go by.

/// What a key is for; each place does it in its own way, or not at all.
enum KeyAction: Hashable, Sendable {
    case up, down, pageUp, pageDown, first, last, nextGroup, previousGroup
    case left, right, finelyLeft, finelyRight, less, more
    case enter, toggle, back, save
    /// The tab with this number, from 1 on.
    case tab(Int)
    case previousTab, nextTab, search, nextMatch, previousMatch
    case undo, redo, reset, resetGroup, remove, all
    case inspector, changes, copyValue, copyCommand, copyKey
    case toLetter, edit, follow, followAsIs, mouse, showSecret, retry
    case help, helpWhileTyping, redraw, suspend, interrupt, quit
}

/// The keys of every action, in the order of the help.
enum KeyMap {
    /// Keys that the help shows on one line.
    struct Line: Sendable {
        /// The keys as the help names them, and in ASCII where that has no such signs; nil for keys that the
        /// help doesn't show.
        var keys: String?
        var ascii: String?
        var does = ""
        var bindings: [(action: KeyAction, keys: [Key])]

        fileprivate init(
            _ keys: String,
            ascii: String? = nil,
            _ does: String,
            _ bindings: (action: KeyAction, keys: [Key])...
        ) {
            self.keys = keys
            self.ascii = ascii
            self.does = does
            self.bindings = bindings
        }

        fileprivate init(hidden bindings: (action: KeyAction, keys: [Key])...) {
            self.bindings = bindings
        }
    }

    static let lines: [Line] = [
        Line("↑ ↓  k j", ascii: "Up Dn  k j", "move", (.up, [.up, "k"]), (.down, [.down, "j"])),
        Line("PgUp PgDn", "page", (.pageUp, [.pageUp]), (.pageDown, [.pageDown])),
        Line("Home End g G", "first, last", (.first, [.home, "g"]), (.last, [.end, "G"])),
        Line(
            "Tab ⇧Tab",
            ascii: "Tab S-Tab",
            "next, previous group",
            (.nextGroup, [.tab]),
            (.previousGroup, [.backTab])
        ),
        Line(
            "← →  h l",
            ascii: "arrows  h l",
            "adjust; or back, open",
            (.left, [.left, "h"]),
            (.right, [.right, "l"])
        ),
        Line(
            "⇧← ⇧→  H L",
            ascii: "S-arrow  H L",
            "adjust finely",
            (.finelyLeft, [.shiftLeft, "H"]),
            (.finelyRight, [.shiftRight, "L"])
        ),
        Line("Enter Space", "toggle, open, edit", (.enter, [.enter]), (.toggle, [" "])),
        Line("^S", "save a text's lines", (.save, [.control("s")])),
        Line("Esc ⌫", ascii: "Esc Bksp", "cancel, back", (.back, [.escape, .backspace])),
        Line(
            "[ ]  1–9",
            ascii: "[ ]  1-9",
            "tabs",
            (.previousTab, ["["]),
            (.nextTab, ["]"]),
            (.tab(1), ["1"]),
            (.tab(2), ["2"]),
            (.tab(3), ["3"]),
            (.tab(4), ["4"]),
            (.tab(5), ["5"]),
            (.tab(6), ["6"]),
            (.tab(7), ["7"]),
            (.tab(8), ["8"]),
            (.tab(9), ["9"])
        ),
        Line("/", "search every setting", (.search, ["/"])),
        Line("n N", "next, prev. match", (.nextMatch, ["n"]), (.previousMatch, ["N"])),
        Line("u  ^R", "undo, redo", (.undo, ["u"]), (.redo, [.control("r")])),
        Line("d  D", "reset row, group", (.reset, ["d"]), (.resetGroup, ["D"])),
        Line("i", "where it comes from", (.inspector, ["i"])),
        Line("v", "what differs", (.changes, ["v"])),
        Line("y  Y", "copy value, command", (.copyValue, ["y"]), (.copyCommand, ["Y"])),
        Line("c", "copy key", (.copyKey, ["c"])),
        Line("x  Del", "remove an element", (.remove, ["x", .delete])),
        Line("'", "to a letter's row", (.toLetter, ["'"])),
        Line("e", "open in $EDITOR", (.edit, ["e"])),
        Line("f  w", "follow; keep text", (.follow, ["f"]), (.followAsIs, ["w"])),
        Line(
            "^L  ^Z",
            "redraw, suspend",
            (.redraw, [.control("l")]),
            (.suspend, [.control("z")])
        ),
        Line("m", "mouse on, off", (.mouse, ["m"])),
        Line("^T", "show a secret typed", (.showSecret, [.control("t")])),
        Line("q", "quit", (.quit, ["q"])),
        Line("↻", ascii: "@", "may need a restart"),
        // Told by hints and notes, or known from everywhere.
        Line(
            hidden: (.help, ["?"]),
            (.helpWhileTyping, [.function(1)]),
            (.interrupt, [.control("c")]),
            (.all, ["a"]),
            (.less, ["-"]),
            (.more, ["+", "="]),
            (.retry, ["r"])
        ),
    ]

    private static let actions: [Key: KeyAction] = {
        let pairs = lines.flatMap(\.bindings).flatMap { binding in
            binding.keys.map { ($0, binding.action) }
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }()

    /// What a key is for, where it isn't typed; nil for nothing.
    static func action(of key: Key) -> KeyAction? { actions[key] }

    static func key(of action: KeyAction) -> Key? {
        lines.lazy.flatMap(\.bindings).first { $0.action == action }?.keys.first
    }
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
    init(extendedGraphemeClusterLiteral character: Character) { self = .character(character) }

    /// What the key is for, where it isn't typed; nil for nothing.
    var action: KeyAction? { KeyMap.action(of: self) }
}
