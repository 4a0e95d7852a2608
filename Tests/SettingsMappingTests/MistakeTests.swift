// Mistakes in pictures, tables and maps, with their places and words.

import SettingsMapping
import SettingsModel
import TestSupport
import Testing

/// A picture with a mistake.
struct Mistake: CustomTestStringConvertible {
    var picture: String
    var code: MapError.Code
    var offset: Int
    var problem: String
    var advice: String

    init(
        _ picture: String,
        _ code: MapError.Code,
        at offset: Int,
        _ problem: String,
        _ advice: String
    ) {
        self.picture = picture
        self.code = code
        self.offset = offset
        self.problem = problem
        self.advice = advice
    }

    var testDescription: String { picture }
}

private let close = "Close it with '}', or write {{ for a brace of the file"
private let literal = "Write }} for a brace of the file"
private let name = "Write {KEY}, or {*} for whatever the file has there"
private let between =
    "Write something between the two holes, or add a step such as |number"
private let together = "Use one of them, for example |*4/3|.1 for numbers, or |NAME|first"
private let scale = "Write *K, *K/L, *K+C or *K-C with numbers, for example *4/3"
private let zero = "Use another number: no value could be read back"
private let noStep = "Use a step such as number, or add the table 'x' to [values]"
private let part = "Write a separator behind 'first', or make the hole the whole picture"
private let hole = "Write a setting's key in braces, for example {font.size|number}"

private let mistakes: [Mistake] = [
    Mistake("a {b", .brace, at: 2, "the hole has no end", close),
    Mistake("{b{c}", .brace, at: 0, "the hole has no end", close),
    Mistake("{\"b}", .brace, at: 0, "the hole has no end", close),
    Mistake("é}", .brace, at: 2, "a '}' without its '{'", literal),
    Mistake("{a}}", .brace, at: 3, "a '}' without its '{'", literal),
    Mistake("a{}", .emptyHole, at: 1, "the hole is empty", name),
    Mistake("{ }", .emptyHole, at: 0, "the hole is empty", name),
    Mistake("{|int}", .emptyHole, at: 0, "the hole has no key", name),
    Mistake(
        "x{ a..b}",
        .key,
        at: 3,
        "the key path has an empty segment",
        "Name a key, for example font.size"
    ),
    Mistake("{a|numbr}", .unknownStep, at: 3, "unknown step 'numbr'", "Did you mean 'number'?"),
    Mistake("{a| helx }", .unknownStep, at: 4, "unknown step 'helx'", "Did you mean 'helix'?"),
    Mistake(
        "{a|#rrgbb}",
        .unknownStep,
        at: 3,
        "unknown step '#rrgbb'",
        "Did you mean '#rrggbb'?"
    ),
    Mistake("{a|x}", .unknownStep, at: 3, "unknown step 'x'", noStep),
    Mistake("{a|*x}", .unknownStep, at: 3, "'*x' is no scale", scale),
    Mistake("{a|*2+}", .unknownStep, at: 3, "'*2+' is no scale", scale),
    Mistake("{a|*2+1+1}", .unknownStep, at: 3, "'*2+1+1' is no scale", scale),
    Mistake("{a|*1e3}", .unknownStep, at: 3, "'*1e3' is no scale", scale),
    Mistake("{a|int|*0}", .scale, at: 7, "the scale '*0' has a 0", zero),
    Mistake("{a|*4/0}", .scale, at: 3, "the scale '*4/0' has a 0", zero),
    Mistake(
        "{a|join}",
        .separator,
        at: 3,
        "'join' has no separator",
        "Write it behind one blank, for example |join ,"
    ),
    Mistake(
        "{a|join |}",
        .separator,
        at: 3,
        "'join' has no separator",
        "Write it behind one blank, for example |join ,"
    ),
    Mistake(
        "{a|first }",
        .separator,
        at: 3,
        "'first' has no separator",
        "Write it behind one blank, for example |first ,"
    ),
    Mistake(
        "{a|join ,|number}",
        .combination,
        at: 10,
        "'number' doesn't go together with the other steps of its hole",
        together
    ),
    Mistake(
        "{a|int|.1}",
        .combination,
        at: 7,
        "'.1' doesn't go together with the other steps of its hole",
        together
    ),
    Mistake(
        "{a|*2|*3}",
        .combination,
        at: 6,
        "'*3' doesn't go together with the other steps of its hole",
        together
    ),
    Mistake(
        "{a|helix|rrggbb}",
        .combination,
        at: 9,
        "'rrggbb' doesn't go together with the other steps of its hole",
        together
    ),
    Mistake(
        "{a|first ,|helix}",
        .combination,
        at: 3,
        "'first ,' doesn't go together with the other steps of its hole",
        together
    ),
    Mistake(
        "{a|join ,|first}",
        .combination,
        at: 10,
        "'first' doesn't go together with the other steps of its hole",
        together
    ),
    Mistake(
        "{a|any}",
        .combination,
        at: 3,
        "'any' needs a table before it",
        "Write |NAME|any with a table of [values]"
    ),
    Mistake("a {b|first}", .combination, at: 2, "a list can't be a part of a text", part),
    Mistake("{b|helix|any}{*}", .combination, at: 0, "a list can't be a part of a text", part),
    Mistake("{a}{b}", .boundary, at: 3, "nothing says where 'a' ends", between),
    Mistake("{a|join ,}{*}", .boundary, at: 10, "nothing says where 'a' ends", between),
    Mistake("x{*}{b}", .boundary, at: 4, "nothing says where '{*}' ends", between),
    Mistake("", .noHole, at: 0, "the picture has no hole", hole),
    Mistake("{{a}}", .noHole, at: 0, "the picture has no hole", hole),
    Mistake("a {*}", .noHole, at: 0, "the picture has no hole", hole),
    Mistake(
        "{a|on/on}",
        .words,
        at: 3,
        "'on' means two settings in a pair of words",
        "Each of the file's words can stand for one setting only"
    ),
]

