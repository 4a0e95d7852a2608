// Puts planned edits in order.

extension [Edit] {
    /// The same edits from front to back; those at one place keep their order.
    var byPlace: [Edit] {
        enumerated().sorted {
            ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
        }.map(\.element)
    }

    /// The same edits from front to back, without overlaps; those that touch are one.
    ///
    /// Where an edit begins within the one before, it's a removal, and acts on what is left.
    func inOrder() -> [Edit] {
        var result: [Edit] = []
        result.reserveCapacity(count)
        for edit in byPlace {
            guard let last = result.last, edit.range.lowerBound <= last.range.upperBound,
                edit.range.lowerBound == last.range.upperBound || edit.bytes.isEmpty
            else {
                result.append(edit)
                continue
            }
            let end = Swift.max(last.range.upperBound, edit.range.upperBound)
            result[result.count - 1].range = last.range.lowerBound..<end
            result[result.count - 1].bytes += edit.bytes
        }
        return result
    }
}

extension [Range<Int>] {
    /// The part at the end of a text of so many bytes that all of these, which are in order, take out.
    func runAtEnd(of count: Int) -> Range<Int>? {
        var start = count
        for range in reversed() where range.upperBound == start { start = range.lowerBound }
        return start < count ? start..<count : nil
    }
}
