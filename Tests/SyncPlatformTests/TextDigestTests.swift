// What displaced texts are known again by.

import Testing

@testable import SyncPlatform

@Suite struct `A digest of a text` {
    private let text = Array("font = 12\n".utf8)

    @Test func `is that of an equal text`() {
        #expect(TextDigest(of: text) == TextDigest(of: Array("font = 12\n".utf8)))
        #expect(TextDigest(of: []) == TextDigest(of: []))
    }

    @Test func `differs for each other byte, and for a byte more or less`() {
        let digest = TextDigest(of: text)
        for index in text.indices {
            for bit in 0..<8 {
                var other = text
                other[index] ^= 1 << bit
                #expect(TextDigest(of: other) != digest)
            }
        }
        #expect(TextDigest(of: Array(text.dropLast())) != digest)
        #expect(TextDigest(of: text + [0]) != digest)
        #expect(TextDigest(of: [0]) != TextDigest(of: []))
    }
}
