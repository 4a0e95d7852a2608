// How a new number is spelled over an old one that has more digits than it needs.

import Foundation
import SettingsDocument
import SettingsModel
import TestSupport
import Testing

@Suite struct `A number with a zero at its end` {
    private static let half: [DocumentChange] = [set("a", .real(0.5))]

    static let cases: [(Format, EditCase)] = [
        (.toml, ("keeps its digits", "a = 1.50 # c\n", half, "a = 0.50 # c\n")),
        (.toml, ("has a sign", "a = +1.500\n", half, "a = 0.500\n")),
        (.toml, ("needs more", "a = 1.50\n", [set("a", .real(0.125))], "a = 0.125\n")),
        (.toml, ("has one digit", "a = 1.0\n", [set("a", .real(0.25))], "a = 0.25\n")),
        (.toml, ("has groups", "a = 1_000.50\n", half, "a = 0.5\n")),
        (.toml, ("has an exponent", "a = 1.50e3\n", half, "a = 0.5\n")),
        (.toml, ("gets an exponent", "a = 1.50\n", [set("a", .real(1e30))], "a = 1e+30\n")),
        (.toml, ("gets none", "a = 1.50\n", [set("a", .real(-.infinity))], "a = -inf\n")),
        (.toml, ("becomes a whole number", "a = 1.50\n", [set("a", 2)], "a = 2\n")),
        (.toml, ("in an array", "a = [1.50, 2.5]\n", [set("a/0", .real(3))], "a = [3.00, 2.5]\n")),
        (.json, ("keeps its digits", "{\"a\": 1.50}\n", half, "{\"a\": 0.50}\n")),
        (.json, ("is nothing", "{\"a\": 0.00}\n", half, "{\"a\": 0.50}\n")),
        (.jsonc, ("is negative", "{\"a\": -1.50} // c\n", half, "{\"a\": 0.50} // c\n")),
        (.json5, ("without digits in front", "{a: .50}\n", [set("a", .real(1.5))], "{a: 1.50}\n")),
        (.yaml, ("keeps its digits", "a: 1.50 # c\n", half, "a: 0.50 # c\n")),
        (.yaml, ("in brackets", "[1.50]\n", [set([0], .real(-2))], "[-2.00]\n")),
        (.yaml, ("in quotes", "a: \"1.50\"\n", half, "a: 0.5\n")),
        (
            .xmlPropertyList,
            (
                "keeps its digits",
                "<plist version=\"1.0\"><dict><key>a</key><real>1.50</real></dict></plist>\n", half,
                "<plist version=\"1.0\"><dict><key>a</key><real>0.50</real></dict></plist>\n"
            )
        ),
    ]

    @Test(arguments: cases) func `keeps as many`(format: Format, example: EditCase) throws {
        try format.check(example)
    }
}

@Suite struct `A number of 17 digits` {
    static let cases: [(String, Double, String)] = [
        ("0.29999999999999999", 0.7, "0.69999999999999996"),
        ("0.29999999999999999", 1.8, "1.8"),
        ("0.29999999999999999", 2, "2.0"),
        ("0.29999999999999999", 0.5, "0.5"),
        ("0.88627450980392153", 2.386274509803922, "2.386274509803922"),
        ("0.88627450980392153", 0.00012345678901234567, "0.00012345678901234567"),
        ("0.29999999999999999", 0.00001, "1e-05"),
        ("0.29999999999999999", 1e30, "1e+30"),
        ("82.409999999999997", -0.1, "-0.10000000000000001"),
        ("-82.409999999999997", 123456789012345.67, "123456789012345.67"),
        // Nobody prints fewer digits of this one.
        ("0.30000000000000004", 0.7, "0.7"),
        // Nor is this the way to print 0.3.
        ("0.30000000000000001", 0.7, "0.7"),
    ]

    @Test(arguments: cases) func `gives way to one that is printed alike`(
        before: String,
        number: Double,
        after: String
    ) throws {
        try Format.toml.check(
            ("", "a = \(before)\n", [set("a", .real(number))], .bytes("a = \(after)\n"))
        )
        try Format.json.check(
            ("", "{\"a\":\(before)}\n", [set("a", .real(number))], .bytes("{\"a\":\(after)}\n"))
        )
    }

    static let files: [(Format, EditCase)] = [
        (
            .json,
            (
                "as one shows", "[0.29999999999999999, 0.5, 2.3862745098039215, 4, 1e-7]\n",
                [set([2], .real(0.7))],
                "[0.29999999999999999, 0.5, 0.69999999999999996, 4, 1e-7]\n"
            )
        ),
        (
            .json,
            (
                "unless another differs", "[0.29999999999999999, 0.5, 0.1]\n",
                [set([1], .real(0.7))], "[0.29999999999999999, 0.7, 0.1]\n"
            )
        ),
        (
            .json,
            (
                "unless none shows", "[0.30000000000000004, 0.5]\n", [set([1], .real(0.7))],
                "[0.30000000000000004, 0.7]\n"
            )
        ),
        (
            .xmlPropertyList,
            (
                "as one shows",
                "<plist><array><real>0.5</real><real>0.29999999999999999</real></array></plist>\n",
                [set([0], .real(-0.1))],
                "<plist><array><real>-0.10000000000000001</real><real>0.29999999999999999</real></array></plist>\n"
            )
        ),
    ]

    @Test(arguments: files) func `is printed as all others of the file`(
        format: Format,
        example: EditCase
    ) throws {
        try format.check(example)
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `has the digits of C's printf`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let document = try Format.json.parse(Array("[0.10000000000000001]".utf8))
        let wrong = (0..<1_000).compactMap { _ -> String? in
            let scale = pow(10, Double(Int.random(in: -3...9, using: &random)))
            let number = Double.random(in: 0.1..<1, using: &random) * scale
            let revision = document.revised(by: [set([0], .real(number))])
            let text = String(decoding: revision.document.bytes, as: UTF8.self)
            return text == String(format: "[%.17g]", number) ? nil : text
        }
        #expect(wrong.isEmpty)
    }
}
