// Languages, strings tables and variants for screens.

import SettingsDocument
import SettingsModel
import SettingsSchema
import Testing

@Suite struct `The languages` {
    @Test(
        arguments: [
            ([:], "Base en"), (["LANG": "de_AT.UTF-8"], "de-AT de German Base en"),
            (["LANG": "de_DE", "LC_MESSAGES": "fr_FR"], "fr-FR fr French Base en"),
            (
                ["LANG": "de_DE", "LC_MESSAGES": "fr", "LC_ALL": "it_IT"],
                "it-IT it Italian Base en"
            ),
            (["LANG": "de_DE", "LC_ALL": ""], "de-DE de German Base en"),
            (["LANG": "de_DE", "LANGUAGE": "nl:sv"], "nl Dutch sv de-DE de German Base en"),
            (["LANG": "C", "LANGUAGE": "nl"], "Base en"), (["LANGUAGE": "nl"], "Base en"),
            (["LANG": "C.UTF-8", "LANGUAGE": "nl"], "nl Dutch Base en"),
            (["LANG": "zh_TW.UTF-8"], "zh-TW zh-Hant-TW zh-Hant zh Base en"),
            (["LANG": "zh_CN"], "zh-CN zh-Hans-CN zh-Hans zh Base en"),
            (["LANG": "sr_RS@latin"], "sr-RS sr-Latn-RS sr-Latn sr Base en"),
            (["LANG": "en_GB.UTF-8"], "en-GB en English Base"),
            (["LANG": "../../etc"], "Base en"), (["LANG": "de/../x"], "Base en"),
        ] as [([String: String], String)]
    )
    func `are in gettext's order`(environment: [String: String], expected: String) {
        #expect(Languages.preferred(environment: environment).joined(separator: " ") == expected)
    }

    @Test func `of a long list are cut`() {
        let list = (0..<100).map { "l\($0)" }.joined(separator: ":")
        #expect(
            Languages.preferred(environment: ["LANG": "de", "LANGUAGE": list]).count == 32 + 2 + 2
        )
    }
}

@Suite struct `A strings table` {
    private let root = """
        {"StringsTable": "Root", "PreferenceSpecifiers": [
          {"Type": "PSTextFieldSpecifier", "Title": "Name", "Key": "name"},
          {"Type": "PSTextFieldSpecifier", "Title": "Place", "Key": "place"}]}
        """

    private func titles(_ files: [String: String], _ language: String) -> [String] {
        let languages = Languages.preferred(environment: ["LANG": language])
        let all = files.merging(["Root.json": root]) { one, _ in one }
        let schema = Schema(bundle: bundle(all), languages: languages, idiom: .wide)
        return schema.panes.flatMap(\.rows).map(\.title)
    }

    @Test func `gives the titles, and the next language those it hasn't`() {
        let files = [
            "de.lproj/Root.strings": "\"Name\" = \"Name (de)\";",
            "en.lproj/Root.strings": "\"Name\" = \"Name (en)\"; \"Place\" = \"Place (en)\";",
        ]
        #expect(titles(files, "de_DE.UTF-8") == ["Name (de)", "Place (en)"])
        #expect(titles(files, "C") == ["Name (en)", "Place (en)"])
    }

    @Test func `that isn't there leaves the keys`() {
        #expect(titles([:], "de") == ["Name", "Place"])
    }

    @Test func `is found whatever the hyphens of its folder are`() {
        let files = ["pt_br.lproj/Root.strings": "Name = Nome;"]
        #expect(titles(files, "pt_BR.UTF-8") == ["Nome", "Place"])
    }

