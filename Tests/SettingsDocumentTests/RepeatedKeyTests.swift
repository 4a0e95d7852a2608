// Keys that stand several times in a document, as each format has them.

import SettingsDocument
import SettingsModel
import Testing

private func repeated(_ text: String, _ format: Format) throws -> [String] {
    let document = try format.parse(Array(text.utf8))
    return document.repeatedKeys.map { key in
        let place = key.place(in: document.bytes)
        return "\(place.line):\(place.column): \(key.problem(in: document.bytes)). "
            + key.consequence
    }
}

@Suite struct `A key that stands again` {
    @Test(
        arguments: [
            (
                .json, #"{"size": 1, "size": 2}"#,
                ["1:2: 'size' is set again on the same line. Only the last one counts"]
            ),
            (
                .json, "{\n  \"a\": 1,\n  \"b\": 2,\n  \"a\": 3,\n  \"\\u0061\": 4\n}\n",
                ["2:3: 'a' is set again on line 5. Only the last one counts"]
            ),
            (
                .jsonc, "{\n  // one\n  \"a\": {\"b\": 1},\n  \"a\": {\"c\": 1, \"c\": 2}\n}\n",
                [
                    "3:3: 'a' is set again on line 4. Only the last one counts",
                    "4:9: 'a.c' is set again on the same line. Only the last one counts",
                ]
            ),
            (
                .json5, "{a: [{b: 1, 'b': 2}]}",
                ["1:7: 'a[0].b' is set again on the same line. Only the last one counts"]
            ),
            (
                .xmlPropertyList,
                """
                <plist><dict>
                <key>a</key><true/>
                <key>&#97;</key><false/>
                </dict></plist>
                """,
                ["2:1: 'a' is set again on line 3. Only the last one counts"]
            ),
            (
                .ini, "[s]\nSize = 1\nb = 1\n[t]\nsize = 5\n[s]\nSize = 2\n",
                ["2:1: 's.Size' is set again on line 7. Only the last one is read and set here"]
            ),
            (
                .kconfig, "[s]\na=1\na=2\n",
                ["2:1: 's.a' is set again on line 3. Only the last one counts"]
            ),
            (
                .dotenv, "A=1\nexport A=2\n",
                ["1:1: 'A' is set again on line 2. Only the last one counts"]
            ),
            (
                .properties, "a=1\n\\u0061:2\n",
                ["1:1: 'a' is set again on line 2. Only the last one counts"]
            ),
            (
                .kitty, "map a b\nmap c d\nfont x\nfont y\n",
                ["3:1: 'font' is set again on line 4. Only the last one counts"]
            ),
            (
                .tmux,
                "set -g a 1\nset -g a 2\nset -ga a 3\nset -ga b 1\nset -ga b 2\nset -g @plugin x\nset -g @plugin y\n",
                ["1:8: 'a' is set again on line 2. Only the last one counts"]
            ),
            (
                .vim, "set nu\nset nonumber\n",
                ["1:5: 'number' is set again on line 2. Only the last one counts"]
            ),
            (
                .sshConfig, "Host a\n  User x\n  User y\n  SendEnv A\n  SendEnv B\n",
                [#"3:3: '"Host a".User' is already set on line 2. Only the first one counts"#]
            ),
            // Where each of them counts, for PHP.
            (
                .ini, "extension=a\nextension=b\nzend_extension=c\nZend_Extension=d\nx=1\nx=2\n",
                ["5:1: 'x' is set again on line 6. Only the last one is read and set here"]
            ),
            (
                .ini,
                "[bar/a]\ninclude-file = a\ninclude-file = b\ninclude-directory = c\n"
                    + "include-directory = d\n",
                []
            ),
            (.foot, "include=/a\ninclude=/b\n[main]\ninclude=/c\ninclude=/d\n", []),
            (.mpv, "vf-append=a\nvf-append=b\nprofile=x\nprofile=y\nglsl-shaders-pre=z\n", []),
            (
                .mpv, "volume=1\nvolume=2\n",
                ["1:1: 'volume' is set again on line 2. Only the last one counts"]
            ),
            // Lists of all their lines.
            (.gitConfig, "[s]\na = 1\na = 2\n", []),
            (.systemd, "[s]\na=1\na=2\n", []),
        ] as [(Format, String, [String])]
    )
    func `is told with its place and what counts`(
        format: Format,
        text: String,
        expected: [String]
    ) throws {
        #expect(try repeated(text, format) == expected)
    }

    @Test func `isn't to be removed where its program may use each line`() throws {
        let document = try Format.ini.parse(Array("a = 1\na = 2\n".utf8))
        #expect(
            document.repeatedKeys.map(\.advice)
                == ["Remove all but one of them, unless the program uses them all"]
        )
        let certain = try Format.json.parse(Array("{\"a\": 1, \"a\": 2}".utf8))
        #expect(certain.repeatedKeys.map(\.advice) == ["Remove all but one of them"])
    }

    @Test func `is a list where mpv adds its lines up`() throws {
        let text = "sub-file-paths-append=ass # near\nsub-file-paths-append=srt\n"
        let document = try Format.mpv.parse(Array(text.utf8))
        #expect(
            document.root
                == .dictionary([.init("sub-file-paths-append", .array(["ass", "srt"]))])
        )
        let longer = SettingValue.array(["ass", "srt", "sub"])
        let revision = document.revised(by: [DocumentChange("sub-file-paths-append", longer)])
        #expect(revision.refusals.isEmpty)
        #expect(
            String(decoding: revision.document.bytes, as: UTF8.self)
                == text + "sub-file-paths-append=sub\n"
        )
    }

    @Test(
        arguments: [
            (.toml, "a = 1\na = 2\n"), (.yaml, "a: 1\na: 2\n"), (.desktopEntry, "[D]\nA=1\nA=2\n"),
            (.keyValue, "a 1\na 2\n"),
        ] as [(Format, String)]
    )
    func `keeps a file from being read where readers refuse it`(
        format: Format,
        text: String
    ) {
        let error = #expect(throws: DocumentError.self) { try format.parse(Array(text.utf8)) }
        #expect(error?.code == .duplicate)
        #expect(error?.place.line == text.split(separator: "\n").count)
    }

    @Test(
        arguments: [
            (.json, "{\"a\": 1, \"a\": 2}", "{\"a\": 1, \"a\": 7}"),
            (.ini, "a = 1\na = 2\n", "a = 1\na = 7\n"),
            (.properties, "a=1\na=2\n", "a=1\na=7\n"),
        ] as [(Format, String, String)]
    )
    func `is set where it counts, and reads so`(
        format: Format,
        text: String,
        expected: String
    ) throws {
        let document = try format.parse(Array(text.utf8))
        let value = try #require(document.stored(.integer(7), at: DocumentPath("a")))
        let revision = document.revised(by: [DocumentChange(DocumentPath("a"), value)])
        #expect(revision.refusals.isEmpty)
        #expect(String(decoding: revision.document.bytes, as: UTF8.self) == expected)
    }
}
