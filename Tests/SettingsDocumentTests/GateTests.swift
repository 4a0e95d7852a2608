// The gate: whatever a format proposes, only what was asked for comes out.

import DocumentFuzz
import SettingsDocument
import SettingsModel
import Testing

/// A TOML document whose proposals are spoiled, as a fault in a format's editor would.
private struct FaultyDocument: Document {
    enum Fault: CaseIterable {
        case changesAnotherValue
        case respellsAnotherValue
        case dropsAnotherKey
        case breaksTheFile
        case doesNothing
        case overlaps
    }

    private let document: TOMLDocument
    /// What goes wrong in the natural style, and if not nil, in the conservative style too.
    private var faults: [Fault?] = [nil, nil]

    init(_ bytes: [UInt8], as format: Format, limits: Limits) throws(DocumentError) {
        document = try TOMLDocument(bytes, as: format, limits: limits)
    }

    init(_ text: String, _ natural: Fault?, _ conservative: Fault?) throws {
        document = try toml(text)
        faults = [natural, conservative]
    }

    var bytes: [UInt8] { document.bytes }
    var format: Format { .toml }
    var root: SettingValue { document.root }
    var entries: [DocumentEntry] { document.entries }
    var comments: [Range<Int>] { document.comments }
    func span(of path: DocumentPath) -> Range<Int>? { document.span(of: path) }

    func isChanged(into new: Self, by changes: [DocumentChange]) throws(EditError) -> Bool {
        try document.isChanged(into: new.document, by: changes)
    }

    func edits(for changes: [DocumentChange], style: EditStyle) throws(EditError) -> [Edit] {
        let edits = try document.edits(for: changes, style: style)
        guard let fault = faults[style == .natural ? 0 : 1],
            let other = document.span(of: DocumentPath([.key("other")]))
        else { return edits }
        switch fault {
        case .changesAnotherValue: return edits + [Edit(other, "18")]
        case .respellsAnotherValue: return edits + [Edit(other, "17")]
        case .dropsAnotherKey:
            return edits + [Edit(other.lowerBound - 8..<other.upperBound + 1, "")]
        case .breaksTheFile: return edits + [Edit(other, "=")]
        case .doesNothing: return []
        case .overlaps: return edits + [Edit(other, "0x11"), Edit(other, "0x11")]
        }
    }
}

@Suite struct `The gate` {
    private let text = "a = 1\nother = 0x11\n"
    private let change = DocumentChange(DocumentPath([.key("a")]), .integer(2))

    @Test(arguments: FaultyDocument.Fault.allCases)
    private func `refuses an edit that does anything else`(_ fault: FaultyDocument.Fault) throws {
        let document = try FaultyDocument(text, fault, fault)

        let revision = document.revised(by: [change])

        #expect(revision.document.bytes == document.bytes)
        #expect(revision.edits.isEmpty)
        #expect(revision.refusals.map(\.change) == [change])
        #expect(revision.refusals.map(\.error.code) == [fault == .overlaps ? .overlap : .gate])
        #expect(throws: EditError.self) { try document.revised(by: change) }
    }

    @Test func `takes the conservative style when the natural one fails`() throws {
        let document = try FaultyDocument(text, .changesAnotherValue, nil)

        let revision = try document.revised(by: change)

        #expect(revision.document.bytes == Array("a = 2\nother = 0x11\n".utf8))
        #expect(revision.edits == [Edit(4..<5, "2")])
    }

    @Test func `lets a good edit through as it was proposed`() throws {
        let revision = try FaultyDocument(text, nil, nil).revised(by: change)
        #expect(revision.edits == [Edit(4..<5, "2")])
    }

