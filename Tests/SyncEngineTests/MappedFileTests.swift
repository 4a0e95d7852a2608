// One domain and files that say its settings in their own words.

import SettingsDocument
import SettingsMapping
import SettingsModel
import SyncEngine
import Testing

/// The map of a file, by its keys.
private func map(
    _ pictures: KeyValuePairs<SettingKeyPath, String>,
    tables: [String: ValueTable] = [:]
) throws -> FileMap {
    try FileMap(
        pictures.map { key, text in
            FileMap.Place(fileKey: key, pictures: [try Picture(parsing: text, tables: tables)])
        }
    )
}

private func table(_ name: String, _ entries: KeyValuePairs<String, String>) throws -> ValueTable {
    try ValueTable(
        name: name,
        entries: entries.map { (setting: $0, texts: [.string($1)]) }
    )
}

/// The domain's own file; that of a terminal and that of an editor.
private let (look, terminal, editor) = ("/look.toml", "/kitty.conf", "/settings.json")

private let lookText = "appearance = \"dark\"\n[mono]\nfamily = \"Mono\"\nsize = 11\n"
private let terminalText = """
    # mine
    font_family  Mono
    font_size    11.0
    theme        Mocha
    scrollback   9000

    """
private let editorText = "{\n  \"editor.fontSize\": 15, // px\n  \"editor.tabSize\": 4\n}\n"

private func terminalMap() throws -> FileMap {
    try map(
        [
            "font_family": "{mono.family}", "font_size": "{mono.size|number}",
            "theme": "{appearance|terminal}",
        ],
        tables: ["terminal": try table("terminal", ["dark": "Mocha", "light": "Latte"])]
    )
}

/// A desk with the domain's own file, the terminal's and the editor's.
private func desk(
    look text: String = lookText,
    terminal: String = terminalText,
    editor: String? = editorText,
    adoption: Adoption = .present
) throws -> Desk {
    var files = ["/look.toml": text, "/kitty.conf": terminal]
    files["/settings.json"] = editor
    let pixels = try map([SettingKeyPath(segments: ["editor.fontSize"]): "{mono.size|*4/3|int}"])
    return try Desk(
        files,
        replicas: [
            "/look.toml",
            ReplicaConfiguration(
                path: "/kitty.conf",
                format: .kitty,
                map: try terminalMap(),
                adoption: adoption
            ),
            ReplicaConfiguration(
                path: "/settings.json",
                format: .jsonc,
                map: pixels,
                adoption: .present
            ),
        ]
    )
}

