// The files of programs in which settings are commands.

/// The dialect of each such format.
enum CommandDialects {
    /// The dialects by their formats; a new one is a row here, and a language or a record of words.
    static let all: [Format: LineDialect] = [
        .tmux: tmux, .vim: vim, .zathura: zathura, .readline: readline, .ranger: ranger, .i3: i3,
        .screen: screen, .newsboat: newsboat, .xresources: xresources, .hypr: hypr,
        .lua: lua, .shell: shell, .lf: lf, .mutt: mutt, .nano: nano, .cmus: cmus, .tig: tig,
        .abook: abook, .scriptOptions: scriptOptions, .tridactyl: tridactyl, .gtkrc: gtkrc,
    ].merging(ArgumentDialects.all) { one, _ in one }
        .merging(StatementDialects.all) { one, _ in one }

    private static func make(
        _ name: String,
        _ language: any CommandLanguage,
        _ change: (inout LineDialect) -> Void
    ) -> LineDialect {
        var dialect = LineDialect(name: name, language)
        dialect.newKey.separator = " "
        dialect.truths = [("on", "off")]
        change(&dialect)
        return dialect
    }

    /// tmux(1).
    private static let tmux = make("a tmux configuration", TmuxLanguage()) {
        // Each line names a plugin of tpm.
        $0.adding.lists = ["@plugin"]
        $0.truths = [("on", "off"), ("yes", "no"), ("1", "0")]
    }

    /// zathurarc(5), and girara's `girara_config_parse`.
    private static let zathura = make(
        "a zathurarc",
        WordLanguage(
            program: "zathura",
            values: .word(WordRules(escapes: .shell)),
            comments: Array("#\"".utf8)
        )
    ) { $0.truths = [("true", "false")] }

    /// readline(3), "Variable Settings"; the keymap counts for the bindings that follow it.
    private static let readline = make(
        "an inputrc",
        WordLanguage(
            program: "readline",
            others: ["keymap"],
            blocks: .conditions,
            computing: Array("\"\\".utf8)
        )
    ) {
        $0.keyCase = .insensitive
        $0.doubtfulComments = Array("#".utf8)
        $0.lineEnds.mayFollowNumbers = true
    }

    /// ranger's `Command.parse_setting_line`.
    private static let ranger = make(
        "an rc.conf of ranger",
        WordLanguage(program: "ranger", sign: .optional)
    ) {
        $0.doubtfulComments = Array("#".utf8)
        $0.truths = [("true", "false")]
    }

    /// The i3 User's Guide, and sway(5).
    private static let i3 = make(
        "an i3 or sway configuration",
        WordLanguage(
            program: "i3",
            verb: nil,
            keys: [
                "font", "floating_modifier", "floating_minimum_size", "floating_maximum_size",
                "default_orientation", "workspace_layout", "new_window", "new_float",
                "default_border", "default_floating_border", "hide_edge_borders", "smart_borders",
                "smart_gaps", "focus_follows_mouse", "mouse_warping", "popup_during_fullscreen",
                "focus_wrapping", "force_focus_wrapping", "force_xinerama",
                "disable_randr15", "workspace_auto_back_and_forth", "force_display_urgency_hint",
                "focus_on_window_activation", "show_marks", "title_align", "tiling_drag",
                "ipc-socket", "restart_state", "client.focused", "client.focused_inactive",
                "client.focused_tab_title", "client.unfocused", "client.urgent",
                "client.placeholder", "client.background", "xwayland", "titlebar_padding",
                "titlebar_border_thickness", "tiling_drag_threshold", "primary_selection",
                "swaybg_command", "swaynag_command", "ipc_socket", "ipc_kill_timeout",
                "fake_outputs", "fake-outputs", "force-xinerama", "disable-randr15",
                "gaps inner", "gaps outer", "gaps horizontal", "gaps vertical", "gaps top",
                "gaps right", "gaps bottom", "gaps left",
            ],
            blocks: .braces,
            hasVariables: true,
            computing: Array("$".utf8),
            joinsLines: true
        )
    ) {
        $0.doubtfulComments = Array("#".utf8)
        $0.truths = [
            ("yes", "no"), ("on", "off"), ("true", "false"), ("1", "0"), ("enable", "disable"),
            ("enabled", "disabled"), ("active", "inactive"),
        ]
    }

