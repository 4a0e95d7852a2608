// Which agent has the journal, as the lock file beside it says.

/// The agent that has a user's journal, whatever socket it listens at.
package struct JournalHolder: Equatable, Sendable {
    package var process: Int32
    /// The path of its request socket; nil while it starts or ends.
    package var socket: String?

    package init(process: Int32, socket: String?) {
        self.process = process
        self.socket = socket
    }

    /// The lock file's name in the journal's folder.
    package static let fileName = "lock"

    /// The lock file's path; nil without a home.
    ///
    /// After the XDG Base Directory Specification: a variable that isn't an absolute path counts as
    /// unset.
    package static func path(environment: (String) -> String?) -> String? {
        func absolute(_ name: String) -> String? {
            environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        let state = absolute("XDG_STATE_HOME") ?? absolute("HOME").map { $0 + "/.local/state" }
        return state.map { $0 + "/settings-agent/" + fileName }
    }

    /// What the lock file says: the process, and the socket in a line of its own.
    package var text: String { "\(process)\n\(socket ?? "")\n" }

    /// Reads ``text``; nil where something else stands.
    package init?(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 3, let process = Int32(lines[0]), process > 0 else { return nil }
        self.init(process: process, socket: lines[1].isEmpty ? nil : String(lines[1]))
    }

    /// Reads the lock file's text, knowing which process has the lock; nil where that can't be told.
    ///
    /// An agent that was killed leaves its note behind. Until the next one has written its own, nothing
    /// is known of that but its process.
    package init?(_ text: String, lockedBy process: Int32?) {
        let noted = JournalHolder(text)
        if let process, noted?.process != process {
            self.init(process: process, socket: nil)
        } else if let noted {
            self = noted
        } else {
            return nil
        }
    }
}
