// Panes of a bare file, schemas of panes, bundles of files.

import SettingsDocument
import SettingsModel
import SettingsSchema
import Testing

private let toml = """
    # Settings of the editor.

    # Which colors to use.
    # Or "light".
    theme = "dark"
    wrap = false     # not above the key
    size = 13
    ratio = 1.5
    since = 2026-11-21T09:30:00Z
    day = 2026-11-21
    rulers = [80, 100]
    mixed = [1, "a"]
    none = []

    # How letters look.
    [font]
    # The family.
    family = "Iosevka"

    [font.features]
    "a.b" = true
    """

private let jsonc = """
    {
      // Which colors to use.
      "theme": "dark",

      /* Too far away. */

      "wrap": false,
      /**
       * How letters look.
       */
      "font": {
        // ----
        // The family.
        "family": "Iosevka"
      }
    }
    """

@Suite struct `A bare file` {
    @Test(arguments: [("settings.toml", toml), ("settings.jsonc", jsonc)])
    func `becomes panes with its comments as help`(name: String, text: String) throws {
        let schema = Schema(inferredFrom: try document(text, named: name), file: name)
        try expectGolden(schema.listing, "inferred-\(name)")
    }

    @Test func `names each of its lists`() throws {
        let text = "size = 1\nignore = [\"a\"]\nwatch = [\"b\"]\nwrap = true\nname = \"x\"\n"
        let first = InferredFile(
            try document(text, named: "a.toml"),
            name: "a.toml",
            prefix: [],
            keys: nil
        )
        let second = InferredFile(
            try document("more = [1]\n", named: "b.toml"),
            name: "b.toml",
            prefix: [],
            keys: nil
        )
        for (files, rest) in [([first], []), ([first, second], ["more"])] {
            let sections = Schema(inferredFrom: files).panes[0].sections
            #expect(sections.map(\.header) == [nil, "ignore", "watch", nil] + rest)
            #expect(sections.map(\.rows.count) == [1, 1, 1, 2] + rest.map { _ in 1 })
        }
    }

    @Test func `takes values of the types that it has`() throws {
        let schema = Schema(inferredFrom: try document(toml, named: "a.toml"), file: "a.toml")
        func code(_ path: String, _ value: SettingValue) throws -> RuleRefusal.Code? {
            schema.refusal(of: value, at: try SettingKeyPath(parsing: path))?.code
        }
        #expect(try code("size", .integer(-5)) == nil)
        #expect(try code("size", .string("big")) == .type)
        #expect(try code("ratio", .integer(2)) == nil)
        #expect(try code("rulers", .array([.string("x")])) == .type)
        #expect(try code("font.features.\"a.b\"", .integer(1)) == .type)
        #expect(try code("new.key", .integer(1)) == nil)
        #expect(schema.defaults == [])
    }

    @Test(arguments: ["[1, 2]", "3", "null"])
    func `that holds no settings is said to`(text: String) throws {
        let document = try Format.json.parse(Array(text.utf8))
        let schema = Schema(inferredFrom: document, file: "a.json")
        #expect(schema.problems.map(\.code) == [.wrongType])
    }

    @Test(arguments: [(3, 4, 0), (2, 4, 1), (3, 3, 1)])
    func `says that it has too many tables or settings`(
        panes: Int,
        rows: Int,
        problems: Int
    ) throws {
        let file = try document(#"{"a":{"x":1},"b":{"y":1}}"#, named: "s.json")
        var limits = SchemaLimits()
        (limits.panes, limits.rows) = (panes, rows)
        let schema = Schema(inferredFrom: file, file: "s.json", limits: limits)
        #expect(schema.problems.map(\.code) == Array(repeating: .limit, count: problems))
    }

    @Test func `has rows that are small, as there may be many of them`() {
        #expect(MemoryLayout<Specifier>.stride <= 160)
    }

    @Test func `nested to the limit of documents is read`() throws {
        let text =
            String(repeating: "{\"a\":", count: 500) + "1" + String(repeating: "}", count: 500)
        let schema = Schema(inferredFrom: try document(text, named: "a.json"), file: "a.json")
        #expect(schema.panes.count == 64)
    }
}

@Suite struct `A bundle of a file` {
    @Test(arguments: [Format.xmlPropertyList, .json, .toml])
    func `has the panes that the file has`(format: Format) throws {
        let document = try document(toml, named: "a.toml")
        let inferred = Schema(inferredFrom: document, file: "a.toml")

        let files = try inferred.bundleFiles(in: format, of: document)

        let bundle = BundleFiles(files)
        let read = Schema(bundle)
        #expect(read.problems.filter { $0.code != .missingKey } == [])
        #expect(read.panes.map(\.title) == inferred.panes.map(\.title))
        #expect(
            read.panes.flatMap(\.rows).map(\.keyPath)
                == inferred.panes.flatMap(\.rows).map(\.keyPath)
        )
        #expect(
            read.panes.flatMap(\.rows).map(\.help) == inferred.panes.flatMap(\.rows).map(\.help)
        )
    }

    @Test func `is written like this`() throws {
        let document = try document(toml, named: "a.toml")
        let inferred = Schema(inferredFrom: document, file: "a.toml")
        let files = try inferred.bundleFiles(in: .toml, of: document)
        let text = files.sorted { $0.key < $1.key }
            .map { "\($0.key):\n\(String(decoding: $0.value, as: UTF8.self))\n" }.joined()
        try expectGolden(text, "inferred-bundle")
    }
}