    /// The commands of screen(1) that set a default or something of the whole session.
    private static let screen = make(
        "a screenrc",
        WordLanguage(
            program: "screen",
            verb: nil,
            keys: [
                "activity", "allpartial", "altscreen", "autodetach", "autonuke", "bell_msg",
                "bufferfile", "compacthist", "crlf", "defautonuke", "defbce", "defc1", "defcharset",
                "defencoding", "defescape", "defflow", "defgr", "defhstatus", "deflog", "deflogin",
                "defmode", "defmonitor", "defmousetrack", "defnonblock", "defobuflimit",
                "defscrollback", "defshell", "defsilence", "defslowpaste", "defutf8", "defwrap",
                "escape", "hardcopy_append", "hardcopydir", "ignorecase", "logfile",
                "maxwin", "mousetrack", "msgminwait", "msgwait", "multiuser", "nethack",
                "pow_detach_msg", "shell", "shelltitle", "silencewait", "startup_message", "term",
                "truecolor", "vbell", "vbell_msg", "vbellwait",
            ],
            values: .word(WordRules(computing: Array("$`".utf8)))
        )
    ) { $0.truths = [("on", "off")] }

    /// Newsboat's manual, "Configuration commands".
    private static let newsboat = make(
        "a newsboat configuration",
        WordLanguage(
            program: "Newsboat",
            verb: nil,
            others: [
                "always-download", "bind", "bind-key", "color", "define-filter", "highlight",
                "highlight-article", "highlight-feed", "highlight-item-format", "ignore-article",
                "include", "macro", "reset-unread-on-update", "run-on-startup", "set",
                "unbind-key",
            ],
            values: .word(
                WordRules(
                    quotes: Array("\"".utf8),
                    escapes: .quotes,
                    hash: .commentAnywhere,
                    computing: Array("`".utf8)
                )
            )
        )
    ) { $0.truths = [("yes", "no"), ("true", "false")] }

    /// lf's manual, "Syntax", and its scan.go.
    private static let lf = make(
        "an lfrc",
        OptionLanguage(
            program: "lf",
            words: WordRules(
                escapes: .quotes,
                hash: .commentAnywhere,
                ends: Array(";".utf8),
                marks: Array(":$%!&{}".utf8),
                quotesWhole: true
            ),
            flagTexts: ("true", "false"),
            hasBlocks: true
        )
    ) { $0.truths = [("true", "false")] }

    /// muttrc(5), of Mutt and NeoMutt.
    private static let mutt = make(
        "a muttrc",
        OptionLanguage(
            program: "Mutt",
            words: WordRules(
                escapes: .quotes,
                hash: .commentAnywhere,
                computing: Array("$`".utf8),
                ends: Array(";".utf8)
            ),
            flagTexts: ("yes", "no"),
            denial: "unset",
            changes: ["reset", "toggle"],
            needsSign: true,
            joinsLines: true
        )
    ) {
        $0.newKey.separator = " = "
        $0.truths = [("yes", "no")]
    }

    /// nanorc(5), and nano's src/rcfile.c.
    private static let nano = make(
        "a nanorc",
        OptionLanguage(
            program: "nano",
            words: WordRules(quotes: Array("\"".utf8), hash: .text, quotesWhole: true),
            flagTexts: ("on", "off"),
            readsNo: false,
            denial: "unset"
        )
    ) { $0.keyCase = .insensitive }

    /// cmus(1), "CONFIGURATION FILES", and its options.c.
    private static let cmus = make(
        "a file of cmus",
        WordLanguage(program: "cmus", sign: .needed, keepsBlanks: true)
    ) {
        $0.newKey.separator = "="
        $0.truths = [("true", "false")]
    }

