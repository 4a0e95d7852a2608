// How tmux's settings are named and written (tmux(1), "OPTIONS" and "PARSING SYNTAX").

import SettingsModel

/// The commands of a tmux configuration.
struct TmuxLanguage: CommandLanguage {
    let program = "tmux"
    let readsReturns = false

    func read(_ source: LineSource) -> CommandLines {
        var reader = TmuxReader(source)
        return reader.lines()
    }

    // MARK: Values

    /// Of its own options, these alone are known to be texts; numbers are replaced, and arrays grow.
    func separator(addingTo key: String) -> String? {
        if key.hasSuffix("-style") { return key.hasPrefix("@") ? "" : "," }
        let isText =
            key.hasPrefix("@") || key.hasSuffix("-string")
            || key.hasSuffix("-format") && key != "status-format"
            || ["status-left", "status-right"].contains(key)
        return isText ? "" : nil
    }

    func decoded(_ spelling: ArraySlice<UInt8>) -> [UInt8] {
        word(Array(spelling)).map(\.bytes) ?? Array(spelling)
    }

    /// The word that a spelling is; nil where it is more or less than one.
    private func word(_ spelling: [UInt8]) -> TmuxWord? {
        spelling.withUnsafeBufferPointer { text in
            var lexer = TmuxLexer(text, from: 0)
            guard case .word(let word) = lexer.next(), word.range == 0..<text.count else {
                return nil
            }
            return word
        }
    }

    func spelled(_ text: String, like old: ArraySlice<UInt8>, _ style: EditStyle) -> String? {
        guard !Self.runsCommands(Array(text.utf8)) else { return nil }
        let quote = old.first == 0x22 || old.first == 0x27 ? old.first : nil
        // In single quotes nothing needs an escape.
        let hasSigns = text.utf8.contains { "\"\\$~".utf8.contains($0) }
        let others: [UInt8?] = hasSigns ? [0x27, 0x22] : [0x22, 0x27]
        let quotes = style == .conservative ? others : [quote] + others
        return quotes.lazy.compactMap { Self.spelled(text, in: $0) }.first {
            guard let word = word(Array($0.utf8)) else { return false }
            return !word.isComputed && !word.isContinued && !word.isBroken && !word.isOpen
                && word.bytes.elementsEqual(text.utf8)
        }
    }

    private static func spelled(_ text: String, in quote: UInt8?) -> String? {
        switch quote {
        case nil:
            let isBare = !text.utf8.contains { $0 <= 0x20 || "\"'\\$~;{}#".utf8.contains($0) }
            return isBare && text.utf8.first != UInt8(ascii: "%") ? text : nil
        case 0x22: return "\"" + escaped(text) + "\""
        default:
            return text.utf8.contains { $0 < 0x20 && $0 != 0x09 } ? nil : "'\(text)'"
        }
    }

