// Bundles that mean harm or are broken: problems, never a crash.

import SettingsDocument
import SettingsModel
import SettingsSchema
import TestSupport
import Testing

private func child(_ file: String) -> String {
    #"{"Type":"PSChildPaneSpecifier","Title":"T","File":"\#(file)"}"#
}

private func pane(_ rows: String) -> String { "{\"PreferenceSpecifiers\": [\(rows)]}" }

@Suite struct `A hostile bundle` {
    @Test(arguments: [
        "../secret", "/etc/passwd", "a/b/c", "a/../b", "..", ".hidden", "a\\\\b", "", "a\\u0000b",
    ])
    func `reads no file outside of itself`(file: String) {
        var asked: [String] = []
        let root = Array(pane(child(file)).utf8)
        let files = BundleFiles(names: ["Root.json", "../secret.json", "a/b/c.json", "b.json"]) {
            name throws(BundleFileError) in
            asked.append(name)
            return root
        }
        let schema = Schema(files)
        #expect(asked == ["Root.json"])
        #expect(schema.panes.count == 1)
        #expect(schema.problems.map(\.code) == [.fileName])
        #expect(schema.problems.map { $0.place.file } == ["Root.json"])
        #expect(schema.problems.allSatisfy { $0.place.position?.line == 1 })
    }

    @Test func `takes no strings table by a path`() {
        let root = #"{"StringsTable":"../../Root","PreferenceSpecifiers":[]}"#
        let schema = Schema(bundle(["Root.json": root]))
        #expect(schema.problems.map(\.code) == [.fileName])
    }

    @Test func `gives the reason for a link that the edge refused`() {
        let files = BundleFiles(names: ["Root.plist"]) { _ throws(BundleFileError) in
            throw BundleFileError(problem: "it is a link that leads out of the bundle")
        }
        #expect(
            Schema(files).problems.map(\.description) == [
                "Root.plist: the file can't be read: it is a link that leads out of the bundle. "
                    + "Put the file itself there."
            ]
        )
    }

    @Test func `ends where its panes open each other`() {
        let files = bundle([
            "Root.json": pane(child("A")), "A.json": pane(child("B")),
            "B.json": pane(child("A") + "," + child("Root")),
        ])
        let schema = Schema(files)
        #expect(schema.panes.map(\.name) == ["Root", "A", "B"])
        #expect(schema.problems == [])
    }

    @Test(arguments: [(4_096, 0), (4_097, 1), (10_000, 1)])
    func `has as many panes as the limit and no more`(count: Int, problems: Int) {
        var texts = ["Root.json": pane((1..<count).map { child("P\($0)") }.joined(separator: ","))]
        for index in 1..<count { texts["P\(index).json"] = pane("") }
        let schema = Schema(bundle(texts))
        #expect(schema.panes.count == min(count, 4_096))
        #expect(schema.problems.map(\.code) == Array(repeating: .limit, count: problems))
    }

    /// Twenty warnings stand before the error.
    @Test func `has its errors told where there are too many problems`() throws {
        var limits = SchemaLimits.standard
        limits.problems = 5
        var texts = ["Root.json": pane(child("Z")), "Z.json": "{"]
        for index in 1...20 { texts["A\(index).json"] = pane("") }
        let problems = BundleCheck(bundle(texts), limits: limits).problems
        #expect(problems.map(\.severity) == [.warning, .warning, .warning, .error, .warning])
        #expect(problems.map(\.place.file)[3] == "Z.json")
        #expect(problems.last?.problem == "this and 16 more problems aren't told")
    }

    @Test func `isn't said to have panes that nothing opens past a limit`() throws {
        var limits = SchemaLimits.standard
        limits.paneDepth = 2
        let texts = [
            "Root.json": pane(child("A")), "A.json": pane(child("B")), "B.json": pane(child("C")),
            "C.json": pane(""),
        ]
        let problems = BundleCheck(bundle(texts), limits: limits).problems
        #expect(
            problems.map(\.description) == [
                "A.json: panes open more than 2 deep. Put rows together into fewer panes."
            ]
        )
    }

    @Test(arguments: [(64, 0), (65, 1)])
    func `opens panes as deep as the limit and no deeper`(count: Int, problems: Int) {
        var texts = ["Root.json": pane(child("P1"))]
        for index in 1..<count {
            texts["P\(index).json"] = pane(index + 1 < count ? child("P\(index + 1)") : "")
        }
        let schema = Schema(bundle(texts))
        #expect(schema.panes.count == min(count, 64))
        #expect(schema.problems.map(\.code) == Array(repeating: .limit, count: problems))
    }

    @Test(arguments: [(100, 0), (99, 1)])
    func `has as many bytes as the limit and no more`(limit: Int, problems: Int) {
        let text = pane("")
        var limits = SchemaLimits()
        limits.bytes = limit
        let padded = text + String(repeating: " ", count: 100 - text.utf8.count)
        let files = bundle(["Root.json": padded])
        let schema = Schema(bundle: files, languages: [], idiom: .wide, limits: limits)
        #expect(schema.problems.map(\.code) == Array(repeating: .unreadable, count: problems))
    }

    @Test(arguments: [(3, 0), (2, 1)])
    func `has as many rows as the limit and no more`(limit: Int, problems: Int) {
        var limits = SchemaLimits()
        limits.rows = limit
        let row = #"{"Type":"PSTextFieldSpecifier","Title":"T","Key":"k"}"#
        let files = bundle(rows: [row, row, row].joined(separator: ","))
        let schema = Schema(bundle: files, languages: [], idiom: .wide, limits: limits)
        #expect(schema.panes.flatMap(\.rows).count == limit)
        #expect(schema.problems.map(\.code) == Array(repeating: .limit, count: problems))
    }

    @Test func `reports problems up to the limit`() {
        let schema = Schema(
            bundle(rows: Array(repeating: "1", count: 2_000).joined(separator: ","))
        )
        #expect(schema.problems.count == 1_000)
        #expect(schema.problems.last?.code == .limit)
    }

    @Test(arguments: [(7, 0), (8, 1), (400, 1)])
    func `has lists in lists up to the limit`(depth: Int, problems: Int) {
        let list = #"{"Type":"IASKListGroupSpecifier","Key":"k","ItemSpecifier":"#
        let row =
            String(repeating: list, count: depth)
            + #"{"Type":"PSTextFieldSpecifier","Title":"T","Key":"k"}"#
            + String(repeating: "}", count: depth)
        let schema = Schema(bundle(rows: row))
        #expect(schema.problems.map(\.code) == Array(repeating: .limit, count: problems))
    }

    @Test func `with conditions in conditions is cut`() {
        let depth = 400
        let condition =
            String(repeating: #"{"Not":"#, count: depth) + #"{"Key":"k","Equals":1}"#
            + String(repeating: "}", count: depth)
        let row =
            #"{"Type":"PSTextFieldSpecifier","Title":"T","Key":"k","SAEnabledWhen":\#(condition)}"#
        let schema = Schema(bundle(rows: row))
        #expect(schema.problems.map(\.code) == [.condition])
        #expect(schema.panes.first?.rows.first?.enabledWhen == .always)
    }
}

