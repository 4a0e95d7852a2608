// Changes to a document's bytes.

/// One replacement of bytes.
package struct Edit: Equatable, Sendable {
    /// What is replaced; empty for an insertion.
    package var range: Range<Int>
    package var bytes: [UInt8]

    package init(_ range: Range<Int>, _ bytes: [UInt8]) {
        self.range = range
        self.bytes = bytes
    }

    /// Creates an edit that puts text in place.
    package init(_ range: Range<Int>, _ text: String) { self.init(range, Array(text.utf8)) }
}

extension [UInt8] {
    /// The bytes with all edits made.
    ///
    /// Edits at one place keep their order. Removals may overlap; they act once.
    ///
    /// - Throws: ``EditError`` with code `.overlap` when two edits would put bytes into one another.
    package func applying(_ edits: [Edit]) throws(EditError) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(count + edits.reduce(0) { $0 + $1.bytes.count })
        var position = 0
        for edit in edits.byPlace {
            var range = edit.range
            if range.lowerBound < position {
                guard edit.bytes.isEmpty else {
                    throw EditError(
                        code: .overlap,
                        problem: "two edits overlap",
                        advice: "Make the changes one by one"
                    )
                }
                range = position..<Swift.max(position, range.upperBound)
            }
            result += self[position..<range.lowerBound]
            result += edit.bytes
            position = range.upperBound
        }
        result += self[position...]
        return result
    }
}
