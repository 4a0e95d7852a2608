// The INI files of programs whose reading of quotes and comments is known.

extension LineDialect {
    private static func make(_ name: String, _ change: (inout Self) -> Void) -> Self {
        var dialect = Self(name: name)
        dialect.leadingKeys = .root
        // Each of these programs looks a section up by its name.
        dialect.merging = .all
        change(&dialect)
        return dialect
    }

    /// php-src, Zend/zend_ini_scanner.l.
    ///
    /// What PHP computes (`E_ALL & ~E_NOTICE`, `${HOME}`) is text here and stays as it is written.
    static let php = make("a php.ini") {
        $0.comments = Array(";#".utf8)
        $0.marks = ValueMarks(
            escapes: .quotes,
            comments: Array(";".utf8),
            protection: .all,
            computing: .expressions,
            spansLines: true
        )
        $0.adding.listSuffixes = ["[]"]
        $0.adding.cumulative = ["extension", "zend_extension"]
        $0.loneKeys = LoneKeys(text: "")
        $0.newKey.separator = " = "
        $0.truths = [("on", "off"), ("true", "false"), ("yes", "no"), ("1", "0")]
    }

    /// mpv, options/parse_configfile.c.
    static let mpv = make("an mpv.conf") {
        $0.unreadLines = .standAlone
        $0.marks = ValueMarks(
            comments: Array("#".utf8),
            refusal: .partial,
            computing: .lengths
        )
        $0.loneKeys = LoneKeys(text: "yes", denial: "no-", hasDashes: true)
        $0.leadingKeys = .rootOrSection("default")
        // mpv(1), "List Options", and the names that its manual gives to single entries of lists.
        $0.adding.listSuffixes = ["-append", "-add", "-pre"]
        $0.adding.lists = [
            "profile", "include", "script", "glsl-shader", "sub-file", "audio-file",
            "external-file",
            "cover-art-file",
        ]
        $0.truths = [("yes", "no")]
    }

    /// dunst, src/ini.c and `string_strip_quotes`.
    static let dunst = make("a dunstrc") {
        $0.unreadLines = .standAlone
        $0.comments = Array("#;".utf8)
        $0.marks = ValueMarks(
            quotes: Array("\"".utf8),
            comments: Array("#;".utf8),
            protection: .firstPair,
            refusal: .open,
            hasOuterQuotes: true
        )
        $0.newKey.separator = " = "
        $0.newKey.indent = "    "
    }

    /// btop, src/btop_config.cpp, `load`.
    static let btop = make("a btop.conf") {
        // A line without a value takes it from the next one.
        $0.unreadLines = .closeSection
        $0.sections = .none
        $0.marks = ValueMarks(
            quotes: Array("\"".utf8),
            needsBlank: true,
            quotesEmpty: true,
            endsAtBlank: true,
            keysKeepTabs: true
        )
        $0.newKey.separator = " = "
        $0.truths = [("true", "false")]
    }

    /// npm's package `ini`, lib/ini.js.
    static let npmrc = make("an .npmrc") {
        $0.unreadLines = .standAlone
        $0.comments = Array("#;".utf8)
        $0.marks = ValueMarks(
            escapes: .json,
            comments: Array(";#".utf8),
            protection: .wholeLine
        )
        $0.adding.listSuffixes = ["[]"]
        $0.loneKeys = LoneKeys(text: "true")
        $0.truths = [("true", "false")]
    }
}
