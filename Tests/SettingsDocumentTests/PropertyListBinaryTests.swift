// Binary property lists, with Foundation as the second reader, and files that lie about themselves.

import DocumentFuzz
import Foundation
import SettingsDocument
import SettingsModel
import TestSupport
import Testing

/// A binary property list made of objects' bytes, one byte for each offset and reference.
private func file(_ objects: [[UInt8]], top: UInt8 = 0) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
        offsets.append(UInt8(bytes.count))
        bytes += object
    }
    let table = UInt8(bytes.count)
    bytes += offsets + [0, 0, 0, 0, 0, 0, 1, 1]
    for number in [UInt8(objects.count), top, table] { bytes += [0, 0, 0, 0, 0, 0, 0, number] }
    return bytes
}

private func read(_ bytes: [UInt8]) throws(DocumentError) -> SettingValue {
    try BinaryPropertyList(bytes, as: .binaryPropertyList, limits: .standard).root
}

@Suite struct `A binary property list` {
    static let value: SettingValue = .dictionary([
        .init("z", .integer(.min)), .init("a", .integer(255)), .init("b", .integer(256)),
        .init("c", .integer(65_536)), .init("d", .integer(4_294_967_296)),
        .init("neg", .integer(-1)),
        .init("big", .raw("18446744073709551615")), .init("real", .real(0.1)),
        .init("old", .date(SettingDate(seconds: -1_000_000_000, nanoseconds: 500_000_000))),
        .init("ms", .date(SettingDate(seconds: 1_763_719_697, nanoseconds: 123_000_000))),
        .init("data", .data(Array(0..<200))), .init("text", .string("plain")),
        .init("wide", .string("é😀")), .init("long", .string(String(repeating: "x", count: 300))),
        .init("list", .array([.boolean(true), .boolean(false), .array([]), .dictionary([])])),
        .init("same", .array(Array(repeating: .string("plain"), count: 20))),
    ])

    private func document(_ value: SettingValue = value) throws -> any Document {
        let empty = try Format.binaryPropertyList.parse(file([[0xD0]]))
        let change = DocumentChange(DocumentPath([]), value)
        return try Format.binaryPropertyList.parse(
            empty.bytes.applying(empty.edits(for: [change], style: .natural))
        )
    }

    @Test func `keeps every value in the order of the file`() throws {
        let document = try document()
        #expect(document.root == Self.value)
        #expect(document.entries.first?.keyPath == SettingKeyPath(segments: ["z"]))
        #expect(document.entries.last?.keyPath == SettingKeyPath(segments: ["same"]))
    }

    @Test func `tells a key that stands again, and loses it with the next edit`() throws {
        // {"a": {"b": 1, "c": 2, "b": 3}}, where each "b" is an object of its own.
        let bytes = file([
            [0xD1, 1, 2], [0x51, 0x61], [0xD3, 3, 4, 5, 6, 7, 8], [0x51, 0x62], [0x51, 0x63],
            [0x51, 0x62], [0x10, 1], [0x10, 2], [0x10, 3],
        ])
        let document = try Format.binaryPropertyList.parse(bytes)
        let repeated = document.repeatedKeys
        #expect(repeated.map(\.path) == ["a/b"])
        #expect(repeated.map { [$0.offset, $0.countingOffset] } == [[14, 16]])
        #expect(
            repeated.map { $0.problem(in: document.bytes) } == ["'a.b' is set again at byte 16"]
        )

