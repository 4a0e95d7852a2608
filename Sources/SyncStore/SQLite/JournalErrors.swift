// SQLite's result codes as journal errors, each with what to do about it.

import CSQLite
import Glibc
import SettingsModel
import SyncEngine

extension JournalError {
    /// The error for a result code, with what its connection knows beside it.
    init(sqliteResult result: Int32, of connection: OpaquePointer?, path: String) {
        let text = connection.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(result)
        let message = text.map { String(cString: $0) } ?? ""
        let errno = connection.map { sqlite3_system_errno($0) } ?? 0
        let said = "SQLite says: \(message) (\(result))"
        if result & 0xFF == SQLITE_CANTOPEN, [EMFILE, ENFILE].contains(errno) {
            self = .noDescriptors(path: path, said: said)
        } else {
            self.init(Self.code(for: result, errno: errno), path: path, said: said)
        }
    }

    /// The error for a failed call of the operating system.
    init(call: String, errno: Int32, path: String) {
        let said = "\(call): \(String(cString: strerror(errno)))"
        if [EMFILE, ENFILE].contains(errno) {
            self = .noDescriptors(path: path, said: said)
        } else {
            self.init(Self.code(forErrno: errno), path: path, said: said)
        }
    }

    private static func noDescriptors(path: String, said: String) -> JournalError {
        JournalError(
            code: .inputOutput,
            path: path,
            problem: "too many files are open to open the journal "
                + "'\(path.escapedForDisplay)' (\(said))",
            advice: "Raise the limit on open files (ulimit -n)"
        )
    }

    /// A row that can't be what this agent wrote.
    static func damaged(_ what: String, in path: String) -> JournalError {
        JournalError(.damaged, path: path, said: what)
    }

    /// A journal whose schema this agent doesn't know yet.
    static func newer(found: Int64, known: Int64, path: String) -> JournalError {
        JournalError(
            code: .newer,
            path: path,
            problem: "the journal '\(path.escapedForDisplay)' is of version \(found), "
                + "expected at most \(known)",
            advice: "Start the newer settings-agent that wrote it, or move it away to begin another"
        )
    }

    /// One of the journal's files that this agent can't have made: `fault` is the rest of the sentence.
    static func notOurs(_ path: String, _ fault: String) -> JournalError {
        JournalError(
            code: .inputOutput,
            path: path,
            problem: "the journal '\(path.escapedForDisplay)' \(fault)",
            advice: moveAway(path)
        )
    }

    private init(_ code: Code, path: String, said: String) {
        let name = "'\(path.escapedForDisplay)'"
        let (problem, advice) =
            switch code {
            case .damaged, .newer:
                (
                    "the journal \(name) is damaged",
                    "Restart the agent, which begins another one: settingsctl agent restart. Nothing in the "
                        + "settings files is lost; history and undo before now may be"
                )
            case .conflict:
                (
                    "the journal \(name) is written by another program",
                    "End whatever writes it; it is read again"
                )
            case .diskFull:
                (
                    "the disk of the journal \(name) is full",
                    "Make room; changes are taken again then"
                )
            case .readOnly:
                ("the journal \(name) can't be written", "Make it and its folder writable")
            case .inputOutput where Self.isNoFile(path):
                ("the journal \(name) is no regular file", Self.moveAway(path))
            case .inputOutput:
                ("the journal \(name) can't be read or written", "Look at the disk's health")
            }
        self.init(code: code, path: path, problem: "\(problem) (\(said))", advice: advice)
    }

    private static func moveAway(_ path: String) -> String {
        "Move it away, and the agent creates a new one: "
            + "mv \(path.quotedForShell) \((path + ".old").quotedForShell)"
    }

    /// Whether something stands at a path that is no file: a folder, a FIFO.
    private static func isNoFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
    }

    private static func code(for result: Int32, errno: Int32) -> Code {
        switch result & 0xFF {
        case SQLITE_FULL: .diskFull
        case SQLITE_READONLY: .readOnly
        case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged
        // Our statements are right for our schema; where they aren't, the schema isn't ours.
        case SQLITE_ERROR, SQLITE_MISMATCH: .damaged
        // Each row is fine; somebody else has written one that we thought to be new.
        case SQLITE_CONSTRAINT: .conflict
        // Somebody else has held it for longer than we wait.
        case SQLITE_BUSY, SQLITE_LOCKED: .conflict
        case SQLITE_CANTOPEN, SQLITE_IOERR, SQLITE_PERM: code(forErrno: errno)
        default: .inputOutput
        }
    }

    private static func code(forErrno errno: Int32) -> Code {
        switch errno {
        case ENOSPC, EDQUOT: .diskFull
        case EROFS, EACCES, EPERM: .readOnly
        default: .inputOutput
        }
    }
}
