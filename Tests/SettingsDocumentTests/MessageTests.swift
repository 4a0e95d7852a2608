// What formats say of files that can't be read and of edits that can't be made, as people see it.

import DocumentFuzz
import Foundation
import SettingsDocument
import SettingsModel
import Testing

/// Typical mistakes in the files of a format, by its name.
private let mistakes: [String: [String]] = [
    "toml": [
        "a = 1\nb = \n", "size = big\n", "a = \"x\n", "a = [1, 2\nb = 3\n", "[table\na = 1\n",
        "a = 1\na = 2\n", "[a]\n[a]\n", "a = 1\n[a.b]\n", "a b = 1\n", "a = 1 2\n", "= 1\n",
        "a = 99999999999999999999\n", "a = 1979-13-01\n", "a = \"\\q\"\n", "a = { b = 1,\n",
    ],
    "json": [
        "", "{\n  \"a\": 1\n  \"b\": 2\n}\n", "{\"a\": 1,}\n", "{a: 1}\n", "{\"a\": 'x'}\n",
        "{\"a\": \"x\n\"}\n", "{\"a\": 1} // c\n", "{\"a\": [1, 2}\n", "{\"a\": 01}\n",
        "{\"a\" 1}\n",
        "{\"a\": \"\\q\"}\n", "{\"a\": 1", "1 2\n", "{\"a\": True}\n",
    ],
    "jsonc": ["{\"a\": /* 1}\n", "{a: 1}\n", "{\"a\": 1,, }\n"],
    "json5": ["{a b: 1}\n", "{a: 0x}\n", "{a: 'x}\n"],
    "xml-plist": [
        "", "<plist><dict><key>a</key></dict></plist>\n", "<dict>\n\t<true/>\n</dict>\n",
        "<dict>\n\t<key>a</key>\n\t<integer>x</integer>\n</dict>\n", "<string>&foo;</string>\n",
        "<dict><key>a</key><true/>\n", "<!DOCTYPE plist [<!ENTITY x 'y'>]><true/>\n",
        "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><true/>\n", "<data>@</data>\n",
        "<string>a<b/></string>\n", "<dict>text</dict>\n", "{\n  a = 1;\n}\n",
    ],
    "yaml": [
        "a: 1\n  b: 2\n", "a: [1, 2\nb: 3\n", "a: \"x\n", "a: 1\na: 2\n", "a: *none\n", "\ta: 1\n",
        "- a\nb: 1\n", "a: {b: 1\n",
        "a: [\n",
    ],
    "git-config": [
        "a = 1\n", "[a\n", "[a]\n\tb = \"x\n", "[a]\n\t1b = x\n", "[]\n", "[a \"b]\n",
        "[a]\n\tb = \\x\n", "[a]\n\tb c = 1\n", "[a]\n\t= 1\n", "[a]\rb = 1\r",
    ],
    "systemd": ["A=1\n", "[a]\nb\n", "[a\n", "[a]\n=1\n", "[a] b\n"],
    "desktop-entry": ["[a]\nb=1\nb=2\n", "[a]\n[a]\n", "[a]\nb\n", "[a]\rb=1\r"],
    "key-file": ["a=1\n", "[a]\nb\n", "[a\n", "[a]\n=1\n", "[a]\rb=1\r"],
    "kconfig": ["[a]\nb=1\n[a][b]\nc=1\n", "[a\n", "[a]x\n", "[a]\nb\n"],
    "ini": [
        "[a\nb = 1\n", "[a]\nno equals sign here\n", "[a][b]\n", "[a] b\n", "= 1\n",
        "[a]\nb\n  c\n", "a = 1\n[a]\nb = 1\n",
    ],
    "env": ["A=\"x\n", "A='x'y\n", "'A'=1\n", "=1\n"],
    "properties": ["a=\\u00e\n"],
    "kitty": ["a\n", "+a 1\n", "<<<<<<< HEAD\na 1\n=======\na 2\n>>>>>>> laptop\n"],
    "ghostty": ["a b\n", "= 1\n"],
    "key-value": ["a 1\na 2\n", "+a 1\n"],
    "tmux": ["set -g a b c\n"],
    "vim": [], "zathura": [], "readline": [], "ranger": [], "i3": [], "screen": [], "newsboat": [],
    "lf": [], "mutt": [], "nano": [], "tridactyl": [], "gtkrc": [], "cmus": [], "tig": [],
    "script-opts": [], "abook": [],
    "xresources": [], "hypr": [], "args": [], "arg-lines": [], "flags": [], "gpg": [], "curl": [],
    "swaylock": [], "picom": [], "rasi": [], "mpd": [], "lua": [],
    "shell": [],
    "php-ini": ["[a\nb = 1\n", "a = \"x\n", "= 1\n", "[a] b\n", "a b\n"],
    "mpv": ["[a\nb=1\n", "=1\n", "a=\"x\n", "[a]b\n", "a=%9%x\n"],
    "dunst": ["[a\nb = 1\n", "b = 1\n", "[a]\nb\n", "[a]\nb = \"x\n", "[a]\n= 1\n"],
    "foot": ["[a\nb=1\n", "[a]\nb\n", "[a]\n=1\n", "[a] b\n"],
    "btop": ["a\n", "a =\n", "a = \"x\n", "= 1\n", "[a]\n"],
    "npmrc": ["[a\nb=1\n", "=1\n", "a=\"x\n", "[a]b\n"],
]

