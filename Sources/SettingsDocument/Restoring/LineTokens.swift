// What lines are compared by, and the runs in which two texts have other lines.

package import SettingsModel

/// What a line counts as when two texts are compared: its keys where it has some, else its text.
package enum LineToken: Hashable, Sendable {
    case entries([SettingKeyPath])
    case structure(String)
    /// A comment or blank line, without its ending.
    case trivia([UInt8])

    var isTrivia: Bool {
        if case .trivia = self { true } else { false }
    }
}

/// A run of lines of one text and what stands there in another.
package struct LineHunk {
    package var range: Range<Int>
    package var tokens: [LineToken]
}

extension Document {
    /// What one of the ``lines`` counts as.
    func token(of line: DocumentLine) -> LineToken {
        switch line.anchor {
        case .entries(let paths): .entries(paths)
        case .structure(let text): .structure(text)
        case .trivia: .trivia(Array(bytes[line.range].withoutLineEnding))
        }
    }
}

extension ArraySlice<UInt8> {
    /// A line without what ends it.
    var withoutLineEnding: ArraySlice<UInt8> {
        var text = self
        if text.last == 0x0A { text = text.dropLast() }
        if text.last == 0x0D { text = text.dropLast() }
        return text
    }
}

/// The runs in which two lists differ.
package func lineHunks(from old: [LineToken], to new: [LineToken]) -> [LineHunk] {
    let prefix = zip(old, new).prefix { $0 == $1 }.count
    let most = min(old.count, new.count) - prefix
    let suffix = zip(old.reversed(), new.reversed()).prefix(most).prefix { $0 == $1 }.count
    let oldMiddle = old[prefix..<old.count - suffix]
    let newMiddle = new[prefix..<new.count - suffix]
    guard !oldMiddle.isEmpty || !newMiddle.isEmpty else { return [] }
    var numbers: [LineToken: Int] = [:]
    func interned(_ tokens: ArraySlice<LineToken>) -> [Int] {
        tokens.map { token in
            if let number = numbers[token] { return number }
            numbers[token] = numbers.count
            return numbers.count - 1
        }
    }
    let (oldNumbers, newNumbers) = (interned(oldMiddle), interned(newMiddle))
    // A line that only one of them has is in no common part, and would make the search longer.
    let common = Set(oldNumbers).intersection(newNumbers)
    let oldPlaces = oldNumbers.indices.filter { common.contains(oldNumbers[$0]) }
    let newPlaces = newNumbers.indices.filter { common.contains(newNumbers[$0]) }
    // The search costs lines times differences; past this, one hunk is the honest answer.
    guard oldPlaces.count + newPlaces.count <= 10_000 else {
        return [LineHunk(range: prefix..<old.count - suffix, tokens: Array(newMiddle))]
    }
    var removed = Set(oldNumbers.indices).subtracting(oldPlaces)
    var inserted = Set(newNumbers.indices).subtracting(newPlaces)
    let difference = newPlaces.map { newNumbers[$0] }
        .difference(from: oldPlaces.map { oldNumbers[$0] })
    for change in difference {
        switch change {
        case .remove(let offset, _, _): removed.insert(oldPlaces[offset])
        case .insert(let offset, _, _): inserted.insert(newPlaces[offset])
        }
    }
    return hunks(removed, oldMiddle, inserted, newMiddle)
}

/// The runs of lines that went and came.
private func hunks(
    _ removed: Set<Int>,
    _ old: ArraySlice<LineToken>,
    _ inserted: Set<Int>,
    _ new: ArraySlice<LineToken>
) -> [LineHunk] {
    var hunks: [LineHunk] = []
    var from = 0
    var to = 0
    while from < old.count || to < new.count {
        let oldStart = from
        let newStart = to
        while removed.contains(from) || inserted.contains(to) {
            if removed.contains(from) { from += 1 } else { to += 1 }
        }
        if from > oldStart || to > newStart {
            let low = old.startIndex
            hunks.append(
                LineHunk(
                    range: low + oldStart..<low + from,
                    tokens: Array(new[new.startIndex + newStart..<new.startIndex + to])
                )
            )
        } else {
            from += 1
            to += 1
        }
    }
    return hunks
}
