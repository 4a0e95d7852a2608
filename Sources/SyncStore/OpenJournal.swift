// A journal that was opened, brought up to date and read.

import Glibc
import SettingsModel
import SyncEngine

/// How to open a journal.
struct JournalOptions: Sendable {
    var path: String
    var limits: Limits
    var pageLimit: Int?
}

/// A journal that is ready to be written: its connection, and what the writer remembers.
struct OpenJournal {
    let connection: Connection
    let contents: JournalContents
    let state: RecoveredState
    let epoch: String
    let isNew: Bool

    /// Opens a journal, begins it where there is none, and reads it all.
    init(_ options: JournalOptions) throws(JournalError) {
        connection = try Connection(path: options.path, access: .readWrite)
        try connection.becomeWriter(pageLimit: options.pageLimit)
        // A commit that failed may have left a whole transaction in the WAL, which a crash would
        // bring back to life after the agent went on without it.
        connection.emptyLog()
        isNew = try Schema.migrate(connection, newEpoch: try Self.randomEpoch(options.path))
        let historyLimit = HistoryLimit(options.limits)
        let (state, replicas) = try JournalReader.read(connection)
        self.state = state
        epoch = try Self.readEpoch(connection)
        contents = JournalContents(
            connection: connection,
            replicas: replicas,
            historyLimit: historyLimit
        )
    }

    private static func readEpoch(_ connection: Connection) throws(JournalError) -> String {
        var epoch = ""
        try connection.rows("SELECT epoch FROM journal") { (row) throws(JournalError) in
            epoch = row.text(0)
        }
        return epoch
    }

    /// 128 random bits as hexadecimal digits.
    private static func randomEpoch(_ path: String) throws(JournalError) -> String {
        var bytes = [UInt8](repeating: 0, count: 16)
        guard getentropy(&bytes, bytes.count) == 0 else {
            throw JournalError(call: "getentropy", errno: errno, path: path)
        }
        return bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
