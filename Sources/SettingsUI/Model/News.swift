// What is new in the agent's mirror, for the rest of the screen.

import SettingsModel
import SettingsProtocol

/// What the screen does once something in the mirror has changed.
enum News: Sendable {
    /// The status reports it, unless it says that something isn't saved.
    case told(Status)
    /// The status reports it.
    case said(Status)
    /// A write is stored: a status of success says so, or gives way to this one.
    case saved(Status?)
    /// What a write changed in one program has come to another's setting.
    case shared(SettingPlace)
    /// Writes weren't stored, in words; what was typed for them is kept.
    case unsaved(String, [PendingWrite])
    /// A field is open again, as its write wasn't made.
    case reopened(OpenField)
    /// It's known who made a change that the status may report.
    case named(SettingPlace, String)
    /// Something is wrong with a file from now on.
    case problem(FileProblem)
    /// A whole file or a value in it is well again, in words.
    case recovered(Recovered, String)
    /// A setting may have another effective value.
    case changed(SettingPlace, from: SettingValue?, to: SettingValue?)
    /// All values may be others than these were.
    case replaced(StoredValues)
    /// The agent reported these changes, or values that it didn't adopt.
    case heard([ChangeMessage])
    /// The history has more entries at its start, or is another one.
    case prepended(Int)
    case begunAnew
    case effect(Effect)

    enum Recovered { case file, value }
}
