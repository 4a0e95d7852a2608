// Questions on a terminal.

import Glibc
import SettingsModel

/// Asks whoever is at the terminal, and gives the word that was typed.
///
/// - Returns: nil where nobody is there: a script, or a pipe.
func ask(_ question: String) -> String? {
    guard canAsk else { return nil }
    let lines = question.split(separator: "\n", omittingEmptySubsequences: false)
    writeError(lines.map { String($0).escapedForDisplay }.joined(separator: "\n"))
    return readLine() ?? ""
}

/// Whether somebody can be asked.
var canAsk: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

/// Asks a question that is answered with yes or no; nil where nobody is there.
func confirm(_ question: String) -> Bool? {
    ask(question + " (y/N): ").map { ["y", "yes"].contains($0.lowercased()) }
}
