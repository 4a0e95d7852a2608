// Maps with several places, and texts that are hard to read or to write.

import SettingsMapping
import SettingsModel
import Testing

@Suite struct `A mapped file` {
    private let fonts: KeyValuePairs<SettingKeyPath, [String]> = [
        "normal": ["{family}"], "bold": ["{family}:size={size|number}{*}"],
        "size": ["{size|number}"],
    ]

    @Test func `says each key once, in the order of the map`() throws {
        let file = MappedFile(
            map: try fileMap(fonts),
            values: ["size": "11", "bold": "Hack:size=11", "normal": "Hack"]
        )
        #expect(file.reading.entries.map(\.key) == ["family", "size"])
        #expect(file.reading.entries.map(\.fileKey) == ["normal", "bold"])
        #expect(file.reading.own.isEmpty)
    }

    @Test func `has a second place of its own where that says something else`() throws {
        var file = MappedFile(
            map: try fileMap(fonts),
            values: ["size": "12", "bold": "Other:size=11", "normal": "Hack"]
        )
        #expect(file.settings == ["family": "Hack", "size": 12])
        #expect(file.reading.own.map(\.key) == ["family", "size"])
        #expect(file.reading.own.map(\.value) == ["Other:size=11", "Other:size=11"])
        #expect(file.reading.ownKeys == [])

        #expect(file.set(["family": "Mono", "size": 9]).isEmpty)
        #expect(file.values == ["size": "9", "bold": "Other:size=11", "normal": "Mono"])
    }

    @Test func `is read at a later place where the first is its own`() throws {
        let map = try fileMap(["a": ["{size|number}pt"], "b": ["{size|number}"]])
        let file = MappedFile(map: map, values: ["a": "large", "b": "11"])
        #expect(file.reading.entries.map(\.fileKey) == ["b"])
        #expect(file.reading.own.map(\.fileKey) == ["a"])
        #expect(file.reading.ownKeys == [])
    }

    @Test func `follows in a place that says less than another`() throws {
        let map = try fileMap(["percent": ["{opacity|*100|int}"], "share": ["{opacity|number}"]])
        var file = MappedFile(map: map, values: ["percent": "90", "share": "0.9"])
        #expect(file.set(["opacity": 0.955]).isEmpty)
        #expect(file.values == ["percent": "96", "share": "0.955"])
        #expect(file.settings == ["opacity": 0.955])
        #expect(file.reading.own.isEmpty)
        #expect(file.says(0.955, for: "opacity"))
        #expect(!file.says(0.96, for: "opacity"))
    }

    @Test func `has a number that its places round to what they have`() throws {
        let map = try fileMap(["percent": ["{o|*100|int}"], "byte": ["{o|hex}"]])
        var file = MappedFile(map: map, values: ["percent": "50", "byte": "80"])
        #expect(file.set(["o": 0.9655]).isEmpty)
        #expect(file.values == ["percent": "97", "byte": "f6"])
        #expect(file.settings == ["o": 0.966])
        #expect(file.reading.own.isEmpty)
        #expect(file.says(0.9655, for: "o"))
        #expect(!file.says(0.97, for: "o"))
    }

    @Test func `may have numbers that are as far apart as can be`() throws {
        let map = try fileMap(["a": ["{n|int}"], "b": ["{n|number}"]])
        let file = MappedFile(map: map, values: ["a": "-9000000000000", "b": "9000000000000"])
        #expect(file.settings == ["n": -9_000_000_000_000])
        #expect(file.reading.own.map(\.fileKey) == ["b"])
    }

    @Test func `takes no change of a key that one of its places can't say`() throws {
        var file = MappedFile(
            map: try fileMap(fonts),
            values: ["size": "11", "bold": "Hack:size=11", "normal": "Hack"]
        )
        let refusals = file.set(["family": "A:size=3", "size": 12])
        #expect(refusals.map(\.key) == ["family"])
        #expect(refusals.map(\.fileKey) == ["bold"])
        #expect(file.values == ["size": "12", "bold": "Hack:size=12", "normal": "Hack"])
    }

