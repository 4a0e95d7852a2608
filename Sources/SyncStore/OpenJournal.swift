// A journal that was opened, brought up to date and read.

import Glibc
import SettingsModel
import SyncEngine

/// How to open a journal.
struct JournalOptions: Sendable {
    var path: String
    var limits: Limits
    /// Tells the times between two starts of the system apart.
    var boot: String
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
        isNew = try Schema.prepare(connection, newEpoch: try Self.randomEpoch(options.path))
        connection.keepSumOfRows()
        let historyLimit = HistoryLimit(options.limits)
        let (state, replicas) = try connection.reading { [connection] () throws(JournalError) in
            try JournalReader.read(connection)
        }
        self.state = state
        epoch = try Self.begin(connection, options)
        // Only now what was read is safe, and so is what tells the next start of a power cut.
        try connection.syncLog()
        contents = JournalContents(
            connection: connection,
            replicas: replicas,
            historyLimit: historyLimit
        )
    }

    /// Notes that the journal is in use in this boot, and gives its epoch.
    ///
    /// Where a power cut may have undone what was told, or an older copy of the journal was put in its
    /// place, it gets a new one, so that no subscriber resumes from a number that means something else now.
    private static func begin(
        _ connection: Connection,
        _ options: JournalOptions
    ) throws(JournalError) -> String {
        let mark = EndMark(of: options.path)
        var epoch = ""
        var isWhole = false
        var isBegun = false
        try connection.rows("SELECT epoch, boot, ended FROM journal") {
            (row) throws(JournalError) in
            epoch = row.text(0)
            let isSameBoot = !options.boot.isEmpty && row.text(1) == options.boot
            let word = row.integer(2)
            switch word {
            case 0: isWhole = isSameBoot
            default: isWhole = mark.says(word)
            }
            isBegun = isSameBoot && word == 0
        }
        // Opened again after a failure, it must be readable although nothing can be written.
        if isBegun { return epoch }
        if !isWhole { epoch = try randomEpoch(options.path) }
        mark.clear()
        let (begun, boot) = (epoch, options.boot)
        try connection.transaction { () throws(JournalError) in
            try connection.run(
                "UPDATE journal SET epoch = ?, boot = ?, ended = 0",
                .text(begun),
                .text(boot)
            )
        }
        return epoch
    }

    /// Commits transactions together; they are written then, not synced.
    func write(_ transactions: [Transaction]) throws(JournalError) {
        try connection.transaction { () throws(JournalError) in
            for transaction in transactions { try contents.apply(transaction) }
        }
    }

    /// Commits one transaction unless somebody else holds the journal; gives whether it is written.
    func writeIfFree(_ transaction: Transaction) throws(JournalError) -> Bool {
        try connection.transactionIfFree { () throws(JournalError) in
            try contents.apply(transaction)
        }
    }

    /// Deletes old history where it is due, which takes a while; that is written then, not synced.
    func prune() throws(JournalError) {
        guard contents.historyLimit.isDue else { return }
        try connection.transaction { () throws(JournalError) in try contents.pruneHistory() }
    }

    /// Notes that all that was written is synced, as the last thing done with the journal.
    func noteEnd() throws(JournalError) {
        guard let word = EndMark.newWord() else { return }
        EndMark(of: connection.path).say(word)
        try connection.transaction { () throws(JournalError) in
            try connection.run("UPDATE journal SET ended = ?", .integer(word))
        }
        try connection.syncLog()
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