    @Test func `finds the one bad change among many`() throws {
        let lines = (0..<100).map { $0 == 61 ? "k61 = [1]\n" : "k\($0) = 1\n" }.joined()
        let document = try toml(lines)
        var list = (0..<100).map { DocumentChange(DocumentPath([.key("k\($0)")]), .integer(2)) }
        list[61] = DocumentChange(DocumentPath([.key("k61"), .index(3)]), .integer(2))

        let revision = document.revised(by: list)

        #expect(revision.refusals.map(\.change) == [list[61]])
        #expect(revision.refusals.map(\.error.code) == [.noSuchPath])
        #expect(
            revision.document.bytes == Array(lines.replacing("= 1", with: "= 2").utf8)
        )
        #expect(try document.bytes.applying(revision.edits) == revision.document.bytes)
    }

    /// Seed 703 of JSON under fuzz: the date came back as the string that JSON has for it.
    @Test func `gives a refused change back as it was asked for`() throws {
        let document = try Format.json.parse(Array("[1]".utf8))
        let date = SettingValue.date(SettingDate(seconds: 1_000_000_000))
        let asked = DocumentChange(DocumentPath([.key("new")]), date)
        #expect(document.revised(by: [asked]).refusals.map(\.change) == [asked])
    }

    /// Seeds 8195, 20117, 25123 and 26754 of JSON under fuzz: a text at the root had no line end left.
    @Test(
        arguments: [
            (["", "general/new", "0/added"], ["0/added"]), (["", "1/a", "0"], ["1/a"]),
            (["", "new", "0/added"], ["0/added"]), (["", "new/deeper", "0"], ["0"]),
        ] as [([DocumentPath], [DocumentPath])]
    )
    func `keeps line ends that one of the changes takes with it`(
        paths: [DocumentPath],
        refused: [DocumentPath]
    ) throws {
        let document = try Format.json.parse(Array("[1,\r\n\t{\"a\": \"b\"}]".utf8))
        let value = SettingValue.array([1, 2].map { .dictionary([.init("k", .integer($0))]) })
        let changes = paths.map {
            DocumentChange($0, $0.elements.isEmpty ? .string("") : value)
        }

        let revision = document.revised(by: changes)

        #expect(revision.refusals.map(\.change.path) == refused)
        #expect(revision.document.bytes.contains(0x0A))
        #expect(!revision.document.bytes.hasBareLineFeed)
        #expect(try document.bytes.applying(revision.edits) == revision.document.bytes)
    }

    /// Seed 47669 of INI under fuzz: of the comment alone, nothing told how the file ends its lines.
    @Test(arguments: ["\r\n", "\r"])
    func `keeps line ends where a change before another leaves one line`(end: String) throws {
        let document = try Format.ini.parse(Array("; c\(end)Z=0".utf8))

        let revision = document.revised(by: [
            DocumentChange("Z", nil), DocumentChange("z", .string("1")),
        ])

        #expect(revision.refusals.isEmpty)
        #expect(revision.document.bytes == Array("; c\(end)z = 1".utf8))
        #expect(try document.bytes.applying(revision.edits) == revision.document.bytes)
    }

    /// Seed 21332 of .env under fuzz: the second line's character became the file's mark.
    @Test func `lets no text become a byte order mark`() throws {
        let text = "Z=1\r\n\u{FEFF}"
        let document = try Format.dotenv.parse(Array(text.utf8))

        let revision = document.revised(by: [DocumentChange("Z", nil)])

        #expect(revision.refusals.map(\.error.code) == [.gate])
        #expect(revision.document.bytes == Array(text.utf8))
    }

    @Test(arguments: [
        ("k.conf", "a 1\nb 2\n", Format.keyValue, "a", "x="),
        ("v.conf", "[s]\nc = 1\n", .ini, "s/d$e", "1"),
        ("t.conf", "a = true\nb = \"x\"\n", .ini, "a", "yes"),
    ])
    func `refuses an edit after which the file tells another format`(
        path: String,
        text: String,
        format: Format,
        key: DocumentPath,
        value: String
    ) throws {
        let document = try format.parse(Array(text.utf8))
        let change = DocumentChange(key, .string(value))

        let revision = document.revised(by: [change], inFile: path)

        #expect(revision.refusals.map(\.error.code) == [.otherFormat])
        #expect(revision.document.bytes == document.bytes)
        #expect(document.revised(by: [change]).refusals.isEmpty)
        #expect(document.revised(by: [change], inFile: "other.lua").refusals.isEmpty)
    }

    @Test(arguments: [
        ("a.json", "{ // why\n  \"b\": 2 }", Format.jsonc, "b"), ("v.conf", "a = 1\n", .ini, "a"),
        ("t.conf", "a = true\nb = \"x\"\n", .ini, "b"), ("i.conf", "a = x\nb = \"x\"\n", .ini, "a"),
        ("a.json", "{ \"a\": 1, // why\n  \"b\": 2, }", .jsonc, "a"),
    ])
    func `makes an edit after which the file says the same in the format it tells`(
        path: String,
        text: String,
        format: Format,
        key: DocumentPath
    ) throws {
        let document = try format.parse(Array(text.utf8))
        let revision = document.revised(by: [DocumentChange(key, nil)], inFile: path)
        #expect(revision.refusals.isEmpty)
        let bytes = revision.document.bytes
        let told = Format.detect(name: path, bytes: bytes)
        #expect(
            try told.map { try $0.parse(bytes).root } ?? .dictionary([]) == revision.document.root
        )
    }

    @Test(arguments: [0, 1])
    func `writes no file that is too large to be read`(excess: Int) throws {
        let most = Limits.standard.fileBytes
        let text = "a = 1\n#" + String(repeating: "c", count: most - 7 - 4) + "\n"
        let document = try Format.toml.parse(Array(text.utf8))
        let value = SettingValue.integer(excess == 0 ? 1_000 : 10_000)
        let revision = document.revised(by: [DocumentChange("a", value)])
        #expect(revision.document.bytes.count == (excess == 0 ? most : text.utf8.count))
        #expect(revision.refusals.map(\.error.code) == (excess == 0 ? [] : [.unrepresentable]))
    }

    @Test func `makes a change that another one makes room for`() throws {
        let text = "a: &x {b: 1}\nc: *x\nd: 1\n"
        let document = try Format.yaml.parse(Array(text.utf8))
        let changes = [
            DocumentChange("c", .integer(2)), DocumentChange("a/b", .integer(3)),
            DocumentChange("d", .integer(4)),
        ]

        let revision = document.revised(by: changes)

        #expect(revision.refusals.isEmpty)
        #expect(revision.document.bytes == Array("a: &x {b: 3}\nc: 2\nd: 4\n".utf8))
        #expect(try document.bytes.applying(revision.edits) == revision.document.bytes)
    }

    @Test func `makes no edit for an equal value`() throws {
        let equal = DocumentChange(DocumentPath([.key("other")]), .integer(17))
        let revision = try toml(text).revised(by: equal)
        #expect(revision.edits.isEmpty)
        #expect(revision.document.bytes == Array(text.utf8))
    }

    @Test func `says in words why it refused`() throws {
        let error = #expect(throws: EditError.self) {
            try FaultyDocument(text, .changesAnotherValue, .respellsAnotherValue).revised(
                by: change
            )
        }
        #expect(error?.problem == "another value's text would change")
        #expect(error?.advice == "Edit the file by hand")
    }
}
