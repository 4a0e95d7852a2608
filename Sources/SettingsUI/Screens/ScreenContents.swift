// What a screen shows: its table, and the words around it.

import SettingsModel

/// The contents of a screen.
protocol ScreenContents {
    var table: Table { get }
    /// The words of the way back to the screen.
    var backTitle: String { get }
    /// Words at the right of its title; nil for those that all screens have.
    var note: String? { get }
    /// The program whose settings it shows; nil for settings of all programs.
    var program: Domain? { get }
    /// The broken file that it reports: one with values before one with panes.
    var notice: FileProblem? { get }
}

extension ScreenContents {
    var note: String? { nil }
    var program: Domain? { nil }
    var notice: FileProblem? { nil }
}

extension Table {
    /// The table of a screen whose subject is gone.
    static func gone(_ title: String, _ footer: String) -> Table {
        Table(title: title, sections: [TableSection("", footer: footer, rows: [])])
    }
}
