// A program run apart from this one.

import CLinux
import Glibc

/// A process in a session of its own, without a terminal and without our files.
///
/// It is no child of ours: a program that waits for its children must not find one that it didn't
/// start. It runs on when its owner is gone.
final class DetachedProcess {
    private let errors: ErrorPipe?

    /// Starts a program; nil, with `errno` set, if it can't be.
    ///
    /// A name without a slash is looked for in PATH. Of our environment it gets what the session is about,
    /// so an agent listens where we look for it, and no password or library of this shell's.
    init?(_ program: String, _ arguments: [String]) {
        guard let path = Self.path(of: program) else {
            errno = ENOENT
            return nil
        }
        errors = ErrorPipe()
        let result = withCStrings([program] + arguments) { words in
            withCStrings(Self.environment()) { environment in
                clinux_start_apart(path, words, environment, errors?.writing ?? -1)
            }
        }
        errors?.closeWriting()
        guard result == 0 else {
            errno = result
            return nil
        }
    }

    /// Whether it has ended, as its standard error shows.
    var hasEnded: Bool { errors?.isOver ?? false }

    /// What it said on the standard error since the last call.
    func said() -> String { errors?.said() ?? "" }

    /// Variables that concern a whole session, by name or by what names begin with.
    private static let names: Set<Substring> = [
        "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "HOME", "LANG", "LANGUAGE", "LOGNAME", "TMPDIR",
        "TZ",
        "USER", "WAYLAND_DISPLAY", "XAUTHORITY",
    ]
    private static let prefixes = ["LC_", "SETTINGS_AGENT_", "XDG_"]

    /// The part of our environment that belongs to the session, as `NAME=VALUE`.
    ///
    /// PATH keeps the folders of the system: a program that lives for weeks shouldn't find its own programs in
    /// the folder of a project.
    private static func environment() -> [String] {
        var result: [String] = []
        var next = environ
        while let text = next.pointee {
            next += 1
            let variable = String(cString: text)
            let name = variable.prefix { $0 != "=" }
            if name == "PATH" {
                let folders = variable.dropFirst("PATH=".count).split(separator: ":")
                    .filter(belongsToSystem)
                result.append("PATH=" + folders.joined(separator: ":"))
            } else if names.contains(name) || prefixes.contains(where: name.hasPrefix) {
                result.append(variable)
            }
        }
        return result
    }

    /// Whether a folder belongs to root.
    private static func belongsToSystem(_ folder: Substring) -> Bool {
        var status = stat()
        return folder.hasPrefix("/") && stat(String(folder), &status) == 0 && status.st_uid == 0
    }

    /// Where a program is; nil if PATH doesn't lead to it.
    static func path(of program: String) -> String? {
        if program.contains("/") { return program }
        // Where there is none, the C library's execvp(3) looks here, too.
        let path = getenv("PATH").map { String(cString: $0) } ?? "/bin:/usr/bin"
        // Another folder would be taken from where the program happens to be.
        let folders = path.split(separator: ":").filter { $0.hasPrefix("/") }
        return folders.lazy.map { $0 + "/" + program }.first { access($0, X_OK) == 0 }
    }
}

/// Calls `body` with texts as C wants them: an array that ends with nil.
private func withCStrings<Result>(
    _ texts: [String],
    _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
    let strings = texts.map { strdup($0) }
    defer { for string in strings { free(string) } }
    return body(strings + [nil])
}
