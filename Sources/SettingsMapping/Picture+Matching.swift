// Finding the parts of a picture in a text, from left to right and without going back.

extension Picture {
    /// The pieces of a text that the parts stand for, one each; nil where the text is another.
    ///
    /// A vague part ends where what follows it is first found; the last one where that reaches to the
    /// end of the text. The cost is that of one look at each place of the text.
    func pieces(of text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
        var pieces: [ArraySlice<UInt8>] = []
        var position = text.startIndex
        var index = parts.startIndex
        while index < parts.endIndex {
            let isVague = parts[index].isVague
            let first = isVague ? index + 1 : index
            let run = first..<(parts[first...].firstIndex { $0.isVague } ?? parts.endIndex)
            guard
                let places = isVague
                    ? places(of: run, in: text, from: position + parts[index].leastBytes)
                    : places(of: run, in: text, at: position)
            else { return nil }
            let start = places.first?.lowerBound ?? text.endIndex
            if isVague { pieces.append(text[position..<start]) }
            pieces += places.map { text[$0] }
            position = places.last?.upperBound ?? text.endIndex
            index = run.upperBound
        }
        return position == text.endIndex ? pieces : nil
    }

    /// Where a run is first found, or, if nothing follows it, where it is that reaches to the end.
    private func places(
        of run: Range<Int>,
        in text: ArraySlice<UInt8>,
        from least: Int
    ) -> [Range<Int>]? {
        guard least <= text.endIndex else { return nil }
        guard !run.isEmpty else { return [] }
        let mustReachEnd = run.upperBound == parts.endIndex
        let beginsWithBlank = parts[run.lowerBound].beginsWithBlank
        for start in least...text.endIndex {
            // Blanks match up to their end, so what fails at the first of them fails at all.
            if beginsWithBlank, start > least, text[start - 1].isBlank { continue }
            guard let places = places(of: run, in: text, at: start) else { continue }
            if !mustReachEnd || places.last?.upperBound == text.endIndex { return places }
        }
        return nil
    }

    private func places(
        of run: Range<Int>,
        in text: ArraySlice<UInt8>,
        at start: Int
    ) -> [Range<Int>]? {
        var places: [Range<Int>] = []
        var position = start
        for part in parts[run] {
            guard let end = part.end(in: text, from: position) else { return nil }
            places.append(position..<end)
            position = end
        }
        return places
    }
}

extension Picture.Part {
    /// Whether only what follows says where the part ends.
    var isVague: Bool {
        switch self {
        case .text: false
        case .rest: true
        case .hole(_, let step): step.isVague
        }
    }

    /// A value has one byte at least.
    fileprivate var leastBytes: Int { isRest ? 0 : 1 }

    /// Whether the part is `{*}`.
    var isRest: Bool {
        if case .rest = self { true } else { false }
    }

    fileprivate var beginsWithBlank: Bool {
        if case .text(let text) = self { text[0].isBlank } else { false }
    }

    fileprivate func end(in text: ArraySlice<UInt8>, from start: Int) -> Int? {
        switch self {
        case .text(let own): Self.end(of: own, in: text, from: start)
        case .rest: nil
        case .hole(_, let step): step.end(in: text, from: start)
        }
    }

    private static func end(
        of own: [UInt8],
        in text: ArraySlice<UInt8>,
        from start: Int
    ) -> Int? {
        var position = start
        var index = 0
        while index < own.count {
            if own[index].isBlank {
                index = own[...].endOfBlanks(from: index)
                let end = text.endOfBlanks(from: position)
                guard end > position else { return nil }
                position = end
            } else {
                guard position < text.endIndex, text[position] == own[index] else { return nil }
                position += 1
                index += 1
            }
        }
        return position
    }
}