@Suite struct `A picture` {
    @Test(arguments: mistakes)
    func `has its mistake shown where it is`(mistake: Mistake) throws {
        let tables = try Tables.all.get()
        let error = #expect(throws: MapError.self) {
            try Picture(parsing: mistake.picture, tables: tables)
        }
        #expect(
            error
                == MapError(
                    mistake.code,
                    at: mistake.offset,
                    mistake.problem,
                    advice: mistake.advice
                )
        )
    }

    @Test(arguments: 1...(LongRun.isOn ? 200 : 4) as ClosedRange<UInt64>)
    func `is read or refused, whatever it is, and so is every text`(seed: UInt64) throws {
        let words = [
            "{", "}", "{a", "|", "*", "#", "{a}", "{b|number}", "{a|*4/3", "|.1}", "first ,",
            "join ",
            "{*}", "\"", "\\", "é", " ", "0", ".", "-", "e", "99999999999", "rrggbb}", "{b|r,g,b}",
            "helix", "on/off}", "any}", "{a|first}", ",", "/",
        ]
        var random = SeededRandom(seed: seed)
        func text(of most: Int) -> String {
            (0..<Int.random(in: 0...most, using: &random))
                .map { _ in words.randomElement(using: &random) ?? "" }.joined()
        }
        for _ in 0..<250 {
            let picture = text(of: 6)
            do {
                let map = try fileMap(["line": [picture]])
                for format in [MappedFormat.typed, .lines] {
                    let present = SettingValue.string(text(of: 8))
                    let file = MappedFile(map: map, format: format, values: ["line": present])
                    #expect(file.changes(to: file.settings).edits.isEmpty, "\(picture)")
                }
            } catch let error as MapError {
                #expect((0...picture.utf8.count).contains(error.offset), "\(picture)")
            }
        }
    }

    @Test(
        arguments: [
            ("{a}", ["a"]), ("{ a | number }", ["a"]), ("{b}:{a|int}{*}", ["b", "a"]),
            ("{a|int}x{a|int}", ["a"]), ("{\"a|}b\".c|*-4/3+1|.2}", ["\"a|}b\".c"]),
            ("{{{a}}}", ["a"]), ("{a|#rrggbb|rrggbb|r,g,b}", ["a"]), ("{a|helix|any}", ["a"]),
            ("{a|number|first , }", ["a"]), ("{*} {a}", ["a"]),
        ] as [(String, [SettingKeyPath])]
    )
    func `names keys`(text: String, keys: [SettingKeyPath]) throws {
        #expect(try Picture(parsing: text, tables: Tables.all.get()).keys == keys)
    }
}

@Suite struct `A table of words` {
    @Test(
        arguments: [
            ([], .words, "the table 't' has no words"),
            ([("dark", [])], .words, "the table 't' has no words"),
            (
                [("dark", ["a", "b"]), ("light", ["b"])], .words,
                "'b' means two settings in the table 't'"
            ),
            (
                [("dark", ["on"]), ("light", ["ON"])], .words,
                "'ON' means two settings in the table 't'"
            ),
            (
                [("dark", ["1"]), ("light", [1])], .words,
                "'1' means two settings in the table 't'"
            ),
            (
                [("dark", [["a"]])], .words,
                "the table 't' has a value of type array, expected texts, numbers or booleans"
            ),
        ] as [([(String, [SettingValue])], MapError.Code, String)]
    )
    func `is refused`(
        entries: [(String, [SettingValue])],
        code: MapError.Code,
        problem: String
    ) throws {
        let error = #expect(throws: MapError.self) {
            try ValueTable(name: "t", entries: entries.map { (setting: $0.0, texts: $0.1) })
        }
        #expect(error?.code == code)
        #expect(error?.problem == problem)
        #expect(error?.offset == 0)
    }

    @Test(arguments: [
        "number", "int", ".1", "*2", "a/b", "hex", "rrggbb", "r,g,b", "join", "join ,", "first",
        "any",
    ])
    func `can't have the name of a step`(name: String) {
        let error = #expect(throws: MapError.self) {
            try ValueTable(name: name, entries: [(setting: "dark", texts: ["a"])])
        }
        #expect(
            error
                == MapError(
                    .tableName,
                    "the table '\(name)' has the name of a step",
                    advice: "Give the table another name"
                )
        )
    }

    @Test func `may have two texts for one setting in two rows`() throws {
        let table = try ValueTable(
            name: "t",
            entries: [(setting: "1", texts: ["low"]), (setting: "1.0", texts: ["low", "least"])]
        )
        let map = try FileMap([
            .init(fileKey: "line", pictures: [try Picture(parsing: "{a|t}", tables: ["t": table])])
        ])
        #expect(MappedFile(map: map, values: ["line": "least"]).settings == ["a": 1])
    }
}

@Suite struct `A map's places` {
    private func problem(_ places: KeyValuePairs<SettingKeyPath, [String]>) -> String? {
        #expect(throws: MapError.self) { try fileMap(places) }?.problem
    }

    @Test func `have a picture each`() {
        #expect(problem(["a": []]) == "'a' has no picture")
    }

    @Test func `have different keys`() {
        #expect(problem(["a": ["{x}"], "a": ["{y}"]]) == "'a' is mapped twice")
    }

    @Test func `don't lead through each other`() {
        let expected = "'a.b' is below 'a', which is mapped as a value"
        #expect(problem(["a.b": ["{x}"], "a": ["{y}"]]) == expected)
        #expect(problem(["x": ["{a.b}"], "y": ["{a}"]]) == expected)
    }
}
