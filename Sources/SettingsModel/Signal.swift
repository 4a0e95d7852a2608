// Signals by their names.

/// A signal at which programs read their settings again.
package struct Signal: Hashable, Sendable {
    package let number: Int32
    /// Without `SIG`: `HUP`, `RTMIN+8`.
    package let name: String

    /// The names that ``init(named:)`` takes, but for `RTMIN+1` to `RTMIN+15`.
    package static let names = [
        "HUP", "INT", "QUIT", "USR1", "USR2", "TERM", "CONT", "WINCH", "RTMIN",
    ]
    /// As signal(7) has them for x86 and ARM; glibc keeps the two below RTMIN for itself.
    private static let numbers: [String: Int32] = [
        "HUP": 1, "INT": 2, "QUIT": 3, "USR1": 10, "USR2": 12, "TERM": 15, "CONT": 18,
        "WINCH": 28, "RTMIN": 34,
    ]

    /// A signal by its name, with or without `SIG`; nil for one that no program reloads at.
    package init?(named text: String) {
        let name = text.hasPrefix("SIG") ? String(text.dropFirst(3)) : text
        if let number = Self.numbers[name] {
            self.number = number
        } else if name.hasPrefix("RTMIN+"), let more = Int32(name.dropFirst(6)),
            (1...15).contains(more)
        {
            number = 34 + more
        } else {
            return nil
        }
        self.name = name
    }
}

extension Signal: CustomStringConvertible {
    /// The name with `SIG`.
    package var description: String { "SIG" + name }
}
