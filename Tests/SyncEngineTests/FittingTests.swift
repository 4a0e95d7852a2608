// Values that no file of a domain can hold.

import SettingsModel
import SyncEngine
import Testing

@Suite struct `A value that no file can hold` {
    private func desk(_ files: [String: String]) throws -> Desk {
        try Desk(files, replicas: files.keys.sorted().map { ReplicaConfiguration(path: $0) })
    }

    private static let propertyList = """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict><key>a</key><integer>1</integer></dict></plist>

        """

    @Test(
        arguments: [
            (
                ["/a.plist": propertyList], "k", .string("\0"),
                "'k' can't be set in '/a.plist': XML can't hold the control character in '\\0'",
                "Leave it out"
            ),
            (
                ["/.env": "A=1\n"], "B.c", .integer(1),
                "'B.c' can't be set in '/.env': an .env file can't hold a key within another",
                "Put a key with dots in quotes, for example \"a.b\""
            ),
            (
                ["/.env": "A=1\n"], "B", .array([.integer(1)]),
                "'B' can't be set in '/.env': an .env file can't hold an array",
                "Set a value of another type"
            ),
            (
                ["/.env": "A=1\n", "/a.plist": propertyList], "B", .string("x\0"),
                "'B' can't be set in '/.env': an .env file can't hold NUL; "
                    + "in '/a.plist': XML can't hold the control character in 'x\\0'",
                "Leave it out"
            ),
        ] as [([String: String], SettingKeyPath, SettingValue, String, String)]
    )
    func `is refused with the files, the reasons and what to do`(
        files: [String: String],
        key: SettingKeyPath,
        value: SettingValue,
        problem: String,
        advice: String
    ) throws {
        let desk = try desk(files)
        let answer = desk.set(key, value)
        guard case .failure(let refusal)? = answer else {
            Issue.record("it was taken")
            return
        }
        #expect(refusal.code == .invalid)
        #expect(refusal.problem == problem)
        #expect(refusal.advice == advice)
        #expect(desk.value(key) == nil)
        for (path, text) in files { #expect(desk.text(path) == text) }
    }

    @Test(
        arguments: [
            ("/.tmux.conf", "set -g @a b\n", "@a", "#(x)"),
            ("/.vimrc", "set dir=a\n", "directory", "`x`"),
            ("/.vimrc", "set ts=4\n", "tabstop", "x"), ("/.inputrc", "set a b\n", "a", "\\x"),
            ("/.config/i3/config", "set $mod Mod4\nfont $mod\n", "workspace_layout", "$mod"),
            ("/.config/i3/config", "set $mod Mod4\nfont $mod\n", "$new", "x $mod"),
            ("/.newsboat/config", "a b\n", "a", "`x`"), ("/.Xresources", "a: b\n", "a", "//x"),
            ("/.config/bat/config", "--theme=a\n", "paging", "false"),
            // These say what a new line could say, and theirs can't.
            ("/.config/picom/picom.conf", "shadow-radius = 12;\n", "shadow-radius", "big"),
            ("/x.rasi", "window {\n  lines: 5;\n}\n", "window.lines", "big"),
            ("/x.lua", "local c = {}\nc.size = 12\nreturn c\n", "c.size", "big"),
            ("/.ripgreprc", "--hidden\n", "hidden", "big"),
            ("/c/lf/lfrc", "set icons\n", "icons", "big"),
            ("/.vimrc", "set number\n", "number", "big"),
        ] as [(String, String, SettingKeyPath, String)]
    )
    func `is refused where a program would compute it or give up`(
        path: String,
        text: String,
        key: SettingKeyPath,
        value: String
    ) throws {
        let desk = try desk([path: text])
        guard case .failure(let refusal)? = desk.set(key, .string(value)) else {
            Issue.record("it was taken")
            return
        }
        #expect(refusal.code == .invalid)
        #expect(desk.text(path) == text)
    }

    @Test func `is taken where one file can, and the others are told`() throws {
        let desk = try desk(["/.env": "A=1\n", "/a.toml": "A = 1\n"])
        #expect(try desk.set("B.c", .string("x"))?.get().changed == true)
        let told = desk.engine.shortfalls(of: [KeyEdit("B.c", .string("x"))], in: desk.domain)
        #expect(told.map(\.replica?.path) == ["/.env"])
        #expect(desk.text("/a.toml")?.contains("x") == true)
    }

    @Test func `is taken by a file that has its own way to spell it`() throws {
        let desk = try desk(["/a.plist": Self.propertyList, "/b.json": "{}\n"])
        #expect(try desk.set("k", .string("\0"))?.get().changed == true)
        #expect(desk.text("/b.json")?.contains("\\u0000") == true)
    }
}
