// Edits applied to bytes.

import SettingsDocument
import SettingsModel
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
}
