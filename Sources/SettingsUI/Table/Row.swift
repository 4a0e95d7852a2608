// One row of a table.

import SettingsModel
import SettingsSchema

/// What a row stands for, and so what the keys do to it.
enum RowTarget: Equatable, Sendable {
    case nothing
    case program(Domain)
    /// Links the programs that aren't linked yet.
    case adoptable
    case pane(PaneID, title: String)
    case setting(Specifier, SettingPlace)
    case option(Specifier, SettingPlace, Choice.Option)
    /// A stored member of several choices that is none of them.
    case member(Specifier, SettingPlace, StrayMember)
    /// An element of a list, which has a pane of its own.
    case element(SettingPlace, PaneID)
    /// Adds an element of this kind to a list.
    case add(Specifier, SettingPlace)
    /// A command or an address, which is only shown.
    case text(String)
    /// Ends the adding of an element that has a pane.
    case addDraft(SettingPlace)
    /// A line of the changes.
    case change(SettingPlace)
    /// A line of the history; an index into the log.
    case history(Int)
}

/// What is special about a row; the first that applies is shown.
enum RowMark: Equatable, Sendable {
    case error, changedElsewhere, locked, restart, modified, none
}

/// One row, ready to be drawn.
struct Row: Equatable, Sendable {
    /// Whether the row can be changed.
    enum Access: Equatable, Sendable {
        case editable, readOnly
        /// It can be changed once a condition holds.
        case readOnlyUntil(Condition)

        /// That the row is read-only, and until when.
        var words: String {
            if case .readOnlyUntil(let condition) = self {
                "read-only here until \(condition.phrase)"
            } else {
                "read-only"
            }
        }
    }
    var id: RowID
    var title: String
    var widget: Widget
    var target = RowTarget.nothing
    var mark = RowMark.none
    var access = Access.editable
    /// Words at the right of a list's row; of a setting's, between its title and its control.
    var note = ""
    /// Whether someone else just changed it.
    var isFlashing = false
    /// The height that the schema asks for.
    var wantedLines: Int?
    /// A second line, below the title.
    var subtitle = ""
    /// The sign before the title; empty for most rows.
    var glyph = ""
    /// Whether the row does something, rather than have a value.
    var isAction = false

    /// Creates a row that nothing is special about.
    init(_ id: RowID, _ title: String, _ widget: Widget) {
        self.id = id
        self.title = title
        self.widget = widget
    }

    /// The title as it's drawn.
    var signedTitle: String { glyph.isEmpty ? title : glyph + " " + title }

    /// The title that stands beside a field; what only says that typing adds something makes room.
    var fieldTitle: String { if case .add = id { "" } else { signedTitle } }

    /// What the element is called by that the row is for; nil for other rows.
    var elementName: String? {
        guard case .setting(let place) = id, place.element != nil else { return nil }
        if case .text(let text, _) = widget, title.isEmpty { return text }
        return title
    }

    func lines(_ width: RowWidth) -> Int {
        let own = ownLines(width) + (subtitle.isEmpty ? 0 : 1)
        return max(own, min(wantedLines ?? 1, Self.mostLines))
    }

    /// How many lines the title and the control take, the second line of words aside.
    func ownLines(_ width: RowWidth) -> Int {
        width == .narrow && widget.needsOwnLine && !title.isEmpty ? 2 : 1
    }

    /// Whether a text stands below its title, in as many lines as the row has.
    func isBlock(_ width: RowWidth) -> Bool {
        guard case .text = widget else { return false }
        return lines(width) - (subtitle.isEmpty ? 0 : 1) > ownLines(width)
    }

    /// No row may push all others off the screen.
    private static let mostLines = 8
}

/// Whether a control fits beside its title.
enum RowWidth: Equatable, Sendable {
    case narrow, wide

    /// Below so many columns a title and its control have a line each: neither would have twenty.
    private static let leastWide = 40

    init(screen: Size) { self = screen.width < Self.leastWide ? .narrow : .wide }
}
