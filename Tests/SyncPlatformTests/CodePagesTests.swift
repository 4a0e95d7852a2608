// What the process holds of its own code.

import CLinux
import Foundation
import Testing

@testable import SyncPlatform

@Suite struct `The program's code` {
    @Test func `leaves memory when it is let go, and comes back by itself`() throws {
        let before = try residentCode()

        CodePages.letGo()

        #expect(try residentCode() < before)
        #expect(before > 0)
    }

    /// KiB of this program's code that are mapped now, as smaps has it.
    private func residentCode() throws -> Int {
        let end = UInt(bitPattern: clinux_code_end()) - 1
        var isOurs = false
        var resident = 0
        let map = try String(contentsOfFile: "/proc/self/smaps", encoding: .utf8)
        for line in map.split(separator: "\n") {
            let words = line.split(separator: " ")
            let bounds = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            if bounds.count == 2 {
                isOurs = words[1] == "r-xp" && bounds[0] <= end && end < bounds[1]
            } else if isOurs, words[0] == "Rss:" {
                resident += try #require(Int(words[1]))
            }
        }
        return resident
    }
}
