// A fast checksum, against damage and mistakes; nobody who means harm is kept out by it.

/// FNV-1a over words of eight bytes, with a rotation so that high bits reach low ones.
///
/// Two inputs that differ in one word never have the same one.
struct Checksum {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    /// The checksum of a text.
    static func of(_ text: [UInt8]) -> Int64 {
        var checksum = Checksum()
        checksum.add(UInt64(text.count))
        text.withUnsafeBytes { checksum.add($0) }
        return Int64(bitPattern: checksum.sum)
    }

    /// Adds a word.
    mutating func add(_ word: UInt64) {
        let product = (state ^ word) &* 0x0000_0100_0000_01B3
        state = product << 29 | product >> 35
    }

    /// Adds bytes; their count is the caller's to add.
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var offset = 0
        while offset + 8 <= bytes.count {
            add(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += 8
        }
        var rest: UInt64 = 0
        while offset < bytes.count {
            rest = rest << 8 | UInt64(bytes[offset])
            offset += 1
        }
        add(rest)
    }

    /// The checksum of what was added, spread over all bits so that many can be added up.
    var sum: UInt64 {
        // The last step of MurmurHash3, which is in the public domain.
        var sum = state
        sum = (sum ^ sum >> 33) &* 0xFF51_AFD7_ED55_8CCD
        sum = (sum ^ sum >> 33) &* 0xC4CE_B9FE_1A85_EC53
        return sum ^ sum >> 33
    }
}
