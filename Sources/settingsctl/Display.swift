// Where settingsctl prints: on a terminal for people, else the same as ever for scripts.

import CLinux
import Glibc
import SettingsModel

/// The standard output, and what it can show.
enum Display {
    /// Whether people read it.
    static let isTerminal = isatty(STDOUT_FILENO) == 1
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

    private static func variable(_ name: String) -> String {
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

/// A path as people read it: with `~` for the home folder on a terminal.
func shownPath(_ path: String) -> String {
    guard Display.isTerminal, let home = Display.home, path.hasPrefix(home) else { return path }
    return "~/" + path.dropFirst(home.count)
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

extension String {
    /// Columns that the text takes on a terminal.
    var columns: Int {
        if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
        return reduce(0) { $0 + $1.columns }
    }

    /// The text in at most so many columns, with `…` at the end where something was cut.
    func cut(to most: Int) -> String {
        guard columns > most else { return self }
        var (text, width) = ("", 0)
        for character in self {
            width += character.columns
            if width >= most { break }
            text.append(character)
        }
        return text + "…"
    }
}

extension Character {
    /// -1 of the C library is for what it doesn't know, which most terminals show in one column.
    fileprivate var columns: Int {
        guard let first = unicodeScalars.first else { return 0 }
        _ = Self.locale
        return max(1, Int(clinux_columns(first.value)))
    }

    /// The locale says how wide a sign is.
    private static let locale: Void = {
        _ = setlocale(LC_CTYPE, "") ?? setlocale(LC_CTYPE, "C.UTF-8")
    }()
}
