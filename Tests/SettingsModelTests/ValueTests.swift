// Values: typed equality, leaves, dates, bytes, timestamps.

import SettingsModel
import TestSupport
import Testing

@Suite struct `Values` {
    static let different: [SettingValue] = [
        .null, .boolean(true), .integer(1), .real(1), .string("1"), .raw("1"), .data([1]),
        .array([.integer(1)]), .dictionary([.init("1", .integer(1))]),
        .date(SettingDate(seconds: 1)), .real(-0.0), .real(0.0), .string("é"),
        .string("e\u{301}"), .real(.infinity),
    ]

    @Test func `of different types are never equal`() {
        for (index, value) in Self.different.enumerated() {
            for (other, another) in Self.different.enumerated() {
                #expect((value == another) == (index == other), "\(value) and \(another)")
            }
        }
    }

    @Test func `that aren't numbers equal themselves`() {
        #expect(SettingValue.real(.nan) == .real(.nan))
        #expect(SettingValue.real(.nan).hashValue == SettingValue.real(-.nan).hashValue)
    }

    @Test func `with the same entries in another order are equal, and hash equally`() {
        let a = SettingValue.dictionary([.init("x", .integer(1)), .init("y", .integer(2))])
        let b = SettingValue.dictionary([.init("y", .integer(2)), .init("x", .integer(1))])
        #expect(a == b)
        #expect(a.hashValue == b.hashValue)
        #expect(Set([a, b]).count == 1)
    }

    @Test(.timeLimit(.minutes(10)), arguments: [false, true])
    func `that nest as deep as they may are compared entry by entry`(isReordered: Bool) {
        func nested(
            _ innermost: Int64,
            _ order: ([SettingValue.Entry]) -> [SettingValue.Entry]
        )
            -> SettingValue
        {
            (0..<Limits.standard.nesting).reduce(SettingValue.integer(innermost)) { value, _ in
                .dictionary(order([.init("a", value), .init("b", .null)]))
            }
        }
        let one = nested(1) { $0 }
        let two = nested(2) { isReordered ? $0.reversed() : $0 }
        #expect(one != two)
        #expect(one == nested(1) { isReordered ? $0.reversed() : $0 })
    }

    @Test(
        arguments: [
            .dictionary([.init("y", .integer(1))]), .dictionary([.init("x", .integer(2))]),
            .dictionary([.init("x", .dictionary([.init("z", .null)]))]),
        ] as [SettingValue]
    )
    func `of one entry hash by what it says`(other: SettingValue) {
        // A hash of the number of entries alone puts a list of tables into one bucket.
        #expect(SettingValue.dictionary([.init("x", .integer(1))]).hashValue != other.hashValue)
    }

    @Test func `have their leaves in order, an empty dictionary being one`() {
        let value = SettingValue.dictionary([
            .init("b", .integer(1)),
            .init(
                "a",
                .dictionary([.init("c", .array([.integer(2)])), .init("d", .dictionary([]))])
            ),
        ])
        let leaves = value.leaves(at: SettingKeyPath(segments: ["x"]))
        #expect(leaves.map(\.0.description) == ["x.b", "x.a.c", "x.a.d"])
        #expect(leaves.map(\.1) == [.integer(1), .array([.integer(2)]), .dictionary([])])
    }

    @Test func `stop having leaves at the depth limit of key paths`() {
        var limits = Limits()
        limits.keyPathSegments = 2
        let value = SettingValue.dictionary([.init("b", .dictionary([.init("c", .integer(1))]))])
        let leaves = value.leaves(at: SettingKeyPath(segments: ["a"]), limits: limits)
        #expect(leaves.map(\.0.description) == ["a.b"])
    }
}