@Suite struct `An exported schema` {
    @Test(arguments: ["ShootStuffUp", "Tabs"])
    func `of an example is this`(name: String) throws {
        let schema = Schema(try exampleBundle(name))
        guard case .dictionary(let entries)? = schema.jsonSchema() else { return }
        var document = try Format.json.parse(Format.json.emptyFile)
        let changes = entries.map { DocumentChange(DocumentPath([.key($0.key)]), $0.value) }
        document = document.revised(by: changes).document
        try expectGolden(String(decoding: document.bytes, as: UTF8.self), "export-\(name)")
    }
}

@Suite struct `Panes of several files` {
    private func schema(_ files: (String, String, [String])...) throws -> Schema {
        Schema(
            inferredFrom: try files.map { name, text, prefix in
                let document = try Format.toml.parse(Array(text.utf8))
                return InferredFile(document, name: name, prefix: prefix, keys: nil)
            }
        )
    }

    private func rows(_ schema: Schema, _ pane: String) -> [String] {
        schema.panes.first { $0.name == pane }?.rows.map(\.title) ?? []
    }

    @Test func `show each setting once, values before panes`() throws {
        let schema = try schema(
            ("a.toml", "x = 1\n[t]\ny = 2\n", []),
            ("b.toml", "x = 3\nz = true\n[t]\ny = 4\nw = 5\n", [])
        )
        #expect(rows(schema, "Root") == ["x", "z", "t"])
        #expect(rows(schema, "t") == ["y", "w"])
        #expect(schema.problems.isEmpty)
    }

    @Test func `have no empty group where there is one file`() throws {
        let schema = try schema(("a.toml", "[t]\ny = 2\n", []))
        #expect(schema.panes.map { $0.sections.map(\.rows.count) } == [[1], [1]])
    }

    @Test func `are as many as the file has settings, whatever they share`() throws {
        let text = (0..<5_000).map { "key\($0) = \($0 % 2 == 0 ? "true" : "\"text\"")\n" }
        let schema = try schema(("a.toml", text.joined(), []))
        let rows = schema.panes[0].rows
        #expect(rows.count == 5_000)
        #expect(rows[4_999].title == "key4999")
        #expect(rows[4_998].control == rows[0].control)
        #expect(rows[4_998].rule == rows[0].rule)
        #expect(rows[4_999].rule != rows[0].rule)
    }

    @Test func `have help without the file's byte order mark`() throws {
        let schema = try schema(("a.toml", "\u{FEFF}# How bright.\nlight = 3\n", []))
        #expect(schema.specifier(at: "light")?.help == "How bright.")
    }

    @Test func `have a file's keys where its place in the domain is`() throws {
        let schema = try schema(
            ("a.toml", "x = 1\n", []),
            ("ui.toml", "# How bright.\nlight = 3\n[font]\nsize = 12\n", ["ui", "main"])
        )
        #expect(rows(schema, "Root") == ["x", "ui"])
        #expect(rows(schema, "ui") == ["main"])
        #expect(rows(schema, "ui.main") == ["light", "font"])
        let light = schema.specifier(at: SettingKeyPath(segments: ["ui", "main", "light"]))
        #expect(light?.help == "How bright.")
        #expect(
            schema.specifier(at: SettingKeyPath(segments: ["ui", "main", "font", "size"])) != nil
        )
    }
}