    /// A text as it may stand in double quotes.
    private static func escaped(_ text: String) -> String {
        var result = ""
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            // A home folder stands at the start alone, and a variable has a name.
            case "~" where result.isEmpty: result += "\\~"
            case "$" where rest.first.map(TmuxWord.beginsVariable) == true: result += "\\$"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\u{1}"..."\u{8}", "\u{B}"..."\u{1F}", "\u{7F}":
                let digits = String(scalar.value, radix: 8)
                result += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    func obstacle(in text: String) -> (what: String, advice: String) {
        ("a text with '#(', which runs a command", "Leave it out, or edit the file by hand")
    }

    /// Whether tmux runs a command for a part of a text.
    static func runsCommands(_ text: [UInt8]) -> Bool {
        zip(text, text.dropFirst()).contains { $0 == UInt8(ascii: "#") && $1 == UInt8(ascii: "(") }
    }

    // MARK: Keys

    /// Whether a word is the name of an option, such as `mouse`, `@theme` or `status-format[1]`.
    static func isKey(_ key: some Collection<UInt8>) -> Bool {
        guard let first = key.first else { return false }
        if first == UInt8(ascii: "@") {
            return key.count > 1
                && key.dropFirst().allSatisfy {
                    LineText.isLetterOrDigit($0) || "_-.:/".utf8.contains($0) || $0 >= 0x80
                }
        }
        let name = key.prefix { $0 != UInt8(ascii: "[") }
        let index = key.dropFirst(name.count)
        let isName = name.allSatisfy { LineText.isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
        let isIndex =
            index.isEmpty
            || index.count > 2 && index.dropFirst().dropLast().allSatisfy(LineText.isLetterOrDigit)
                && index.reversed().first == UInt8(ascii: "]")
        return isName && isIndex && first > 0x39 && LineText.isLetterOrDigit(first)
    }

    func objection(to key: String) -> (what: String, advice: String)? {
        if Self.isKey(key.utf8) { return nil }
        return (
            "the key '\(key.escapedForDisplay)'",
            "Use the name of an option, or '@' and a name of letters, digits, '_' and '-'"
        )
    }

    // MARK: New lines

    private enum Group: Int { case session, window, server, user }

    func group(of key: String) -> Int { kind(of: key).rawValue }

    private func kind(of key: String) -> Group {
        if key.utf8.first == UInt8(ascii: "@") { return .user }
        let name = String(Substring(key.utf8.prefix { $0 != UInt8(ascii: "[") }))
        if Self.serverOptions.contains(name) { return .server }
        return Self.windowOptions.contains(name) ? .window : .session
    }

    func lead(for key: String) -> String {
        switch kind(of: key) {
        case .session, .user: "set -g "
        case .window: "setw -g "
        case .server: "set -s "
        }
    }

    func lead(of entry: LineEntry, in bytes: [UInt8]) -> String? {
        guard entry.command.isDisjoint(with: .locks) else { return nil }
        return LineText.string(bytes[entry.range.lowerBound..<entry.key.lowerBound])
    }

    /// Whether an option is the server's, which needs no flag.
    static func isForServer(_ key: [UInt8]) -> Bool {
        let name = key.prefix { $0 != UInt8(ascii: "[") }
        return LineText.string(name).map(serverOptions.contains) == true
    }

    /// tmux's options-table.c, of 3.3 and of later versions.
    private static let serverOptions = words(
        """
        backspace buffer-limit codepoint-widths command-alias copy-command default-client-command \
        default-terminal editor escape-time exit-empty exit-unattached extended-keys \
        extended-keys-format focus-events get-clipboard history-file input-buffer-size \
        message-limit prefix-timeout prompt-history-limit set-clipboard terminal-features \
        terminal-overrides user-keys variation-selector-always-wide
        """
    )

    private static let windowOptions = words(
        """
        aggressive-resize allow-passthrough allow-rename allow-set-title alternate-screen \
        automatic-rename automatic-rename-format clock-mode-colour clock-mode-style \
        copy-mode-current-match-style copy-mode-mark-style copy-mode-match-style \
        copy-mode-position-format copy-mode-position-style copy-mode-selection-style cursor-colour \
        cursor-style fill-character main-pane-height main-pane-width menu-border-lines \
        menu-border-style menu-selected-style menu-style mode-keys mode-style monitor-activity \
        monitor-bell monitor-silence other-pane-height other-pane-width pane-active-border-style \
        pane-base-index pane-border-format pane-border-indicators pane-border-lines \
        pane-border-status pane-border-style pane-colours pane-scrollbars \
        pane-scrollbars-position pane-scrollbars-style popup-border-lines popup-border-style \
        popup-style remain-on-exit remain-on-exit-format scroll-on-clear synchronize-panes \
        tiled-layout-max-columns window-active-style window-size window-status-activity-style \
        window-status-bell-style window-status-current-format window-status-current-style \
        window-status-format window-status-last-style window-status-separator \
        window-status-style window-style wrap-search xterm-keys
        """
    )

    private static func words(_ list: String) -> Set<String> {
        Set(list.split(separator: " ").map(String.init))
    }
}