@Suite struct `A broken bundle` {
    @Test func `has each problem told once`() {
        let schema = Schema(bundle(rows: #"{"Type":7}"#))
        #expect(schema.problems.map(\.code) == [.wrongType])
    }

    private static let specimens = ["Root.plist", "Texts.plist", "Dates.json", "Lists.toml"]

    /// Keys that can't be dictionaries.
    private static let plainKeys: Set<String> = [
        "Type", "Title", "Key", "File", "PreferenceSpecifiers", "MinimumValue", "MaximumValue",
        "Values", "Titles", "IsSecure", "SASecret", "SAHelp", "FooterText", "KeyboardType",
    ]

    private static let wrongValues: [SettingValue] = [
        .null, .boolean(true), .integer(-1), .real(1e300), .string("\u{1B}"),
        .array([.dictionary([])]), .dictionary([SettingValue.Entry("x", .integer(1))]),
    ]

    /// Every value of the specimens in turn becomes one of another type.
    @Test(arguments: specimens, wrongValues.indices)
    func `with a wrong type anywhere is read all the same`(file: String, number: Int) throws {
        let wrong = Self.wrongValues[number]
        let files = try exampleBundle("Specimens")
        let whole = Schema(files)
        let bytes = try files.read(file)
        let format = try #require(Format.detect(name: file, bytes: bytes))
        let root = try format.parse(bytes).root
        let name = file.split(separator: ".")[0]
        // Each place has one of the wrong values, and one beside it another.
        for (index, place) in root.places.enumerated()
        where index % Self.wrongValues.count == number && LongRun.plays(index, oneIn: 3) {
            let broken = root.replacing(place[...], with: wrong)
            guard case .dictionary(let entries)? = Format.json.stored(broken) else { continue }
            var document = try Format.json.parse(Format.json.emptyFile)
            let changes = entries.map { DocumentChange(DocumentPath([.key($0.key)]), $0.value) }
            document = document.revised(by: changes).document
            let (bytes, names) = (document.bytes, files.names.subtracting([file]))
            let schema = Schema(
                BundleFiles(names: names.union(["\(name).json"])) { other throws(BundleFileError) in
                    other == "\(name).json" ? bytes : try files.read(other)
                }
            )
            if case .key(let key)? = place.last, Self.plainKeys.contains(key),
                case .dictionary = wrong
            {
                #expect(!schema.problems.isEmpty, "\(place)")
            }
            check(schema, against: whole, inPane: String(name), brokenAt: place)
        }
    }

    /// Checks that the rows beside a broken one are as they were, and that no secret came to light.
    private func check(
        _ schema: Schema,
        against whole: Schema,
        inPane name: String,
        brokenAt place: [PathElement]
    ) {
        // A setting that is called by another name is another one.
        guard place.count > 2, place[0] == .key("PreferenceSpecifiers"), place.last != .key("Key")
        else { return }
        let row = DocumentPath(Array(place[..<2]))
        for pane in whole.panes where !pane.isOfElements {
            for old in pane.rows {
                guard let key = old.keyPath else { continue }
                let domain = old.domain ?? pane.domain
                let now = schema.specifier(at: key, in: domain)
                if pane.name == name, old.place.path != row {
                    #expect(now?.isSecret == old.isSecret, "\(key) with \(place)")
                    #expect(now?.type == old.type, "\(key) with \(place)")
                }
                guard whole.secrecy(of: key, in: domain) == .secret else { continue }
                #expect(schema.hides(key, in: domain), "\(key) with \(place)")
            }
        }
    }

    @Test(arguments: specimens)
    func `that was cut off anywhere gives problems`(file: String) throws {
        let bytes = try exampleBundle("Specimens").read(file)
        let ending = file.split(separator: ".").last.map(String.init) ?? ""
        for count in stride(from: 0, to: bytes.count - 10, by: 97) {
            let schema = Schema(BundleFiles(["Root.\(ending)": Array(bytes.prefix(count))]))
            // Whole lines of TOML are a pane; the rest isn't one.
            #expect(ending == "toml" || !schema.problems.isEmpty, "\(count) bytes")
        }
    }

    @Test func `in a binary property list that was cut off gives problems`() throws {
        let bytes = try exampleBundle("Specimens").read("Root.plist")
        guard case .dictionary(let entries) = try Format.xmlPropertyList.parse(bytes).root else {
            return
        }
        var document = try Format.binaryPropertyList.parse(Format.binaryPropertyList.emptyFile)
        let changes = entries.map { DocumentChange(DocumentPath([.key($0.key)]), $0.value) }
        document = document.revised(by: changes).document
        #expect(
            Schema(BundleFiles(["Root.plist": document.bytes])).panes.first?.rows.isEmpty == false
        )
        for count in stride(from: 0, to: document.bytes.count, by: 31) {
            let schema = Schema(BundleFiles(["Root.plist": Array(document.bytes.prefix(count))]))
            #expect(!schema.problems.isEmpty, "\(count) bytes")
        }
    }

    @Test func `says where each value of the wrong type is`() throws {
        let text = """
            {"PreferenceSpecifiers": [
              3,
              {"Key": "a"},
              {"Type": "PSWheelSpecifier", "Key": "b"},
              {"Type": "PSSliderSpecifier", "Key": 4, "DefaultValue": 1, "MinimumValue": "low", "MaximumValue": 9},
              {"Type": "PSMultiValueSpecifier", "Title": "T", "Key": "c", "DefaultValue": 9, "Values": [1, 2], "Titles": ["One"]},
              {"Type": "PSTextFieldSpecifier", "Title": "T", "Key": "d", "SAPattern": "(", "SAFormat": "moon", "SAPatern": "x"},
              {"Type": "PSChildPaneSpecifier", "Title": "T", "File": "Gone"},
              {"Type": "PSToggleSwitchSpecifier", "Title": "T", "Key": "e", "DefaultValue": false, "SAEnabledWhen": {"Key": "a"}}
            ]}
            """
        let schema = Schema(bundle(["Root.json": text]))
        try expectGolden(
            schema.problems.map { "\($0.severity) \($0.code.rawValue) \($0)\n" }.joined(),
            "problems"
        )
    }
}

extension SettingValue {
    /// The places of all values in this one, itself included.
    fileprivate var places: [[PathElement]] {
        switch self {
        case .array(let values):
            [[]]
                + values.enumerated().flatMap { index, value in
                    value.places.map { [.index(index)] + $0 }
                }
        case .dictionary(let entries):
            [[]] + entries.flatMap { entry in entry.value.places.map { [.key(entry.key)] + $0 } }
        default: [[]]
        }
    }

    /// The same value with another at a place.
    fileprivate func replacing(
        _ place: ArraySlice<PathElement>,
        with other: SettingValue
    ) -> SettingValue {
        switch (self, place.first) {
        case (.array(var values), .index(let index)?):
            values[index] = values[index].replacing(place.dropFirst(), with: other)
            return .array(values)
        case (.dictionary(let entries), .key(let key)?):
            return .dictionary(
                entries.map { entry in
                    entry.key != key
                        ? entry : Entry(key, entry.value.replacing(place.dropFirst(), with: other))
                }
            )
        default: return other
        }
    }
}
