// The example bundles, read in each of their languages.

import SettingsDocument
import SettingsModel
import SettingsSchema
import Testing

@Suite struct `An example bundle` {
    @Test(arguments: ["ShootStuffUp", "Tabs", "Specimens"], ["en", "de"])
    func `has these panes in each language`(name: String, language: String) throws {
        let files = try exampleBundle(name)
        let languages = Languages.preferred(environment: ["LANG": language])

        let schema = Schema(bundle: files, languages: languages, idiom: .narrow)

        #expect(schema.problems == [])
        try expectGolden(schema.listing, "\(name).\(language)")
    }

    @Test func `has another pane on a wide screen`() throws {
        let files = try exampleBundle("Specimens")
        var reader = BundleReader(files, languages: ["en"], idiom: .wide)

        let found = reader.pane(named: "Dates")
        let pane = try #require(found)

        #expect(pane.title == "Dates, wide")
        #expect(pane.file == "Dates~wide.plist")
    }

    @Test(arguments: ["ShootStuffUp", "Tabs", "Specimens"])
    func `has nothing wrong but what one language or screen lacks`(name: String) throws {
        let check = BundleCheck(try exampleBundle(name))
        #expect(check.problems.filter { ![.translation, .missingKey].contains($0.code) } == [])
    }

    @Test func `has every type and key that there is`() throws {
        var types: Set<String> = []
        var keys: Set<String> = []
        let files = try exampleBundle("Specimens")
        for name in files.names where !name.contains("/") {
            let text = String(decoding: try files.read(name), as: UTF8.self)
            let root = try document(text, named: name).root
            collect(root, &types, &keys)
        }
        let known = KnownKeys.ofTypes.values.reduce(into: Set<String>()) { $0.formUnion($1) }
        #expect(Set(KnownKeys.ofTypes.keys).subtracting(types) == [])
        // Only a bundle whose keys are key paths has SAKeyPaths; those of the specimens are plain.
        #expect(
            known.union(KnownKeys.ofRows).union(KnownKeys.ofPanes).subtracting(keys) == [
                "SAKeyPaths", "SAImage",
            ]
        )
    }

    private func collect(
        _ value: SettingValue,
        _ types: inout Set<String>,
        _ keys: inout Set<String>
    ) {
        switch value {
        case .dictionary(let entries):
            for entry in entries {
                keys.insert(entry.key)
                if entry.key == "Type", case .string(let type) = entry.value { types.insert(type) }
                collect(entry.value, &types, &keys)
            }
        case .array(let values): for value in values { collect(value, &types, &keys) }
        default: return
        }
    }
}

@Suite struct `ShootStuffUp` {
    @Test func `registers its defaults`() throws {
        let schema = Schema(try exampleBundle("ShootStuffUp"))
        let shown = schema.defaults.map { "\($0.keyPath) = \($0.value.quotedForMessage)" }
        #expect(
            shown == [
                "music_volume = 3.5", "game_volume = 3.5", "difficulty = \"easy\"",
                "ship_stability = 3.5", "bad_guys = true", "debug = false",
                "version = \"1.0.0 Rev. B\"",
            ]
        )
    }
}