/// Mistakes that can be made in any format.
private let mistakesAnywhere: [[UInt8]] = [
    [0x61, 0xC3, 0x28], [0xFF, 0xFE, 0x61], [0x61, 0x20, 0x3D, 0x20, 0x00, 0x0A],
    Array(String(repeating: "[", count: 600).utf8),
]

/// Changes that some format or other can't make.
private let changes: [DocumentChange] = [
    DocumentChange("general/null", .array([.dictionary([.init("a", .null)])])),
    DocumentChange("general/lines", .string("a\nb$'")),
    DocumentChange("general/edge", .string(" a")),
    DocumentChange("general/return", .string("a\rb")),
    DocumentChange("general/NUL", .string("a\0")),
    DocumentChange("general/end", .string("a\\")), DocumentChange("general/empty", .string("")),
    DocumentChange("general/a\0b=:", .string("x")), DocumentChange("gen]eral\n/a", .string("x")),
    DocumentChange("general/array", .array([])), DocumentChange("general/table", .dictionary([])),
    DocumentChange("general/array", .array(["a", .array(["b"])])),
    DocumentChange("general/map", "x"),
    DocumentChange("lines", "a\nb"), DocumentChange("array", .array(["a", ""])),
    DocumentChange("map", "x"), DocumentChange("end", "x $\\"), DocumentChange("a=b +", "x"),
    DocumentChange("edge", " a"), DocumentChange("empty", ""), DocumentChange("", "x"),
    DocumentChange("size", .real(.infinity)), DocumentChange("key/below", "x"),
    DocumentChange("when", .date(SettingDate(seconds: 0, nanoseconds: 1))),
    DocumentChange(DocumentPath([.key("new")]), .null),
    DocumentChange(DocumentPath([.key("new")]), .raw("07:32:00")),
    DocumentChange(DocumentPath([.key("new")]), .real(.nan)),
    DocumentChange(DocumentPath([.key("new")]), .string("a\u{1}b")),
    DocumentChange(DocumentPath([.key("new")]), .array([.integer(1)])),
    DocumentChange(DocumentPath([.key("a"), .key("b"), .key("c"), .key("d")]), .integer(1)),
    DocumentChange(DocumentPath([.key("list"), .index(9)]), .integer(1)),
    DocumentChange(DocumentPath([.key("new"), .index(1)]), .integer(1)),
]