    @Test func `may be a property list, or in UTF-16`() throws {
        let plist = """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict><key>Name</key><string>Navn</string></dict></plist>
            """
        #expect(titles(["da.lproj/Root.strings": plist], "da") == ["Navn", "Place"])
        var wide: [UInt8] = [0xFF, 0xFE]
        for unit in "\"Name\" = \"Imię\";\n".utf16 {
            wide += [UInt8(unit & 0xFF), UInt8(unit >> 8)]
        }
        let files = BundleFiles(["Root.json": Array(root.utf8), "pl.lproj/Root.strings": wide])
        let schema = Schema(bundle: files, languages: ["pl"], idiom: .wide)
        #expect(schema.panes.first?.rows.first?.title == "Imię")
    }

    @Test func `that can't be read leaves the keys and says so`() {
        let files = bundle(["Root.json": root, "de.lproj/Root.strings": "\"Name\" = \"oh"])
        let schema = Schema(bundle: files, languages: ["de"], idiom: .wide)
        #expect(schema.panes.first?.rows.first?.title == "Name")
        #expect(schema.problems.map(\.place.file) == ["de.lproj/Root.strings"])
    }
}

@Suite struct `A pane's variant` {
    private let files = [
        "Root~wide.json", "Root~narrow.json", "Root~ipad.plist", "Root.inApp.json", "Root.plist",
        "Root.json", "Root.toml",
    ]

    @Test(arguments: [
        (Idiom.wide, [], "Root.inApp.json"), (.wide, ["Root.inApp.json"], "Root~wide.json"),
        (.wide, ["Root.inApp.json", "Root~wide.json"], "Root~ipad.plist"),
        (.narrow, ["Root.inApp.json"], "Root~narrow.json"),
        (.narrow, ["Root.inApp.json", "Root~narrow.json"], "Root.plist"),
        (.narrow, ["Root.inApp.json", "Root~narrow.json", "Root.plist"], "Root.json"),
    ])
    func `is the nearest to the screen that is there`(idiom: Idiom, missing: [String], file: String)
    {
        let names = files.filter { !missing.contains($0) }
        let files = BundleFiles(Dictionary(uniqueKeysWithValues: names.map { ($0, []) }))
        let reader = BundleReader(files, languages: [], idiom: idiom)
        #expect(reader.file(ofPane: "Root") == file)
    }
}

@Suite struct `A device's own file of a pane` {
    private static let pane = #"{"PreferenceSpecifiers":[]}"#

    private func unused(_ names: [String]) -> [String] {
        let texts = names.map { ($0, Self.pane) }
        return BundleCheck(bundle(Dictionary(uniqueKeysWithValues: texts))).problems
            .filter { $0.code == .unusedFile }.map(\.place.file)
    }

    @Test(arguments: [
        ["Root.json", "Root.inApp.json", "Root~ipad.json"],
        ["Root.json", "Root~wide.json", "Root~ipad.json", "Root~ipad.inApp.json"],
    ])
    func `is used, also where another comes first`(names: [String]) {
        #expect(unused(names) == [])
    }

    @Test func `is unused where no row opens the pane`() {
        let names = ["Root.json", "Other~ipad.json", "Root.toml"]
        #expect(unused(names) == ["Other~ipad.json", "Root.toml"])
    }
}

