// Bad files, edits, saves and kills in any order: at the end everybody has everything.

import Foundation
import Glibc
import SettingsModel
import TestSupport
import Testing

@Suite(.ownThread) struct `Whatever happens to a file` {
    /// A file that goes bad and well again while a client and an editor change a key each.
    private final class Story {
        let home: Home
        var agent: AgentUnderTest
        var random: SeededRandom
        /// What happened, for a story that goes wrong.
        var steps: [String] = []
        private var number = 0
        private var lastSet = 0
        private var lastSave = 0
        /// The file's text while it is bad: what its editor would save.
        private var buffer: String?

        init(seed: UInt64) throws {
            random = SeededRandom(seed: seed)
            home = try Home(files: ["settings.toml", "other.json"])
            try home.write("# Mine.\nclient = 0\neditor = 0\n", to: "settings.toml")
            try home.write("{\n  // Theirs.\n  \"client\": 0\n}\n", to: "other.json")
            agent = try AgentUnderTest(in: home)
            try agent.connect().rescan()
        }

        func takeStep() throws {
            number += 1
            switch Int.random(in: 0..<6, using: &random) {
            case 0: try spoil()
            case 1: try save()
            case 2, 3:
                steps.append("set \(number)")
                try agent.connect().set("client", to: "\(number)")
                lastSet = number
            case 4:
                steps.append("rescan")
                try agent.connect().rescan()
            default:
                steps.append("kill")
                agent = try agent.killedAndRestarted()
            }
        }

        private func spoil() throws {
            guard buffer == nil, let text = home.text("settings.toml") else { return }
            let bad = ["garbage", "folder", "fifo", "loop", "gone", "empty"]
            let kind = bad.randomElement(using: &random) ?? ""
            steps.append("spoil \(kind)")
            buffer = text
            switch kind {
            case "garbage": try home.replace("settings.toml", with: "client = = 1\n")
            case "folder": try home.shell("rm settings.toml; mkdir settings.toml")
            case "fifo": try home.shell("rm settings.toml; mkfifo settings.toml")
            case "loop": try home.shell("rm settings.toml; ln -s settings.toml settings.toml")
            case "gone": try home.shell("rm settings.toml")
            default: try home.write("", to: "settings.toml")
            }
        }

        /// The editor saves what it has, with its key changed; that mends a bad file.
        private func save() throws {
            let isStale = buffer != nil
            guard let text = buffer ?? home.text("settings.toml") else { return }
            let lines = text.split(separator: "\n").map { line in
                line.hasPrefix("editor") ? "editor = \(number)" : String(line)
            }
            steps.append("save \(number)\(isStale ? " of what it had" : "")")
            if isStale { try home.shell("rm -rf settings.toml") }
            try home.replace("settings.toml", with: lines.joined(separator: "\n") + "\n")
            buffer = nil
            lastSave = number
        }

        func end() throws {
            number += 1
            try save()
            let client = try agent.connect()
            try client.rescan()
            let story = Comment(rawValue: steps.joined(separator: ", "))
            #expect(try client.get("client") == "\(lastSet)", story)
            #expect(try client.get("editor") == "\(lastSave)", story)
            let wanted = "# Mine.\nclient = \(lastSet)\neditor = \(lastSave)\n"
            #expect(home.text("settings.toml") == wanted, story)
            let other = try #require(home.text("other.json"))
            #expect(other.hasPrefix("{\n  // Theirs.\n  \"client\": \(lastSet)"), story)
            #expect(other.contains("\"editor\": \(lastSave)"), story)
            #expect(home.names().filter { $0.contains("settings-agent") } == [], story)
        }
    }

    @Test(arguments: 1...24 as ClosedRange<UInt64>)
    func `all edits and saves are there at the end`(seed: UInt64) throws {
        let story = try Story(seed: seed)
        for _ in 0..<14 { try story.takeStep() }
        try story.end()
        try story.agent.stop()
    }
}
