// What several programs that are adopted at once make of the look.

import SettingsCatalogue
import SettingsDocument
import SettingsModel
import Testing

private let size = SettingKeyPath(segments: ["mono", "size"])

private func plan(
    _ domainFile: String? = nil,
    values: [SettingKeyPath: SettingValue] = [:]
) throws -> LookPlan {
    LookPlan(
        values: values,
        domainFile: domainFile.map { Array($0.utf8) },
        bundle: nil,
        families: try families()
    )
}

extension LookPlan {
    fileprivate var text: String? {
        newDomainFile.map { String(decoding: $0, as: UTF8.self) }
    }
}

@Suite struct `The look of programs that are adopted` {
    @Test func `has the values of the first, which the others follow`() throws {
        var plan = try plan()
        #expect(plan.text == nil)
        let one = try plan.add(
            program("one", "size = 10\ntheme = \"ayu_dark\""),
            at: "~/1",
            installed: [:]
        )
        #expect(one.omissions == [])
        let two = try plan.add(
            program("two", "size = 20\ntheme = \"ayu_light\""),
            at: "~/2",
            installed: [:]
        )
        #expect(two.omissions.map(\.fileKey.description) == ["theme"])
        let three = try plan.add(
            program("three", "theme = \"Rosé Pine\""),
            at: "~/3",
            installed: [:]
        )
        #expect(three.themes.map(\.pair.light) == ["Rosé Pine Dawn"])
        let text = try #require(plan.text)
        #expect(text.contains("map.size = \"{mono.size|*20/10|.1}\""))
        #expect(text.contains("[values.one-theme]\ndark = \"ayu_dark\"\nlight = \"ayu_light\"\n"))
        #expect(text.contains("[values.three-theme]\n") && !text.contains("two-theme"))
    }

    @Test func `begins with what most of them say`() throws {
        let texts = ["size = 10", "size = 12", "size = 12", "size = 14"]
        let programs = try texts.enumerated().map { number, text in
            (text: try program("n\(number)", text), installed: [String: Set<String>]())
        }
        var plan = try plan()
        plan.agree(on: programs)
        for (text, installed) in programs {
            _ = try plan.add(text, at: "~/file", installed: installed)
        }
        let text = try #require(plan.text)
        #expect(text.contains("map.size = \"{mono.size|*10/12|.1}\""))
        #expect(text.contains("map.size = \"{mono.size|number}\""))
        #expect(text.contains("map.size = \"{mono.size|*14/12|.1}\""))
    }

    @Test func `stays what it was, whatever most of them say`() throws {
        var plan = try plan(values: [size: .integer(10)])
        let other = (text: try program("one", "size = 20"), installed: [String: Set<String>]())
        plan.agree(on: [other, other])
        _ = try plan.add(other.text, at: "~/1", installed: [:])
        #expect(try #require(plan.text).contains("map.size = \"{mono.size|*20/10|.1}\""))
    }

    @Test func `is as it was where a program adds nothing, or can't be added`() throws {
        var same = try plan("title = \"mine\"\n")
        _ = try same.add(program("one", "other = 1\n"), at: "~/1", installed: [:])
        #expect(same.newDomainFile == nil)
        var wrong = try plan("[values\n")
        #expect(throws: CatalogueError.self) {
            try wrong.add(program("one", "size = 10\n"), at: "~/1", installed: [:])
        }
        #expect(wrong.newDomainFile == nil)
    }

    @Test func `keeps a value that it has, and the words that are there`() throws {
        let mine = "[values]\none-theme = { dark = \"nord\", light = \"paper\" }\n"
        var plan = try plan(mine, values: [size: .integer(10)])
        let one = try plan.add(
            program("one", "size = 15\ntheme = \"paper\"\n"),
            at: "~/1",
            installed: [:]
        )
        #expect(one.omissions == [])
        #expect(try #require(plan.text).hasPrefix(mine))
        #expect(one.look[size] == .integer(10))
    }
}
