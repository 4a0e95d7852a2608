// Mapped files in which a setting has several places, or none.

import SettingsDocument
import SettingsMapping
import SettingsModel
import SyncEngine
import Testing

private let look = "[mono]\nfamily = \"A\"\nsize = 11\n"

/// A desk with the domain's own file and a TOML file of another's, which has its own words.
private func desk(
    look text: String = look,
    _ pictures: KeyValuePairs<SettingKeyPath, String>,
    _ other: String?,
    adoption: Adoption = .present
) throws -> Desk {
    let map = try FileMap(
        pictures.map { key, text in
            FileMap.Place(fileKey: key, pictures: [try Picture(parsing: text, tables: [:])])
        }
    )
    var files = ["/look.toml": text]
    files["/other.toml"] = other
    return try Desk(
        files,
        replicas: [
            "/look.toml",
            ReplicaConfiguration(path: "/other.toml", map: map, adoption: adoption),
        ]
    )
}

private let families: KeyValuePairs<SettingKeyPath, String> = [
    "normal.family": "{mono.family}", "bold.family": "{mono.family}",
]

@Suite struct `A setting with two places in a mapped file` {
    @Test func `gets no line at the one that isn't there`() throws {
        let desk = try desk(families, "[normal]\nfamily = \"A\"\n")
        desk.set("mono.family", .string("B"))
        #expect(desk.text("/other.toml") == "[normal]\nfamily = \"B\"\n")
        desk.restart()
        desk.pass(5_000)
        #expect(desk.text("/other.toml") == "[normal]\nfamily = \"B\"\n")
    }

    @Test func `is written at both`() throws {
        let desk = try desk(families, "[normal]\nfamily = \"A\"\n[bold]\nfamily = \"A\"\n")
        desk.set("mono.family", .string("B"))
        #expect(desk.text("/other.toml") == "[normal]\nfamily = \"B\"\n[bold]\nfamily = \"B\"\n")
    }

    private static let both = "[normal]\nfamily = \"A\"\n[bold]\nfamily = \"A\"\n"

    @Test func `is written at the second where a save changed the first`() throws {
        let desk = try desk(families, Self.both)
        desk.read("/other.toml")
        desk.save("/other.toml", "[normal]\nfamily = \"B\"\n[bold]\nfamily = \"A\"\n")
        #expect(desk.value("mono.family") == .string("B"))
        #expect(desk.text("/other.toml") == "[normal]\nfamily = \"B\"\n[bold]\nfamily = \"B\"\n")
        desk.set("mono.family", .string("C"))
        #expect(desk.text("/other.toml") == "[normal]\nfamily = \"C\"\n[bold]\nfamily = \"C\"\n")
        let writes = desk.writes
        desk.restart()
        desk.pass(5_000)
        #expect(desk.writes == writes)
    }

    @Test func `leaves the second alone where a save changed that, and says so`() throws {
        let desk = try desk(families, Self.both)
        let saved = "[normal]\nfamily = \"A\"\n[bold]\nfamily = \"B\"\n"
        desk.save("/other.toml", saved)
        #expect(desk.value("mono.family") == .string("A"))
        #expect(desk.text("/other.toml") == saved)
        #expect(desk.history.last?.kind == .own)
        #expect(desk.history.last?.value == .string("B"))
        // It is the file's own from then on, whatever is done with the first.
        desk.save("/other.toml", "[normal]\nfamily = \"C\"\n[bold]\nfamily = \"B\"\n")
        #expect(desk.value("mono.family") == .string("C"))
        #expect(desk.text("/other.toml") == "[normal]\nfamily = \"C\"\n[bold]\nfamily = \"B\"\n")
    }

    @Test func `leaves both alone where a save changed both`() throws {
        let desk = try desk(families, Self.both)
        let saved = "[normal]\nfamily = \"B\"\n[bold]\nfamily = \"C\"\n"
        desk.save("/other.toml", saved)
        #expect(desk.value("mono.family") == .string("B"))
        #expect(desk.text("/other.toml") == saved)
    }

    @Test func `isn't taken from the second, own one when the first is gone`() throws {
        let desk = try desk(families, "[normal]\nfamily = \"A\"\n[bold]\nfamily = \"C\"\n")
        #expect(desk.value("mono.family") == .string("A"))
        desk.save("/other.toml", "[bold]\nfamily = \"C\"\n")
        #expect(desk.value("mono.family") == .string("A"))
        #expect(desk.text("/look.toml") == look)
        // Somebody means this one.
        desk.save("/other.toml", "[bold]\nfamily = \"D\"\n")
        #expect(desk.value("mono.family") == .string("D"))
    }

    @Test(arguments: [(SettingValue.integer(13), 17), (.string("no number"), 15)])
    func `isn't taken from the second, rounded one when the first gets its own text`(
        value: SettingValue,
        pixels: Int
    ) throws {
        let desk = try desk(
            ["font": "{mono.family}:{mono.size|number}", "pixels": "{mono.size|*4/3|int}"],
            "font = \"A:11\"\npixels = 15\n"
        )
        desk.read("/other.toml")
        desk.set("mono.size", value)
        // The editor has the text from before.
        desk.save("/other.toml", "font = \"mine\"\npixels = 15\n")
        #expect(desk.value("mono.size") == value)
        #expect(desk.text("/other.toml") == "font = \"mine\"\npixels = \(pixels)\n")
        desk.save("/other.toml", "font = \"mine\"\npixels = 20\n")
        #expect(desk.value("mono.size") == .integer(15))
    }
}

