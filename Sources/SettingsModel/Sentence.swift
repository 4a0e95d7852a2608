// How advice ends: with a full stop, or with a command to copy.

extension String {
    /// The text with the full stop that a sentence ends with.
    ///
    /// Advice may end in a command behind a colon. What is copied from there must run, so no stop
    /// follows it.
    package var asSentence: String {
        endsInCommand || hasSuffix(".") || hasSuffix("?") ? self : self + "."
    }

    /// The programs that advice tells people to run.
    private static let commands = [
        "settingsctl", "systemctl", "sysctl", "chmod", "fuser", "install", "kill", "ls", "namei",
        "plutil",
    ]

    private var endsInCommand: Bool {
        split(separator: ":").dropFirst().contains { words in
            Self.commands.contains { "\(words) ".hasPrefix(" \($0) ") }
        }
    }
}
