// Starts other programs.

package import CLinux
import Glibc

/// A program to be started, and what it finds there.
///
/// Unless it's told otherwise, it begins as from a shell: in our process group and folder, with our
/// environment, input and output. It has no signal blocked, and what we ignore it ignores.
package struct ProgramStart {
    /// Whose signals from the terminal it gets.
    package enum Group {
        case ours
        /// None, as the only member of a new one.
        case own
        /// None, as the only member of a new one in a new session: it has no terminal.
        case ownSession
    }
    /// The program and its arguments; a name without a slash is looked for in our PATH.
    package var words: [String]
    /// What variables of ours begin with that it isn't given.
    package var withheldVariables: [String] = []
    /// Where it begins; nil for where we are.
    package var folder: String?
    /// What its outputs go to.
    ///
    /// It has no input then, and nothing else of what we have open. nil for our input and outputs.
    package var output: Int32?
    /// Whether what it writes to its error output goes to ``output``, too; otherwise it's dropped.
    package var keepsErrors = true
    package var group = Group.ours
    /// What we ignore of these, it doesn't.
    package var unignoredSignals = sigset_t()

    /// Describes the start of a program, which needs a name at least.
    package init(_ words: [String]) { self.words = words }

    /// Starts it.
    ///
    /// - Returns: The number of its process, a child of ours to be waited for.
    /// - Throws: ``StartError``; there is no process then.
    package func start() throws(StartError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let output {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_adddup2(&actions, output, 1)
            if keepsErrors {
                posix_spawn_file_actions_adddup2(&actions, output, 2)
            } else {
                posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
            }
            clinux_close_from(&actions, 3)
        }
        if let folder { clinux_change_folder(&actions, folder) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (blocked, unignored) = (sigset_t(), unignoredSignals)
        posix_spawnattr_setsigmask(&attributes, &blocked)
        posix_spawnattr_setsigdefault(&attributes, &unignored)
        var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        if group == .own { flags |= POSIX_SPAWN_SETPGROUP }
        if group == .ownSession { flags |= Int32(clinux_session_flag()) }
        posix_spawnattr_setflags(&attributes, Int16(flags))

        let arguments = words.map { strdup($0) }
        defer { for text in arguments { free(text) } }
        var process: pid_t = 0
        let result = posix_spawnp(
            &process,
            words[0],
            &actions,
            &attributes,
            arguments + [nil],
            passedVariables + [nil]
        )
        guard result == 0 else { throw StartError(errno: result) }
        return process
    }

    /// The variables of ours that it's given, as they are: not all of them need be UTF-8.
    private var passedVariables: [UnsafeMutablePointer<CChar>?] {
        var passed: [UnsafeMutablePointer<CChar>?] = []
        var next = environ
        while let text = next.pointee {
            let variable = String(cString: text)
            if !withheldVariables.contains(where: variable.hasPrefix) { passed.append(text) }
            next += 1
        }
        return passed
    }
}

/// Why a program wasn't started.
package struct StartError: Error, Equatable {
    /// The error's number, as posix_spawn(3) gives it.
    package var errno: Int32

    /// Takes an error's number.
    package init(errno: Int32) { self.errno = errno }

    /// The system's words for it.
    package var text: String { String(cString: strerror(errno)) }
}
