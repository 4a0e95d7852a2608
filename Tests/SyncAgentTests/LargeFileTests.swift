// What takes a time that grows with the square of a file's settings stops the agent for minutes.

import SettingsModel
import TestSupport
import Testing

@testable import SyncAgent

@Suite struct `A file with 2,000 settings` {
    private static let count = 2_000

    @Test(arguments: [("s.toml", " = "), ("s.sh", "="), ("kitty.conf", " ")])
    func `is set, undone and saved as a whole in a moment`(name: String, sign: String) throws {
        let path = "/f/" + name
        let text = { (value: Int) in
            (0..<Self.count).map { "key_\($0)\(sign)\(value)\n" }.joined()
        }
        let format = name == "s.sh" ? "format = \"shell\"\n" : ""
        let bench = try Bench(
            domains: [editor.name: "[[file]]\npath = \"\(path)\"\n\(format)"],
            files: { $0.write(text(1), to: path) }
        )
        let client = bench.connect()
        #expect(bench.values().count == Self.count)

        let seconds = processorSeconds {
            let changes = (0..<Self.count).map { #"{"key":"key_\#($0)","value":2}"# }
            let params =
                #"{"domain":"\#(editor)","changes":[\#(changes.joined(separator: ","))]}"#
            #expect(client.call("apply", params).error.isEmpty)
            bench.run { bench.files.text(path) == text(2) }
            #expect(client.call("undo", #"{"domain":"\#(editor)"}"#).error.isEmpty)
            bench.run { bench.files.text(path) == text(1) }

            bench.files.write(text(3), to: path, modified: .max)
            bench.agent.filesChanged()
            bench.run { [.integer(3), .string("3")].contains(bench.values()["key_0"]) }
            #expect(client.call("undo", #"{"domain":"\#(editor)"}"#).error.isEmpty)
            bench.run { bench.files.text(path) == text(1) }
        }
        #expect(seconds < 180)
    }
}
