// hyprlang: the files of Hyprland, hyprlock, hypridle and hyprpaper (hyprlang, src/config.cpp).

import SettingsModel

/// The language of Hyprland and of the programs around it.
struct HyprLanguage: CommandLanguage {
    let program = "Hyprland"

    func read(_ source: LineSource) -> CommandLines {
        var reader = HyprReader(source)
        return reader.lines()
    }

    // MARK: Values

    /// A value with a sign for each pair of signs that isn't a comment.
    ///
    /// What stands right behind such a pair is text, also where it is a third sign.
    func decoded(_ spelling: ArraySlice<UInt8>) -> [UInt8] {
        guard spelling.contains(Self.hash) else { return Array(spelling) }
        var bytes: [UInt8] = []
        var rest = spelling
        while let byte = rest.popFirst() {
            bytes.append(byte)
            guard byte == Self.hash, rest.first == Self.hash else { continue }
            rest.removeFirst()
            if rest.first == Self.hash { bytes.append(rest.removeFirst()) }
        }
        return bytes
    }

    func spelled(_ text: String, like old: ArraySlice<UInt8>, _ style: EditStyle) -> String? {
        let isLine = text.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x09 }
        guard isLine, !LineDialect.hasBlankEdge(text), !Self.isComputed(text.utf8) else {
            return nil
        }
        guard text.utf8.contains(Self.hash) else { return text }
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            bytes.append(byte)
            guard byte == Self.hash else { continue }
            bytes.append(byte)
            if rest.first == Self.hash { bytes.append(rest.removeFirst()) }
        }
        return LineText.string(bytes)
    }

    func obstacle(in text: String) -> (what: String, advice: String) {
        if text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
            return ("a line break", "Set a text of one line")
        }
        if LineDialect.hasBlankEdge(text) {
            return ("blanks at the ends of a value", "Leave them out")
        }
        return (
            "this text with a sign that \(program) gives a meaning to",
            "Leave it out, or edit the file by hand"
        )
    }

    private static let hash = UInt8(ascii: "#")

    /// Whether the program puts something else in the place of a part of a value: of a variable, as which it has
    /// those of the environment, too; of an expression in double braces; or of an escape.
    ///
    /// A backslash at the end would join the next line.
    static func isComputed(_ value: some Collection<UInt8>) -> Bool {
        var last: UInt8 = 0
        for byte in value {
            switch last {
            case UInt8(ascii: "$"): if isLetter(byte) { return true }
            case UInt8(ascii: "{"): if byte == last { return true }
            case UInt8(ascii: "\\"): if #"\{}"#.utf8.contains(byte) { return true }
            default: break
            }
            last = byte
        }
        return last == UInt8(ascii: "\\")
    }

    // MARK: Keys

    /// The categories that are one, however many blocks they have.
    ///
    /// Each block of another name stands for a thing of its own: a device, a label, a rule.
    static let categories: Set = [
        "general", "decoration", "animations", "input", "gestures", "group", "misc", "layout",
        "binds", "xwayland", "opengl", "render", "cursor", "ecosystem", "quirks", "debug",
        "dwindle", "master", "scrolling", "experimental", "input-capture", "plugin", "auth",
        "screencopy",
    ]

    /// The keywords that are lists, where they stand outside of all blocks: files to read, and hyprpaper's pictures,
    /// each for a monitor.
    static let lists: Set = ["source", "preload", "wallpaper"]

    /// The keywords that are commands (Hyprland, src/config/ConfigManager.cpp; hyprpaper's have the last line).
    private static let commands: Set = [
        "exec", "execr", "exec-once", "execr-once", "exec-shutdown", "monitor", "unbind",
        "workspace", "windowrule", "windowrulev2", "layerrule", "layerrulev2", "bezier",
        "animation", "submap", "blurls", "plugin", "permission",
        "unload", "reload",
    ]

    /// The commands that have letters behind their names: `bindel`.
    private static let flaggedCommands = ["bind", "gesture", "env"]

    /// Whether a key of a block is a command; a thing of its own may have a key of the same name.
    static func isCommand(_ key: String, in block: [String]) -> Bool {
        if block.first.map(categories.contains) == false { return false }
        if lists.contains(key) { return !block.isEmpty }
        return commands.contains(key) || flaggedCommands.contains { key.hasPrefix($0) }
    }

    static func isVariable(_ key: String) -> Bool { key.utf8.first == UInt8(ascii: "$") }

    /// Whether bytes are a name: `col.active_border`, `tap-to-click`.
    static func isName(_ bytes: some Collection<UInt8>) -> Bool {
        !bytes.isEmpty && bytes.allSatisfy { isLetter($0) || $0 == 0x2D || $0 == 0x2E }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        LineText.isLetterOrDigit(byte) || byte == 0x5F
    }

    func objection(to key: String) -> (what: String, advice: String)? {
        let name = Self.isVariable(key) ? key.utf8.dropFirst() : key.utf8[...]
        return Self.isName(name) ? nil : Self.otherName(key)
    }

    func objection(to key: String, in block: [String]) -> (what: String, advice: String)? {
        if let name = block.first(where: { !Self.isName($0.utf8) }) { return Self.otherName(name) }
        if block.contains("col") {
            return (
                "a block 'col'",
                "Put a name with dots in quotes, for example general.\"col.active_border\""
            )
        }
        if Self.isVariable(key), !block.isEmpty {
            return ("a variable in a block", "Set '\(key.escapedForDisplay)' alone")
        }
        guard Self.isCommand(key, in: block) else { return nil }
        return ("the command '\(key)' as a setting", "Edit the file by hand")
    }

    private static func otherName(_ name: String) -> (what: String, advice: String) {
        ("the name '\(name.escapedForDisplay)'", "Use letters, digits, '_', '-' and '.'")
    }

    /// Whether a variable stands in another line than those that set it: behind its sign, in an expression, or in
    /// a condition.
    func isNeeded(_ key: ArraySlice<UInt8>, in bytes: [UInt8]) -> Bool {
        guard key.first == UInt8(ascii: "$") else { return false }
        let name = key.dropFirst()
        return bytes.split(separator: 0x0A).contains { line in
            let front = line.prefix { $0 != UInt8(ascii: "=") }
            let isOwn = LineText.trimmed(front).elementsEqual(key)
            let places = line.indices.filter { line[$0...].starts(with: name) }
            guard !isOwn, !places.isEmpty else { return false }
            let words = line.split { LineText.isBlank($0) || $0 == UInt8(ascii: "#") }
            return places.contains { $0 > line.startIndex && line[$0 - 1] == UInt8(ascii: "$") }
                || Self.isComputed(line) || words.first?.elementsEqual("hyprlang".utf8) == true
        }
    }

    // MARK: New lines

    /// Variables stand together, and so do included files.
    func group(of key: String) -> Int { Self.isVariable(key) ? 1 : key == "source" ? 2 : 0 }

    func lead(for key: String) -> String { "" }

    /// The block in front of a key that is written as one word: `decoration:blur:`.
    func lead(of entry: LineEntry, in bytes: [UInt8]) -> String? {
        LineText.string(bytes[entry.range.lowerBound..<entry.key.lowerBound])
    }
}
