// The table of keys.

import Testing

@testable import SettingsUI

@Suite struct `The table of keys` {
    private static let shown = KeyMap.lines.filter { $0.keys != nil && !$0.bindings.isEmpty }

    @Test func `has each key once`() {
        let keys = KeyMap.lines.flatMap(\.bindings).flatMap(\.keys)
        #expect(Set(keys).count == keys.count)
        #expect(keys.allSatisfy { $0.action != nil })
    }

    @Test(arguments: shown.indices) func `has in a line of the help the keys of its letters`(
        index: Int
    ) {
        let line = Self.shown[index]
        let keys = line.bindings.flatMap(\.keys)
        let names = (line.keys ?? "").split(separator: " ").map { String($0) }
        for letter in names where letter.count == 1 && letter.utf8.count == 1 {
            #expect(
                keys.contains { $0.name(Glyphs(.unicode)) == letter },
                "\(line.does): \(letter)"
            )
        }
        for key in keys {
            guard case .control = key else { continue }
            #expect(line.keys?.contains(key.name(Glyphs(.unicode))) == true, "\(line.does)")
        }
    }
}