    @Test func `gets a line only where it may, and where all holes have a value`() throws {
        var file = MappedFile(map: try fileMap(fonts), values: ["normal": "Hack"])
        #expect(file.set(["family": "Mono", "size": 9]).isEmpty)
        #expect(file.values == ["normal": "Mono"])
        #expect(file.set(["family": "Hack"], adding: true).isEmpty)
        #expect(file.values == ["normal": "Hack"])
        #expect(file.set(["family": "Mono", "size": 9], adding: true).isEmpty)
        #expect(file.values == ["normal": "Mono", "bold": "Mono:size=9", "size": "9"])
    }

    @Test func `gets no line that says what another place refused`() throws {
        let map = try fileMap(["a": ["{family} {size|int}"], "b": ["{family}"]])
        var file = MappedFile(map: map, values: ["a": "Hack 9"])
        #expect(file.set(["family": ["no", "text"]], adding: true).map(\.fileKey) == ["a"])
        #expect(file.values == ["a": "Hack 9"])
    }

    @Test func `keeps its other half where the map has another picture for a value`() throws {
        let map = try fileMap(["a": ["{c|#rrggbb}", "#{c|rrggbb}{o|hex}", "{c|#rrggbbaa}"]])
        var file = MappedFile(map: map, values: ["a": "'#1E1E2E99'"])
        #expect(file.settings == ["c": "#1e1e2e", "o": 0.6])
        #expect(file.set(["c": "#ABCDEF"]).isEmpty)
        #expect(file.values == ["a": "'#ABCDEF99'"])
    }

    @Test func `keeps what is at a star where another picture has no place for it`() throws {
        let map = try fileMap(["a": ["{c|rrggbb}{*}", "#{c|rrggbbaa}"]])
        var file = MappedFile(map: map, values: ["a": "112233 45deg"])
        #expect(file.set(["c": "#11223344"]).map(\.key) == ["c"])
        #expect(file.values == ["a": "112233 45deg"])
        file.values["a"] = "112233"
        #expect(file.set(["c": "#11223344"]).isEmpty)
        #expect(file.values == ["a": "#11223344"])
    }

    @Test(
        arguments: [
            ("{a|include|any}", ["themes/mocha.conf", "themes/latte.conf"]),
            ("{a|include|any}", ["themes/mocha.conf", "themes/mocha.conf"]),
            ("{a|include|any}", ["keys.conf"]), ("{a|include|any}", []), ("{a|first}", []),
            ("{a|join ,}", "b,,c"), ("{a|join ,}", ",b"), ("{a|first ,}", ",b"),
            ("{a|first ,}", "'b, c', d"), ("{a}", ["b", "c"]), ("{a}", 1), ("{a|r,g,b}", "1,2,256"),
        ] as [(String, SettingValue)]
    )
    func `has its own list where the map can't tell which element is meant`(
        picture: String,
        value: SettingValue
    ) throws {
        let file = MappedFile(map: try fileMap(["line": [picture]]), values: ["line": value])
        #expect(file.reading.ownKeys == ["a"])
    }

    @Test func `is spelled as before where a setting goes back`() throws {
        let map = try fileMap(["a": ["{appearance|themes}"]])
        var file = MappedFile(map: map, values: ["a": "catppuccin-mocha"])
        file.older = file.values
        #expect(file.set(["appearance": "light"]).isEmpty)
        #expect(file.values == ["a": "Catppuccin Latte"])
        #expect(file.set(["appearance": "dark"]).isEmpty)
        #expect(file.values == ["a": "catppuccin-mocha"])
    }

    @Test func `is spelled as before where its settings go back one after the other`() throws {
        let map = try fileMap(["a": ["{family} {size|number}"]])
        var file = MappedFile(map: map, values: ["a": "Noto Sans 10"])
        file.older = file.values
        let settings: [SettingKeyPath: SettingValue] = ["family": "Hack", "size": 9.5]
        for (key, value) in settings.sorted(by: { $0.key < $1.key }) {
            #expect(file.set([key: value]).isEmpty)
        }
        #expect(file.values == ["a": "Hack 9.5"])
        #expect(file.set(["size": 10]).isEmpty)
        #expect(file.values == ["a": "Hack 10"])
        #expect(file.set(["family": "Noto Sans"]).isEmpty)
        #expect(file.values == ["a": "Noto Sans 10"])
    }

