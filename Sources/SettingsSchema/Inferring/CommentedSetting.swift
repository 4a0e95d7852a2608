// Settings that are turned off: the text of one in a comment.

import SettingsDocument
import SettingsModel

/// Finds settings in comments of a file.
struct CommentedSettings {
    /// The last names of the file's keys, which a comment may turn off one of.
    private let known: Set<String>
    /// Whether nothing but blanks stands between a key and its value, or a colon behind a bare key.
    private let hasBlanks: Bool
    private let hasColons: Bool

    init(in document: any Document) {
        known = Set(document.entries.compactMap { $0.keyPath.segments.last })
        hasBlanks = [.kitty, .keyValue, .sshConfig].contains(document.format)
        hasColons = [.json, .jsonc, .json5, .yaml, .properties].contains(document.format)
    }

    /// The name of the setting that a comment's words are; empty for a table's header, nil for neither.
    func name(in words: String) -> String? {
        var text = words[...]
        if text.hasPrefix("export ") { text = text.dropFirst("export ".count) }
        if text.hasPrefix("["), text.hasSuffix("]"), !text.contains(",") { return "" }
        let isQuoted = text.hasPrefix("\"")
        let name: Substring
        if isQuoted {
            name = text.dropFirst().prefix { $0 != "\"" }
            text = text.dropFirst(name.count + 2)
        } else {
            name = text.prefix { $0.isLetter || $0.isNumber || "_.-".contains($0) }
            text = text.dropFirst(name.count)
        }
        guard !name.isEmpty else { return nil }
        let value = text.drop { $0 == " " || $0 == "\t" }
        let isSetting =
            switch value.first {
            case "=": true
            case ":" where value.dropFirst().hasPrefix("="): true
            case ":": isQuoted || hasColons && isSetting(name, value.dropFirst())
            case nil: false
            default: hasBlanks && value.startIndex != text.startIndex && isSetting(name, value)
            }
        return isSetting ? String(name) : nil
    }

    /// Whether a name and what may be its value are a setting rather than the words of a sentence.
    private func isSetting(_ name: Substring, _ rest: Substring) -> Bool {
        let words = rest.split { $0 == " " || $0 == "\t" || $0 == "," }
        guard let first = words.first else { return false }
        if known.contains(String(name)) || name.contains("_") { return words.count < 4 }
        guard name.first?.isLowercase ?? false, words.count == 1 else { return false }
        return Double(first) != nil || "#\"'[{/~".contains(first[first.startIndex])
            || ["true", "false", "yes", "no", "on", "off", "null", "none"].contains(String(first))
    }
}