@Suite struct `A setting of mapped files` {
    @Test func `is written into each in its own words, and nothing else is`() throws {
        let desk = try desk()
        desk.set("mono.size", .integer(12))
        desk.set("appearance", .string("light"))
        #expect(desk.text(look) == "appearance = \"light\"\n[mono]\nfamily = \"Mono\"\nsize = 12\n")
        #expect(
            desk.text(terminal)
                == terminalText.replacing("11.0", with: "12.0").replacing("Mocha", with: "Latte")
        )
        #expect(
            desk.text(editor) == "{\n  \"editor.fontSize\": 16, // px\n  \"editor.tabSize\": 4\n}\n"
        )
    }

    @Test func `is read from each`() throws {
        let desk = try desk()
        desk.save(terminal, terminalText.replacing("Mocha", with: "Latte"))
        #expect(desk.value("appearance") == .string("light"))
        desk.save(editor, editorText.replacing("15", with: "16"))
        #expect(desk.value("mono.size") == .integer(12))
        #expect(desk.text(look) == "appearance = \"light\"\n[mono]\nfamily = \"Mono\"\nsize = 12\n")
        #expect(desk.text(terminal)?.contains("font_size    12.0\n") == true)
    }

    @Test func `isn't a setting for each key of the file`() throws {
        let desk = try desk()
        #expect(desk.value("scrollback") == nil)
        #expect(desk.value("font_size") == nil)
    }

    @Test func `may be rounded in one file and isn't in the others`() throws {
        let desk = try desk()
        desk.set("mono.size", .real(11.3))
        #expect(desk.text(editor) == editorText)
        #expect(desk.value("mono.size") == .real(11.3))
        desk.forget()
        desk.save(editor, editorText.replacing("4\n", with: "2\n"))
        #expect(desk.value("mono.size") == .real(11.3))
        #expect(desk.text(look)?.contains("size = 11.3\n") == true)
        #expect(desk.writes == 0)
        #expect(desk.engine.differences(of: desk.id(editor)) == [])
    }

    @Test func `keeps its exact value where the journal is lost`() throws {
        for isFirst in [false, true] {
            let text = lookText.replacing("11", with: "11.3")
            let desk = try desk(look: text)
            let other = try desk.withoutJournal(touchingFirst: isFirst ? look : editor)
            #expect(other.value("mono.size") == .real(11.3))
            #expect(other.text(look) == text)
            #expect(other.text(editor) == editorText)
        }
    }

    @Test func `goes back to the very bytes`() throws {
        let text = terminalText.replacing("11.0", with: "11.00").replacing("Mono", with: "'Mono'")
        let desk = try desk(terminal: text)
        desk.set("mono.size", .real(10.5))
        desk.set("mono.family", .string("Iosevka"))
        desk.set("mono.size", .integer(11))
        desk.set("mono.family", .string("Mono"))
        #expect(desk.text(terminal) == text)
    }

    @Test func `that is gone takes no line with it`() throws {
        let desk = try desk()
        desk.set("mono.size", nil)
        #expect(desk.text(look)?.contains("size") == false)
        #expect(desk.text(terminal) == terminalText)
        desk.set("mono.size", .integer(9))
        #expect(desk.text(terminal)?.contains("font_size    9.0\n") == true)
    }
}

extension Desk {
    /// The same files before an agent that knows nothing of them; the given one was saved last.
    fileprivate func withoutJournal(touchingFirst path: String) throws -> Desk {
        let other = try Desk(replicas: [])
        for (path, file) in files.sorted(by: { $0.key < $1.key }) {
            other.put(String(decoding: file.bytes, as: UTF8.self), at: path, modified: 5_000)
        }
        other.files[path]?.modified = 6_000
        other.configure(configurations)
        other.pass(1_000)
        return other
    }
}

@Suite struct `A mapped file` {
    @Test func `keeps the text that no picture reads`() throws {
        let desk = try desk()
        let text = terminalText.replacing("Mocha", with: "My Own")
        desk.save(terminal, text)
        #expect(desk.value("appearance") == .string("dark"))
        let note = try #require(desk.history.last)
        #expect(note.kind == .own)
        #expect(note.value == .string("My Own"))
        #expect(note.kept == .string("dark"))
        desk.undo([note])
        #expect(desk.text(terminal) == text)
        desk.set("appearance", .string("light"))
        desk.set("mono.size", .integer(12))
        #expect(desk.text(terminal) == text.replacing("11.0", with: "12.0"))
        #expect(desk.condition(terminal) == .ok)
        #expect(desk.engine.problems(of: desk.id(terminal)) == [])
        desk.save(terminal, text.replacing("My Own", with: "Mocha").replacing("11.0", with: "12.0"))
        #expect(desk.value("appearance") == .string("dark"))
    }

    @Test func `that loses a line removes no setting, and gets none back`() throws {
        let desk = try desk()
        let text = terminalText.replacing("font_size    11.0\n", with: "")
        desk.save(terminal, text)
        #expect(desk.value("mono.size") == .integer(11))
        #expect(desk.text(look) == lookText)
        desk.set("mono.size", .integer(12))
        #expect(desk.text(terminal) == text)
        // Once more, by somebody who has seen what became of it.
        desk.read(terminal)
        desk.save(terminal, text + "\n")
        #expect(desk.value("mono.size") == .integer(12))
        #expect(!desk.history.contains { $0.keyPath == "mono.size" && $0.kind != .set })
    }