@Suite struct `The messages of a format` {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Golden")

    private static func error(of bytes: [UInt8], _ format: Format) -> DocumentError? {
        do {
            _ = try format.parse(bytes)
            return nil
        } catch {
            return error
        }
    }

    /// What a person sees of a file that can't be read.
    private func message(_ bytes: [UInt8], _ format: Format) -> String? {
        Self.error(of: bytes, format).map { error in
            "file:\(error.place.line):\(error.place.column): \(error.problem)\n"
                + "\(excerpt(at: error.place, in: bytes))\n\(error.advice)."
        }
    }

    /// What a person sees of changes that can't be made.
    private func refusals(_ format: Format) throws -> [String] {
        let document = try format.parse(format.samples.first ?? [])
        return changes.compactMap { change in
            guard let refusal = document.revised(by: [change]).refusals.first else { return nil }
            let place = change.path.elements.isEmpty ? "" : "'\(change.path)': "
            return "file: \(place)\(refusal.error.problem)\n\(refusal.error.advice)."
        }
    }

    private func messages(_ format: Format) throws -> String {
        let files = (mistakes[format.rawValue] ?? []).map { Array($0.utf8) } + mistakesAnywhere
        let unread = files.compactMap { message($0, format) }
        return (unread + (try refusals(format))).joined(separator: "\n\n") + "\n"
    }

    /// Where a format's messages are kept; with `UPDATE_GOLDEN=1`, what they are now is written there.
    @Test(arguments: Format.allCases)
    func `are as they were approved`(format: Format) throws {
        let file = Self.folder.appending(path: "\(format.rawValue).txt")
        let messages = try messages(format)
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            try FileManager.default.createDirectory(
                at: Self.folder,
                withIntermediateDirectories: true
            )
            try Data(messages.utf8).write(to: file)
        }
        let approved = try String(contentsOf: file, encoding: .utf8)
        #expect(approved == messages, "UPDATE_GOLDEN=1 writes what is new, for review")
    }

    @Test(arguments: Format.allCases)
    func `name the mistake, its place and the way out in one voice`(format: Format) throws {
        let files = (mistakes[format.rawValue] ?? []).map { Array($0.utf8) } + mistakesAnywhere
        var told = 0
        for bytes in files {
            guard let error = Self.error(of: bytes, format) else { continue }
            told += 1
            checkVoice(error.problem, error.advice)
            let shown = excerpt(at: error.place, in: bytes)
                .split(separator: "\n", omittingEmptySubsequences: false)
            #expect(shown.count == 2)
            #expect(shown.last?.hasSuffix("^") == true)
        }
        // Some formats take almost anything, but none takes all of these.
        #expect(told > 0)
        let document = try format.parse(format.samples.first ?? [])
        for change in changes {
            guard let refusal = document.revised(by: [change]).refusals.first else { continue }
            checkVoice(refusal.error.problem, refusal.error.advice)
            #expect(
                refusal.error.code != .gate,
                "a rule was to refuse it: \(refusal.error.problem)"
            )
        }
    }

    /// Sentences without their periods; the advice begins with what to do.
    private func checkVoice(_ problem: String, _ advice: String) {
        #expect(!problem.isEmpty && !problem.hasSuffix("."))
        // A name such as XML may begin it.
        let isSentence =
            problem.first?.isUppercase == true && problem.dropFirst().first?.isLowercase == true
        #expect(!isSentence, "'\(problem)' begins as a sentence of its own")
        #expect(advice.first?.isUppercase == true, "'\(advice)' begins with what to do")
        #expect(!advice.hasSuffix("."))
        #expect(advice != "Correct the line", "'\(problem)' has no way out")
        let blame = ["invalid", "illegal", "please", "Please", "error:", "Optional("]
        #expect(blame.filter { (problem + advice).contains($0) } == [])
    }
}
