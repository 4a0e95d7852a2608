// X resources: names, values and what xrdb's preprocessor makes of them (XrmGetFileDatabase(3), xrdb(1)).

import SettingsModel

/// The lines of a file of X resources.
struct ResourceLanguage: CommandLanguage {
    let program = "xrdb"

    func read(_ source: LineSource) -> CommandLines {
        var reader = ResourceReader(source)
        return reader.lines()
    }

    // MARK: Values

    /// A value without its escapes and the blanks at its end; lines that a backslash joins are one.
    func decoded(_ spelling: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = spelling
        while let last = rest.last, LineText.isBlank(last) { rest.removeLast() }
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                bytes.append(byte)
                continue
            }
            if let end = LineText.lineBreakEnd(rest, at: 0) {
                rest = rest.dropFirst(end)
                continue
            }
            let digits = rest.prefix(3)
            if digits.count == 3, digits.allSatisfy({ (0x30...0x37).contains($0) }) {
                let code = digits.reduce(0) { $0 * 8 + Int($1 - 0x30) }
                bytes.append(UInt8(truncatingIfNeeded: code))
                rest = rest.dropFirst(3)
            } else if let next = rest.popFirst() {
                bytes.append(next == UInt8(ascii: "n") ? 0x0A : next)
            }
        }
        return bytes
    }

    func spelled(_ text: String, like old: ArraySlice<UInt8>, _ style: EditStyle) -> String? {
        if text.utf8.contains(0) || Self.hasComment(text.utf8) || Self.hasMacro(text.utf8, []) {
            return nil
        }
        var result = ""
        var wasBlank = false
        // Before nothing but blanks, the preprocessor would join the next line.
        let end = text.unicodeScalars.lastIndex { !"\\ \t".unicodeScalars.contains($0) }
        for (index, scalar) in zip(text.unicodeScalars.indices, text.unicodeScalars) {
            let isInside = end.map { index < $0 } ?? false
            switch scalar {
            case "\\": result += isInside ? "\\\\" : "\\134"
            case "\n": result += "\\n"
            // The preprocessor makes one blank of several, and takes off those at the end.
            case " " where wasBlank || !isInside: result += "\\040"
            case " " where result.isEmpty: result += "\\ "
            case "!"..."~", " ": result.unicodeScalars.append(scalar)
            // GNU's preprocessor gives letters outside of ASCII names of its own.
            default: result += String(scalar).utf8.map(Self.octal).joined()
            }
            wasBlank = scalar == " "
        }
        return result
    }

    private static func octal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 8)
        return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }

    func obstacle(in text: String) -> (what: String, advice: String) {
        Self.hasComment(text.utf8)
            ? ("'//' or '/*', which begins a comment to xrdb", "Leave it out")
            : ("a name that xrdb replaces", "Leave it out, or edit the file by hand")
    }

    /// Whether a text has a sign that begins a comment of C, or ends one.
    static func hasComment(_ bytes: some Sequence<UInt8>) -> Bool {
        var last: UInt8 = 0
        for byte in bytes {
            if last == 0x2F, byte == 0x2F || byte == 0x2A { return true }
            if last == 0x2A, byte == 0x2F { return true }
            last = byte
        }
        return false
    }

    /// What xrdb and its preprocessor define themselves.
    private static let macros: Set = [
        "linux", "unix", "HOST", "SERVERHOST", "CLIENTHOST", "DISPLAY_NUM", "WIDTH", "HEIGHT",
        "X_RESOLUTION", "Y_RESOLUTION", "PLANES", "BITS_PER_RGB", "CLASS", "COLOR", "RELEASE",
        "REVISION", "VERSION", "VENDOR", "NUM_SCREENS", "SCREEN_NUM",
    ]

    private static let macroStarts = Set(macros.compactMap(\.utf8.first))

    /// Whether a text has a name that the preprocessor puts something else in the place of.
    static func hasMacro(_ bytes: some Collection<UInt8>, _ defined: Set<String>) -> Bool {
        let words = bytes.split { !LineText.isLetterOrDigit($0) && $0 != 0x5F }
        return words.contains { word in
            // Most words are none; a text of each would take most of the time.
            guard !defined.isEmpty || word.first.map(macroStarts.contains) == true else {
                return false
            }
            let name = String(decoding: word, as: UTF8.self)
            return macros.contains(name) || defined.contains(name)
        }
    }

    // MARK: Keys

    func objection(
        to text: String,
        of key: String,
        isNew: Bool,
        replacing names: Set<String>
    ) -> (what: String, advice: String)? {
        Self.hasMacro((isNew ? key + " " + text : text).utf8, names) ? obstacle(in: "") : nil
    }

    /// Whether bytes are the name of a resource: `XTerm*faceName`, `*color0`.
    static func isName(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.contains(where: LineText.isLetterOrDigit)
            && bytes.allSatisfy { LineText.isLetterOrDigit($0) || "_-.*?".utf8.contains($0) }
    }

    func objection(to key: String) -> (what: String, advice: String)? {
        if Self.isName(key.utf8), !Self.hasMacro(key.utf8, []) { return nil }
        return (
            "the key '\(key.escapedForDisplay)'",
            "Use letters, digits, '_' and '-' with '.', '*' or '?' between them"
        )
    }

    // MARK: New lines

    func lead(for key: String) -> String { "" }

    func lead(of entry: LineEntry, in bytes: [UInt8]) -> String? {
        entry.command.contains(.continued) ? nil : ""
    }
}