    @Test func `is not spelled as before where the text doesn't come of that`() throws {
        let map = try fileMap(["a": ["{family}:size={size|number}{*}"]])
        var file = MappedFile(map: map, values: ["a": "Hack:size=12"])
        file.older = ["a": "Hack:size=11.0:weight=bold"]
        #expect(file.set(["size": 11]).isEmpty)
        #expect(file.values == ["a": "Hack:size=11"])
    }

    @Test func `says how a value is stored`() throws {
        let map = try fileMap([
            "size": ["{size|*4/3|int}"], "c": ["{c|r,g,b}"], "f": ["{f} {size|int}"],
        ])
        let present: [SettingKeyPath: SettingValue] = ["size": "12"]
        func stored(_ value: SettingValue, for key: SettingKeyPath) -> SettingValue? {
            map.stored(value, for: key, as: .lines) { present[$0] }
        }
        #expect(stored(11.3, for: "size") == 11.25)
        #expect(stored("#FF000080", for: "c") == nil)
        #expect(stored("#FF0000", for: "c") == "#ff0000")
        #expect(stored("Mono", for: "f") == nil)
        #expect(stored(1, for: "other") == nil)
    }

    @Test(
        arguments: [
            ("{a|number}", "x", "'a' can't be written at 'line', expected a number that fits"),
            ("{a|hex}", 2, "'a' can't be written at 'line', expected a number from 0 to 1"),
            ("{a|yes/no}", 1, "'a' can't be written at 'line', expected true or false"),
            ("{a|helix}", "x", "'a' can't be written at 'line', expected one of 'dark', 'light'"),
            ("{a|levels}", 2, "'a' can't be written at 'line', expected one of 1, 2.5"),
            (
                "{a|rrggbb}", "#11223344",
                "'a' can't be written at 'line', expected a colour such as #1e1e2e, without opacity"
            ),
            (
                "{a|join ,}", ["b,c"],
                "'a' can't be written at 'line', expected a list of texts without ','"
            ),
            ("{a}", 1, "'a' can't be written at 'line', expected a text"),
            ("{a}:{*}", "x:y", "'a' can't be written at 'line': another value would be read"),
        ] as [(String, SettingValue, String)]
    )
    func `says what can't be written`(
        picture: String,
        value: SettingValue,
        problem: String
    ) throws {
        var file = MappedFile(map: try fileMap(["line": [picture]]), values: [:])
        #expect(file.set(["a": value], adding: true).map(\.problem) == [problem])
        #expect(file.values.isEmpty)
    }
}

@Suite struct `A number` {
    @Test(
        arguments: [
            ("{a|number}", "11.0", .real(0.1 + 0.2), "0.3"),
            ("{a|number}", "1", 0.123_456_789, "0.123457"),
            ("{a|number}", "11.0", 12, "12.0"), ("{a|int}", "11.0", 12, "12"),
            ("{a|int}", "12.7", 13, "13"), ("{a|int}", "12.7", 12.7, "12.7"),
            ("{a|int}", "1", 2.5, "3"), ("{a|int}", "1", -2.5, "-2"), ("{a|*3}", "1", 0.1, "0.3"),
            ("{a|*4/3|.1}", "14", 11.3, "15.1"), ("{a|*-100+100|int}", "5", 0.955, "5"),
            ("{a|.9}", "1", 0.000_000_001, "0.000000001"), ("{a|.0}", "1", 1e-7, "0"),
            ("{a|number}", "007", 7, "007"), ("{a|number}", "+5", 5.0, "+5"),
            ("{a|number}", ".5", 0.25, "0.25"), ("{a|number}", "-0", 0, "-0"),
        ] as [(String, SettingValue, SettingValue, SettingValue)]
    )
    func `is written exactly, as the file writes numbers`(
        picture: String,
        present: SettingValue,
        value: SettingValue,
        text: SettingValue
    ) throws {
        var file = MappedFile(map: try fileMap(["line": [picture]]), values: ["line": present])
        #expect(file.set(["a": value]).isEmpty)
        #expect(file.values["line"] == text)
    }

