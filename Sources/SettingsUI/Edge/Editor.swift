// The user's editor, run on the terminal.

import Glibc
import Programs

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
    var start = ProgramStart(["/bin/sh", "-c", command + " \"$@\"", command] + place)
    // What ^C and ^\ mean is the editor's to say, as with system(3).
    let former = [SIGINT, SIGQUIT].map { signal in
        sigaddset(&start.unignoredSignals, signal)
        return (signal, action: setAction(.ignoring, for: signal))
    }
    defer { for (signal, action) in former { _ = setAction(action, for: signal) } }
    let process: pid_t
    do {
        process = try start.start()
    } catch {
        return "can't start '\(command)': \(error.text)"
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
///
/// The file's name comes from the agent, or from a file that somebody else has written: it must not
/// be read as an option or as a command, such as `+!date` of vim. So each begins with `/` or `./`,
/// which no editor takes for either. For the same reason a line below 1 is none.
func placeWords(for command: String, file: String, line: Int) -> [String] {
    let program = command.split(separator: " ").first ?? ""
    let file = file.hasPrefix("/") || file.hasPrefix("./") ? file : "./" + file
    let line = max(1, line)
    return switch program.split(separator: "/").last ?? "" {
    case "hx", "helix", "subl", "zed": ["\(file):\(line)"]
    case "code", "codium", "code-insiders": ["--goto", "\(file):\(line)"]
    // They end their options with it (getopt(3)); emacs has no such word.
    case "vim", "nvim", "nano": ["+\(line)", "--", file]
    default: ["+\(line)", file]
    }
}
