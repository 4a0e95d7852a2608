// The ways in which a settings file can be bad, each with what the agent says of it.

import Foundation
import Glibc
import Testing

/// One way in which a settings file can be bad, and how to put it right.
struct BadFile: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// The file's name; `size` is 1 in it while it is well.
    var file = "settings.toml"
    var good = "# Mine.\nsize = 1\n"
    var user = Home.User.whoRunsTests
    /// What happens to the good file.
    var spoil: @Sendable (Home) throws -> Void
    /// How it's put right.
    var mend: @Sendable (Home) throws -> Void
    /// What the agent says, with `FILE` for the file's path and `HOME` for the home's.
    var said: String

    /// The text that the agent should say in a home.
    func said(in home: Home) -> String {
        said.replacing("FILE", with: home[file]).replacing("HOME", with: home.path)
    }

    /// The good file with `size` 7.
    var edited: String { good.replacing(" 1\n", with: " 7\n").replacing(">1<", with: ">7<") }
}

extension BadFile {
    /// A file with bytes that can't be read as settings.
    static func text(
        _ name: String,
        _ bytes: [UInt8],
        in file: String = "settings.toml",
        good: String = "# Mine.\nsize = 1\n",
        said: String
    ) -> BadFile {
        BadFile(
            testDescription: name,
            file: file,
            good: good,
            spoil: { home in try home.write(bytes, to: file) },
            mend: { home in try home.write(good, to: file) },
            said: said + "\n"
        )
    }

    private static func text(
        _ name: String,
        _ text: String,
        in file: String = "settings.toml",
        good: String = "# Mine.\nsize = 1\n",
        said: String
    ) -> BadFile {
        .text(name, Array(text.utf8), in: file, good: good, said: said)
    }

    private static let goodJSON = "{\n  \"size\": 1\n}\n"
    private static let goodStore = """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0">
        <dict>
        <key>size</key>
        <integer>1</integer>
        </dict>
        </plist>

        """

    /// Files that are there and can be opened, but aren't settings.
    static let texts: [BadFile] = [
        .text(
            "TOML with two equals signs",
            "# Mine.\nsize = = 1\n",
            said: """
                FILE:2:8: found '=', expected a value
                  2 | size = = 1
                    |        ^
                Kept the last good values. Write a value after the '=', text in double quotes.
                """
        ),
        .text(
            "TOML with a key twice",
            "size = 1\nother = 2\nsize = 3\n",
            said: """
                FILE:3:1: 'size' is already set on line 1
                  3 | size = 3
                    | ^
                Kept the last good values. Remove one of the two.
                """
        ),
        .text(
            "TOML that isn't UTF-8",
            Array("size = 1\nname = \"".utf8) + [0xC3] + Array("(\"\n".utf8),
            said: """
                FILE:2:9: found bytes that are not UTF-8
                  2 | name = "�("
                    |         ^
                Kept the last good values. Save the file as UTF-8.
                """
        ),
        .text(
            "TOML with NUL",
            "size = 1\nname = \"a\0b\"\n",
            said: """
                FILE:2:10: found the control character U+0000
                  2 | name = "a�b"
                    |          ^
                Kept the last good values. Remove it, or write it as an escape in double quotes.
                """
        ),
        .text(
            "TOML of NULs alone, as after a power cut",
            [UInt8](repeating: 0, count: 16),
            said: """
                FILE:1:1: found the control character U+0000
                  1 | ����������������
                    | ^
                Kept the last good values. Remove it, or write it as an escape in double quotes.
                """
        ),
        .text(
            "TOML with a conflict of git",
            "# Mine.\n<<<<<<< HEAD\nsize = 1\n=======\nsize = 2\n>>>>>>> b\n",
            said: """
                FILE:2:1: found '<', expected a key
                  2 | <<<<<<< HEAD
                    | ^
                Kept the last good values. Use letters, digits, '_' and '-', or put the key in double quotes.
                """
        ),
        .text(
            "TOML with one key too many",
            "size = 1\n" + (1...50_000).map { "k\($0) = 1\n" }.joined(),
            said: """
                FILE: the file has more than 50000 settings
                Kept the last good values. Split the file, or move lists into arrays.
                """
        ),
        .text(
            "JSON that ends early",
            "{\n  \"size\": 1,\n",
            in: "settings.json",
            good: goodJSON,
            said: """
                FILE:1:1: the dictionary that begins here has no '}'
                  1 | {
                    | ^
                Kept the last good values. Close it with '}', or remove it.
                """
        ),
        .text(
            "JSON that isn't UTF-8",
            Array("{\"size\": 1, \"name\": \"".utf8) + [0xFF] + Array("\"}\n".utf8),
            in: "settings.json",
            good: goodJSON,
            said: """
                FILE:1:22: found bytes that are not UTF-8
                  1 | {"size": 1, "name": "�"}
                    |                      ^
                Kept the last good values. Save the file as UTF-8.
                """
        ),
        .text(
            "JSON of brackets alone",
            String(repeating: "[", count: 100_000),
            in: "settings.json",
            good: goodJSON,
            said: """
                FILE:1:513: collections nest deeper than 512 levels here
                  1 | [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[
                    |                                                   ^
                Kept the last good values. Nest less deeply.
                """
        ),
        .text(
            "JSONC with an open comment",
            "{\n  /* size\n  \"size\": 1\n}\n",
            in: "settings.jsonc",
            good: "{\n  // Mine.\n  \"size\": 1\n}\n",
            said: """
                FILE:2:3: the comment that begins here has no end
                  2 |   /* size
                    |   ^
                Kept the last good values. Close it with */.
                """
        ),
        .text(
            "a defaults store cut short",
            goodStore.replacing(">\n</dict>\n</plist>\n", with: "").replacing(
                "</integer",
                with: "</inte"
            ),
            in: "settings.plist",
            good: goodStore,
            said: """
                FILE:5:11: found </inte>, expected </integer>
                  5 | <integer>1</inte
                    |           ^
                Kept the last good values. Close the elements in order.
                """
        ),
    ]

