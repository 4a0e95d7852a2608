// What differs between two texts: the part between what they begin and end with alike.

/// How one text is made of another: its first bytes, new bytes, its last bytes.
struct TextDelta: Equatable {
    /// How many bytes are kept from the base's beginning.
    var prefix: Int
    /// How many bytes are kept from the base's end; the two never overlap.
    var suffix: Int
    var middle: [UInt8]

    /// The shortest middle that makes `new` of `base`.
    init(from base: [UInt8], to new: [UInt8]) {
        let shorter = min(base.count, new.count)
        prefix = base.withUnsafeBytes { base in
            new.withUnsafeBytes { new in commonPrefix(base, new, upTo: shorter) }
        }
        let rest = shorter - prefix
        suffix = base.withUnsafeBytes { base in
            new.withUnsafeBytes { new in commonSuffix(base, new, upTo: rest) }
        }
        middle = Array(new[prefix..<(new.count - suffix)])
    }

    /// Takes over a delta that was kept.
    init(prefix: Int, suffix: Int, middle: [UInt8]) {
        self.prefix = prefix
        self.suffix = suffix
        self.middle = middle
    }

    /// Makes the new text of the base, in its place; false if it can't be the base.
    func apply(to text: inout [UInt8]) -> Bool {
        guard prefix >= 0, suffix >= 0, prefix <= text.count - suffix else { return false }
        text.replaceSubrange(prefix..<(text.count - suffix), with: middle)
        return true
    }
}

/// Whether two texts are the same, without a look at the bytes where they share their storage.
func isSame(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    guard a.count == b.count else { return false }
    return a.withUnsafeBytes { a in
        b.withUnsafeBytes { b in
            a.baseAddress == b.baseAddress || commonPrefix(a, b, upTo: a.count) == a.count
        }
    }
}

// Eight bytes at a time: a text of megabytes is compared for every edit of it.
private let word = MemoryLayout<UInt64>.size

private func commonPrefix(
    _ a: UnsafeRawBufferPointer,
    _ b: UnsafeRawBufferPointer,
    upTo limit: Int
) -> Int {
    var count = 0
    while count + word <= limit,
        a.loadUnaligned(fromByteOffset: count, as: UInt64.self)
            == b.loadUnaligned(fromByteOffset: count, as: UInt64.self)
    {
        count += word
    }
    while count < limit, a[count] == b[count] { count += 1 }
    return count
}

private func commonSuffix(
    _ a: UnsafeRawBufferPointer,
    _ b: UnsafeRawBufferPointer,
    upTo limit: Int
) -> Int {
    var count = 0
    while count + word <= limit,
        a.loadUnaligned(fromByteOffset: a.count - count - word, as: UInt64.self)
            == b.loadUnaligned(fromByteOffset: b.count - count - word, as: UInt64.self)
    {
        count += word
    }
    while count < limit, a[a.count - count - 1] == b[b.count - count - 1] { count += 1 }
    return count
}

/// A checksum of a text, against a delta that was applied to the wrong base, or a damaged page.
///
/// ``Checksum``'s words, four at once, as each multiplication has to wait for the one before it.
func checksum(_ text: [UInt8]) -> Int64 {
    let start: UInt64 = 0xCBF2_9CE4_8422_2325
    var (a, b, c, d) = (start, start &+ 1, start &+ 2, start &+ 3)
    text.withUnsafeBytes { bytes in
        func load(_ offset: Int) -> UInt64 {
            bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        }
        var offset = 0
        while offset + 4 * word <= bytes.count {
            a = Checksum.mixed(a, load(offset))
            b = Checksum.mixed(b, load(offset + word))
            c = Checksum.mixed(c, load(offset + 2 * word))
            d = Checksum.mixed(d, load(offset + 3 * word))
            offset += 4 * word
        }
        for byte in bytes[offset...] { a = Checksum.mixed(a, UInt64(byte)) }
    }
    let sum = [a, b, c, d].reduce(UInt64(text.count), Checksum.mixed)
    return Int64(bitPattern: sum)
}