    @Test(arguments: [
        "1e5", "nan", "inf", "0x10", "1.", "1.2.3", "", "1,5", "--1", "1234567890123456789012345",
        "99999999999999999999", "1 000",
    ])
    func `is the file's own where it's written in some other way`(text: String) throws {
        let map = try fileMap(["line": ["{a|number}"]])
        #expect(MappedFile(map: map, values: ["line": .string(text)]).settings == [:])
    }

    @Test(arguments: [.nan, .infinity, 1e300, 1e-300, 9.3e18] as [Double])
    func `is refused where it has too many digits`(number: Double) throws {
        let map = try fileMap(["line": ["{a|number}"]])
        var file = MappedFile(map: map, format: .typed, values: ["line": 1])
        #expect(file.set(["a": .real(number)]).map(\.key) == ["a"])
        #expect(file.values["line"] == 1)
    }

    @Test(
        arguments: [
            (1, 2.5, 2.5), (1.0, 2, 2.0), ("1", 2, "2"), ("1.0", 2, "2.0"), (1.5, 3, 3.0),
        ] as [(SettingValue, SettingValue, SettingValue)]
    )
    func `keeps its type in a typed file`(
        present: SettingValue,
        value: SettingValue,
        written: SettingValue
    ) throws {
        let map = try fileMap(["line": ["{a|number}"]])
        var file = MappedFile(map: map, format: .typed, values: ["line": present])
        #expect(file.set(["a": value]).isEmpty)
        #expect(file.values["line"] == written)
    }
}

@Suite struct `A word` {
    @Test(
        arguments: [
            ("{a|False/True}", .lines, "TRUE", true, "FALSE"),
            ("{a|true/false}", .typed, true, false, false),
            ("{a|true/false}", .typed, "True", false, "False"),
            ("{a|1/0}", .typed, 1, false, 0), ("{a|1/0}", .typed, "1", false, "0"),
            ("{a|numbers}", .typed, "rel", "off", false),
            ("{a|numbers}", .typed, true, "relative", "rel"),
            ("{a|numbers}", .lines, "TRUE", "off", "FALSE"),
            ("{a|dark01}", .typed, true, "light", false),
            ("{a|shape}", .lines, "bar", "bar", "bar"),
            ("{a|shape}", .lines, "block", "bar", "beam"),
        ] as [(String, MappedFormat, SettingValue, SettingValue, SettingValue)]
    )
    func `keeps its case and its type`(
        picture: String,
        format: MappedFormat,
        present: SettingValue,
        value: SettingValue,
        written: SettingValue
    ) throws {
        let map = try fileMap(["line": [picture]])
        var file = MappedFile(map: map, format: format, values: ["line": present])
        #expect(file.set(["a": value]).isEmpty)
        #expect(file.values["line"] == written)
    }
}

@Suite struct `A long text` {
    private static let pictures = [
        "{a}", "{a} {b|number}", "{a}{b|number}", "{a}:size={b|number}{*}", "{a} x{b|int}",
        "{a}, {b|#rrggbb} {*}", "{a}{b|r,g,b}", "{a}{b|themes}{*}", "{a|join ,}", "{a|first ,}",
        "{*}aab{a}", "{a} {b} {c}",
    ]
    private static let parts = ["1", " ", "1 ", ":size=", "a", "1, ", "#abcdef ", "x 1", "aab ,"]

    @Test(arguments: pictures, parts)
    func `is read to its end`(picture: String, part: String) throws {
        let map = try fileMap(["line": [picture]])
        let text = String(repeating: part, count: 4_096 / part.utf8.count)
        var file = MappedFile(map: map, values: ["line": .string(text)])
        let settings = file.settings
        #expect(file.changes(to: settings).edits.isEmpty)
        file.values["line"] = .string(text + "!")
        _ = file.settings  // Whatever it is.
    }

    @Test func `is the file's own if it's longer than 4 KiB`() throws {
        let map = try fileMap(["line": ["{a}"]])
        let longest = String(repeating: "a", count: 4_096)
        var file = MappedFile(map: map, values: ["line": .string(longest)])
        #expect(file.settings == ["a": .string(longest)])
        #expect(file.set(["a": .string(longest + "b")]).map(\.key) == ["a"])
        file.values["line"] = .string(longest + "b")
        #expect(file.reading.ownKeys == ["a"])
    }
}
