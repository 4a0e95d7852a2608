// Whatever is read from a file or a client, the journal and every client can read again.

import DocumentFuzz
import SettingsDocument
import SettingsModel
import SettingsProtocol
import TestSupport
import Testing

/// A binary property list that says `{"d": <date>}`, its date in seconds since 2001.
private func binaryPropertyList(_ seconds: Double) -> [UInt8] {
    let bits = (0..<8).map { UInt8(truncatingIfNeeded: seconds.bitPattern >> UInt64(56 - 8 * $0)) }
    return Array("bplist00".utf8) + [0xD1, 1, 2, 0x51, 0x64, 0x33] + bits + [8, 11, 13]
        + [0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0]
        + [0, 0, 0, 0, 0, 0, 0, 22]
}

@Suite struct `A value that was read` {
    private func check(_ value: SettingValue) throws {
        #expect(try SettingValue(json: value.json) == value)
    }

    @Test(arguments: Format.allCases)
    func `from a file reads back from its JSON`(format: Format) throws {
        for layout in format.layouts {
            guard let document = try? format.parse(layout.bytes) else { continue }
            try check(document.root)
        }
        var random = SeededRandom(seed: 1)
        for sample in format.samples {
            for _ in 0..<60 {
                guard let document = try? format.parse(mutated(sample, using: &random)) else {
                    continue
                }
                try check(document.root)
            }
        }
    }

    @Test(
        arguments: [
            (.toml, "d = 9999-12-31T23:59:59-07:00\n", "9999-12-31T23:59:59-07:00"),
            (.toml, "d = 0000-01-01T00:00:00+01:00\n", "0000-01-01T00:00:00+01:00"),
            (
                .xmlPropertyList,
                "<plist version=\"1.0\"><dict><key>d</key><date>9999-12-31T23:59:60Z</date></dict></plist>",
                "9999-12-31T23:59:60Z"
            ),
        ] as [(Format, String, String)]
    )
    func `as a date that UTC has no year for is its text`(
        format: Format,
        file: String,
        text: String
    ) throws {
        let root = try format.parse(Array(file.utf8)).root
        #expect(root == .dictionary([.init("d", .raw(text))]))
        try check(root)
    }

    @Test(
        arguments: [
            (252_423_993_600, "DATE(252423993600.0)"), (-63_145_526_400.5, "DATE(-63145526400.5)"),
            (1e15, "DATE(1000000000000000.0)"),
        ] as [(Double, String)]
    )
    func `as a far date of a binary property list is its seconds, and written as it was`(
        seconds: Double,
        text: String
    ) throws {
        let document = try Format.binaryPropertyList.parse(binaryPropertyList(seconds))
        #expect(document.root == .dictionary([.init("d", .raw(text))]))
        try check(document.root)

        let other = try document.revised(by: DocumentChange(DocumentPath([.key("e")]), .integer(1)))
            .document
        #expect(
            other.root == .dictionary([.init("d", .raw(text)), .init("e", .integer(1))])
        )
        #expect(try Format.binaryPropertyList.parse(other.bytes).root == other.root)
    }

    @Test(arguments: [
        #"{"$date":"9999-12-31T23:59:59-07:00"}"#, #"{"$date":"0000-01-01T00:00:00+01:00"}"#,
    ])
    func `is none where a client says such a date`(json: String) {
        #expect(throws: JSONError.self) { try SettingValue(json: json) }
    }
}
