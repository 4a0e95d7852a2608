// Arrays of tables that grow: the tables that stay keep their lines and comments.

import SettingsDocument
import SettingsModel
import TestSupport
import Testing

private func table(_ host: String, _ port: Int64) -> SettingValue {
    .dictionary([.init("host", .string(host)), .init("port", .integer(port))])
}

private let a = table("a", 1)
private let b = table("b", 2)
private let m = table("m", 8)
private let n = table("new", 9)

/// An array of `a` and `b` in one language, with comments; its parts are put together to files.
private struct Layout: CustomTestStringConvertible, Sendable {
    var format: Format
    var start = ""
    var a: String
    var b: String
    var m: String
    var n: String
    var gap = ""
    var end = ""

    func file(_ parts: KeyPath<Layout, String>...) -> String {
        start + parts.map { self[keyPath: $0] }.joined(separator: gap) + end
    }

    var testDescription: String { "\(format) \(start)" }

    static let all: [Layout] = [
        Layout(
            format: .toml,
            a: "# first\n[[srv]]\nhost = \"a\" # A\nport = 1\n",
            b: "# second\n[[srv]]\nhost = \"b\" # B\nport = 2 # two\n",
            m: "[[srv]]\nhost = \"m\"\nport = 8\n",
            n: "[[srv]]\nhost = \"new\"\nport = 9\n",
            gap: "\n",
            end: "\n# z\n[z]\n"
        ),
        Layout(
            format: .toml,
            start: "k = 1\n\n[[x]]\n\n",
            a: "# first\n[[srv]]\nhost = \"a\" # A\n\n[[x]]\n\n[srv.sub] # sub\nc = 1\n",
            b: "[[srv]]\nhost = \"b\" # B\nport = 2 # two\n",
            m: "[[srv]]\nhost = \"m\"\nport = 8\n",
            n: "[[srv]]\nhost = \"new\"\nport = 9\n",
            gap: "\n"
        ),
        Layout(
            format: .toml,
            start: "srv = [ # all\n",
            a: "  # first\n  { host = \"a\", port = 1 }, # A\n",
            b: "  # second\n  { port = 2, host = \"b\" }, # B\n",
            m: "  { host = \"m\", port = 8 },\n",
            n: "  { host = \"new\", port = 9 },\n",
            end: "]\n"
        ),
        Layout(
            format: .yaml,
            start: "k: 1\nsrv: # all\n",
            a: "  # first\n  - host: a # A\n    port: 1\n",
            b: "  # second\n  - host: b # B\n    port: 2 # two\n",
            m: "  - host: m\n    port: 8\n",
            n: "  - host: new\n    port: 9\n",
            end: "z: 1\n"
        ),
        Layout(
            format: .yaml,
            start: "srv:\n",
            a: "# first\n# of all\n- host: a # A\n  port: 1\n",
            b: "# second\n- {host: b, port: 2} # B\n",
            m: "- host: m\n  port: 8\n",
            n: "- host: new\n  port: 9\n"
        ),
        Layout(
            format: .yaml,
            start: "srv: [ # all\n",
            a: "  # first\n  {host: a, port: 1}, # A\n",
            b: "  # second\n  {host: b, port: 2}, # B\n",
            m: "  {host: m, port: 8},\n",
            n: "  {host: new, port: 9},\n",
            end: "]\n"
        ),
        Layout(
            format: .json5,
            start: "{\n  \"srv\": [ // all\n",
            a: "    // first\n    {\n      \"host\": \"a\", // A\n      \"port\": 1\n    },\n",
            b: "    // second\n    {\n      \"host\": \"b\", // B\n"
                + "      \"port\": 2 // two\n    },\n",
            m: "    {\n      \"host\": \"m\",\n      \"port\": 8\n    },\n",
            n: "    {\n      \"host\": \"new\",\n      \"port\": 9\n    },\n",
            end: "  ]\n}\n"
        ),
        Layout(
            format: .xmlPropertyList,
            start: "<dict>\n\t<key>srv</key>\n\t<array> <!-- all -->\n",
            a: plist("<!-- first -->\n\t\t", "a", 1, " <!-- A -->"),
            b: plist("<!-- second -->\n\t\t", "b", 2, " <!-- B -->"),
            m: plist("", "m", 8, ""),
            n: plist("", "new", 9, ""),
            end: "\t</array>\n</dict>\n"
        ),
    ]

