// Maps in domain files, and files that are linked with one.

import Foundation
import SettingsMapping
import SettingsModel
import SyncEngine
import TestSupport
import Testing

@testable import SyncAgent

private func read(_ text: String) throws -> DomainFile {
    try DomainFile(
        Array(text.utf8),
        path: "/d.toml",
        domain: editor,
        paths: AgentPaths { ["HOME": "/home/u"][$0] }
    )
}

private let table = "[[file]]\npath = \"~/kitty.conf\"\n"

@Suite struct `A domain file with maps` {
    @Test func `is read as the example has it`() throws {
        let example = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Examples/look/look.toml")
        let file = try read(String(contentsOf: example, encoding: .utf8))
        #expect(file.problems == [])
        let files = file.configuration.replicas.filter { $0.layer == .user && !$0.isStore }
        #expect(files.map(\.adoption) == [.primary, .present, .present, .present])
        #expect(files.map { $0.map?.places.count } == [nil, 5, 6, 4])
        #expect(files[3].map?.fileKeys.first == SettingKeyPath(segments: ["editor.fontFamily"]))
    }

    @Test func `has no first file in a mapped one`() throws {
        let file = try read(table + "map.a = \"{b}\"\n\n[[file]]\npath = \"~/look.toml\"\n")
        let files = file.configuration.replicas.filter { $0.layer == .user && !$0.isStore }
        #expect(files.map(\.adoption) == [.present, .primary])
    }

    @Test func `has a place for what is set where all files are mapped`() throws {
        let file = try read(table + "map.a = \"{b}\"\n")
        let store = file.configuration.replicas.first(where: \.isStore)
        #expect(store?.creation == .withNextChange)
    }

    @Test(arguments: ["adopt", "new_keys"])
    func `says which new keys are added, by either name`(name: String) throws {
        let file = try read(table + "map.a = \"{b}\"\n\(name) = \"all\"\n")
        #expect(file.configuration.replicas[0].adoption == .all)
    }

    @Test(arguments: [
        (table + "map.a = \"b\"", "3:10", "the picture has no hole"),
        (table + "map.a = \"{b\"", "3:10", "the hole has no end"),
        (table + "map.a = \"x {b|numbr}\"", "3:15", "unknown step 'numbr'"),
        (table + "map.a = [\"{b}\", \"{c|x}\"]", "3:21", "unknown step 'x'"),
        (table + "map.a = 3", "3:9", "the picture is integer, expected text with a hole"),
        (table + "map = 3", "3:7", "'map' is integer, expected a table"),
        (table + "map.a = \"{b}\"\nmap.c = []", "4:9", "'c' has no picture"),
        (
            table + "map.a = \"{b}\"\nmap.c = \"{d.e}\"\nmap.f = \"{d}\"", "4:10",
            "'d.e' is below 'd', which is mapped as a value"
        ),
        (
            table + "map.a = \"{b}\"\nprefix = \"ui\"", "4:10",
            "a file with a 'map' has no 'prefix'"
        ),
        (
            table + "enforce = true", "3:1", "'enforce' is not supported yet"
        ),
        (
            "[values]\nnumber = { a = \"b\" }", "2:10",
            "the table 'number' has the name of a step"
        ),
        ("[fleet]\nshare = []", "1:2", "'fleet' is not supported yet"),
    ])
    func `has each mistake shown at its place`(text: String, place: String, problem: String) throws
    {
        let file = try read(text)
        #expect(file.problems.map(\.problem) == [problem])
        let found = file.problems.first?.place
        #expect("\(found?.line ?? 0):\(found?.column ?? 0)" == place)
        let linked = file.configuration.replicas.filter { $0.path == "/home/u/kitty.conf" }
        #expect(linked.isEmpty)
    }
}

@Suite struct `A link with a map` {
    private func bench() throws -> Bench {
        let bench = try Bench(domains: ["org.example.editor": "[[file]]\npath = \"/f/a.toml\"\n"])
        bench.files.write("[font]\nsize = 11\n", to: "/f/a.toml")
        bench.agent.filesChanged()
        bench.settle()
        bench.files.write("# mine\nfont_size 11.0\nscrollback 9\n", to: "/f/kitty.conf")
        return bench
    }

