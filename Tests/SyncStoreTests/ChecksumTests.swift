// What a checksum of a text tells apart.

import TestSupport
import Testing

@testable import SyncStore

@Suite struct `A text's checksum` {
    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func `is the same for equal texts alone`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        func text() -> [UInt8] {
            (0..<Int.random(in: 0..<60, using: &random)).map { _ in
                UInt8.random(in: 97...98, using: &random)
            }
        }
        let (a, b) = (text(), text())
        #expect((Checksum.of(a) == Checksum.of(b)) == (a == b))
    }

    @Test(arguments: [0, 7, 8, 500, 992, 999])
    func `differs where one byte does`(place: Int) {
        let old = [UInt8](repeating: 97, count: 1_000)
        var new = old
        new[place] = 98
        #expect(Checksum.of(old) != Checksum.of(new))
        #expect(Checksum.of(old) == Checksum.of([UInt8](repeating: 97, count: 1_000)))
    }

    @Test func `counts bytes that are 0`() {
        let sums = (0..<20).map { Checksum.of([UInt8](repeating: 0, count: $0)) }
        #expect(Set(sums).count == sums.count)
    }
}