@Suite struct `A date` {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0, 0, "1970-01-01T00:00:00Z"),
        ("1979-05-27T00:32:00.5-07:00", 296_638_320, 500_000_000, "1979-05-27T07:32:00.5Z"),
        ("2024-02-29t23:59:59z", 1_709_251_199, 0, "2024-02-29T23:59:59Z"),
        ("1969-12-31 23:59:59.999999999Z", -1, 999_999_999, "1969-12-31T23:59:59.999999999Z"),
        ("0000-01-01T00:00:00Z", -62_167_219_200, 0, "0000-01-01T00:00:00Z"),
        ("9999-12-31T23:59:59Z", 253_402_300_799, 0, "9999-12-31T23:59:59Z"),
        ("2016-12-31T23:59:60Z", 1_483_228_800, 0, "2017-01-01T00:00:00Z"),
        ("2000-01-01T05:30:00+05:30", 946_684_800, 0, "2000-01-01T00:00:00Z"),
        ("2000-01-01T00:30:00+01:00", 946_683_000, 0, "1999-12-31T23:30:00Z"),
        ("1999-12-31T23:30:00-01:00", 946_686_600, 0, "2000-01-01T00:30:00Z"),
        ("0000-01-01T14:00:00+14:00", -62_167_219_200, 0, "0000-01-01T00:00:00Z"),
        (
            "9999-12-31T11:59:59.999999999-12:00", 253_402_300_799, 999_999_999,
            "9999-12-31T23:59:59.999999999Z"
        ),
    ])
    func `is read and written as RFC 3339`(
        text: String,
        seconds: Int64,
        nanoseconds: Int32,
        written: String
    ) throws {
        let date = try SettingDate(rfc3339: text)
        #expect(date == SettingDate(seconds: seconds, nanoseconds: nanoseconds))
        #expect(date.description == written)
    }

    @Test(arguments: [
        "", "2026-11-21", "2026-11-21T09:30:00", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z",
        "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-04-31T00:00:00Z",
        "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z", "2026-01-01T00:00:61Z",
        "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00+24:00", "2026-01-01T00:00:00Zx",
        "2026-01-01T00:00:00+0530", "x026-01-01T00:00:00Z",
    ])
    func `isn't one`(text: String) {
        #expect(throws: ModelError.self) { try SettingDate(rfc3339: text) }
    }

    @Test(arguments: [
        "0000-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "9999-12-31T23:59:60Z",
    ])
    func `isn't one where UTC has a year of other than four digits`(text: String) {
        let error = #expect(throws: ModelError.self) { try SettingDate(rfc3339: text) }
        #expect(error?.problem == "'\(text)' is outside of the years 0000 to 9999 of UTC")
    }

    @Test(arguments: 1...300 as ClosedRange<UInt64>)
    func `reads back as it was written`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let date = SettingDate(
            seconds: .random(in: -62_167_219_200...253_402_300_799, using: &random),
            nanoseconds: .random(in: 0...999_999_999, using: &random)
        )
        #expect(try SettingDate(rfc3339: date.description) == date)
    }
}

@Suite struct `Bytes as text` {
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
        ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ])
    func `are base64, as RFC 4648 has its examples`(plain: String, encoded: String) throws {
        #expect(Base64.encode(Array(plain.utf8)) == encoded)
        #expect(try Base64.decode(encoded.utf8) == Array(plain.utf8))
    }

    @Test(arguments: 0...64)
    func `read back whatever they are`(count: Int) throws {
        var random = SeededRandom(seed: UInt64(count) + 1)
        let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
        #expect(try Base64.decode(Base64.encode(bytes).utf8) == bytes)
    }

    @Test func `may be broken over lines and lack their padding`() throws {
        #expect(try Base64.decode(" Zm9v\r\n\tYg ".utf8) == Array("foob".utf8))
    }

    @Test(arguments: ["Z", "Zg=", "Zm8==", "Zm9v=", "Z-==", "Zg==Zg==", "===="])
    func `aren't that`(text: String) {
        #expect(throws: ModelError.self) { try Base64.decode(text.utf8) }
    }
}

@Suite struct `A timestamp` {
    @Test func `is later by wall time, then counter, then agent`() {
        let stamps = [
            Timestamp.zero, Timestamp(wallTime: 0, counter: 0, agent: "a"),
            Timestamp(wallTime: 0, counter: 1, agent: "a"),
            Timestamp(wallTime: 0, counter: 1, agent: "b"),
            Timestamp(wallTime: 1, counter: 0, agent: ""),
        ]
        #expect(stamps.reversed().sorted() == stamps)
    }
}
