// A page of settings, ready to be drawn.

package import SettingsModel

/// A page of rows that belong together, its texts in the reader's language.
package struct Pane: Equatable, Sendable {
    /// What child rows call it: a file's name without its ending, or a place in a schema; never empty.
    package var name: String
    /// The file that it was read from, within its bundle.
    package var file: String
    package var title: String?
    /// In display order; a section without rows stays, as its footer may say something.
    package var sections: [PaneSection] = []
    /// The tab bar; empty for none.
    package var tabs: [Tab] = []
    /// Where the pane's values live if not in the domain that the bundle is linked to.
    package var domain: Domain?
    /// Whether the rows are those of an array's elements, so that their keys aren't the domain's.
    package var isOfElements = false
    /// Secrets that no row tells of.
    package var undrawnSecrets: UndrawnSecrets?

    /// One tab of the tab bar.
    package struct Tab: Equatable, Sendable {
        package var title: String
        /// The ``Pane/name`` of the pane that it shows.
        package var pane: String
    }

    /// The rows of all sections, in display order.
    package var rows: [Specifier] { sections.flatMap(\.rows) }

    package init(name: String, file: String, title: String? = nil) {
        self.name = name
        self.file = file
        self.title = title
    }
}

/// Secrets in a table of settings that no row of its pane tells of.
package struct UndrawnSecrets: Equatable, Sendable {
    /// The table's place; empty for the whole domain.
    package var table: [String]
    /// What has a row.
    package var rows: Set<ExactText>
    /// What holds a secret all the same, with a row or without.
    package var keys: Set<ExactText> = []
    /// Whether every setting without a row may hold one.
    package var hasOthers = false
}

/// Rows under one header: a balloon on the screen.
package struct PaneSection: Equatable, Sendable {
    /// Nil for a plain gap.
    package var header: String?
    package var footer: String?
    package var rows: [Specifier] = []
    package var enabledWhen = Condition.always
    package var visibleWhen = Condition.always
    package var idioms: Set<Idiom> = []

    package init(header: String? = nil, footer: String? = nil) {
        self.header = header
        self.footer = footer
    }
}

/// The kinds of screen that rows and panes may be meant for.
package enum Idiom: String, CaseIterable, Sendable {
    /// Less than 100 columns: `~narrow`, and what Apple calls `Phone`.
    case narrow
    /// From 100 columns on: `~wide`, and what Apple calls `Pad`.
    case wide

    /// Reads what `SupportedUserInterfaceIdioms` may say; nil for a kind that no terminal is.
    package init?(appleName: String) {
        switch appleName {
        case "Phone": self = .narrow
        case "Pad": self = .wide
        default: return nil
        }
    }

    /// What names of pane files may say after `~`, the best first.
    package var fileSuffixes: [String] {
        switch self {
        case .narrow: ["narrow", "iphone"]
        case .wide: ["wide", "ipad"]
        }
    }
}
