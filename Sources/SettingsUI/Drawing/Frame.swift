// Which part of the screen is for what, by its size.

import SettingsSchema

/// The parts of the screen.
///
/// No size is too small: what has no room is left out.
struct Frame: Equatable, Sendable {
    /// Whether a part is wanted.
    enum Presence: Equatable, Sendable {
        case shown, hidden
    }

    /// The table with its scroll bar.
    let body: Rect
    let sideBar: Rect?
    let inspector: Rect?
    /// The lines of the tab bar, the navigation bar, the status and the key hints.
    let tabLine: Int?
    let navigationLine: Int?
    let statusLine: Int?
    let hintLine: Int?

    /// A value must not be far from its title.
    private static let widestBody = 84
    /// The parts beside the body, at least and at most; the inspector takes all that is left.
    private static let sideBarColumns = 22...36
    private static let leastInspector = 36

    /// From here on a screen is wide: a side bar leaves the table as much room as it has on the
    /// usual 80 columns, but for two.
    static let wideColumns = 100
    /// From here on the inspector has room beside the table, which keeps more than half of the usual
    /// 80 columns between it and a side bar.
    static let inspectorColumns = 116
    /// From here on all four bars have lines of their own, and the table has the most.
    static let tallLines = 12
    /// From here on a line tells the keys; below, the table needs it more.
    private static let hintedLines = 4

    /// Divides a screen.
    init(_ size: Size, sideBar: Presence, inspector: Presence) {
        let isTall = size.height >= Self.tallLines
        let hasHints = size.height >= Self.hintedLines
        tabLine = isTall ? 0 : nil
        navigationLine = size.height >= 2 ? (isTall ? 1 : 0) : nil
        statusLine = isTall ? size.height - 2 : nil
        hintLine = hasHints ? size.height - 1 : nil
        let top = navigationLine.map { $0 + 1 } ?? 0
        let bottom = size.height - (isTall ? 2 : hasHints ? 1 : 0)

        var x = 0
        var width = size.width
        let hasInspector =
            size.width >= Self.inspectorColumns && inspector == .shown && isTall
        if size.width >= Self.wideColumns, sideBar == .shown {
            let least = Self.sideBarColumns.lowerBound
            // The inspector has more to say than the names of programs; where it comes and goes, these
            // stay as wide.
            let extra = max(0, width - least - Self.widestBody - 2 - Self.leastInspector) / 4
            let columns = min(Self.sideBarColumns.upperBound, least + extra)
            self.sideBar = Rect(x: 0, y: 1, width: columns, height: bottom - 1)
            x = columns
            width -= columns
        } else {
            self.sideBar = nil
        }
        if hasInspector {
            // A blank stands on both sides of the body.
            let columns = max(Self.leastInspector, width - Self.widestBody - 2)
            width -= columns
            self.inspector = Rect(
                x: x + width,
                y: 1,
                width: columns,
                height: bottom - 1
            )
        } else {
            self.inspector = nil
        }
        if width > Self.widestBody {
            // Beside the side bar, up to where an inspector would have room for itself.
            let extra = width - Self.widestBody
            let isBeside = self.sideBar != nil && extra < Self.leastInspector + 2
            x += isBeside ? 1 : extra / 2
            width = Self.widestBody
        }
        body = Rect(x: x, y: top, width: width, height: bottom - top)
    }

    /// The table's columns: the scroll bar, and a ribbon before it, stand beside it.
    func tableColumns(_ ribbon: Presence) -> Range<Int> {
        let beside = ribbon == .shown ? 3 : 1
        return body.x..<max(body.x, body.end - beside)
    }
}

/// A key and what it does, as the hints at the bottom say it.
struct Hint: Equatable, Sendable {
    var key: String
    var label: String
    /// The key that a click on it presses; nil where it names several, or none.
    var sends: Key?

    /// The hint of an action's first key.
    init(_ action: KeyAction, _ label: String, _ glyphs: Glyphs) {
        sends = KeyMap.key(of: action)
        key = sends?.name(glyphs) ?? ""
        self.label = label
    }

    /// The hint of a key that only a text has.
    init(key: Key, _ label: String, _ glyphs: Glyphs) {
        sends = key
        self.key = key.name(glyphs)
        self.label = label
    }

    /// A hint of several keys, or of something else than keys.
    init(several keys: String, _ label: String) {
        key = keys
        self.label = label
    }

    /// The hints that have room, the most important first: the others are left out from the right,
    /// but the last one, which leads to all others, stays.
    static func placed(_ hints: [Hint], columns: Int) -> [(hint: Hint, columns: Range<Int>)] {
        guard let last = hints.last else { return [] }
        func width(_ hint: Hint) -> Int { hint.key.columns + hint.label.columns + 1 }
        // A column is left free on both sides.
        var used = 2 + width(last)
        var shown: [Hint] = []
        for hint in hints.dropLast() {
            used += width(hint) + 2
            if used > columns { break }
            shown.append(hint)
        }
        var x = 1
        return (shown + [last]).map { hint in
            defer { x += width(hint) + 2 }
            return (hint, x..<x + width(hint))
        }
    }
}

extension Idiom {
    /// Which of a bundle's rows a screen has: those for a phone, or those for a tablet.
    init(screen: Size) { self = screen.width >= Frame.wideColumns ? .wide : .narrow }
}
