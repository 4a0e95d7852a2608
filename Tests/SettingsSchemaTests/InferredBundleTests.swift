// Bundles that are begun from files as people have them: help, groups, and no secret.

import SettingsDocument
import SettingsModel
import Testing

@testable import SettingsSchema

private let kitty = """
    # vim:fileformat=unix:ft=conf:foldmethod=marker

    #: Fonts {{{

    #: kitty has very powerful font management.

    # font_family monospace
    font_family      Iosevka Term
    # bold_font        auto
    #: Font size (in pts).
    # font_size 11.0
    font_size        13.0
    # Keep ligatures off
    # where the cursor is.
    disable_ligatures cursor

    #: }}}

    #: Cursor customization {{{

    cursor           #cccccc
    # cursor_shape block
    cursor_blink_interval 0

    # Remote control

    allow_remote_control password
    remote_control_password "hunter2 is long"
    listen_on unix:/tmp/kitty
    env GITHUB_TOKEN=ghp_16C7e42F292c6912E7710c838347Ae178B4a
    """

private let toml = """
    # Settings of the bot.

    name = "bot"  # as others see it
    # The old one was ghp_16C7e42F292c6912E7710c838347Ae178B4a.
    # Ask Zoe for another.
    api_key = "0f3a"
    max_tokens = 4096
    greeting = "hi" # token: see below

    # === Network ===

    # Where it connects to.
    url = "https://bot:pa55word@example.org/feed"
    home = "https://example.org/feed"
    #timeout = 10
    retries = 3
    proxies = ["http://localhost:3128", "http://me:secret@proxy:3128"]

    # ----------
    # Accounts
    # ----------

    # Where mail comes from.
    [mail]
    user = "zoe"
    password = ""
    # Seconds.
    poll = 60

    [[mail.accounts]]
    user = "zoe"
    password = "hunter2"

    [credentials]
    github = "zoe"
    """

private let ini = """
    ; Settings of the player
    ;
    ; written by hand

    [General]
    ; Shown in the title bar.
    Title=Player
    ;Title=Old player
    ;
    ; From 0 to 11.
    ;
    Volume=7
    ;Balance=0

    ;;; Network

    ; Host name
    Host=example.org
    ; User=joe
    ; Whose account it is.
    User=zoe
    AuthToken=7f9c24e8a0b14d6f8c3e5a7b9d1f2e4c

    [Keys]
    Play=Ctrl+P
    """

private let json5 = """
    // Settings of the editor
    {
      // --- Looks ---
      theme: 'dark', // "light" for the day
      // "wrap": true,
      // fontFamily: 'Iosevka',
      fontSize: 13,

      // ### Files

      /* How long to wait
       * before a save. */
      delay: 500,
      /** What is left out. */
      exclude: ['*.log'],
      confirm: true, /* before leaving */

      // Signs commits.
      signing: {
        key: '-----BEGIN OPENSSH PRIVATE KEY-----\\nb3BlbnNz',
        user: 'zoe', // who signs
      },
    }
    """

@Suite struct `A bundle that is begun from a file` {
    private static let files: [(String, Format, String)] = [
        ("kitty.conf", .kitty, kitty), ("bot.toml", .toml, toml), ("player.ini", .ini, ini),
        ("editor.json5", .json5, json5),
    ]

    @Test(arguments: files)
    func `has its comments, its headings and no secret`(
        name: String,
        format: Format,
        text: String
    ) throws {
        let document = try format.parse(Array(text.utf8))
        let inferred = Schema(inferredFrom: document, file: name)
        #expect(inferred.problems == [])

        let files = try inferred.bundleFiles(in: .toml, of: document)

        let printed = files.sorted { $0.key < $1.key }
            .map { "\($0.key):\n\(String(decoding: $0.value, as: UTF8.self))\n" }.joined()
        try expectGolden(printed, "begun-\(name)")
        #expect(BundleCheck(BundleFiles(files)).problems == [])
    }

    @Test func `calls secret what its file may have a secret in`() throws {
        let document = try Format.toml.parse(Array(toml.utf8))
        let inferred = Schema(inferredFrom: document, file: "bot.toml")
        let files = try inferred.bundleFiles(in: .json, of: document)
        let secrets = Schema(BundleFiles(files)).secretKeys().paths.map(\.description).sorted()
        #expect(
            secrets == [
                "api_key", "credentials.github", "mail.accounts", "mail.password", "proxies", "url",
            ]
        )
    }
}

@Suite struct `A likely secret` {
    @Test(arguments: [
        "password", "dbPassword", "DB_PASSWORD", "api-key", "apiKey", "APIKEY", "_authToken",
        "secret",
        "private_key", "privateKeyFile", "pin", "session.key", "client_secret", "oauth.token",
        "smtp_pass", "smtppass",
        "credentials", "cookie",
    ])
    func `is named like this`(name: String) {
        #expect(LikelySecret.isIn(.string("x"), at: SettingKeyPath(segments: [name])))
    }

    @Test(arguments: [
        "key", "keyboard", "keymap", "passthrough", "author", "tokenizer", "secretary", "compass",
        "opinion",
        "monkey", "public_key", "hotkey", "spinner",
    ])
    func `is named otherwise than this`(name: String) {
        #expect(!LikelySecret.isIn(.string("x"), at: SettingKeyPath(segments: [name])))
    }

    @Test(arguments: [
        "ghp_16C7e42F292c6912E7710c838347Ae178B4a", "use glpat-AbCdEf123456",
        "AKIAIOSFODNN7EXAMPLE",
        "-----BEGIN PRIVATE KEY-----\nMIIE", "postgres://u:p@host/db", "https://x.org/?api_key=3",
        "https://x.org/hook#access_token=abc", "Bearer abcdefgh1", "sk-live0123456789abc",
        "7f9c24e8a0b14d6f8c3e5a7b9d1f2e4c", "wJalrXUtnFEMI/K7MDENG/bPxRfiCY9zA2B7",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIi",
    ])
    func `looks like this`(text: String) {
        #expect(LikelySecret.shows(text))
    }

    @Test(arguments: [
        "Iosevka Term", "#cccccc", "https://example.org/a?page=2", "me@example.org", "",
        "ssh://git@host/x",
        "/usr/share/fonts/truetype/dejavu/DejaVuSansMono-Bold.ttf", "claude-3-5-sonnet-20241022",
        "{61c54bbd-c2c6-5271-96e7-009a87ff44bf}", "2026-11-21T09:30:00Z",
        "org.gnome.Terminal.desktop",
        "sk-learn", "Basic settings", "ctrl+shift+equal", "12345678901234567890123456789012",
    ])
    func `looks otherwise than this`(text: String) {
        #expect(!LikelySecret.shows(text))
    }

    @Test(
        arguments: [
            ("token", .boolean(true), false), ("pin", .integer(1234), true),
            ("max_tokens", .string("4096"), false), ("password", .string("1234"), true),
            ("auth", .string("yes"), false), ("salt", .data([1]), true),
            ("password", .string(""), true), ("user", .string("zoe"), false),
            ("secrets.user", .string("zoe"), true),
        ] as [(SettingKeyPath, SettingValue, Bool)]
    )
    func `may be so by its type`(key: SettingKeyPath, value: SettingValue, expected: Bool) {
        #expect(LikelySecret.isIn(value, at: key) == expected)
    }
}