    private func link(_ bench: Bench, _ pictures: String...) -> Line {
        let map = pictures.map { "\"\($0)\"" }.joined(separator: ",")
        return bench.connect().call(
            "link",
            #"{"domain":"org.example.editor","file":"/f/kitty.conf","map":[\#(map)]}"#
        )
    }

    @Test func `is written into the domain file, and followed`() throws {
        let bench = try bench()
        #expect(link(bench, "font_size={font.size|number}").error.isEmpty)
        let text = try #require(bench.home.text("domains/org.example.editor.toml"))
        #expect(
            text.hasSuffix(
                "[[file]]\npath = \"/f/kitty.conf\"\nmap.font_size = \"{font.size|number}\"\n"
            )
        )
        bench.set("font.size", .integer(12))
        bench.settle()
        #expect(bench.files.text("/f/kitty.conf") == "# mine\nfont_size 12.0\nscrollback 9\n")
        #expect(bench.values() == ["font.size": .integer(12)])
        let state = bench.connect().call("replicas", "{}").list("replicas").last
        #expect(state?["followed"] as? Int == 1)
        #expect(state?["mapped"] as? Int == 1)
    }

    @Test func `may have several pictures of a key, and quotes around one`() throws {
        let bench = try bench()
        let line = link(bench, #"\"a.b\"={x|number}"#, #"\"a.b\"={x|on/off}"#)
        #expect(line.error.isEmpty)
        let text = try #require(bench.home.text("domains/org.example.editor.toml"))
        #expect(text.hasSuffix("map.\"a.b\" = [\"{x|number}\", \"{x|on/off}\"]\n"))
    }

    @Test(arguments: ["font_size={font.size|numbr}", "font_size", "font_size=11"])
    func `with a mistake is refused, and nothing is linked`(picture: String) throws {
        let bench = try bench()
        #expect(!link(bench, picture).error.isEmpty)
        let text = try #require(bench.home.text("domains/org.example.editor.toml"))
        #expect(!text.contains("kitty"))
    }

    @Test
    func `shows a text of the file's own for a setting without a value, which is not written`()
        throws
    {
        let bench = try bench()
        bench.files.write("font_size 11\ntheme odd\n", to: "/f/kitty.conf")
        #expect(link(bench, "theme={appearance|dark/light}").error.isEmpty)
        let client = bench.connect()
        let layers = client.call("explain", #"["org.example.editor","appearance"]"#).list("layers")
        #expect(layers.map { $0["says"] as? String } == ["odd"])
        #expect(layers.map { $0["own"] as? Bool } == [true])
        let answer = client.call("follow", #"["org.example.editor","appearance"]"#)
        #expect(
            answer.error["message"] as? String
                == "'appearance' is not set, so no file can follow it"
        )
    }

    @Test func `shows each place, and gives up the file's own text when asked`() throws {
        let bench = try bench()
        bench.files.write("font_size big\n", to: "/f/kitty.conf")
        #expect(link(bench, "font_size={font.size|number}").error.isEmpty)
        let client = bench.connect()
        func place() -> [String: Any]? {
            client.call("explain", #"["org.example.editor","font.size"]"#).list("layers")
                .first { $0["at"] != nil }
        }
        #expect(place()?["says"] as? String == "big")
        #expect(place()?["own"] as? Bool == true)
        #expect(place()?["writes"] as? String == "11")
        #expect(bench.files.text("/f/kitty.conf") == "font_size big\n")
        #expect(client.call("follow", #"["org.example.editor","font.size"]"#).error.isEmpty)
        #expect(bench.files.text("/f/kitty.conf") == "font_size 11\n")
        #expect(place()?["own"] == nil)
        let again = client.call("follow", #"["org.example.editor","font.size"]"#)
        #expect(again.data["slug"] as? String == "KeyNotFound")
    }
}
