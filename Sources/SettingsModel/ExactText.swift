// Text compared by its bytes, as files have it.

extension String {
    /// Whether both texts have the same bytes in UTF-8.
    ///
    /// `==` takes texts for equal that Unicode calls equivalent: `é` as one scalar, and as `e` with an
    /// accent behind it. In a file they are two, and so they are to the program that reads it.
    package func isSame(as other: String) -> Bool {
        isCopy(of: other) || (utf8.count == other.utf8.count && firstDifference(from: other) == nil)
    }

    /// Whether both are one text in memory, or so short that the value itself holds the text.
    ///
    /// So most texts are that are the same; others may be the same, too.
    private func isCopy(of other: String) -> Bool {
        withUnsafeBytes(of: self) { own in
            withUnsafeBytes(of: other) { own.firstDifference(from: $0) == nil }
        }
    }

    /// A number of the text's bytes for a hash: the same for the same bytes, and another for most others.
    ///
    /// Nobody can tell beforehand which texts have the same one: it's another number in each process.
    ///
    /// - Parameter start: The number of what comes before the text; any, as long as it's the same.
    /// - Returns: Any number.
    package func digest(after start: UInt64 = 0) -> UInt64 {
        var text = self
        return text.withUTF8 { UnsafeRawBufferPointer($0).digest(after: start) }
    }

    /// Whether the text's bytes begin with the other's.
    package func begins(with other: String) -> Bool { utf8.starts(with: other.utf8) }

    /// Whether the text's bytes come before the other's; in UTF-8 that is the order of the scalars.
    package func precedes(_ other: String) -> Bool {
        guard let place = firstDifference(from: other) else {
            return utf8.count < other.utf8.count
        }
        return utf8[utf8.index(utf8.startIndex, offsetBy: place)]
            < other.utf8[other.utf8.index(other.utf8.startIndex, offsetBy: place)]
    }

    /// The offset of the first byte that differs; nil where one text begins with the other.
    private func firstDifference(from other: String) -> Int? {
        let found = utf8.withContiguousStorageIfAvailable { bytes in
            other.utf8.withContiguousStorageIfAvailable { otherBytes in
                UnsafeRawBufferPointer(bytes)
                    .firstDifference(from: UnsafeRawBufferPointer(otherBytes))
            }
        }
        if let found = found.flatMap(\.self) { return found }
        // Only a text that came from elsewhere (Objective-C) has no storage in UTF-8.
        return zip(utf8, other.utf8).enumerated().first { $1.0 != $1.1 }?.offset
    }
}

extension ArraySlice<UInt8> {
    /// Whether both have the same bytes.
    ///
    /// Faster than `==` where both are mostly the same: eight bytes at a time, not one.
    package func isSame(as other: ArraySlice<UInt8>) -> Bool {
        guard count == other.count else { return false }
        return withUnsafeBytes { own in
            other.withUnsafeBytes { own.firstDifference(from: $0) == nil }
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Eight bytes at a time, each folded in by a multiplication whose halves are joined: less work than
    /// the standard library's hash of a text, and most steps of the merge find keys.
    fileprivate func digest(after start: UInt64) -> UInt64 {
        var digest = start ^ Self.secret ^ UInt64(truncatingIfNeeded: count)
        func take(_ word: UInt64) {
            let (high, low) = (digest ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
            digest = (high ^ low) &+ Self.secret
        }
        var offset = 0
        while offset + 8 <= count {
            take(loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += 8
        }
        var rest: UInt64 = 0
        while offset < count {
            rest = rest << 8 | UInt64(self[offset])
            offset += 1
        }
        take(rest)
        return digest
    }

    /// Another number in each process, as the standard library's hashes have it.
    private static let secret = UInt64(truncatingIfNeeded: Hasher().finalize())

    /// Eight bytes at a time: this is what finding a key in a large domain mostly does.
    fileprivate func firstDifference(from other: UnsafeRawBufferPointer) -> Int? {
        let shared = Swift.min(count, other.count)
        var offset = 0
        while offset + 8 <= shared,
            loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                == other.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        {
            offset += 8
        }
        while offset < shared {
            if self[offset] != other[offset] { return offset }
            offset += 1
        }
        return nil
    }
}

extension String {
    /// The names between a path's slashes, by its bytes, as the kernel has them.
    ///
    /// To Swift a slash with an accent behind it is another character than a slash.
    package var pathNames: [String] {
        Array(utf8).split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
    }

    /// A path up to its last slash, which is included; empty where there is none.
    package var pathFolder: String {
        utf8.lastIndex(of: UInt8(ascii: "/")).map { String(Substring(utf8[...$0])) } ?? ""
    }
}

/// Text that is a key of a dictionary or a member of a set, where only the same bytes are the same.
package struct ExactText: Hashable, Sendable {
    package let text: String

    /// Makes a key of a text.
    package init(_ text: String) { self.text = text }

    package static func == (a: ExactText, b: ExactText) -> Bool { a.text.isSame(as: b.text) }
    package func hash(into hasher: inout Hasher) { hasher.combine(text.digest()) }
}
