// Texts of mapped files that are their own: given up, restored, and made words.

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

@Suite struct `A mapped file that has no word for a value` {
    @Test func `keeps its text, and it is known why`() throws {
        let bench = try bench()
        bench.set("appearance", .string("dim"))
        let line = bench.follow(#","file":"/f/kitty.conf""#)
        #expect(line.error.isEmpty)
        #expect(bench.terminal == ownText)
        let layers = bench.connect().call("explain", #"["org.example.editor","appearance"]"#)
            .list("layers")
        let own = try #require(layers.first { $0["own"] != nil })
        #expect(own["writes"] == nil)
        let problem = try #require(own["problem"] as? String)
        #expect(problem.hasPrefix("'appearance' can't be written at 'theme', expected "))
    }
}

@Suite struct `A mapped file that follows as it is` {
    @Test func `keeps its text, which is its word from then on`() throws {
        let bench = try bench()
        #expect(bench.follow(#","asIs":true"#).error.isEmpty)
        #expect(bench.terminal == ownText)
        #expect(
            bench.domainFile
                == description.replacing("\"Mocha\"", with: "[\"My Own\", \"Mocha\"]")
        )
        let layers = bench.connect().call("explain", #"["org.example.editor","appearance"]"#)
            .list("layers")
        #expect(!layers.isEmpty && layers.allSatisfy { $0["own"] == nil })
        bench.set("appearance", .string("light"))
        bench.settle()
        #expect(bench.terminal == ownText.replacing("My Own", with: "Latte"))
        bench.set("appearance", .string("dark"))
        bench.settle()
        #expect(bench.terminal == ownText)
    }

    @Test func `gets a row for a value that the table lacks`() throws {
        let bench = try bench()
        bench.set("appearance", .string("dim"))
        #expect(bench.follow(#","asIs":true,"file":"/f/kitty.conf""#).error.isEmpty)
        #expect(bench.domainFile?.contains("dim = \"My Own\"") == true)
        #expect(bench.domainFile?.contains("dark = \"Mocha\"") == true)
        #expect(bench.terminal == ownText)
    }

    @Test(arguments: [
        // No table.
        (
            ownText, description.replacing("{appearance|terminal}", with: "{appearance|on/off}"),
            "no picture of 'theme' has a table with a place for its text"
        ),
        // Another setting of the same text differs.
        (
            "theme 'My Own 9'\n",
            description.replacing("|terminal}\"", with: "|terminal} {size|number}\"")
                .replacing("map.font_size = \"{size|number}\"\n", with: ""),
            "'theme' in '/f/kitty.conf' would still say something else"
        ),
        // A second place that says another value.
        (
            "theme Mocha\nfont_size Latte\n",
            description.replacing("{size|number}", with: "{appearance|terminal}"),
            "'Latte' means 'light' in the table 'terminal'"
        ),
    ])
    func `is refused where the text can't be its word`(
        text: String,
        file: String,
        problem: String
    ) throws {
        let bench = try bench(text, file)
        let line = bench.follow(#","asIs":true"#)
        #expect(line.error["message"] as? String == problem)
        #expect(bench.domainFile == file)
        #expect(bench.terminal == text)
    }
}

@Suite struct `A text that may be a secret` {
    @Test func `isn't written into a domain file`() throws {
        let file = "bundle = \"~/Settings.bundle\"\n\n" + description
        let bench = try Bench(domains: ["org.example.editor": file]) { home in
            let pane = """
                [[PreferenceSpecifiers]]
                Type = "PSTextFieldSpecifier"
                Title = "Appearance"
                Key = "appearance"
                IsSecure = true

                """
            try home.write(pane, to: "/Settings.bundle/Root.toml")
        }
        bench.files.write("appearance = \"dark\"\nsize = 11\n", to: "/f/look.toml")
        bench.files.write(ownText, to: "/f/kitty.conf")
        bench.agent.filesChanged()
        bench.settle()
        let line = bench.follow(#","asIs":true"#)
        #expect(
            line.error["message"] as? String
                == "'appearance' is a secret, or may be one, and a domain file has none"
        )
        #expect(bench.domainFile == file)
        #expect(bench.terminal == ownText)
    }
}