@Suite struct `A pane file` {
    @Test(arguments: [
        (
            "Root.json",
            #"{"PreferenceSpecifiers":[{"Type":"PSSliderSpecifier","Key":"k","DefaultValue":2,"MinimumValue":0,"MaximumValue":4}]}"#
        ),
        (
            "Root.jsonc",
            #"{"PreferenceSpecifiers":[/* a row */{"Type":"PSSliderSpecifier","Key":"k","DefaultValue":2,"MinimumValue":0,"MaximumValue":4,}]}"#
        ),
        (
            "Root.toml",
            "[[PreferenceSpecifiers]]\nType = 'PSSliderSpecifier'\nKey = 'k'\nDefaultValue = 2\nMinimumValue = 0\nMaximumValue = 4\n"
        ),
        (
            "Root.plist",
            "<plist version=\"1.0\"><dict><key>PreferenceSpecifiers</key><array><dict><key>Type</key><string>PSSliderSpecifier</string><key>Key</key><string>k</string><key>DefaultValue</key><integer>2</integer><key>MinimumValue</key><integer>0</integer><key>MaximumValue</key><integer>4</integer></dict></array></dict></plist>"
        ),
    ])
    func `says the same in each format`(name: String, text: String) {
        let schema = Schema(bundle([name: text]))
        #expect(schema.problems == [])
        #expect(schema.defaults.map(\.value) == [.integer(2)])
        #expect(
            schema.refusal(of: .integer(5), at: SettingKeyPath(segments: ["k"]))?.code == .range
        )
    }

    @Test func `in OpenStep's text form is refused with what converts it`() {
        let schema = Schema(bundle(["Root.plist": "{ PreferenceSpecifiers = (); }"]))
        #expect(schema.problems.first?.code == .unreadable)
        #expect(
            schema.problems.first?.problem
                == "this is a property list in OpenStep's text form, which isn't read"
        )
        #expect(
            schema.problems.first?.advice == "Convert it to XML: plutil -convert xml1 Root.plist"
        )
    }

    @Test func `may be a binary property list`() throws {
        let row = SettingValue.dictionary([
            SettingValue.Entry("Type", .string("PSToggleSwitchSpecifier")),
            SettingValue.Entry("Title", .string("On")), SettingValue.Entry("Key", .string("on")),
            SettingValue.Entry("DefaultValue", .boolean(true)),
        ])
        let empty = try Format.binaryPropertyList.parse(Format.binaryPropertyList.emptyFile)
        let path = DocumentPath([.key("PreferenceSpecifiers")])
        let bytes = try empty.revised(by: DocumentChange(path, .array([row]))).document.bytes
        let schema = Schema(BundleFiles(["Root.plist": bytes]))
        #expect(schema.problems == [])
        #expect(schema.panes.first?.rows.map(\.title) == ["On"])
    }

    @Test func `takes keys as they are, or as key paths if it says so`() {
        let row = #"{"Type":"PSTextFieldSpecifier","Title":"T","Key":"font.size"}"#
        let plain = Schema(bundle(["Root.json": #"{"PreferenceSpecifiers":[\#(row)]}"#]))
        let paths = Schema(
            bundle(["Root.json": #"{"SAKeyPaths":true,"PreferenceSpecifiers":[\#(row)]}"#])
        )
        #expect(plain.panes.first?.rows.first?.keyPath?.segments == ["font.size"])
        #expect(paths.panes.first?.rows.first?.keyPath?.segments == ["font", "size"])
    }
}

@Suite struct `A strings table that no language has` {
    @Test(arguments: [
        ([], true), (["de.lproj/Other.strings"], true), (["de.lproj/Root.strings"], false),
        (["de.lproj/root.strings"], true), (["Base.lproj/Root.strings"], false),
    ]) func `is reported`(names: [String], isReported: Bool) {
        var files = ["Root.json": #"{"StringsTable":"Root","PreferenceSpecifiers":[]}"#]
        for name in names { files[name] = "a = b;" }
        let problems = BundleCheck(bundle(files)).problems
        #expect(
            problems.map(\.problem)
                == (isReported ? ["no language has the strings table 'Root'"] : [])
        )
        #expect(problems.allSatisfy { $0.severity == .warning && $0.place.file == "Root.json" })
    }
}

@Suite struct `A file of texts that is no dictionary` {
    @Test(arguments: ["<plist version=\"1.0\"><array/></plist>", "( a )"])
    func `is told`(text: String) {
        let files = bundle([
            "Root.json": #"{"StringsTable":"Root","PreferenceSpecifiers":[]}"#,
            "de.lproj/Root.strings": text,
        ])
        let problems = BundleCheck(files).problems
        #expect(problems.map(\.place.file) == ["de.lproj/Root.strings"])
        #expect(problems.map(\.code).allSatisfy { $0 == .wrongType || $0 == .syntax })
    }
}