@Suite struct `A file that takes part in some keys` {
    private static let cases: [([String], [String], [String])] = [
        (["pal.*"], [], ["pal.n", "pal.deep.x"]), (["z", "pal.deep.*"], [], ["z", "pal.deep.x"]),
        (["pal"], [], []), (["*"], [], ["z", "pal.n", "pal.deep.x"]),
        (["ui.pal.n"], ["ui"], ["ui.pal.n"]), (["z"], ["ui"], []),
    ]

    @Test(arguments: cases)
    func `has rows for those alone`(keys: [String], prefix: [String], rows: [String]) throws {
        let text = #"{"pal": {"n": 1, "deep": {"x": 2}}, "z": true}"#
        let file = InferredFile(
            try document(text, named: "t.json"),
            name: "t.json",
            prefix: prefix,
            keys: try keys.map { try KeyPattern(parsing: $0, limits: .standard) }
        )
        let panes = Schema(inferredFrom: [file]).panes
        #expect(panes.flatMap(\.rows).compactMap(\.keyPath?.description) == rows)
    }
}

@Suite struct `Inferred panes with current values` {
    private func completed(
        _ toml: String,
        _ values: [SettingKeyPath: SettingValue],
        _ limits: SchemaLimits = .standard
    ) throws -> [Pane] {
        Schema(inferredFrom: try document(toml, named: "a.toml"), file: "a.toml").panes
            .completed(with: values, limits: limits)
    }

    private func keys(_ panes: [Pane]) -> [String] {
        panes.flatMap(\.rows).compactMap(\.keyPath?.description)
    }

    @Test func `have a row for each, in the panes of their tables`() throws {
        let panes = try completed(
            "x = 1\n[t]\ny = 2\n",
            ["t.w": .boolean(true), "a": .string("b"), "u.v.k": .integer(3)]
        )
        #expect(panes.map(\.name) == ["Root", "t", "u", "u.v"])
        let titles = panes.map { $0.rows.map(\.title) }
        #expect(titles == [["x", "a", "t", "u"], ["y", "w"], ["v"], ["k"]])
    }

    @Test func `have a row of the value's type, with the file's comment`() throws {
        let panes = try completed("# How big.\nsize = \"big\"\nx = 1\n", ["size": .integer(3)])
        let row = try #require(panes[0].rows.first)
        #expect(row.title == "size")
        #expect(row.help == "How big.")
        #expect(row.rule.refusal(of: .integer(4)) == nil)
        #expect(row.rule.refusal(of: .string("big"))?.code == .type)
        #expect(keys(panes) == ["size", "x"])
    }

    @Test func `have no row for a table of which a value is in`() throws {
        #expect(keys(try completed("t = {}\n", ["t.c": .integer(1)])) == ["t.c"])
    }

    @Test func `have no more rows or panes than they may have`() throws {
        var limits = SchemaLimits()
        limits.rows = 2
        let values: [SettingKeyPath: SettingValue] = ["a": .integer(1), "b": .integer(2)]
        #expect(keys(try completed("x = 1\n", values, limits)) == ["x", "a"])
        limits = SchemaLimits()
        limits.panes = 1
        #expect(keys(try completed("x = 1\n", ["t.c": .integer(1)], limits)) == ["x"])
    }
}

@Suite struct `A key that no key path can have` {
    @Test(arguments: ["\"\" = 1\na = 2\n", "a = 2\n[\"\"]\nb = 1\n", "a = 2\n[t.\"\"]\nb = 1\n"])
    func `is left out of a bundle that is begun`(text: String) throws {
        let file = try document(text, named: "a.toml")
        let schema = Schema(inferredFrom: file, file: "a.toml")
        #expect(schema.panes.flatMap(\.rows).compactMap(\.keyPath?.description) == ["a"])
        #expect(schema.problems.map(\.severity) == [.warning])
        #expect(schema.problems.map(\.code) == [.badValue])
        let files = try schema.bundleFiles(in: .toml, of: file)
        #expect(BundleCheck(BundleFiles(files)).problems == [])
    }
}

@Suite struct `A bundle that is begun` {
    @Test(arguments: [Format.toml, .json, .yaml, .xmlPropertyList])
    func `has nothing to be noted, keys with dots neither`(format: Format) throws {
        let text = "\"editor.font\" = 1\n\"a.b.c\" = 2\n[t]\n\"d.e\" = 3\n"
        let file = try document(text, named: "a.toml")
        let schema = Schema(inferredFrom: file, file: "a.toml")
        let files = try schema.bundleFiles(in: format, of: file)
        #expect(BundleCheck(BundleFiles(files)).problems == [])
        #expect(Schema(BundleFiles(files)).specifier(at: "\"editor.font\"") != nil)
    }
}