        let revision = document.revised(by: [DocumentChange("a/c", nil)])
        #expect(revision.refusals.isEmpty)
        #expect(revision.document.repeatedKeys.isEmpty)
        #expect(
            revision.document.root
                == .dictionary([.init("a", .dictionary([.init("b", .integer(3))]))])
        )
    }

    @Test func `is written the same each time`() throws {
        #expect(try document().bytes == document().bytes)
    }

    @Test func `is read by Foundation as we read it`() throws {
        let plain = Self.value.replacing([.key("old")], with: nil).replacing(
            [.key("ms")],
            with: nil
        )
        #expect(try foundationValue(document(plain).bytes) == plain)
    }

    @Test(arguments: Format.xmlPropertyList.layouts)
    func `is read as Foundation wrote it`(layout: Layout) throws {
        let source = Foundation.Data(layout.bytes)
        guard
            let object = try? PropertyListSerialization.propertyList(
                from: source,
                options: [],
                format: nil
            )
        else { return }
        let data = try PropertyListSerialization.data(
            fromPropertyList: object,
            format: .binary,
            options: 0
        )
        let document = try Format.binaryPropertyList.parse([UInt8](data))
        #expect(document.root == foundationValue(Array(source)))
        let laws = EditLaws("as Foundation wrote it", document)
        for path in laws.paths {
            for probe in probes { laws.check([DocumentChange(path, probe)]) }
        }
    }

    @Test func `needs no edit when no value changes`() throws {
        let document = try document()
        let change = DocumentChange("text", .string("plain"))
        #expect(
            try document.edits(for: [change, DocumentChange("none", nil)], style: .natural).isEmpty
        )
    }

    @Test func `keeps the references of a keyed archive`() throws {
        let archive = try NSKeyedArchiver.archivedData(
            withRootObject: ["a": NSNumber(value: 1)] as NSDictionary,
            requiringSecureCoding: false
        )
        let document = try Format.binaryPropertyList.parse([UInt8](archive))
        #expect(document.root.value(at: DocumentPath("$top/root").elements[...]) == .raw("UID(1)"))
        let change = DocumentChange("$extra", .boolean(true))
        let bytes = try document.revised(by: change).document.bytes
        let object = try NSKeyedUnarchiver.unarchivedObject(
            ofClasses: [NSDictionary.self, NSString.self, NSNumber.self],
            from: Foundation.Data(bytes)
        )
        #expect((object as? NSDictionary)?["a"] as? Int == 1)
    }

    @Test func `reads a Float32 as the same number`() throws {
        #expect(try read(file([[0x22, 0x3F, 0xC0, 0, 0]])) == .real(1.5))
    }

    @Test func `reads offsets and references of any width`() throws {
        var bytes = Array("bplist00".utf8) + [0xA1, 0, 0, 1, 0x09]
        bytes += [0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 12] + [0, 0, 0, 0, 0, 0, 8, 3]
        for number in [2, 0, 13] as [UInt8] { bytes += [0, 0, 0, 0, 0, 0, 0, number] }
        #expect(try read(bytes) == .array([.boolean(true)]))
    }

    @Test(
        arguments: [
            ("an array within itself", [[0xA1, 0]]),
            ("two arrays within each other", [[0xA1, 1], [0xA1, 0]]),
            ("a reference past the end", [[0xA1, 9]]),
            (
                "a length past the end",
                [[0x4F, 0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]]
            ),
            ("a length that is none", [[0x5F, 0x09]]),
            ("a number cut short", [[0x13, 1]]),
            ("a key that is no string", [[0xD1, 1, 1], [0x09]]),
            ("an unknown type", [[0x70]]),
            ("text that is not ASCII", [[0x51, 0xC3]]),
            ("half of a surrogate pair", [[0x61, 0xD8, 0x00]]),
            ("a date that is no number", [[0x33, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0]]),
            ("a marker at the very end", [[0xDF]]),
        ] as [(String, [[UInt8]])]
    )
    func `is refused when it has`(what: String, objects: [[UInt8]]) {
        #expect(throws: DocumentError.self) { try read(file(objects)) }
    }

    @Test func `is refused when it is cut short anywhere`() throws {
        let bytes = try document().bytes
        for count in 0..<bytes.count {
            #expect(throws: DocumentError.self) { try read(Array(bytes.prefix(count))) }
        }
    }

    @Test func `may share objects within a budget`() throws {
        // Each level has the next one twice: 2 to the power of 30 values in 31 objects.
        var objects = (0..<30).map { [0xA2, UInt8($0 + 1), UInt8($0 + 1)] }
        objects.append([0x09])
        let error = #expect(throws: DocumentError.self) { try read(file(objects)) }
        #expect(error?.code == .tooMany)
        #expect(
            try read(file([[0xA2, 1, 1], [0x09]])) == .array([.boolean(true), .boolean(true)])
        )
    }

    /// A string of 8 MiB that a hundred thousand references name would take 800 GB.
    @Test(arguments: [0, 1])
    func `may share a text up to the size of a file`(excess: Int) {
        var limits = Limits.standard
        limits.fileBytes = 100
        let text = [UInt8](repeating: 0x61, count: 50 + excess)
        let bytes = file([[0xA3, 1, 1, 1], [0x5F, 0x10, UInt8(text.count)] + text])
        var code: DocumentError.Code?
        do throws(DocumentError) {
            _ = try BinaryPropertyList(bytes, as: .binaryPropertyList, limits: limits)
        } catch {
            code = error.code
        }
        #expect(code == (excess == 0 ? nil : .tooMany))
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `never traps on broken bytes`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let source = try document().bytes
        for _ in 0..<3_000 {
            var bytes = source
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let isTrailer = Int.random(in: 0..<3, using: &random) == 0
                let start = isTrailer ? bytes.count - 32 : 0
                bytes[Int.random(in: start..<bytes.count, using: &random)] = .random(
                    in: 0...255,
                    using: &random
                )
            }
            guard let document = try? Format.binaryPropertyList.parse(bytes) else { continue }
            let revision = document.revised(by: [DocumentChange("new", .integer(1))])
            #expect(!revision.edits.isEmpty || !revision.refusals.isEmpty)
        }
    }
}

@Suite struct `A binary property list that shares objects` {
    /// An array that names one object, `true` or a short text, so often.
    private func list(_ count: Int, of object: [UInt8]) -> [UInt8] {
        func bytes(_ number: Int, _ size: Int) -> [UInt8] {
            (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        let head = Array("bplist00".utf8) + [0xAF, 0x12] + bytes(count, 4)
        let references = [UInt8](repeating: 1, count: count)
        let table = bytes(8, 4) + bytes(head.count + count, 4)
        let start = head.count + count + object.count
        return head + references + object + table
            + [0, 0, 0, 0, 0, 0, 4, 1] + bytes(2, 8) + bytes(0, 8) + bytes(start, 8)
    }

    @Test(arguments: [[0x09], [0x51, 0x61]] as [[UInt8]])
    func `has as many equal scalars as fit`(object: [UInt8]) throws {
        let document = try Format.binaryPropertyList.parse(list(150_000, of: object))
        guard case .array(let values) = document.root else {
            Issue.record("it is no array")
            return
        }
        #expect(values.count == 150_000)
    }

    @Test func `has no line to show where it's wrong`() {
        let bytes = list(3, of: [0x70])
        #expect(excerpt(at: SourcePlace(line: 1, column: 9), in: bytes) == "")
    }
}
