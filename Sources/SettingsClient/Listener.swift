// Whose program listens at a socket.

import Glibc

/// The user whose program listens at the other end of a connection.
///
/// The kernel notes who calls listen(2) (unix(7), `SO_PEERCRED`): under a socket unit that is the
/// user's service manager, not the agent that accepts. So the user counts, and the process doesn't.
enum Listener {
    /// Whether a client of one user may send anything to a listener of another.
    static func mayHear(_ user: uid_t, listener: uid_t) -> Bool {
        listener == user || listener == 0
    }

    /// Checks the listener of a connected socket.
    ///
    /// - Throws: ``ClientError`` with code `.noAgent` where it is neither this user nor root.
    static func requireOurs(_ descriptor: Int32, _ path: String) throws(ClientError) {
        let listener = user(of: descriptor)
        if let listener, mayHear(getuid(), listener: listener) { return }
        throw .foreign(listener, at: path)
    }

    /// nil where the kernel doesn't say it.
    private static func user(of descriptor: Int32) -> uid_t? {
        // struct ucred hides behind _GNU_SOURCE; it is three 32-bit numbers: pid, uid, gid.
        var credentials: (Int32, uid_t, gid_t) = (0, .max, .max)
        var length = socklen_t(MemoryLayout.size(ofValue: credentials))
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0 else {
            return nil
        }
        return credentials.1
    }
}

extension ClientError {
    /// A socket of somebody who could read what we send and answer what he likes.
    static func foreign(_ listener: uid_t?, at path: String) -> ClientError {
        let who = listener.map { "user \($0)" } ?? "an unknown user"
        return ClientError(
            .noAgent,
            "\(who) listens at '\(path.escapedForDisplay)', expected user \(getuid()) or root. "
                + "Nothing was sent",
            advice: getuid() == 0
                ? rootAdvice
                : "Use your own folder: "
                    + "env -u XDG_RUNTIME_DIR -u SETTINGS_AGENT_SOCKET settingsctl doctor"
        )
    }
}
