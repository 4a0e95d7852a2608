// What can go wrong at the edges that isn't about one settings file.

/// A service of the operating system that failed or isn't there.
package struct PlatformError: Error, Equatable, Sendable {
    /// What kind of thing was wrong; the raw value is the stable name for scripts.
    package enum Code: String, Sendable {
        case eventLoop = "event-loop"
        /// /proc isn't mounted.
        case noProc = "no-proc"
        /// fs.inotify.max_user_instances is reached.
        case noWatchInstances = "no-watch-instances"
        /// fs.inotify.max_user_watches is reached.
        case noWatches = "no-watches"
        /// Watching isn't possible for another reason.
        case watching
        /// Another agent has this socket, or the journal.
        case alreadyRunning = "already-running"
        /// A socket that can't be made or used.
        case socket
        /// What the service manager handed over isn't what its unit file should say.
        case badActivation = "bad-activation"
        /// A file of the agent's own that can't be made or written.
        case storage
        /// Others may write the folder.
        case unsafe = "unsafe-folder"
        /// A program that can't be started or looked after.
        case process
    }
    package var code: Code
    /// What was there and what was expected, as a sentence without its period.
    package var problem: String
    /// What the reader can do about it.
    package var advice: String

    package init(code: Code, problem: String, advice: String) {
        self.code = code
        self.problem = problem
        self.advice = advice
    }
}
