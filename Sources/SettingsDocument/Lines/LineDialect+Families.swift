// The families of line-based settings files, by their formats.

extension LineDialect {
    /// The dialect of a format, or nil for a format that is no line dialect.
    init?(_ format: Format) {
        let dialect = FamilyDialects.all[format] ?? CommandDialects.all[format]
        guard let dialect else { return nil }
        self = dialect
    }
}

/// The dialects of files whose lines aren't commands.
private enum FamilyDialects {
    /// The dialects by their formats.
    ///
    /// A new one is a case of ``Format``, a record below, and for files known by name a row in ``FileName``.
    static let all: [Format: LineDialect] = [
        .gitConfig: git, .systemd: systemd, .desktopEntry: desktopEntry, .keyFile: keyFile,
        .kconfig: kconfig,
        .ini: ini, .php: .php, .mpv: .mpv, .dunst: .dunst, .npmrc: .npmrc, .btop: .btop,
        .dotenv: dotenv, .properties: properties, .keyValue: keyValue, .sshConfig: sshConfig,
        .kitty: TerminalDialects.kitty, .foot: TerminalDialects.foot,
        .ghostty: TerminalDialects.ghostty,
    ]

    private static func make(
        _ name: String,
        _ change: (inout LineDialect) -> Void
    ) -> LineDialect {
        var dialect = LineDialect(name: name)
        change(&dialect)
        return dialect
    }

    /// git-config(1), "Syntax".
    private static let git = make("a git configuration") {
        $0.sections = .git
        $0.comments = Array("#;".utf8)
        $0.inlineComments = .anywhere
        $0.continuation = .backslash
        $0.quoting = .git
        $0.repeats = .list
        $0.merging = .all
        $0.keyCase = .insensitive
        $0.loneKeys = LoneKeys(text: "true")
        $0.lineEnds.areReturns = false
        $0.newKey.separator = " = "
        $0.newKey.indent = "\t"
    }

    /// systemd.syntax(7), and systemd.unit(5) for the sections that are one.
    ///
    /// Others, such as `[Route]` of systemd.network(5), stand once for each thing.
    private static let systemd = make("a systemd unit") {
        $0.unreadLines = .standAlone
        $0.comments = Array("#;".utf8)
        $0.continuation = .backslash
        $0.repeats = .listWithReset
        $0.merging = .only([
            "Unit", "Install", "Service", "Socket", "Mount", "Automount", "Swap", "Timer", "Path",
            "Slice", "Scope",
        ])
        $0.truths = [
            ("yes", "no"), ("true", "false"), ("on", "off"), ("1", "0"), ("y", "n"), ("t", "f"),
        ]
    }

    /// Desktop Entry Specification 1.5, section 3.
    private static let desktopEntry = make("a desktop entry") {
        $0.quoting = .desktop
        $0.repeats = .refused
        $0.lists = .semicolons
        $0.lineEnds.keepsBlanks = true
        $0.lineEnds.areReturns = false
        $0.truths = [("true", "false"), ("1", "0")]
    }

    /// GLib's gkeyfile.c: of keys and sections with the same name, the later one adds and counts.
    private static let keyFile = make("a key file of GLib") {
        $0.quoting = .desktop
        $0.merging = .all
        $0.lists = .semicolons
        $0.lineEnds.keepsBlanks = true
        $0.lineEnds.areReturns = false
        $0.truths = [("true", "false"), ("1", "0")]
    }

    /// KDE Frameworks' kconfigini.cpp.
    private static let kconfig = make("a KDE configuration") {
        $0.unreadLines = .standAlone
        $0.sections = .nested
        $0.leadingKeys = .root
        $0.quoting = .kconfig
        $0.merging = .all
        $0.lists = .commas
        $0.lineEnds.areReturns = false
    }

    /// Python's configparser with its defaults, but that it takes repeated keys and keys alone.
    private static let ini = make("an INI file") {
        $0.unreadLines = .closeSection
        $0.leadingKeys = .root
        $0.comments = Array("#;".utf8)
        $0.doubtfulComments = Array("#;".utf8)
        $0.separators = Array("=:".utf8)
        $0.continuation = .indentation
        // The sections of .editorconfig are patterns.
        $0.sections = .patterns
        $0.keyCase = .insensitiveAlone
        $0.loneKeys = LoneKeys(text: "")
        // PHP's ini files (php.net, "The configuration file") have the name of any other, and so have
        // polybar's.
        $0.adding.cumulative = ["extension", "zend_extension", "include-file", "include-directory"]
        $0.adding.mayBeAny = true
        // Some programs take a value's quotes off and some don't: what is written has those that
        // stood there, and no others.
        $0.marks = ValueMarks(
            comments: Array("#;".utf8),
            needsBlank: true,
            isBehindQuoteOnly: true,
            mayRequote: false
        )
        $0.newKey.separator = " = "
    }

    /// python-dotenv's parser.
    private static let dotenv = make("an .env file") {
        $0.sections = .none
        $0.leadingKeys = .root
        $0.inlineComments = .afterBlank
        $0.quoting = .shell
    }

    /// java.util.Properties, `load`.
    private static let properties = make("a properties file") {
        $0.sections = .none
        $0.leadingKeys = .root
        $0.comments = Array("#!".utf8)
        $0.separators = Array("=:".utf8)
        $0.isBlankSeparator = true
        $0.continuation = .backslash
        $0.quoting = .java
        $0.loneKeys = LoneKeys(text: "")
        $0.lineEnds.keepsBlanks = true
    }

    /// A key, blanks and its value, a line each, as many small programs have it.
    private static let keyValue = make("a key-value file") {
        $0.sections = .none
        $0.leadingKeys = .root
        $0.doubtfulComments = Array("#".utf8)
        $0.separators = []
        $0.isBlankSeparator = true
        $0.repeats = .refused
        $0.loneKeys = LoneKeys(text: "")
        $0.newKey.separator = " "
        $0.truths = [("yes", "no"), ("true", "false"), ("on", "off"), ("1", "0")]
    }

    /// ssh_config(5).
    private static let sshConfig = make("an ssh configuration") {
        $0.sections = .hosts
        $0.leadingKeys = .root
        $0.isBlankSeparator = true
        $0.repeats = .firstCounts
        $0.adding.lists = [
            "identityfile", "certificatefile", "localforward", "remoteforward", "dynamicforward",
            "sendenv", "setenv", "include", "permitopen", "acceptenv", "hostkey", "listenaddress",
            "port", "allowusers", "allowgroups", "denyusers", "denygroups", "subsystem",
        ]
        $0.keyCase = .insensitive
        $0.isReadOnly = true
        $0.newKey.separator = " "
        $0.truths = [("yes", "no")]
    }
}