    @Test func `gives up its own text where it is asked to`() throws {
        let desk = try desk(terminal: terminalText.replacing("Mocha", with: "My Own"))
        var request = RescanRequest(domain: desk.domain)
        request.follows = "appearance"
        desk.ask { .rescan($0, request) }
        #expect(desk.text(terminal) == terminalText)
        // Once, and not for ever.
        let own = terminalText.replacing("Mocha", with: "Another")
        desk.save(terminal, own)
        desk.set("appearance", .string("light"))
        #expect(desk.text(terminal) == own)
    }

    @Test func `that is emptied or gone removes nothing`() throws {
        let desk = try desk()
        desk.delete(terminal)
        desk.pass(10_000)
        #expect(desk.text(look) == lookText)
    }

    @Test func `gets lines that it lacks where it is told so`() throws {
        let desk = try desk(terminal: "scrollback 9000\n", adoption: .all)
        let text = try #require(desk.text(terminal))
        #expect(text.hasPrefix("scrollback 9000\n"))
        #expect(text.contains("font_size 11\n"))
        #expect(text.contains("theme Mocha\n"))
    }

    @Test func `that can't say a value stays, and says so`() throws {
        let desk = try desk()
        desk.set("appearance", .string("dim"))
        #expect(desk.text(terminal) == terminalText)
        #expect(desk.text(look)?.contains("\"dim\"") == true)
        #expect(desk.problems.map(\.keyPath) == ["appearance"])
        desk.set("appearance", .string("light"))
        #expect(desk.text(terminal)?.contains("theme        Latte") == true)
        #expect(desk.engine.problems(of: desk.id(terminal)) == [])
    }

    @Test func `saved from an old buffer says what its writer changed`() throws {
        let desk = try desk()
        desk.read(terminal)
        desk.set("appearance", .string("light"))
        // The editor had the text from before.
        desk.save(terminal, terminalText.replacing("11.0", with: "14.0"))
        #expect(desk.value("appearance") == .string("light"))
        #expect(desk.value("mono.size") == .integer(14))
        #expect(
            desk.text(terminal)
                == terminalText.replacing("11.0", with: "14.0").replacing("Mocha", with: "Latte")
        )
    }

    @Test func `saved while it is being written keeps what the save says`() throws {
        let desk = try desk()
        desk.beforePublishing {
            desk.put(
                terminalText.replacing("Mocha", with: "My Own").replacing("9000", with: "10"),
                at: terminal
            )
        }
        desk.set("appearance", .string("light"))
        desk.pass(1_000)
        #expect(desk.text(terminal)?.contains("theme        My Own\n") == true)
        #expect(desk.text(terminal)?.contains("scrollback   10\n") == true)
        #expect(desk.value("appearance") == .string("light"))
    }

    @Test func `is undone`() throws {
        let desk = try desk()
        desk.save(terminal, terminalText.replacing("11.0", with: "14.0"))
        let seq = try #require(desk.history.last?.seq)
        desk.undo(desk.history.filter { $0.seq == seq })
        #expect(desk.text(terminal) == terminalText)
        #expect(desk.value("mono.size") == .integer(11))
    }

    @Test func `is known again after the agent's death`() throws {
        let desk = try desk()
        desk.set("mono.size", .real(11.3))
        desk.restart()
        desk.pass(10_000)
        desk.forget()
        desk.set("appearance", .string("light"))
        #expect(desk.value("mono.size") == .real(11.3))
        #expect(desk.text(terminal)?.contains("font_size    11.3\n") == true)
        #expect(desk.text(editor) == editorText)
    }

    @Test func `with another map says the domain's values in that`() throws {
        let desk = try desk(editor: nil)
        var configuration = desk.configurations[0]
        configuration.replicas[1].map = try map(["scrollback": "{lines|number}"])
        desk.configure([configuration])
        desk.pass(1_000)
        #expect(desk.value("lines") == .integer(9000))
        #expect(desk.value("mono.size") == .integer(11))
        desk.set("lines", .integer(10))
        #expect(desk.text(terminal) == terminalText.replacing("9000", with: "10"))
    }
}

