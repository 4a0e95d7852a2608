// The laws of an edit over the JSON suites, and over files with every habit that we know.

import Foundation
import SettingsDocument
import SettingsModel
import TestSupport
import Testing

/// Files in the styles that people and programs write, each with comments where there may be some.
let jsonSamples: [(name: String, format: Format, text: String)] = [
    ("one line", .json, #"{"a":1,"b":{"c":[1,2,{"d":null}],"e":{}},"f":"x"}"#),
    ("one line, spaced", .json, #"{ "a": 1, "b": { "c": [ 1, 2 ], "e": {} }, "f": "x" }"#),
    (
        "two spaces", .json,
        "{\n  \"a\": 1,\n  \"b\": {\n    \"c\": [\n      1,\n      2\n    ],\n    \"e\": {}\n  }\n}\n"
    ),
    (
        "tabs and CRLF", .jsonc,
        "{\r\n\t\"a\": 1, // one\r\n\t/* two */ \"b\": [1, 2],\r\n\t\"c\": {\r\n\t}\r\n}\r\n"
    ),
    (
        "comments", .jsonc,
        "// top\n{\n  // first\n  \"a\": 1, // one\n  /* b */ \"b\" /* k */ : /* v */ 2 /* w */, \"c\": 3,\n  // last\n  \"d\": [\n    1, // x\n    // y\n    2 // z\n    // end\n  ] // d\n  // tail\n} // after\n"
    ),
    (
        "trailing commas", .jsonc,
        "{\n  \"a\": [1, 2,],\n  \"b\": {\n    \"c\": 1, // c\n  },\n  // \"off\": 1,\n}"
    ),
    (
        "comma first", .jsonc,
        "{\n    \"a\": 1 // one\n  , \"b\": 2\n  // three\n  , \"c\": [\n      1\n    , 2\n    ]\n}\n"
    ),
    ("brackets shared", .jsonc, "[{\n  \"a\": 1\n}, {\n  \"b\": 2 }, {}\n]"),
    ("wrapped", .json, "{\"a\": 1, \"b\": 2,\n \"c\": 3,\n \"d\": [1, 2, 3,\n  4, 5]}"),
    (
        "odd commas", .jsonc,
        "{\n  \"a\": 1\n  ,\n  \"b\": 2 /* x\n y */ ,\n  \"c\": 3 // z\n  ,\n}\n"
    ),
    (
        "JSON5", .json5,
        "{\n  // c\n  a: 'x', $b: +1, 'c d': .5,\n  e: [0x10, Infinity, -NaN,],\n  \\u0066: 'l\\\n2', é: 5.,\n}\n"
    ),
    ("byte order mark", .json, "\u{FEFF}{\n \"a\": 1\n}"),
    ("duplicates", .json, #"{"a": 1, "b": {"c": 1, "c": 2}, "a": 3}"#),
    ("old Mac", .json, "{\r  \"a\": 1,\r  \"b\": 2\r}\r"),
    ("NBSP", .json5, "{\u{A0}a\u{A0}:\u{A0}1\u{A0},\u{2028}b: [1,\u{A0}2]}//x\u{2028}"),
]

@Suite struct `An edit of JSON` {
    @Test(
        .enabled(if: !JSONSuites.jsonSuite.isEmpty, missingSuites),
        arguments: JSONSuites.jsonSuite
    )
    func `keeps the laws in JSONTestSuite`(file: SuiteFile) throws {
        guard let document = try? Format.json.parse(file.bytes) else { return }
        let laws = EditLaws(document: document)
        laws.checkLines(of: document)
        for path in laws.paths { try laws.checkAll(at: path) }
    }

    @Test(
        .enabled(if: !JSONSuites.json5Suite.isEmpty, missingSuites),
        arguments: JSONSuites.json5Suite
    )
    func `keeps the laws in json5-tests`(file: SuiteFile) throws {
        guard let document = try? Format.json5.parse(file.bytes) else { return }
        let laws = EditLaws(document: document)
        laws.checkLines(of: document)
        // The package.json files are long and all alike.
        for path in laws.paths.prefix(40) { try laws.checkAll(at: path) }
    }

    @Test(arguments: jsonSamples.indices)
    func `keeps the laws in every layout`(index: Int) throws {
        let sample = jsonSamples[index]
        let laws = EditLaws(document: try sample.format.parse(Array(sample.text.utf8)))
        laws.checkLines(of: laws.document)
        for path in laws.paths { try laws.checkAll(at: path) }
    }

    @Test(arguments: jsonSamples.indices)
    func `keeps the laws in the conservative style`(index: Int) throws {
        let sample = jsonSamples[index]
        let laws = EditLaws(document: try sample.format.parse(Array(sample.text.utf8)))
        for path in laws.paths {
            for probe in EditLaws.probes {
                try laws.check([DocumentChange(path, probe)], style: .conservative)
            }
            try laws.check([DocumentChange(path, nil)], style: .conservative)
        }
    }

    @Test(arguments: jsonSamples.indices)
    func `makes many changes at once as it makes them one by one`(index: Int) throws {
        let sample = jsonSamples[index]
        var random = SeededRandom(seed: UInt64(index))
        let laws = EditLaws(document: try sample.format.parse(Array(sample.text.utf8)))
        for _ in 0..<150 { try laws.check(laws.randomChanges(using: &random)) }
    }

    @Test(arguments: jsonSamples.indices)
    func `removes again what it put in`(index: Int) throws {
        let sample = jsonSamples[index]
        let document = try sample.format.parse(Array(sample.text.utf8))
        let laws = EditLaws(document: document)
        for path in laws.paths {
            guard case .dictionary(let entries) = document.root.value(at: path.elements[...]),
                !entries.isEmpty
            else { continue }
            let place = path.appending(.key("new"))
            let longer = try document.revised(by: DocumentChange(place, .integer(1))).document
            let back = try longer.revised(by: DocumentChange(place, nil)).document
            #expect(String(decoding: back.bytes, as: UTF8.self) == sample.text)
        }
    }
}

extension EditLaws {
    /// Some changes of keys that are there and of keys that are not, in any order.
    func randomChanges(
        using random: inout SeededRandom,
        in probes: [SettingValue] = probes
    ) -> [DocumentChange] {
        let places = paths.filter { $0.keyPath != nil } + ["new", "new/deeper", "other"]
        return (0..<Int.random(in: 1...6, using: &random)).map { _ in
            var place = places.randomElement(using: &random) ?? "new"
            if Int.random(in: 0..<4, using: &random) == 0 { place = place.appending(.key("added")) }
            let isRemoval = Int.random(in: 0..<5, using: &random) < 2
            return DocumentChange(
                place,
                isRemoval ? nil : probes.randomElement(using: &random)
            )
        }
    }
}