@Suite struct `A setting without a value` {
    @Test func `is explained by what a mapped file says of it`() throws {
        let desk = try desk(
            look: "[mono]\nfamily = \"A\"\n",
            ["f": "{mono.family}", "s": "{mono.size|number}"],
            "f = \"A\"\ns = \"big\"\n"
        )
        let own = desk.engine.explain(desk.domain, "mono.size")
        #expect(own.map(\.path) == ["/other.toml"])
        #expect(own.map(\.place) == [SourcePlace(line: 2, column: 1)])
        #expect(own.map(\.value) == [.string("big")])
        #expect(own.map(\.isInForce) == [false])
        #expect(own.map(\.mapped?.isOwn) == [true])

        desk.set("mono.family", nil)

        let left = desk.engine.explain(desk.domain, "mono.family")
        #expect(left.map(\.path) == ["/other.toml"])
        #expect(left.map(\.isInForce) == [false])
        #expect(left.map(\.mapped?.isOwn) == [false])
        #expect(left.map(\.mapped?.written) == [nil])
    }
}

@Suite struct `A mapped key that has no value` {
    @Test func `isn't written where a table stands`() throws {
        let text = "[cursor]\nstyle = { shape = \"Block\", blinking = \"On\" }\n"
        let desk = try desk(["cursor.style": "{mono.family}"], text, adoption: .all)
        desk.set("mono.family", .string("B"))
        #expect(desk.text("/other.toml") == text)
    }

    @Test func `isn't written where a value stands above it`() throws {
        let text = "[cursor]\nstyle = \"Block\"\n"
        let desk = try desk(["cursor.style.shape": "{mono.family}"], text, adoption: .all)
        desk.set("mono.family", .string("B"))
        #expect(desk.text("/other.toml") == text)
    }

    @Test(arguments: ["x = 1\n", nil])
    func `isn't added by following, nor is a file made`(text: String?) throws {
        let desk = try desk(families, text)
        var request = RescanRequest(domain: desk.domain)
        request.follows = "mono.family"
        desk.ask { .rescan($0, request) }
        desk.set("mono.family", .string("B"))
        #expect(desk.text("/other.toml") == text)
    }

    @Test func `is kept in the domain's own file`() throws {
        let desk = try desk(look: "x = 1\n", ["size": "{mono.size|number}"], "size = 12\n")
        #expect(desk.value("mono.size") == .integer(12))
        #expect(desk.text("/look.toml")?.contains("size = 12") == true)
    }
}

@Suite struct `Following that couldn't be written` {
    @Test func `is over, so that the file's own text stays`() throws {
        let desk = try desk(["size": "{mono.size|number}"], "size = \"big\"\n")
        desk.set("mono.size", .string("none"))
        var request = RescanRequest(domain: desk.domain)
        request.follows = "mono.size"
        desk.ask { .rescan($0, request) }
        #expect(desk.text("/other.toml") == "size = \"big\"\n")
        desk.set("mono.size", .integer(12))
        #expect(desk.text("/other.toml") == "size = \"big\"\n")
    }
}

@Suite struct `A save that a write of a mapped file displaces` {
    private let sizes: KeyValuePairs<SettingKeyPath, String> = [
        "size": "{mono.size|number}", "font": "{mono.family}:{mono.weight}",
    ]
    private let text = "size = 11\nfont = \"A:bold\"\nx = 1\n"

    /// Sets a size, and saves the other file before that is written there.
    private func save(_ saved: String, over text: String) throws -> Desk {
        let desk = try desk(sizes, text)
        desk.before = { [unowned desk] effect in
            guard case .publish(let replica, _, _) = effect, replica.path == "/other.toml" else {
                return
            }
            desk.before = { _ in }
            desk.put(saved, at: "/other.toml")
            let request = EditRequest(
                domain: desk.domain,
                edits: [KeyEdit("mono.size", .integer(13))],
                client: "test"
            )
            desk.take(.edit(AnswerID(99), request))
        }
        desk.set("mono.size", .integer(12))
        desk.pass(1_000)
        return desk
    }

    @Test func `gets no line back, and keeps all of its own`() throws {
        let saved = "font = \"A:bold\"\nx = 2\n"
        let desk = try save(saved, over: text)
        #expect(desk.text("/other.toml") == saved)
        #expect(desk.value("mono.size") == .integer(13))
    }

    @Test func `keeps a text that no picture reads`() throws {
        let saved = "size = \"big\"\nfont = \"A:bold\"\nx = 2\n"
        let desk = try save(saved, over: text)
        #expect(desk.text("/other.toml") == saved)
    }

    @Test func `follows again where the file had a text of its own, or no line`() throws {
        let before = text.replacing("\"A:bold\"", with: "7")
        for old in [before, before.replacing("font = 7\n", with: "")] {
            let desk = try save("size = 11\nx = 2\nfont = \"A:bold\"\n", over: old)
            #expect(desk.text("/other.toml") == "size = 13\nx = 2\nfont = \"A:bold\"\n")
            #expect(desk.value("mono.weight") == .string("bold"))
            desk.set("mono.weight", .string("light"))
            #expect(desk.text("/other.toml")?.contains("A:light") == true)
        }
    }
}
