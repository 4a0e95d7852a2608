// Comments and blank lines of two versions, merged by line.

import SettingsDocument
import SettingsModel

/// One line of a merge: what it counts as, and its text without the line ending.
private struct MergeLine {
    enum Token: Hashable {
        case entries([SettingKeyPath])
        case structure(String)
        case trivia([UInt8])

        var isTrivia: Bool {
            if case .trivia = self { true } else { false }
        }
    }
    var token: Token
    var text: ArraySlice<UInt8>
}

/// A run of base lines and what stands there now.
private struct Hunk {
    var range: Range<Int>
    var tokens: [MergeLine.Token]
}

/// Merges everything of two texts that isn't a value.
///
/// Lines with keys are anchors, so that changed values never conflict; they come from `theirs`.
/// What both sides put in at one place stays from both; other overlaps go to `theirs`, the later
/// save.
///
/// - Returns: A text with exactly the settings of `theirs`; `theirs` itself where no better one can
///   be made.
func mergedComments(
    base: any Document,
    ours: any Document,
    theirs: any Document
) -> any Document {
    if base.bytes == ours.bytes || ours.bytes == theirs.bytes { return theirs }
    if base.bytes == theirs.bytes, base.root == ours.root { return ours }
    let baseLines = mergeLines(of: base).map(\.token)
    let ourLines = mergeLines(of: ours).map(\.token)
    let theirLines = mergeLines(of: theirs)
    let tokens = mergedTokens(
        base: baseLines,
        ours: hunks(from: baseLines, to: ourLines).compactMap { $0.aboutTrivia(in: baseLines) },
        theirs: hunks(from: baseLines, to: theirLines.map(\.token))
    )
    let text = text(of: tokens, keysFrom: theirLines, of: theirs)
    // The merge is by line and knows no syntax: whatever would read differently is thrown away.
    guard let merged = try? theirs.format.parse(text), merged.root == theirs.root else {
        return theirs
    }
    return merged
}

extension Hunk {
    /// The hunk without what it does to lines with keys and structure, as these come from `theirs`;
    /// nil when nothing is left.
    fileprivate func aboutTrivia(in base: [MergeLine.Token]) -> Hunk? {
        let replaced = base[range]
        var anchors = replaced.filter { !$0.isTrivia }[...]
        let known = Set(anchors)
        var kept: [MergeLine.Token] = []
        for token in tokens {
            if token.isTrivia {
                kept.append(token)
            } else if known.contains(token), let index = anchors.firstIndex(of: token) {
                kept += anchors[...index]
                anchors = anchors[(index + 1)...]
            }
        }
        kept += anchors
        return replaced.elementsEqual(kept) ? nil : Hunk(range: range, tokens: kept)
    }
}

private func mergeLines(of document: any Document) -> [MergeLine] {
    document.lines.map { line in
        let text = document.bytes[line.range].withoutLineEnding
        let token: MergeLine.Token =
            switch line.anchor {
            case .entries(let paths): .entries(paths)
            case .structure(let name): .structure(name)
            case .trivia: .trivia(Array(text))
            }
        return MergeLine(token: token, text: text)
    }
}

extension ArraySlice<UInt8> {
    fileprivate var withoutLineEnding: ArraySlice<UInt8> {
        var text = self
        if text.last == 0x0A { text = text.dropLast() }
        if text.last == 0x0D { text = text.dropLast() }
        return text
    }
}

private func mergedTokens(
    base: [MergeLine.Token],
    ours: [Hunk],
    theirs: [Hunk]
) -> [MergeLine.Token] {
    var ours = ours[...]
    var theirs = theirs[...]
    var merged: [MergeLine.Token] = []
    var position = 0
    while let hunk = nextHunk(base: base, ours: &ours, theirs: &theirs) {
        let start = max(hunk.range.lowerBound, position)
        merged += base[position..<start]
        merged += hunk.tokens
        position = max(start, hunk.range.upperBound)
    }
    return merged + base[position...]
}

private func nextHunk(
    base: [MergeLine.Token],
    ours: inout ArraySlice<Hunk>,
    theirs: inout ArraySlice<Hunk>
) -> Hunk? {
    guard let mine = ours.first else { return theirs.popFirst() }
    guard let their = theirs.first else { return ours.popFirst() }
    let meet =
        mine.range.lowerBound == their.range.lowerBound || mine.range.overlaps(their.range)
    guard meet else {
        return mine.range.lowerBound < their.range.lowerBound
            ? ours.popFirst() : theirs.popFirst()
    }
    ours.removeFirst()
    theirs.removeFirst()
    return joined(mine, their, base: base)
}

