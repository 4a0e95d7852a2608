// What the screen asks to be done outside of it.

import SettingsModel

/// What the agent is asked to undo.
enum UndoTarget: Equatable, Sendable {
    /// These steps of the history, as one; of undos that is a redo.
    case steps([UInt64])
    /// The entry of a value of a save that wasn't adopted.
    case entry(UInt64)
}

/// Who gets the mouse: the terminal marks text with it.
enum MouseOwner: Equatable, Sendable {
    case program, terminal
}

/// One thing to do.
enum Effect: Equatable, Sendable {
    /// Store a value, or with nil remove it; the answer carries the number.
    ///
    /// With a rev only if the setting's last change still has it.
    case write(Int, SettingPlace, SettingValue?, ifRev: UInt64? = nil)
    /// Store and remove several values of a domain, all or none; the answer carries the number.
    case apply(Int, Domain, [Written])
    /// Undo something; the answer says as which step that was done.
    case undo(UndoTarget)
    /// Ask for the last things that happened to a domain's settings; nil for all domains.
    case askLately(Domain?)
    /// Ask which layers have a say.
    case explain(SettingPlace)
    /// Have these mapped files, which have texts of their own, follow a setting.
    case follow(SettingPlace, [String], Following)
    /// Read the line of a file that a value stands on.
    case readLine(FileLine)
    /// Read all files again.
    case rescan(Domain)
    /// Begin to wait; replaces a wait for the same.
    case wait(Timer, Duration)
    /// Put a text on the clipboard.
    case copy(String)
    /// Open a file in the user's editor.
    case edit(file: String, line: Int)
    /// Read a program's panes again.
    case readPanes(Domain)
    case mouse(MouseOwner)
    case redraw
    case suspend
    /// Leave the screen, have programs linked, and come back.
    case adopt
    case quit
}

/// How a mapped file with a text of its own follows.
enum Following: Equatable, Sendable {
    /// The setting is written in the text's place.
    case written
    /// The text stays, as the file's word for the setting's value.
    case asIs
}
