// Texts of mapped files that are their own: given up, and restored.

import Foundation
import SettingsModel
import SyncEngine
import TestSupport
import Testing

@testable import SyncAgent

private let ownText = "# mine\ntheme 'My Own'\nfont_size 11\n"
private let description = """
    [values]
    terminal = { dark = "Mocha", light = "Latte" } # words

    [[file]]
    path = "/f/look.toml"

    [[file]]
    path = "/f/kitty.conf"
    map.theme = "{appearance|terminal}"
    map.font_size = "{size|number}"

    """

private func bench(_ text: String = ownText, _ file: String = description) throws -> Bench {
    let bench = try Bench(domains: ["org.example.editor": file])
    bench.files.write("appearance = \"dark\"\nsize = 11\n", to: "/f/look.toml")
    bench.files.write(text, to: "/f/kitty.conf")
    bench.agent.filesChanged()
    bench.settle()
    return bench
}

extension Bench {
    fileprivate func follow(_ more: String = "") -> Line {
        let line = connect().call(
            "follow",
            #"{"domain":"org.example.editor","key":"appearance"\#(more)}"#
        )
        settle()
        return line
    }

    fileprivate var terminal: String? { files.text("/f/kitty.conf") }

    fileprivate var domainFile: String? { home.text("domains/org.example.editor.toml") }
}

@Suite struct `A mapped file that is asked to follow` {
    @Test func `is undone and redone as one step`() throws {
        let bench = try bench()
        let client = bench.connect()
        let group = try #require(bench.follow().number("group"))
        #expect(bench.terminal == "# mine\ntheme Mocha\nfont_size 11\n")

        let entry = try #require(client.call("history", "{}").list("entries").last)
        #expect(entry["why"] as? String == "follow")
        #expect(entry["file"] as? String == "/f/kitty.conf")
        #expect(entry["at"] as? String == "theme")
        #expect(entry["old"] as? String == "'My Own'")
        #expect(entry["new"] as? String == "Mocha")

        let undone = client.call("undo", #"{"steps":[\#(group)]}"#)
        #expect(undone.error.isEmpty)
        #expect(bench.terminal == ownText)
        let redone = client.call("redo", "{}")
        #expect(redone.error.isEmpty)
        #expect(bench.terminal == "# mine\ntheme Mocha\nfont_size 11\n")
        #expect(client.call("undo", "{}").error.isEmpty)
        #expect(bench.terminal == ownText)
    }

    @Test func `isn't undone where its text was changed since`() throws {
        let bench = try bench()
        _ = bench.follow()
        bench.files.write("theme Paper\n", to: "/f/kitty.conf")
        bench.agent.filesChanged()
        bench.settle()
        let client = bench.connect()
        let entries = client.call("history", "{}").list("entries")
        let id = entries.first { $0["why"] as? String == "follow" }?["id"] as? Int ?? 0
        let refusal = client.call("undo", #"{"id":\#(id)}"#)
        #expect(
            refusal.error["message"] as? String
                == "the text of 'theme' in '/f/kitty.conf' was changed since"
        )
        #expect(bench.terminal == "theme Paper\n")
    }
}
