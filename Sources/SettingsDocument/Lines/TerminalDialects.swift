// The files of terminals: kitty, foot and Ghostty.

/// The dialect of each such file.
enum TerminalDialects {
    private static func make(
        _ name: String,
        _ change: (inout LineDialect) -> Void
    ) -> LineDialect {
        var dialect = LineDialect(name: name)
        dialect.unreadLines = .standAlone
        dialect.leadingKeys = .root
        dialect.merging = .all
        change(&dialect)
        return dialect
    }

    /// kitty.conf(5).
    static let kitty = make("a kitty configuration") {
        $0.sections = .none
        $0.separators = []
        $0.isBlankSeparator = true
        $0.continuation = .leadingBackslash
        $0.adding.lists = [
            "map", "mouse_map", "env", "include", "globinclude", "envinclude", "geninclude",
            "symbol_map", "narrow_symbols", "font_features", "modify_font", "action_alias",
            "kitten_alias", "exe_search_path", "watcher", "remote_control_password",
            "filter_notification", "menu_map",
        ]
        $0.newKey.separator = " "
        $0.truths = [("yes", "no"), ("true", "false"), ("y", "n")]
    }

    /// foot, config.c: `parse_config_file` and `value_to_str`.
    static let foot = make("a foot.ini") {
        $0.leadingKeys = .section("main")
        $0.adding.lists = ["include"]
        $0.marks = ValueMarks(
            escapes: .quote,
            comments: Array("#".utf8),
            needsBlank: true,
            protection: .none,
            quotesEmpty: true
        )
        $0.truths = [("yes", "no"), ("true", "false"), ("on", "off"), ("1", "0")]
    }

    /// Ghostty, src/cli/args.zig: `LineIterator`, and src/config/Config.zig for the keys that add up.
    static let ghostty = make("a Ghostty configuration") {
        $0.sections = .none
        $0.marks = ValueMarks(quotes: Array("\"".utf8), protection: .none, hasOuterQuotes: true)
        $0.adding.lists = [
            "font-family", "font-family-bold", "font-family-italic", "font-family-bold-italic",
            "font-feature", "font-variation", "font-variation-bold", "font-variation-italic",
            "font-variation-bold-italic", "font-codepoint-map", "clipboard-codepoint-map",
            "palette", "env", "input", "link", "keybind", "key-remap", "config-file",
            "command-palette-entry", "custom-shader", "gtk-custom-css",
        ]
        $0.adding.resets = true
        $0.loneKeys = LoneKeys(text: "true")
        $0.newKey.separator = " = "
        $0.truths = [("true", "false"), ("1", "0"), ("t", "f")]
    }
}