    /// tigrc(5), and tig's src/options.c, to which a sign for comments is one in quotes, too.
    private static let tig = make(
        "a tigrc",
        WordLanguage(
            program: "tig",
            values: .word(WordRules(hash: .commentEverywhere)),
            sign: .needed
        )
    ) {
        $0.newKey.separator = " = "
        $0.truths = [("yes", "no"), ("true", "false"), ("1", "0")]
    }

    /// abookrc(5).
    private static let abook = make(
        "an abookrc",
        WordLanguage(
            program: "abook",
            values: .word(
                WordRules(quotes: Array("\"".utf8), hash: .unclear, quotesWhole: true)
            ),
            sign: .needed
        )
    ) {
        $0.newKey.separator = "="
        $0.truths = [("true", "false")]
    }

    /// mpv's player/lua/options.lua.
    private static let scriptOptions = make(
        "a file of options of mpv's scripts",
        WordLanguage(program: "mpv", verb: nil, sign: .needed, keepsBlanks: true)
    ) {
        $0.newKey.separator = "="
        $0.truths = [("yes", "no")]
    }

    /// Tridactyl's src/background/config_rc.ts.
    private static let tridactyl = make(
        "a tridactylrc",
        WordLanguage(program: "Tridactyl", comments: Array("\"#".utf8), joinsLines: true)
    ) { $0.truths = [("true", "false")] }

    /// GTK 2's gtk/gtkrc.c: the settings outside of all styles, of which texts are in quotes.
    private static let gtkrc = make(
        "a gtkrc",
        WordLanguage(
            program: "GTK",
            verb: nil,
            values: .word(
                WordRules(
                    quotes: Array("\"".utf8),
                    escapes: .quotes,
                    hash: .commentAnywhere,
                    marks: Array("{}[]@".utf8),
                    quotesWhole: true,
                    quotesTexts: true
                )
            ),
            blocks: .braces,
            sign: .needed
        )
    ) {
        $0.newKey.separator = "="
        $0.truths = [("1", "0"), ("TRUE", "FALSE")]
    }

    /// X(7), "Resources", and Xlib's src/Xrm.c.
    private static let xresources = make("a file of X resources", ResourceLanguage()) {
        $0.comments = Array("!".utf8)
        $0.lineEnds.keepsBlanks = true
        $0.newKey.separator = ": "
        $0.truths = [("true", "false"), ("yes", "no"), ("on", "off"), ("1", "0")]
    }

    /// hyprlang's src/config.cpp, of which `configStringToInt` has the words for true and false.
    private static let hypr = make("a Hyprland configuration", HyprLanguage()) {
        $0.sections = .blocks
        $0.merging = .all
        $0.inlineComments = .afterBlank
        $0.adding.lists = HyprLanguage.lists
        $0.newKey.separator = " = "
        $0.newKey.indent = "    "
        $0.truths = [("true", "false"), ("yes", "no"), ("on", "off"), ("1", "0")]
    }

    /// Lua 5.4 Reference Manual, §3.
    private static let lua = make("a Lua file", LuaLanguage()) {
        $0.sections = .blocks
        $0.merging = .all
        $0.newKey.separator = " = "
        $0.newKey.indent = "  "
        $0.truths = [("true", "false")]
    }

    /// POSIX.1-2024, Shell Command Language.
    private static let shell = make("a shell file", ShellLanguage()) {
        $0.newKey.separator = "="
        $0.truths = [("true", "false"), ("yes", "no"), ("on", "off"), ("1", "0")]
    }

    /// options.txt of Vim.
    private static let vim = make("a vimrc", VimLanguage()) {
        $0.comments = Array("\"".utf8)
        $0.newKey.separator = "="
    }
}

extension LineDialect {
    /// A dialect without sections, whose settings are commands.
    init(name: String, _ language: any CommandLanguage) {
        self.init(name: name)
        commands = language
        sections = .none
        leadingKeys = .root
        unreadLines = .standAlone
    }
}
