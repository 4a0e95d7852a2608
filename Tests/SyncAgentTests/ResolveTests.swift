// The key that a typed text means, in a domain.

import SettingsModel
import SyncEngine
import TestSupport
import Testing

@testable import SyncAgent

private func client(_ file: String, _ text: String) throws -> (Client, Bench) {
    let path = "/files/\(file)"
    let bench = try Bench(domains: ["org.example.editor": "[[file]]\npath = \"\(path)\"\n"])
    bench.files.write(text, to: path)
    bench.agent.filesChanged()
    bench.settle()
    return (bench.connect(), bench)
}

private func resolve(_ text: String, _ client: Client) -> Line {
    client.call("resolve", #"{"domain":"org.example.editor","text":"\#(text)"}"#)
}

@Suite struct `A text that is resolved` {
    @Test(
        arguments: [
            ("s.json", #"{"editor.fontSize": 12}"#, "editor.fontSize", ["editor.fontSize"]),
            ("s.json", #"{"editor.fontSize": 12}"#, "editor.new", ["editor.new"]),
            ("s.json", #"{"editor": {"size": 12}}"#, "editor.size", ["editor", "size"]),
            ("s.json", #"{"editor": {"fontSize": 12}}"#, "editor.new", ["editor", "new"]),
            ("s.json", "{}", "editor.new", ["editor", "new"]),
            (
                ".gitconfig", "[color \"branch\"]\n\tcurrent = red\n", "color.branch.current",
                ["color.branch", "current"]
            ),
            (".gitconfig", "[user]\n\tname = a\n", "remote.origin.url", ["remote.origin", "url"]),
            (".gitconfig", "[User]\n\tName = a\n", "user.NAME", ["user", "name"]),
            (".gitconfig", "", "Remote.Origin.URL", ["remote.Origin", "url"]),
            (
                "a.desktop", "[Desktop Entry]\nName=a\nName[de]=b\n", "Desktop Entry.Name[de]",
                ["Desktop Entry", "Name[de]"]
            ),
        ] as [(String, String, String, [String])]
    )
    func `means a key that is there, or a new one`(
        file: String,
        content: String,
        text: String,
        segments: [String]
    ) throws {
        let (client, bench) = try client(file, content)
        #expect(resolve(text, client).result["path"] as? [String] == segments)
        _ = bench
    }

    @Test(arguments: [
        ("com.me.App", "com.apple.x.y", ["com.apple.x.y"]), ("com.me.App", "x", ["x"]),
        ("com.me.App", "font.name", ["font", "name"]), ("com.me.App", "a.b", ["a.b"]),
        ("NSGlobalDomain", "font.name", ["font", "name"]),
    ])
    func `is one name in a defaults store, unless it names a table`(
        domain: String,
        text: String,
        segments: [String]
    ) throws {
        let (client, bench) = try client("s.json", "{}")
        func path() -> [String]? {
            client.call("resolve", #"{"domain":"\#(domain)","text":"\#(text)"}"#)
                .result["path"] as? [String]
        }
        if !text.hasPrefix("font") { #expect(path() == segments) }
        _ = client.call("set", #"{"domain":"com.me.App","key":["font","size"],"value":9}"#)
        bench.settle()
        #expect(path() == segments)
    }

    @Test func `is refused where two keys are there`() throws {
        let (client, bench) = try client("s.json", #"{"a.b": 1, "a": {"b": 2}}"#)
        let line = resolve("a.b", client)
        #expect(line.data["slug"] as? String == "InvalidParams")
        #expect(line.data["advice"] as? String == #"Name one of them: '"a".b' or '"a.b"'"#)
        _ = bench
    }

    @Test(arguments: [
        #"{"editor.fontSize": 12}"#, #"{"editor.fontSize": 12, "a": {"b": 1}, "c": {"d": 1}}"#,
    ])
    func `means the key that was removed`(text: String) throws {
        let (client, bench) = try client("s.json", text)
        _ = client.call("unset", #"{"domain":"org.example.editor","key":["editor.fontSize"]}"#)
        bench.settle()
        let segments = resolve("editor.fontSize", client).result["path"] as? [String]
        #expect(segments == ["editor.fontSize"])
    }
}
