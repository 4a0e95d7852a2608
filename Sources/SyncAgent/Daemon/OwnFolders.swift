// The folders that the agent believes must be its user's alone.

import Glibc
import SyncEngine
import SyncPlatform

/// The folders of the agent's database and configuration, checked before anything in them is used.
struct OwnFolders {
    let paths: AgentPaths

    /// Creates the folder of the database; checks it and that of the configuration.
    ///
    /// - Throws: ``StorageError`` where another user could change what is in one of them; nothing has
    ///   been created or changed then.
    func prepare() throws(StorageError) {
        do {
            // First, so that nothing is created where the home folder is another user's.
            try OwnFolder.check(paths.domainFolder)
            try makeJournalFolder()
        } catch {
            throw explained(error)
        }
    }

    private func makeJournalFolder() throws(StorageError) {
        do {
            try OwnFolder.make(paths.journalFolder)
        } catch {
            var error = error
            if error.code != .unsafe {
                error.advice = "Set XDG_STATE_HOME to a folder that you can write"
            }
            throw error
        }
    }

    /// The error with the way out where it is that HOME names another user's folder.
    private func explained(_ error: StorageError) -> StorageError {
        guard error.code == .unsafe else { return error }
        var status = stat()
        let user = geteuid()
        guard stat(paths.home, &status) == 0, status.st_uid != user, status.st_uid != 0 else {
            return error
        }
        var error = error
        error.problem = "HOME is the folder of user \(status.st_uid), and this is user \(user)"
        error.advice =
            user == 0
            ? "'sudo -E' and 'su -m' keep HOME. For root's own settings use 'sudo -H' or 'su -'; for "
                + "those of user \(status.st_uid), run it as that user: sudo -u '#\(status.st_uid)' -i"
            : "Set HOME to a folder of your own"
        return error
    }
}
