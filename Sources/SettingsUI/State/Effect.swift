// What the screen asks to be done outside of it.

import SettingsModel

/// One thing to do.
enum Effect: Equatable, Sendable {
    /// Store a value, or with nil remove it; the answer carries the number.
    ///
    /// With a rev only if the setting's last change still has it.
    case write(Int, SettingPlace, SettingValue?, ifRev: UInt64? = nil)
    /// Ask what the user's own value is before the write of that number, which comes next.
    case askOwn(Int, SettingPlace)
    /// Ask what the user's own value is of what may go back to its default.
    case findOwn(SettingPlace)
    /// Ask what happened to a domain's settings after the change of a number; nil for all.
    case askBefore(Domain, since: UInt64?)
    /// Ask for the last things that happened to a domain's settings; nil for all domains.
    case askLately(Domain?)
    /// Ask which layers have a say.
    case explain(SettingPlace)
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
    case mouse(Frame.Presence)
    case redraw
    case suspend
    case quit
}