@Suite struct `Several settings in one text` {
    private let text = "[main]\nfont=Mono:size=11:weight=bold\n"

    private func desk(adoption: Adoption = .present, _ text: String) throws -> Desk {
        let font: SettingKeyPath = "main.font"
        return try Desk(
            ["/look.toml": lookText, "/foot.ini": text],
            replicas: [
                "/look.toml",
                ReplicaConfiguration(
                    path: "/foot.ini",
                    format: .foot,
                    map: try map([font: "{mono.family}:size={mono.size|number}{*}"]),
                    adoption: adoption
                ),
            ]
        )
    }

    @Test func `are set one by one, and what is beside them stays`() throws {
        let desk = try desk(text)
        desk.set("mono.size", .real(12.5))
        #expect(desk.text("/foot.ini") == "[main]\nfont=Mono:size=12.5:weight=bold\n")
        desk.set("mono.family", .string("Iosevka"))
        #expect(desk.text("/foot.ini") == "[main]\nfont=Iosevka:size=12.5:weight=bold\n")
        desk.save("/foot.ini", "[main]\nfont=Iosevka:size=9:weight=light\n")
        #expect(desk.value("mono.size") == .integer(9))
    }

    @Test func `that can't be told from it are refused for this file`() throws {
        let desk = try desk(text)
        desk.set("mono.family", .string("A:size=3"))
        #expect(desk.text("/foot.ini") == text)
        #expect(desk.problems.map(\.keyPath) == ["mono.family"])
    }

    @Test func `make a new line once all have a value`() throws {
        let desk = try desk(adoption: .all, "[main]\npad=8x8\n")
        #expect(desk.text("/foot.ini") == "[main]\npad=8x8\nfont=Mono:size=11\n")
    }
}

@Suite struct `A file of two domains, one of which has a map` {
    private func desk() throws -> Desk {
        let desk = try Desk(
            ["/look.toml": lookText, "/kitty.conf": terminalText],
            replicas: [
                "/look.toml",
                ReplicaConfiguration(
                    path: "/kitty.conf",
                    format: .kitty,
                    map: try terminalMap(),
                    adoption: .present
                ),
            ]
        )
        let kitty = DomainConfiguration(
            domain: try Domain("kitty"),
            replicas: [ReplicaConfiguration(path: "/kitty.conf", format: .kitty)]
        )
        desk.configure(desk.configurations + [kitty])
        desk.pass(1_000)
        return desk
    }

    /// Tells both domains of the file, as the watcher does.
    private func save(_ text: String, on desk: Desk) throws {
        desk.save(terminal, text)
        desk.take(.event(.touched(ReplicaID(domain: try Domain("kitty"), path: terminal))))
        desk.pass(1_000)
    }

    @Test func `is told to both, whichever was set`() throws {
        let desk = try desk()
        let kitty = try Domain("kitty")
        desk.set("mono.size", .integer(12))
        try save(try #require(desk.text(terminal)), on: desk)
        #expect(desk.engine.entry(kitty, "font_size")?.value == .string("12.0"))
        let request = EditRequest(
            domain: kitty,
            edits: [KeyEdit("font_size", .string("13.0"))],
            client: "test"
        )
        desk.ask { .edit($0, request) }
        try save(try #require(desk.text(terminal)), on: desk)
        #expect(desk.value("mono.size") == .integer(13))
        #expect(desk.text(look)?.contains("size = 13\n") == true)
        desk.forget()
        desk.pass(10_000)
        #expect(desk.writes == 0)
    }
}
