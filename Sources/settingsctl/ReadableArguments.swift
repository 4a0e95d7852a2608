// Arguments that are no text, which no command can take.

/// Refuses arguments that aren't UTF-8.
///
/// Swift puts other characters in their place, so that a path would name another file.
///
/// - Throws: ``Failure`` with status ``ExitStatus/usage``.
func requireReadableArguments() throws(Failure) {
    for index in 1..<max(1, Int(CommandLine.argc)) {
        guard let word = CommandLine.unsafeArgv[index] else { return }
        if String(validatingCString: word) != nil { continue }
        throw Failure(
            .usage,
            "argument \(index), '\(String(cString: word))', isn't UTF-8",
            advice: "Write it in UTF-8; a file of such a name, rename or link under another"
        )
    }
}
