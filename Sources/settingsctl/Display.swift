// Where settingsctl prints: on a terminal for people, else the same as ever for scripts.

import Glibc
import SettingsModel
import SettingsUI

/// The standard output, and what it can show.
enum Display {
    /// Whether people read it.
    static let isTerminal: Bool = {
        guard isatty(STDOUT_FILENO) == 1 else { return false }
        // The locale says how wide a sign is.
        _ = takeUserLocale()
        return true
    }()
    /// Whether words stand out by their colour.
    static let hasColours = isTerminal && mayColour
    /// The same of the standard error.
    static let hasColouredErrors = isatty(STDERR_FILENO) == 1 && mayColour

    /// How many columns the terminal has.
    static var width: Int {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return 80
        }
        return Int(size.ws_col)
    }

    /// By the rule of no-color.org.
    private static let mayColour = variable("NO_COLOR").isEmpty && variable("TERM") != "dumb"

    /// A variable of the environment; empty where it isn't set.
    static func variable(_ name: String) -> String {
        getenv(name).map { String(cString: $0) } ?? ""
    }

    /// The user's home folder with a slash behind; nil where it isn't known.
    static let home: String? = {
        let home = variable("HOME")
        return home.hasPrefix("/") && home != "/" ? home + (home.hasSuffix("/") ? "" : "/") : nil
    }()
}

/// How a word stands out on a terminal.
enum Accent: String {
    case head = "1"
    case good = "32"
    case warning = "33"
    case bad = "31"
    case faint = "2"

    /// A text in this accent, as a terminal takes it.
    func text(_ text: String) -> String { "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" }
}

/// A moment in RFC 3339, to the second; on a terminal in the user's time zone.
func moment(_ milliseconds: Int64) -> String {
    let seconds = milliseconds / 1_000
    guard Display.isTerminal else { return SettingDate(nearestTo: seconds).description }
    var (time, parts) = (time_t(seconds), tm())
    localtime_r(&time, &parts)
    var bytes = [CChar](repeating: 0, count: 32)
    let count = strftime(&bytes, bytes.count, "%Y-%m-%d %H:%M:%S", &parts)
    return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