    /// Things in the file's place that aren't files, or can't be opened.
    ///
    /// They take its name in one step where that can be done, as a file seen gone in between is a
    /// problem of its own.
    static let things: [BadFile] = [
        .inPlace(
            "a folder",
            #"perl -e 'unlink $ARGV[0]; mkdir $ARGV[0]' settings.toml"#,
            undo: "rmdir settings.toml",
            said: """
                FILE: 'FILE' is a folder, expected a file
                Kept the last good values. Move it away, or link another path.

                """
        ),
        .inPlace(
            "a FIFO",
            "mkfifo pipe; mv -f pipe settings.toml",
            undo: "rm settings.toml",
            said: """
                FILE: 'FILE' is a device, pipe or socket, expected a file
                Kept the last good values. Move it away, or link another path.

                """
        ),
        .inPlace(
            "a link to /dev/zero",
            "ln -sf /dev/zero settings.toml",
            undo: "rm settings.toml",
            said: """
                FILE: 'FILE' is a device, pipe or socket, expected a file
                Kept the last good values. Move it away, or link another path.

                """
        ),
        .inPlace(
            "a circle of symlinks",
            #"ln -s settings.toml other; perl -e 'unlink $ARGV[0]; symlink "other", $ARGV[0]' settings.toml"#,
            undo: "rm settings.toml other",
            said: """
                FILE: the symlinks of 'FILE' lead in a circle
                Kept the last good values. See where they lead: namei FILE

                """
        ),
        .inPlace(
            "a sparse file of 1 GB",
            "truncate -s 1G settings.toml",
            undo: "rm settings.toml",
            said: """
                FILE: 'FILE' has 1073741824 bytes, at most 4194304 are read
                Kept the last good values. Link the settings file itself, not a log or a database.

                """
        ),
        .unreadable, .madeUnreadable,
    ]

    private static func inPlace(
        _ name: String,
        _ spoil: String,
        undo: String,
        said: String
    ) -> BadFile {
        BadFile(
            testDescription: name,
            spoil: { home in try home.shell(spoil) },
            mend: { home in
                try home.shell(undo)
                try home.write("# Mine.\nsize = 1\n", to: "settings.toml")
            },
            said: said
        )
    }

    private static let madeUnreadable = BadFile(
        testDescription: "a file made one of mode 000",
        user: .ordinary,
        spoil: { home in chmod(home["settings.toml"], 0o000) },
        mend: { home in chmod(home["settings.toml"], 0o600) },
        said: """
            FILE: 'FILE' may not be read by this user
            Kept the last good values. Run: chmod u+r FILE

            """
    )

    private static let unreadable = BadFile(
        testDescription: "a file of mode 000",
        user: .ordinary,
        spoil: { home in
            try home.write("size = 2\n", to: "new")
            chmod(home["new"], 0o000)
            try home.shell("mv new settings.toml")
        },
        mend: { home in
            try home.write("# Mine.\nsize = 1\n", to: "new")
            try home.shell("mv -f new settings.toml")
        },
        said: """
            FILE: 'FILE' may not be read by this user
            Kept the last good values. Run: chmod u+r FILE

            """
    )
}
