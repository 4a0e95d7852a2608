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
    let baseTokens = tokens(of: base)
    let ourHunks = triviaHunks(from: baseTokens, to: ours)
    if ourHunks.isEmpty { return theirs }
    let theirLines = mergeLines(of: theirs)
    let tokens = mergedTokens(
        base: baseTokens,
        ours: ourHunks,
        theirs: lineHunks(from: baseTokens, to: theirLines.map(\.token))
    )
    let text = text(of: tokens, keysFrom: theirLines, of: theirs)
    // The merge is by line and knows no syntax: whatever would read differently is thrown away.
    guard let merged = try? theirs.format.parse(text), merged.root == theirs.root else {
        return theirs
    }
    return merged
}

/// Whether a later text has comments or blank lines that a merge would bring into another.
func hasOtherTrivia(_ text: any Document, than base: any Document) -> Bool {
    text.bytes != base.bytes && !triviaHunks(from: tokens(of: base), to: text).isEmpty
}

private func triviaHunks(from base: [LineToken], to text: any Document) -> [LineHunk] {
    lineHunks(from: base, to: tokens(of: text)).compactMap { $0.aboutTrivia(in: base) }
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

private func tokens(of document: any Document) -> [LineToken] {
    document.lines.map { document.token(of: $0) }
}

private func mergeLines(of document: any Document) -> [MergeLine] {
    document.lines.map { line in
        MergeLine(
            token: document.token(of: line),
            text: document.bytes[line.range].withoutLineEnding
        )
    }
}

/// What each side did to one region of the base, which no hunk of either reaches out of.
private struct Region {
    var range: Range<Int>
    var ours: [LineHunk] = []
    var theirs: [LineHunk] = []
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
    while let region = nextRegion(&ours, &theirs) {
        merged += base[position..<region.range.lowerBound]
        merged += joined(region, base: base)
        position = region.range.upperBound
    }
    return merged + base[position...]
}

/// Gathers the hunks of both sides that overlap, directly or by others between them.
///
/// One of ours may overlap several of theirs: taken one at a time, the first would bring back the
/// lines that the others change.
private func nextRegion(
    _ ours: inout ArraySlice<LineHunk>,
    _ theirs: inout ArraySlice<LineHunk>
) -> Region? {
    let starts = [ours.first, theirs.first].compactMap { $0?.range.lowerBound }
    guard let start = starts.min() else { return nil }
    var region = Region(range: start..<start)
    while true {
        if let hunk = ours.popFirst(within: region.range) {
            region.ours.append(hunk)
        } else if let hunk = theirs.popFirst(within: region.range) {
            region.theirs.append(hunk)
        } else {
            return region
        }
        let ends = [region.ours.last, region.theirs.last].compactMap { $0?.range.upperBound }
        region.range = start..<(ends.max() ?? start)
    }
}

extension ArraySlice<LineHunk> {
    /// Takes the first hunk if it begins with a region or inside of it.
    fileprivate mutating func popFirst(within region: Range<Int>) -> LineHunk? {
        guard let start = first?.range.lowerBound,
            start == region.lowerBound || start < region.upperBound
        else { return nil }
        return popFirst()
    }
}

/// Their lines, and before them what we put in that neither the base nor they have.
private func joined(_ region: Region, base: [LineToken]) -> [LineToken] {
    var lines: [LineToken] = []
    var position = region.range.lowerBound
    for hunk in region.theirs {
        lines += base[position..<hunk.range.lowerBound] + hunk.tokens
        position = hunk.range.upperBound
    }
    lines += base[position..<region.range.upperBound]
    guard !region.theirs.isEmpty else { return region.ours.flatMap(\.tokens) }
    let present = Set(lines)
    let added = region.ours.flatMap { hunk in
        let replaced = Set(base[hunk.range])
        return hunk.tokens.filter {
            $0.isTrivia && !present.contains($0) && !replaced.contains($0)
        }
    }
    return added + lines
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
