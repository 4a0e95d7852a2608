// The user's editor, run on the terminal.

import Glibc

/// Runs `$VISUAL` or `$EDITOR`, else vi, on a file at a line, and waits for its end.
///
/// - Returns: What went wrong, as a sentence without its period; nil if it ran.
package func edit(file: String, line: Int) -> String? {
    let wanted = ["VISUAL", "EDITOR"].compactMap { (name: String) in
        getenv(name).map { String(cString: $0) }
    }
    let command = wanted.first { !$0.isEmpty } ?? "vi"
    // As git does it: the variable may hold options, which the shell takes apart.
    let place = placeWords(for: command, file: file, line: line)
    let words = ["sh", "-c", command + " \"$@\"", command] + place
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    // What ^C and ^\ mean is the editor's to say, as with system(3).
    var keys = sigset_t()
    sigemptyset(&keys)
    let former = [SIGINT, SIGQUIT].map { signal in
        sigaddset(&keys, signal)
        return (signal, action: setAction(.ignoring, for: signal))
    }
    defer { for (signal, action) in former { _ = setAction(action, for: signal) } }
    posix_spawnattr_setsigdefault(&attributes, &keys)
    posix_spawnattr_setflags(
        &attributes,
        Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
    )
    let strings = words.map { strdup($0) }
    defer { for string in strings { free(string) } }
    var process: pid_t = 0
    let result = posix_spawn(&process, "/bin/sh", nil, &attributes, strings + [nil], environ)
    guard result == 0 else {
        return "can't start '\(command)': \(String(cString: strerror(result)))"
    }
    // ^Z stops the editor and us with it, and the shell's `fg` lets both go on.
    var stop = sigset_t()
    var mask = sigset_t()
    sigemptyset(&stop)
    sigaddset(&stop, SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &stop, &mask)
    defer { pthread_sigmask(SIG_SETMASK, &mask, nil) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
        guard errno == EINTR else { break }
    }
    return status == 0 ? nil : "'\(command)' ended with an error"
}

extension sigaction {
    fileprivate static var ignoring: sigaction {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = SIG_IGN
        return action
    }
}

/// Sets what is done about a signal; gives what was done before.
private func setAction(_ action: sigaction, for signal: Int32) -> sigaction {
    var (new, old) = (action, sigaction())
    sigaction(signal, &new, &old)
    return old
}

/// How an editor is told a file and a line: `+12 FILE` by most.
///
/// The others as their manuals have it: `hx FILE:LINE`, `subl FILE:LINE`, `zed FILE:LINE`,
/// `code --goto FILE:LINE`.
func placeWords(for command: String, file: String, line: Int) -> [String] {
    let program = command.split(separator: " ").first ?? ""
    switch program.split(separator: "/").last ?? "" {
    case "hx", "helix", "subl", "zed": return ["\(file):\(line)"]
    case "code", "codium", "code-insiders": return ["--goto", "\(file):\(line)"]
    default: return ["+\(line)", file]
    }
}
