// The files in which programs have the options of their command line.

/// The dialect of each such format.
enum ArgumentDialects {
    /// The dialects by their formats; a new one is a row here, and a language of options.
    static let all: [Format: LineDialect] = [
        .args: args, .argLines: argLines, .flags: flags, .gpg: gpg, .curl: curl,
        .swaylock: swaylock,
    ]

    private static func make(
        _ name: String,
        _ language: ArgumentLanguage,
        _ change: (inout LineDialect) -> Void
    ) -> LineDialect {
        var dialect = LineDialect(name: name, language)
        dialect.repeats = .list
        dialect.truths = [("true", "false"), ("yes", "no"), ("on", "off")]
        change(&dialect)
        return dialect
    }

    /// bat's src/bin/bat/config.rs, and yt-dlp's `Config.read_file`.
    private static let args = make(
        "a file of options",
        ArgumentLanguage(program: "the program", values: .shellWord, hasNextLines: true)
    ) { _ in }

    /// ripgrep's crates/core/flags/config.rs, and ctags's main/args.c.
    private static let argLines = make(
        "a file of arguments",
        ArgumentLanguage(program: "the program", values: .rest, hasNextLines: true)
    ) { $0.doubtfulComments = Array("#".utf8) }

    /// Launchers of browsers and of Electron: some read words of a shell, some divide lines at blanks, and some
    /// take each line as it is.
    private static let flags = make(
        "a file of flags",
        ArgumentLanguage(program: "the program", values: .plain)
    ) { _ in }

    /// libgpg-error's src/argparse.c.
    private static let gpg = make(
        "a GnuPG configuration",
        ArgumentLanguage(
            program: "GnuPG",
            dashes: .never,
            values: .quotedRest,
            hasConditions: true
        )
    ) {
        $0.doubtfulComments = Array("#".utf8)
        $0.newKey.separator = " "
        $0.lineEnds.mayFollowNumbers = true
    }

    /// curl's src/tool_parsecfg.c; what follows `next` is for another transfer.
    private static let curl = make(
        "a curlrc",
        ArgumentLanguage(program: "curl", dashes: .either, values: .escapedWord, ends: ["next"])
    ) { $0.newKey.separator = " = " }

    /// swaylock's main.c, `load_config`.
    private static let swaylock = make(
        "a swaylock configuration",
        ArgumentLanguage(program: "swaylock", dashes: .never, values: .line)
    ) { $0.doubtfulComments = Array("#".utf8) }
}
