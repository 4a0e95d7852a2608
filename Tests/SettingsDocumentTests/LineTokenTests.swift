// What two lists of lines share.

import SettingsDocument
import Testing

@Suite struct `Two lists of lines` {
    /// The search for what they share once took memory for each line that they don't share, squared.
    @Test func `share what they share, however much they don't`() {
        func lines(_ word: String) -> [LineToken] {
            let lines = (0..<20_000).map { LineToken.structure("\(word) \($0)") }
            return lines + [.structure("both")] + lines.reversed()
        }
        let hunks = lineHunks(from: lines("old"), to: lines("new"))
        #expect(hunks.map(\.range) == [0..<20_000, 20_001..<40_001])
        #expect(hunks.map(\.tokens.count) == [20_000, 20_000])
    }
}
