// settingsctl map test.

import SettingsModel
import SettingsProtocol
import Testing

/// One place of a key in the mapped file.
private func report(_ value: SettingValue, _ line: Int, _ at: String, _ says: String) -> LayerReport
{
    var report = LayerReport(layer: .user, value: value)
    report.file = "/k.conf"
    report.place = SourcePlace(line: line, column: 1)
    report.at = key(at)
    report.says = .string(says)
    return report
}

@Suite struct `settingsctl map test` {
    /// A file with a text that follows, one of its own without a value, and one that it lacks.
    private func terminal() throws -> Terminal {
        try Terminal { call in
            guard case .explain(_, let asked) = call else {
                var file = replica("/k.conf", format: "kitty")
                file.keys = ["size", "theme", "gone"]
                file.mapped = 2
                return .result(SettingsProtocol.Replicas([file]))
            }
            var explanation = Explanation(key: asked, winner: nil, layers: [], losers: [])
            if asked == key("size") {
                var follows = report(.integer(11), 2, "font_size", "11.0")
                follows.time = 0
                follows.writes = .string("11.0")
                explanation.layers = [follows]
            } else if asked == key("theme") {
                var own = report(.string("odd"), 3, "theme", "odd")
                own.isOwn = true
                explanation.layers = [own]
            }
            return .result(explanation)
        }
    }

    @Test func `shows every mapped key, with or without a value`() throws {
        let expected = """
            size   11  /k.conf:2:1  font_size  "11.0"           "11.0"
            theme  -   /k.conf:3:1  theme      "odd" (its own)  -
            gone   -   /k.conf      -          -                -

            """
        #expect(try terminal().run("map", "test", "a.b").output == expected)
    }

    @Test func `prints an object for each in JSON`() throws {
        let expected = #"""
            {"key":"size","path":["size"],"value":11,"file":"/k.conf","line":2,"column":1,\#
            "at":"font_size","says":"11.0","writes":"11.0"}
            {"key":"theme","path":["theme"],"file":"/k.conf","line":3,"column":1,\#
            "at":"theme","says":"odd","own":true}
            {"key":"gone","path":["gone"],"file":"/k.conf"}

            """#
        #expect(try terminal().run("map", "test", "a.b", "--json").output == expected)
    }
}
