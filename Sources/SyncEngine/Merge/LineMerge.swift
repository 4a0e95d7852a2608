// Comments and blank lines of two versions, merged by line.

import SettingsDocument
import SettingsModel

/// One line of a merge: what it counts as, and its text without the line ending.
private struct MergeLine {
    var token: LineToken
    var text: ArraySlice<UInt8>
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
        ours: lineHunks(from: baseLines, to: ourLines).compactMap { $0.aboutTrivia(in: baseLines) },
        theirs: lineHunks(from: baseLines, to: theirLines.map(\.token))
    )
    let text = text(of: tokens, keysFrom: theirLines, of: theirs)
    // The merge is by line and knows no syntax: whatever would read differently is thrown away.
    guard let merged = try? theirs.format.parse(text), merged.root == theirs.root else {
        return theirs
    }
    return merged
}

extension LineHunk {
    /// The hunk without what it does to lines with keys and structure, as these come from `theirs`;
    /// nil when nothing is left.
    fileprivate func aboutTrivia(in base: [LineToken]) -> LineHunk? {
        let replaced = base[range]
        var anchors = replaced.filter { !$0.isTrivia }[...]
        let known = Set(anchors)
        var kept: [LineToken] = []
        for token in tokens {
            if token.isTrivia {
                kept.append(token)
            } else if known.contains(token), let index = anchors.firstIndex(of: token) {
                kept += anchors[...index]
                anchors = anchors[(index + 1)...]
            }
        }
        kept += anchors
        return replaced.elementsEqual(kept) ? nil : LineHunk(range: range, tokens: kept)
    }
}

private func mergeLines(of document: any Document) -> [MergeLine] {
    document.lines.map { line in
        MergeLine(
            token: document.token(of: line),
            text: document.bytes[line.range].withoutLineEnding
        )
    }
}

private func mergedTokens(
    base: [LineToken],
    ours: [LineHunk],
    theirs: [LineHunk]
) -> [LineToken] {
    var ours = ours[...]
    var theirs = theirs[...]
    var merged: [LineToken] = []
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
    base: [LineToken],
    ours: inout ArraySlice<LineHunk>,
    theirs: inout ArraySlice<LineHunk>
) -> LineHunk? {
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

private func joined(_ mine: LineHunk, _ their: LineHunk, base: [LineToken]) -> LineHunk {
    if mine.range == their.range, mine.tokens == their.tokens { return their }
    if mine.range.isEmpty {
        let present = Set(their.tokens)
        let added = mine.tokens.filter { !present.contains($0) }
        return LineHunk(range: their.range, tokens: added + their.tokens)
    }
    let present = Set(base[mine.range]).union(their.tokens)
    let added = mine.tokens.filter { $0.isTrivia && !present.contains($0) }
    let low = min(mine.range.lowerBound, their.range.lowerBound)
    let high = max(mine.range.upperBound, their.range.upperBound)
    return LineHunk(
        range: low..<high,
        tokens: added + base[low..<their.range.lowerBound] + their.tokens
            + base[their.range.upperBound..<high]
    )
}

/// Lines with keys and structure come from `theirs`; those that were left out follow at the end.
private func text(
    of tokens: [LineToken],
    keysFrom lines: [MergeLine],
    of document: any Document
) -> [UInt8] {
    let ending: [UInt8] =
        document.bytes.firstIndex(of: 0x0A).map {
            $0 > 0 && document.bytes[$0 - 1] == 0x0D ? [0x0D, 0x0A] : [0x0A]
        } ?? [0x0A]
    var left: [LineToken: [ArraySlice<UInt8>]] = [:]
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
        return lineHunks(from: tokens(from: start), to: other.tokens(from: start))
            .reduce(0) { $0 + $1.range.count + $1.tokens.count }
    }

    private func tokens(from start: Int) -> [LineToken] {
        text[start...].split(separator: 0x0A, omittingEmptySubsequences: false).dropLast()
            .map { .trivia(Array($0)) }
    }
}
