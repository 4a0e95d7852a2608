// What happens to the screen: keys, the mouse, the agent's word, time.

import SettingsModel
import SettingsProtocol

/// What the mouse does.
enum MouseAction: Equatable, Sendable {
    case press, drag, release
    case wheelUp, wheelDown
}

/// One thing that happened.
enum Event: Equatable, Sendable {
    case key(Key)
    case paste(String)
    case mouse(MouseAction, Point)
    case resize(Size)
    case agent(AgentEvent)
    /// A time that an effect asked for has come.
    case timer(Timer)
    /// The editor that an effect opened has ended; with what went wrong, as a sentence.
    case editorClosed(String?)
    /// A program's panes were read again.
    case panes(Program)
    case lineRead(FileLine)
    /// What describes the panes of some programs was written.
    case panesWritten([Domain])
}

/// What is waited for.
enum Timer: Hashable, Sendable {
    /// The end of the rows' flashing.
    case flash
    /// The end of a pause in which nothing more was written of some panes.
    case panes
    /// The next turn of gathering what an open search goes through.
    case search
    /// The end of a pause without keys, after which they count again.
    case pause
}

/// What the agent said.
enum AgentEvent: Equatable, Sendable {
    /// The domains that the snapshot which comes next is of.
    case subscribed(Set<Domain>)
    /// Part of everything there is; the first part replaces what was known.
    case snapshot([ChangeMessage], isFirst: Bool, isLast: Bool)
    case changed([ChangeMessage])
    case problem(FileProblem)
    /// Values that were told as open ones are secrets.
    case secrets([SettingPlace])
    /// All that is wrong with files now.
    case knownProblems([FileProblem])
    /// A file is well again, or one key's value in it.
    case recovered(Domain, file: String, key: SettingKeyPath?)
    /// The answer to an edit with that number.
    case accepted(Int, Outcome, [Warning])
    case refused(Int, problem: String, advice: String)
    /// The edit with that number wasn't made, as its list has a newer change.
    case outrun(Int)
    case explained(SettingPlace, Explanation)
    /// The undo or redo that was asked for is done, as a step of its own.
    case undone(group: UInt64?, warnings: [Warning])
    /// It wasn't, and never can be if it's over.
    case notUndone(problem: String, advice: String, isOver: Bool)
    /// Mapped files were to follow a setting, which is explained as it is now; with the step that was made,
    /// nil where nothing was written.
    case followed(SettingPlace, [String], group: UInt64?, Explanation)
    case notFollowed(SettingPlace, problem: String, advice: String)
    /// What happened lately, oldest first.
    case lately([HistoryReport])
    /// What was asked about a setting has no answer, and why.
    case unexplained(SettingPlace, String)
    /// What happened before, oldest first.
    case history([HistoryReport])
    /// The connection is over, and why.
    case lost(String)
    case connected
    /// The number of our connection, which our changes carry, and the epoch of the agent's database,
    /// whose numbers mean nothing in another.
    case greeted(connection: UInt64, epoch: String)
}

/// Whether an accepted edit changed a value in force, and the number of the agent's last change then.
struct Outcome: Equatable, Sendable {
    var seq: UInt64
    var isChange: Bool
    /// The step of the history that it is; nil where nothing of the user's own changed.
    var group: UInt64?
}
