// Finds the agent's socket, and no one else's.

import Glibc
package import SettingsProtocol

extension SocketPlace {
    /// The place where this user's agent listens, or would.
    ///
    /// The agent that has this user's journal is found by it, also where it was started with another
    /// environment; a socket that was named by hand is meant.
    ///
    /// - Throws: ``ClientError`` with code `.noAgent`: the folder that is left isn't this user's alone.
    package static func current() throws(ClientError) -> SocketPlace {
        let places = candidates(userID: getuid()) { name in
            getenv(name).map { String(cString: $0) }
        }
        if places.first?.source != .named, let socket = JournalHolder.current()?.socket,
            !places.contains(where: { $0.path == socket }), access(socket, F_OK) == 0
        {
            return SocketPlace(path: socket, source: .named)
        }
        return try usable(of: places)
    }

    /// The first place that can be used, where an agent with our environment listens.
    private static func usable(of places: [SocketPlace]) throws(ClientError) -> SocketPlace {
        for place in places {
            switch place.source {
            case .named: return place
            case .runtimeFolder(let folder):
                let fault = FolderFault(of: folder)
                // The only one may come yet: it is made at the login.
                if fault == nil || fault == .missing && places.count == 1 { return place }
                if let fault, places.count == 1 {
                    throw .notPrivate(folder, fault, advice: "Run: unset XDG_RUNTIME_DIR")
                }
            case .stateFolder(let folder):
                // The agent makes it, in a folder that is the user's alone.
                let fault = FolderFault(of: folder)
                guard let fault, fault != .missing else { return place }
                throw .notPrivate(folder, fault, advice: "Run: chmod 700 " + folder.quotedForShell)
            case .temporaryFolder(let folder):
                guard let fault = FolderFault(of: folder) else { return place }
                if fault == .missing, mkdir(folder, 0o700) == 0 { return place }
                throw .notPrivate(
                    folder,
                    fault,
                    advice: "Use a folder of your own: install -d -m 700 ~/.local/run && "
                        + "export XDG_RUNTIME_DIR=~/.local/run"
                )
            }
        }
        preconditionFailure("the last place either serves or throws")
    }
}

/// Why a folder isn't one that only this user can write.
enum FolderFault: Equatable {
    case missing
    /// A link, too: it could lead anywhere.
    case noFolder
    case owner(uid_t)
    case mode(mode_t)

    /// Looks at a folder; nil where it is this user's alone.
    init?(of folder: String) {
        var status = stat()
        guard lstat(folder, &status) == 0 else {
            self = .missing
            return
        }
        let (mode, owner) = (status.st_mode, status.st_uid)
        if SocketPlace.isPrivate(mode: mode, owner: owner, to: getuid()) { return nil }
        if mode & S_IFMT != S_IFDIR {
            self = .noFolder
        } else if owner != getuid() {
            self = .owner(owner)
        } else {
            self = .mode(mode & 0o7777)
        }
    }
}

extension ClientError {
    /// A folder in which nobody can be trusted to be this user's agent.
    static func notPrivate(_ folder: String, _ fault: FolderFault, advice: String) -> ClientError {
        let reason =
            switch fault {
            case .missing: "can't be created"
            case .noFolder: "isn't a folder"
            case .owner(let user): "belongs to user \(user), and this is user \(getuid())"
            case .mode(let mode): "can be written by others (mode \(String(mode, radix: 8)))"
            }
        let isAnothers = if case .owner = fault { true } else { false }
        return ClientError(
            .noAgent,
            "'\(folder.escapedForDisplay)', the folder of the agent's socket, \(reason). "
                + "Nothing was sent",
            advice: getuid() == 0 && isAnothers ? rootAdvice : advice
        )
    }

    /// What root does whose environment is another user's, as after `sudo -E` or `su`.
    package static let rootAdvice = "Run it as that user, or with root's own environment: sudo -i"
}
