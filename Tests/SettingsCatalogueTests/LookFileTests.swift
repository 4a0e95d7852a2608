// What forgetting a program takes out of the look's domain file: all that adopting it has added.

import SettingsCatalogue
import SettingsDocument
import SettingsModel
import Testing

/// A domain file with a program added that says one size and one theme.
private func adding(_ name: String, at path: String, to old: [UInt8]) throws -> [UInt8] {
    let text = try program(name, "size = 10\ntheme = \"ayu_dark\"\n")
    var plan = LookPlan(values: [:], domainFile: old, bundle: nil, families: try families())
    let share = try plan.add(text, at: path, installed: [:])
    #expect(share.lines.count == 2)
    let new = try #require(plan.newDomainFile)
    #expect(LookFile(new).hasFile(at: ["/1", path]) && !LookFile(new).hasFile(at: ["/1"]))
    return new
}

/// A domain file without what a program has added; nil where that isn't one paragraph.
private func removing(_ name: String, at path: String, from old: [UInt8]) -> String? {
    var file = LookFile(old)
    guard file.remove(["/home/u" + path.dropFirst(), path], title: name) else {
        #expect(file.bytes == old)
        return nil
    }
    return String(decoding: file.bytes, as: UTF8.self)
}

private let begun = String(decoding: LookFile(bundle: "~/look.bundle").bytes, as: UTF8.self)

@Suite struct `A program that is forgotten` {
    @Test(arguments: [
        begun, "", "title = \"mine\"", "title = \"mine\"\r\n", "# mine\n\n\n",
        "[values]\nmine = { dark = \"1\", light = \"2\" }  # mine\n",
        "[values]\none-theme = { dark = \"ayu_dark\", light = \"paper\" }\n",
        begun
            + "\n[[reload]]\ncommand = [\"x\", \"{appearance|mine}\"]\n\n[values.mine]\ndark = 1\n",
    ])
    func `leaves the bytes that were there`(old: String) throws {
        let one = try adding("one", at: "~/1", to: Array(old.utf8))
        #expect(removing("one", at: "~/1", from: one) == old)
        let two = try adding("two", at: "~/2", to: one)
        #expect(removing("two", at: "~/2", from: two) == String(decoding: one, as: UTF8.self))
        let alone = try adding("two", at: "~/2", to: Array(old.utf8))
        #expect(removing("one", at: "~/1", from: two) == String(decoding: alone, as: UTF8.self))
    }

    @Test func `leaves the words that another one uses, as long as that does`() throws {
        let one = try adding("one", at: "~/1", to: Array(begun.utf8))
        let both = try adding("one", at: "~/2", to: one)
        let left = try #require(removing("one", at: "~/1", from: both))
        #expect(left.contains("path = \"~/2\"") && !left.contains("path = \"~/1\""))
        #expect(left.hasSuffix("[values.one-theme]\ndark = \"ayu_dark\"\nlight = \"ayu_light\"\n"))
        #expect(removing("one", at: "~/2", from: Array(left.utf8)) == begun)
    }

    @Test func `leaves a comment that somebody has written over it`() throws {
        let text = String(decoding: try adding("one", at: "~/1", to: []), as: UTF8.self)
        let mine = text.replacing("# one\n", with: "# my favourite\n")
        #expect(removing("one", at: "~/1", from: Array(mine.utf8)) == "\n# my favourite\n")
    }

    @Test(arguments: [
        ("[[file]]\n", "[[file]]\n\n"), ("[values.one-theme]\n", "[[reload]]\ntouch = \"x\"\n"),
        ("~/1", "~/3"), ("[[file]]\n", "[[file\n"),
    ])
    func `is left where somebody has changed it`(text: String, new: String) throws {
        let old = String(decoding: try adding("one", at: "~/1", to: []), as: UTF8.self)
        let changed = old.replacing(text, with: new)
        #expect(changed != old)
        #expect(removing("one", at: "~/1", from: Array(changed.utf8)) == nil)
    }
}