private func joined(_ mine: Hunk, _ their: Hunk, base: [MergeLine.Token]) -> Hunk {
    if mine.range == their.range, mine.tokens == their.tokens { return their }
    if mine.range.isEmpty {
        let present = Set(their.tokens)
        let added = mine.tokens.filter { !present.contains($0) }
        return Hunk(range: their.range, tokens: added + their.tokens)
    }
    let present = Set(base[mine.range]).union(their.tokens)
    let added = mine.tokens.filter { $0.isTrivia && !present.contains($0) }
    let low = min(mine.range.lowerBound, their.range.lowerBound)
    let high = max(mine.range.upperBound, their.range.upperBound)
    return Hunk(
        range: low..<high,
        tokens: added + base[low..<their.range.lowerBound] + their.tokens
            + base[their.range.upperBound..<high]
    )
}

/// Lines with keys and structure come from `theirs`; those that were left out follow at the end.
private func text(
    of tokens: [MergeLine.Token],
    keysFrom lines: [MergeLine],
    of document: any Document
) -> [UInt8] {
    let ending: [UInt8] =
        document.bytes.firstIndex(of: 0x0A).map {
            $0 > 0 && document.bytes[$0 - 1] == 0x0D ? [0x0D, 0x0A] : [0x0A]
        } ?? [0x0A]
    var left: [MergeLine.Token: [ArraySlice<UInt8>]] = [:]
    for line in lines.reversed() where !line.token.isTrivia {
        left[line.token, default: []].append(line.text)
    }
    var text: [UInt8] = []
    for token in tokens {
        if case .trivia(let bytes) = token {
            text += bytes + ending
        } else if let line = left[token]?.popLast() {
            text += line + ending
        }
    }
    for line in lines where !line.token.isTrivia {
        if let rest = left[line.token]?.popLast() { text += rest + ending }
    }
    if document.bytes.last != 0x0A { text.removeLast(min(ending.count, text.count)) }
    return text
}

// MARK: Differences

/// The comment and blank lines of a text, in order.
struct TriviaLines: Equatable, Sendable {
    /// The lines without their endings, each closed by a line feed, which none of them has in it.
    private var text: [UInt8] = []

    init(of document: any Document) {
        let bytes = document.bytes
        for range in document.trivia {
            text += bytes[range].withoutLineEnding
            text.append(0x0A)
        }
    }

    /// How many lines must be added and taken away to get from one text to the other.
    func distance(to other: TriviaLines) -> Int {
        if text == other.text { return 0 }
        // Equal lines at the beginning, often nearly all, needn't be told apart.
        let shorter = min(text.count, other.text.count)
        let equal = (0..<shorter).first { text[$0] != other.text[$0] } ?? shorter
        let start = text[..<equal].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return hunks(from: tokens(from: start), to: other.tokens(from: start))
            .reduce(0) { $0 + $1.range.count + $1.tokens.count }
    }

    private func tokens(from start: Int) -> [MergeLine.Token] {
        text[start...].split(separator: 0x0A, omittingEmptySubsequences: false).dropLast()
            .map { .trivia(Array($0)) }
    }
}

/// The runs in which two lists differ.
private func hunks(from old: [MergeLine.Token], to new: [MergeLine.Token]) -> [Hunk] {
    let prefix = zip(old, new).prefix { $0 == $1 }.count
    let most = min(old.count, new.count) - prefix
    let suffix = zip(old.reversed(), new.reversed()).prefix(most).prefix { $0 == $1 }.count
    let oldMiddle = old[prefix..<old.count - suffix]
    let newMiddle = new[prefix..<new.count - suffix]
    guard !oldMiddle.isEmpty || !newMiddle.isEmpty else { return [] }
    // The search costs lines times differences; past this, one hunk is the honest answer.
    guard oldMiddle.count + newMiddle.count <= 10_000 else {
        return [Hunk(range: prefix..<old.count - suffix, tokens: Array(newMiddle))]
    }
    var numbers: [MergeLine.Token: Int] = [:]
    func interned(_ tokens: ArraySlice<MergeLine.Token>) -> [Int] {
        tokens.map { token in
            if let number = numbers[token] { return number }
            numbers[token] = numbers.count
            return numbers.count - 1
        }
    }
    let difference = interned(newMiddle).difference(from: interned(oldMiddle))
    return hunks(difference, old: oldMiddle, new: newMiddle)
}

private func hunks(
    _ difference: CollectionDifference<Int>,
    old: ArraySlice<MergeLine.Token>,
    new: ArraySlice<MergeLine.Token>
) -> [Hunk] {
    var removed = Set<Int>()
    var inserted = Set<Int>()
    for change in difference {
        switch change {
        case .remove(let offset, _, _): removed.insert(offset)
        case .insert(let offset, _, _): inserted.insert(offset)
        }
    }
    var hunks: [Hunk] = []
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
                Hunk(
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
