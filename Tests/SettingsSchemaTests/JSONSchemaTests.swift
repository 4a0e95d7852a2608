// Excerpts of JSON Schemas that real programs publish, and what schemas say.

import Foundation
import SettingsDocument
import SettingsModel
import SettingsSchema
import Testing

private func schemaFile(_ name: String) throws -> any Document {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Schemas")
    let text = try String(contentsOf: folder.appending(path: name + ".json"), encoding: .utf8)
    return try document(text, named: name + ".json")
}

private func schema(_ name: String) throws -> Schema {
    try Schema(jsonSchema: schemaFile(name), file: name + ".json")
}

private let published = [
    "vscode", "tsconfig", "prettier", "starship", "ruff", "lazygit", "terminal", "deno",
    "renovate", "compose", "golangci",
]

/// Settings as JSON, and what is said of them; each with the name of its schema.
private let settings: [(schema: String, settings: String, problems: [String])] = [
    (
        "vscode",
        #"{"editor.fontSize": 6.5, "files.exclude": {"**/x": {"when": "$(basename).a"}}}"#, []
    ),
    (
        "vscode", #"{"editor.fontSize": 5}"#,
        ["'\"editor.fontSize\"' is 5, expected a number from 6 to 100"]
    ),
    (
        "vscode", #"{"editor.wordWrap": "of"}"#,
        [
            "'\"editor.wordWrap\"' is \"of\", expected \"off\", \"on\", \"wordWrapColumn\" or \"bounded\""
        ]
    ),
    (
        "vscode", ##"{"editor.rulers": [80, {"color": "#ff000"}]}"##,
        ["'\"editor.rulers\"[1].color' is \"#ff000\", expected a color such as #ff8800 or orange"]
    ),
    ("vscode", #"{"editor.quickSuggestions": {"strings": "inline"}}"#, []),
    (
        "vscode", #"{"editor.quickSuggestions": {"strings": "maybe"}}"#,
        [
            "'\"editor.quickSuggestions\".strings' is \"maybe\", expected \"on\", \"inline\" or \"off\""
        ]
    ),
    (
        "tsconfig",
        #"{"compilerOptions": {"newLine": "CRLF", "noEmit": null}, "files": ["a"], "extends": ["b"]}"#,
        []
    ),
    (
        "tsconfig", #"{"compilerOptions": {"newLine": "cr"}}"#,
        [
            "'compilerOptions.newLine' is \"cr\", expected \"crlf\" or \"lf\", or text that matches ^(CRLF|LF|crlf|lf)$"
        ]
    ),
    (
        "tsconfig", #"{"ts-node": {"transpiler": ["swc", {"x": 1}]}}"#, []
    ),
    (
        "tsconfig", #"{"ts-node": {"transpiler": ["swc"]}}"#,
        ["'ts-node.transpiler' is an array of 1, expected 2 values"]
    ),
    (
        "prettier",
        #"{"arrowParens": "avoid", "overrides": [{"files": "*.md", "options": {"semi": false}}]}"#,
        []
    ),
    (
        "prettier", #"{"arrowParens": "never", "parser": "mine"}"#,
        ["'arrowParens' is \"never\", expected \"always\" or \"avoid\""]
    ),
    (
        "prettier", #"{"overrides": [{"options": {}}]}"#,
        ["'overrides[0].files' is missing, expected text, or an array"]
    ),
    (
        "starship",
        #"{"battery": {"display": [{"threshold": 100, "charging_symbol": null}]}, "palettes": {"a": {"b": "c"}}}"#,
        []
    ),
    (
        "starship",
        #"{"battery": {"display": [{"threshold": "9"}]}, "scan_timeout": -1, "add_newlines": true}"#,
        [
            "'battery.display[0].threshold' is \"9\", expected a whole number",
            "'scan_timeout' is -1, expected a whole number of at least 0",
            "'add_newlines' is there, expected 'add_newline'",
        ]
    ),
    (
        "ruff",
        #"{"line-length": 320, "target-version": "py312", "lint": {"select": ["E", "F"]}, "format": {"line-ending": "cr-lf"}}"#,
        []
    ),
    (
        "ruff",
        #"{"line-length": 321, "target-version": "py27", "lint": {"select": ["X"]}, "format": {"line-ending": "cr"}}"#,
        [
            "'line-length' is 321, expected a whole number from 1 to 320",
            "'target-version' is \"py27\", expected \"py37\", \"py38\", \"py39\", \"py310\", \"py311\" or \"py312\"",
            "'lint.select[0]' is \"X\", expected \"ALL\", \"E\", \"E501\" or \"F\"",
            "'format.line-ending' is \"cr\", expected \"auto\", \"lf\", \"cr-lf\" or \"native\"",
        ]
    ),
    (
        "lazygit",
        #"{"gui": {"sidePanelWidth": 1, "theme": {"defaultFgColor": ["red"]}}, "customCommands": [{"commandMenu": [{"key": "a"}]}]}"#,
        []
    ),
    (
        "lazygit",
        #"{"gui": {"theme": {"defaultFgColor": []}, "sidePanelWidth": 1.01, "tabWidth": 0}}"#,
        [
            "'gui.theme.defaultFgColor' is an array of 0, expected at least 1 value",
            "'gui.sidePanelWidth' is 1.01, expected a number from 0 to 1",
            "'gui.tabWidth' is 0, expected a whole number of at least 1",
        ]
    ),
    (
        "terminal",
        ##"{"defaultProfile": "a", "schemes": [{"name": "s", "background": "#fff"}], "profiles": {"defaults": {"padding": "8, 8", "opacity": 55.5, "font": {"weight": 700, "features": {"ss01": 1}}, "selectionBackground": null}}}"##,
        []
    ),
    (
        "terminal",
        ##"{"defaultProfile": "a", "schemes": [], "initialCols": 1000, "profiles": {"defaults": {"opacity": 101, "font": {"weight": 999}, "foreground": "red"}}}"##,
        [
            "'initialCols' is 1000, expected a whole number from 1 to 999",
            "'profiles.defaults.opacity' is 101, expected a number from 0 to 100",
            "'profiles.defaults.font.weight' is 999, expected a whole number from 100 to 990",
            "'profiles.defaults.foreground' is \"red\", expected text that matches ^#[A-Fa-f0-9]{3}(?:[A-Fa-f0-9]{3})?$",
        ]
    ),
    (
        "terminal", #"{"profiles": [], "schemes": []}"#,
        ["'defaultProfile' is missing, expected a value"]
    ),
    (
        "deno",
        #"{"nodeModulesDir": true, "tasks": {"run:all": "x"}, "fmt": {"lineWidth": 100}, "lock": {"frozen": true}, "exports": {"./a": "./a.ts"}}"#,
        []
    ),
    (
        "deno", #"{"tasks": {"1": "x"}, "nodeModulesDir": "no", "exports": {"a": "./a.ts"}}"#,
        [
            "'tasks.1' is there, expected no key here",
            "'nodeModulesDir' is \"no\", expected \"auto\", \"manual\" or \"none\"",
        ]
    ),
    (
        "renovate",
        #"{"lockFileMaintenance": {"automerge": true}, "extends": "a", "packageRules": [{"matchUpdateTypes": ["major"]}], "versioning": "regex:x"}"#,
        []
    ),
    (
        "renovate", #"{"rangeStrategy": "none", "prConcurrentLimit": 1.5}"#,
        [
            "'rangeStrategy' is \"none\", expected \"auto\", \"pin\", \"bump\", \"replace\", \"widen\", \"update-lockfile\" or \"in-range-only\"",
            "'prConcurrentLimit' is 1.5, expected a whole number",
        ]
    ),
    (
        "compose",
        #"{"services": {"web": {"ports": [80, "443:443", {"target": 1}], "healthcheck": {"test": "true"}, "depends_on": ["db"], "x-a": 1}}, "x-mine": 1}"#,
        []
    ),
    (
        "compose",
        #"{"services": {"web": {"port": [80], "cpu_percent": 101, "depends_on": {"db": {"restart": true}}}}, "y": 1}"#,
        [
            "'services.web.port' is there, expected 'ports'",
            "'services.web.cpu_percent' is 101, expected a whole number from 0 to 100",
            "'y' is there, expected one of the keys 'name', 'services', 'version'",
        ]
    ),
    (
        "golangci",
        #"{"version": "2", "run": {"timeout": "1h5m"}, "linters": {"enable": ["mine"], "settings": {"custom": {"a": {"type": "module"}}}}}"#,
        []
    ),
    (
        "golangci",
        #"{"version": "2", "run": {"timeout": "soon", "relative-path-mode": "x"}, "linters": {"settings": {"cyclop": {"max-complexity": -1}}}}"#,
        [
            "'run.timeout' is \"soon\", expected text that matches ^((\\d+h)?(\\d+m)?(\\d+(?:\\.\\d)?s)?|0)$",
            "'run.relative-path-mode' is \"x\", expected \"gomod\", \"gitroot\", \"cfg\" or \"wd\"",
            "'linters.settings.cyclop.max-complexity' is -1, expected a whole number of at least 0",
        ]
    ),
]

@Suite struct `A published schema` {
    @Test(arguments: published)
    func `becomes these panes`(name: String) throws {
        try expectGolden(schema(name).listing, "schema-\(name)")
    }

    @Test(arguments: settings)
    func `says what is wrong with settings`(
        name: String,
        settings: String,
        problems: [String]
    ) throws {
        let root = try document(settings, named: "settings.json").root
        let found = try schema(name).refusals(in: root).map(\.problem)
        #expect(found == problems)
    }

    @Test(arguments: settings)
    func `is checked in a hundredth of the steps that there may be`(
        name: String,
        settings: String,
        problems: [String]
    ) throws {
        let root = try document(settings, named: "settings.json").root
        let rule = try #require(try schema(name).rules[nil])
        let budget = CheckBudget(steps: CheckBudget.steps)
        _ = rule.refusal(of: root, within: budget)
        #expect(CheckBudget.steps - budget.left <= CheckBudget.steps / 100)
    }

    /// What is exported says the same of settings as what it was exported from.
    @Test(arguments: settings)
    func `is exported and read again with the same rules`(
        name: String,
        settings: String,
        problems: [String]
    ) throws {
        let exported = try #require(schema(name).jsonSchema())
        let text = try exportedText(exported)
        let again = Schema(jsonSchema: try document(text, named: "a.json"), file: "a.json")
        let root = try document(settings, named: "settings.json").root
        #expect(again.refusals(in: root).isEmpty == problems.isEmpty)
    }
}

private func exportedText(_ value: SettingValue) throws -> String {
    guard case .dictionary(let entries) = value else { return "" }
    let empty = try Format.json.parse(Format.json.emptyFile)
    let changes = entries.map { DocumentChange(DocumentPath([.key($0.key)]), $0.value) }
    return String(decoding: empty.revised(by: changes).document.bytes, as: UTF8.self)
}

@Suite struct `A schema` {
    /// As drafts 04, 06 and 07 have it.
    private static let tuple = """
        {"type":"array","items":[{"type":"string"},{"type":"integer"}],"additionalItems":false}
        """

    @Test func `with a tuple has nothing wrong, and shows it as a value`() throws {
        let file = try document(#"{"properties": {"k": \#(Self.tuple)}}"#, named: "s.json")
        let schema = Schema(jsonSchema: file, file: "s.json")
        #expect(schema.problems.isEmpty)
        #expect(!schema.isIncomplete)
        #expect(schema.panes.first?.rows.map(\.control) == [.anyValue])
    }

    private func refusal(_ schema: String, _ value: SettingValue) throws -> RuleRefusal.Code? {
        let file = try document(#"{"properties": {"k": \#(schema)}}"#, named: "s.json")
        let read = Schema(jsonSchema: file, file: "s.json")
        return read.refusal(of: value, at: SettingKeyPath(segments: ["k"]))?.code
    }

    @Test(
        arguments: [
            ("true", .integer(1), nil), ("false", .integer(1), .choice),
            (#"{"type":"integer"}"#, .real(3), nil), (#"{"type":"integer"}"#, .real(3.5), .type),
            (#"{"type":"number","exclusiveMinimum":0}"#, .real(0), .range),
            (#"{"type":"number","exclusiveMinimum":0}"#, .real(0.001), nil),
            (#"{"minimum":5,"exclusiveMinimum":5}"#, .integer(5), .range),
            (#"{"multipleOf":0.1}"#, .real(0.3), nil), (#"{"multipleOf":0.1}"#, .real(0.35), .step),
            (#"{"multipleOf":0.1}"#, .real(1_000_000.3), nil),
            (#"{"multipleOf":0.01}"#, .real(19.99), nil),
            (#"{"multipleOf":1}"#, .real(1_000_000_000.5), .step),
            (#"{"multipleOf":2.0}"#, .integer(9_007_199_254_740_993), .step),
            (#"{"multipleOf":0.5}"#, .real(1_000_000_000_000.25), .step),
            (#"{"const":1}"#, .real(1), nil), (#"{"const":1}"#, .boolean(true), .choice),
            (#"{"enum":[null,"a"]}"#, .null, nil), (#"{"maxLength":2}"#, .string("äö"), nil),
            (#"{"maxLength":2}"#, .string("äöü"), .length),
            (#"{"maxLength":2}"#, .integer(333), nil),
            (#"{"prefixItems":[{"type":"string"}],"items":false}"#, .array([.string("a")]), nil),
            (
                #"{"prefixItems":[{"type":"string"}],"items":false}"#,
                .array([.string("a"), .null]), .count
            ),
            (tuple, .array([.string("a"), .integer(1)]), nil),
            (tuple, .array([.integer(1), .integer(1)]), .type),
            (tuple, .array([.string("a"), .integer(1), .null]), .count),
            (#"{"oneOf":[{"minimum":1},{"maximum":5}]}"#, .integer(3), .combination),
            (#"{"oneOf":[{"minimum":1},{"maximum":5}]}"#, .integer(6), nil),
            (#"{"not":{"type":"string"}}"#, .string("a"), .combination),
            (#"{"if":{"const":1},"then":false}"#, .integer(1), .choice),
            (#"{"if":{"const":1},"then":false}"#, .integer(2), nil),
            (#"{"uniqueItems":true}"#, .array([.integer(1), .real(1)]), .duplicate),
            (
                #"{"propertyNames":{"pattern":"^a"}}"#,
                .dictionary([SettingValue.Entry("b", .null)]), .unknownKey
            ),
            (#"{"format":"color"}"#, .string("x"), .format),
            (#"{"format":"ipv4"}"#, .string("1.2.3"), nil),
            (#"{"format":"path"}"#, .string(""), nil),
        ] as [(String, SettingValue, RuleRefusal.Code?)]
    )
    func `refuses what breaks its words`(
        schema: String,
        value: SettingValue,
        code: RuleRefusal.Code?
    ) throws {
        #expect(try refusal(schema, value) == code)
    }

    @Test(
        arguments: [
            (#"{"additionalProperties":false,"properties":{"k":{}}}"#, true),
            (#"{"additionalProperties":{"type":"boolean"}}"#, true),
            (#"{"properties":{"$schema":{"const":"x"}}}"#, false),
        ]
    )
    func `lets a file name its schema`(text: String, isTaken: Bool) throws {
        let read = Schema(jsonSchema: try document(text, named: "s.json"), file: "s.json")
        let address = SettingValue.string("https://example.org/s.json")
        let root = SettingValue.dictionary([SettingValue.Entry("$schema", address)])
        #expect(read.refusals(in: root).isEmpty == isTaken)
        let key = SettingKeyPath(segments: ["$schema"])
        #expect((read.refusal(of: address, at: key) == nil) == isTaken)
        let inner = SettingKeyPath(segments: ["t", "$schema"])
        #expect(read.refusal(of: address, at: inner) == nil || isTaken)
    }

    /// One past each limit, and none at it.
    @Test(arguments: [(3, 4, 0), (2, 4, 1), (3, 3, 1)])
    func `says that it has too many panes or rows`(panes: Int, rows: Int, problems: Int) throws {
        let text = #"""
            {"properties":{"a":{"properties":{"x":{"type":"boolean"}}},
             "b":{"properties":{"y":{"type":"boolean"}}}}}
            """#
        var limits = SchemaLimits()
        (limits.panes, limits.rows) = (panes, rows)
        let file = try document(text, named: "s.json")
        let read = Schema(jsonSchema: file, file: "s.json", limits: limits)
        #expect(read.problems.map(\.code) == Array(repeating: .limit, count: problems))
    }

    @Test(arguments: [
        (##"{"$ref":"#/$defs/a~1b%20c"}"##, 0), (##"{"$ref":"#here"}"##, 0),
        (##"{"$ref":"https://example.org/s#/$defs/a~1b%20c"}"##, 0),
        (##"{"$ref":"#/$defs/gone"}"##, 1),
        (##"{"$ref":"https://example.org/other"}"##, 1), (##"{"$ref":"file:///etc/passwd"}"##, 1),
        (##"{"$ref":3}"##, 1),
    ])
    func `follows references within itself alone`(schema: String, problems: Int) throws {
        let text = ##"""
            {"$id":"https://example.org/s","properties":{"k":\##(schema)},
             "$defs":{"a/b c":{"type":"boolean"},"x":{"$anchor":"here","type":"boolean"}}}
            """##
        let read = Schema(jsonSchema: try document(text, named: "s.json"), file: "s.json")
        let refusal = read.refusal(of: .integer(1), at: SettingKeyPath(segments: ["k"]))
        #expect(Set(read.problems.map(\.code)).count == problems)
        #expect((refusal == nil) == (problems == 1))
    }

    @Test(arguments: [
        ##"{"$ref":"#"}"##, ##"{"properties":{"a":{"$ref":"#"}},"allOf":[{"$ref":"#"}]}"##,
        ##"{"properties":{"a":{"$ref":"#/$defs/b"}},"$defs":{"b":{"$ref":"#/$defs/c"},"c":{"$ref":"#/$defs/b"}}}"##,
        ##"{"items":{"$ref":"#"},"anyOf":[{"$ref":"#"},{"type":"null"}],"additionalProperties":{"$ref":"#"}}"##,
    ])
    func `that leads back to itself ends`(text: String) throws {
        let read = Schema(jsonSchema: try document(text, named: "s.json"), file: "s.json")
        #expect(read.panes.count <= 2)
        #expect(read.refusal(of: .integer(1), at: SettingKeyPath(segments: ["a"])) == nil)
    }

    @Test(arguments: [#""writeOnly":true"#, #""format":"password""#])
    func `hides what isn't for showing`(keyword: String) throws {
        let text = #"{"properties":{"token":{"type":"string",\#(keyword)}}}"#
        let read = Schema(jsonSchema: try document(text, named: "s.json"), file: "s.json")
        let root = try document(#"{"token": 7}"#, named: "settings.json").root
        #expect(
            read.refusals(in: root).map(\.problem) == [
                "'token' is a hidden value, expected text"
            ]
        )
    }

    @Test func `that doubles at each step stays small`() throws {
        let steps = (0..<40).map { step in
            ##""s\##(step)":{"properties":{"a":{"$ref":"#/$defs/s\##(step + 1)"},"b":{"$ref":"#/$defs/s\##(step + 1)"}}}"##
        }
        let text = ##"{"$ref":"#/$defs/s0","$defs":{\##(steps.joined(separator: ",")),"s40":{}}}"##
        let read = Schema(jsonSchema: try document(text, named: "s.json"), file: "s.json")
        #expect(read.panes.count <= 4_096)
        #expect(read.problems.filter { $0.code != .limit } == [])
    }

    @Test(arguments: [
        "3", "[]", "\"x\"", #"{"properties":3}"#, #"{"type":"moon","enum":4}"#, #"{"allOf":{}}"#,
    ])
    func `that isn't one gives no crash`(text: String) throws {
        let read = Schema(
            jsonSchema: try document("{\"properties\":{\"k\":\(text)}}", named: "s.json"),
            file: "s.json"
        )
        #expect(read.refusal(of: .integer(1), at: SettingKeyPath(segments: ["k"])) == nil)
    }
}

@Suite struct `A JSON Schema of many parts` {
    private func schema(parts: Int) throws -> Schema {
        let parts = (0..<parts).map { #"{"properties":{"k\#($0)":{"type":"string"}}}"# }
        let text = #"{"allOf":[\#(parts.joined(separator: ","))]}"#
        return Schema(jsonSchema: try document(text, named: "s.json"), file: "s.json")
    }

    @Test(arguments: [(63, 0), (64, 0), (1_023, 0), (1_024, 1)])
    func `has rows of them all up to the limit`(parts: Int, problems: Int) throws {
        let schema = try schema(parts: parts)
        #expect(schema.panes.flatMap(\.rows).count == min(parts, 1_023))
        #expect(schema.problems.map(\.code) == Array(repeating: .limit, count: problems))
    }

    @Test(arguments: [
        #"{"oneOf":[{"format":"ipv4"},{"format":"iri"}]}"#, #"{"not":{"format":"moon"}}"#,
        #"{"if":{"format":"moon"},"then":{"maxLength":1}}"#,
    ])
    func `takes what may be of a form that isn't checked, without a warning`(rule: String) throws {
        let text = #"{"properties":{"k":\#(rule)}}"#
        let schema = Schema(jsonSchema: try document(text, named: "s.json"), file: "s.json")
        let key = SettingKeyPath(segments: ["k"])
        #expect(schema.refusal(of: .string("192.0.2.1"), at: key) == nil)
        #expect(schema.problems == [])
    }
}

@Suite struct `What JSON has no word for` {
    @Test func `isn't in a JSON Schema that is written`() throws {
        let rows = """
            [[PreferenceSpecifiers]]
            Type = "PSTextFieldSpecifier"
            Title = "T"
            Key = "n"
            SAValueType = "Real"
            DefaultValue = inf
            SAMinimum = 0
            SAMaximum = inf

            [[PreferenceSpecifiers]]
            Type = "PSMultiValueSpecifier"
            Title = "T"
            Key = "c"
            DefaultValue = 1
            Titles = ["A", "B"]
            Values = [1, inf]

            [[PreferenceSpecifiers]]
            Type = "PSMultiValueSpecifier"
            Title = "T"
            Key = "t"
            DefaultValue = 07:32:00
            Titles = ["07:32:00", "12345678901234567890"]
            Values = [07:32:00, "b"]

            """
        let exported = try #require(Schema(bundle(["Root.toml": rows])).jsonSchema())
        #expect(Format.json.stored(exported) == exported)
        func member(_ path: String) -> SettingValue? {
            path.split(separator: ".").reduce(Optional(exported)) { value, key in
                guard case .dictionary(let entries)? = value else { return nil }
                return entries.first { $0.key == key }?.value
            }
        }
        #expect(member("properties.n.minimum") == .integer(0))
        #expect(member("properties.n.maximum") == nil)
        #expect(member("properties.n.default") == nil)
        #expect(member("properties.c.enum") == nil)
        #expect(member("properties.c.oneOf") == nil)
        #expect(member("properties.c.x-sa-enum") == .array([.string("1"), .string("inf")]))
        #expect(member("properties.t.default") == .string("07:32:00"))
    }
}
