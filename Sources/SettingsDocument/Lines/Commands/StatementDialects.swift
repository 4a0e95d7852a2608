// The files of statements in blocks.

/// The dialect of each such format.
enum StatementDialects {
    /// The dialects by their formats; a new one is a row here, and a language of statements.
    static let all: [Format: LineDialect] = [.picom: picom, .rasi: rasi, .mpd: mpd]

    private static func make(
        _ name: String,
        _ language: StatementLanguage,
        _ change: (inout LineDialect) -> Void
    ) -> LineDialect {
        var dialect = LineDialect(name: name, language)
        dialect.sections = .blocks
        dialect.merging = .all
        dialect.newKey.indent = "  "
        dialect.truths = [("true", "false")]
        change(&dialect)
        return dialect
    }

    /// libconfig's lib/scanner.l and lib/grammar.y.
    ///
    /// picom has a later setting of the same name replace the first one, where libconfig can (from 1.7 on).
    private static let picom = make(
        "a picom configuration",
        StatementLanguage(
            program: "picom",
            blocks: .groups,
            values: .libconfig,
            separators: Array("=:".utf8),
            terminators: Array(";,".utf8),
            lineComments: ["#", "//"],
            blockComments: .flat,
            signs: (front: "*", inner: "-_*"),
            reserved: ["true", "false"],
            example: "key = value;"
        )
    ) { $0.newKey.separator = " = " }

    /// rofi's lexer/theme-lexer.l and lexer/theme-parser.y.
    private static let rasi = make(
        "a file of rofi",
        StatementLanguage(
            program: "rofi",
            blocks: .sections,
            values: .rasi,
            separators: Array(":".utf8),
            terminators: Array(";".utf8),
            lineComments: ["//"],
            blockComments: .nested,
            signs: (front: "-0123456789", inner: "-"),
            aliases: ["color": "text-color"],
            example: "key: value;"
        )
    ) {
        $0.leadingKeys = .refused
        $0.newKey.separator = ": "
    }

    /// MPD's src/config/File.cxx and src/config/Templates.cxx.
    private static let mpd = make(
        "an mpd.conf",
        StatementLanguage(
            program: "MPD",
            blocks: .things,
            values: .mpd,
            separators: Array(" \t".utf8),
            lineComments: ["#"],
            signs: (front: "", inner: "_"),
            adding: ["bind_to_address", "password", "host_permissions"],
            reserved: ["include", "include_optional"],
            example: "key \"value\""
        )
    ) {
        $0.newKey.separator = " "
        $0.truths = [("yes", "no"), ("true", "false"), ("1", "0")]
    }
}