    private static func plist(
        _ above: String,
        _ host: String,
        _ port: Int,
        _ behind: String
    ) -> String {
        "\t\t\(above)<dict>\n\t\t\t<key>host</key>\n\t\t\t<string>\(host)</string>\(behind)\n"
            + "\t\t\t<key>port</key>\n\t\t\t<integer>\(port)</integer>\n\t\t</dict>\n"
    }
}

@Suite struct `An array of tables` {
    private func edited(
        _ layout: Layout,
        _ before: String,
        to new: (SettingValue, SettingValue) -> [SettingValue]
    ) throws -> String {
        let document = try layout.format.parse(Array(before.utf8))
        guard case .dictionary(let entries) = document.root,
            case .array(let old)? = entries.first(where: { $0.key == "srv" })?.value
        else { return "no array" }
        let path = DocumentPath([.key("srv")])
        let value = SettingValue.array(new(old[0], old[old.count - 1]))
        let revision = document.revised(by: [DocumentChange(path, value)])
        #expect(revision.refusals.isEmpty)
        return String(decoding: revision.document.bytes, as: UTF8.self)
    }

    @Test(arguments: Layout.all)
    private func `keeps the comments of its tables when others come`(layout: Layout) throws {
        let before = layout.file(\.a, \.b)
        let first = try edited(layout, before) { [n, $0, $1] }
        #expect(first == layout.file(\.n, \.a, \.b))
        let middle = try edited(layout, before) { [$0, n, $1] }
        #expect(middle == layout.file(\.a, \.n, \.b))
        let last = try edited(layout, before) { [$0, $1, n] }
        #expect(last == layout.file(\.a, \.b, \.n))
        let several = try edited(layout, before) { [m, n, $0, m, n, $1, m] }
        #expect(several == layout.file(\.m, \.n, \.a, \.m, \.n, \.b, \.m))
    }

    @Test(arguments: Layout.all)
    private func `is as it was when they go again`(layout: Layout) throws {
        let before = layout.file(\.a, \.b)
        var tables: [SettingValue] = []
        let several = try edited(layout, before) {
            tables = [$0, $1]
            return [m, n, $0, m, n, $1, m]
        }
        let back = try edited(layout, several) { _, _ in tables }
        #expect(back == before)
    }

    @Test(arguments: Layout.all)
    private func `changes a table in its place when one comes behind it`(layout: Layout) throws {
        let after = try edited(layout, layout.file(\.a, \.b)) { first, _ in
            [first, table("b", 3), n]
        }
        #expect(after == layout.file(\.a, \.b, \.n).replacing("2", with: "3"))
    }

    @Test func `changes values where its sections swap places`() throws {
        let layout = Layout.all[0]
        let after = try edited(layout, layout.file(\.a, \.b)) { [$1, $0] }
        #expect(
            after.split(separator: "\n").prefix(4) == [
                "# first", "[[srv]]", "host = \"b\" # A", "port = 2",
            ]
        )
    }

    @Test func `grows together with the keys and tables around it`() throws {
        let before = "# first\n[[srv]]\nhost = \"a\"\n[srv.sub]\n\n# second\n[[srv]]\n"
        let a = SettingValue.dictionary([
            .init("host", .string("a")), .init("sub", .dictionary([])),
        ])
        let changed = SettingValue.dictionary([.init("new", .dictionary([.init("c", .integer(1))]))]
        )
        let revision = try toml(before).revised(by: [
            DocumentChange(DocumentPath([.key("k")]), .integer(1)),
            DocumentChange(DocumentPath([.key("srv")]), .array([n, a, changed, m])),
            DocumentChange(DocumentPath([.key("z"), .key("y")]), .integer(2)),
        ])
        #expect(revision.refusals.isEmpty)
        let new = "[[srv]]\nhost = \"new\"\nport = 9\n\n"
        let last = "\n[srv.new]\nc = 1\n\n[[srv]]\nhost = \"m\"\nport = 8\n\n[z]\ny = 2\n"
        let after = String(decoding: revision.document.bytes, as: UTF8.self)
        #expect(after == "k = 1\n\n" + new + before + last)
    }
}
