// Edits applied to bytes and taken back.

import SettingsDocument
import SettingsModel
import TestSupport
import Testing

@Suite struct `A list of edits` {
    private let bytes = Array("0123456789".utf8)

    @Test func `acts at the old places, whatever its order`() throws {
        let edits = [Edit(7..<8, "xyz"), Edit(2..<2, "a"), Edit(0..<1, ""), Edit(2..<2, "b")]
        #expect(try bytes.applying(edits) == Array("1ab23456xyz89".utf8))
    }

    @Test func `removes once what two removals share`() throws {
        #expect(try bytes.applying([Edit(1..<5, ""), Edit(3..<7, "")]) == Array("0789".utf8))
        #expect(try bytes.applying([Edit(1..<7, ""), Edit(3..<5, "")]) == Array("0789".utf8))
    }

    @Test func `is refused when one edit would put bytes into another`() {
        let error = #expect(throws: EditError.self) {
            try bytes.applying([Edit(1..<5, "a"), Edit(3..<3, "b")])
        }
        #expect(error?.code == .overlap)
    }

    @Test func `without edits changes nothing`() throws {
        #expect(try bytes.applying([]) == bytes)
        #expect(try [UInt8]().applying([Edit(0..<0, "a")]) == Array("a".utf8))
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `is undone by its inverse`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var place = 0
        var edits: [Edit] = []
        while place < bytes.count {
            let start = Int.random(in: place...bytes.count, using: &random)
            let end = Int.random(in: start...bytes.count, using: &random)
            edits.append(
                Edit(
                    start..<end,
                    String(repeating: "x", count: Int.random(in: 0...3, using: &random))
                )
            )
            place = end + 1
        }
        let new = try bytes.applying(edits)
        #expect(try new.applying(bytes.inverse(of: edits.shuffled(using: &random))) == bytes)
    }
}
