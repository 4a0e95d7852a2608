// The laws of an edit over files of lines made at random.

import SettingsDocument
import SettingsModel
import TestSupport
import Testing

/// Checks edits of one file of lines.
private struct LineLaws {
    let document: any Document
    /// What an edit may change without asking.
    let shown: Comment

    init(_ bytes: [UInt8], _ format: Format) throws {
        shown = "\(format.rawValue): \(String(decoding: bytes, as: UTF8.self).debugDescription)"
        document = try format.parse(bytes)
        #expect(document.bytes == bytes)
    }

    /// Paths that are there, and some that are not.
    func path(using random: inout SeededRandom) -> DocumentPath {
        let known = document.entries.map { DocumentPath($0.keyPath) }
        if let path = known.randomElement(using: &random), Int.random(in: 0...3, using: &random) > 0
        {
            return path
        }
        let samples = LineSamples(format: document.format)
        let groups = known.map { Array($0.elements.dropLast()) } + [[.key("new")]]
        let group = samples.hasSections ? groups.randomElement(using: &random) ?? [] : []
        return DocumentPath(
            group + [.key(["new", "fresh"].randomElement(using: &random) ?? "new")]
        )
    }

    /// A change, and what comes of it without the gate; nil where it is refused.
    func check(_ change: DocumentChange) throws -> (any Document)? {
        let context: Comment = "\(change) in \(shown)"
        let edits: [Edit]
        do {
            edits = try document.edits(for: [change], style: .natural)
        } catch {
            #expect([.unrepresentable, .ambiguous, .noSuchPath].contains(error.code), context)
            return nil
        }
        let bytes = try document.bytes.applying(edits)
        let result = "\(context) gave \(String(decoding: bytes, as: UTF8.self).debugDescription)"
        guard let new = try? document.format.parse(bytes) else {
            Issue.record("can't be read: \(result)")
            return nil
        }
        checkValues(new, change, "\(result)")
        checkBytes(edits, bytes, change, "\(result)")
        #expect(try new.edits(for: [change], style: .natural).isEmpty, "\(result)")
        #expect(
            try bytes.applying(document.bytes.inverse(of: edits)) == document.bytes,
            "\(result)"
        )
        checkLines(new)
        return new
    }

    private func checkValues(_ new: any Document, _ change: DocumentChange, _ context: Comment) {
        #expect(new.root.value(at: change.path.elements[...]) == change.value, context)
        let isOther: (DocumentEntry) -> Bool = { DocumentPath($0.keyPath) != change.path }
        let others = document.entries.filter(isOther)
        let newOthers = new.entries.filter(isOther)
        #expect(others.map(\.keyPath) == newOthers.map(\.keyPath), context)
        #expect(others.map(\.value) == newOthers.map(\.value), context)
        for entry in others {
            let path = DocumentPath(entry.keyPath)
            guard let old = document.span(of: path), let span = new.span(of: path) else {
                Issue.record("no place for \(entry.keyPath): \(context)")
                continue
            }
            #expect(document.bytes[old] == new.bytes[span], context)
        }
    }

    private func checkBytes(
        _ edits: [Edit],
        _ bytes: [UInt8],
        _ change: DocumentChange,
        _ context: Comment
    ) {
        let old = document.bytes
        if old.contains(13), !old.hasBareLineFeed { #expect(!bytes.hasBareLineFeed, context) }
        #expect(
            bytes.starts(with: [0xEF, 0xBB, 0xBF]) == old.starts(with: [0xEF, 0xBB, 0xBF]),
            context
        )
        let isLeft = { (bytes: [UInt8]) in
            bytes.filter { $0 != 0xEF && $0 != 0xBB && $0 != 0xBF }.isEmpty
        }
        // The last of two lines may leave a blank one, which is nothing without an end.
        if !isLeft(old), !isLeft(bytes), change.value != nil {
            #expect((old.last == 10) == (bytes.last == 10), context)
        }
        guard change.value != nil else { return }
        // All comments stay, and a value over a value touches nothing but itself.
        #expect(trivia(of: old) == trivia(of: bytes) || edits.count > 1, context)
        guard let span = document.span(of: change.path), edits.count == 1 else { return }
        let isInPlace = !edits[0].range.isEmpty
        let isReset = document.format == .systemd && change.value == ""
        if isInPlace, !isReset, !isList(change.path) {
            #expect(span.lowerBound <= edits[0].range.lowerBound, context)
            #expect(edits[0].range.upperBound <= span.upperBound, context)
        }
    }

    private func isList(_ path: DocumentPath) -> Bool {
        if case .array = document.root.value(at: path.elements[...]) { true } else { false }
    }

    private func trivia(of bytes: [UInt8]) -> [[UInt8]] {
        guard let document = try? document.format.parse(bytes) else { return [] }
        return document.lines.filter { $0.anchor == .trivia }.map { line in
            bytes[line.range].filter { ![10, 13, 0xEF, 0xBB, 0xBF].contains($0) }
        }.filter { !$0.isEmpty }
    }

    func checkLines(_ document: any Document) {
        let lines = document.lines
        #expect(lines.flatMap { Array(document.bytes[$0.range]) } == document.bytes, shown)
        let anchored = lines.flatMap { line -> [SettingKeyPath] in
            if case .entries(let paths) = line.anchor { return paths }
            return []
        }
        #expect(anchored == document.entries.map(\.keyPath), shown)
    }
}

extension DocumentChange {
    /// Whether the place of one change is the other's, above it or below it.
    fileprivate func concerns(_ other: DocumentChange) -> Bool {
        zip(path.elements, other.path.elements).allSatisfy { $0 == $1 }
    }
}

@Suite struct `An edit of lines` {
    @Test(arguments: lineFormats, 1...4 as ClosedRange<UInt64>)
    func `keeps the laws in files made at random`(format: Format, seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<50 {
            let laws = try LineLaws(LineSamples(format: format).file(using: &random), format)
            laws.checkLines(laws.document)
            for _ in 0..<6 {
                let isRemoval = Int.random(in: 0...4, using: &random) == 0
                let text = LineSamples.texts.randomElement(using: &random) ?? ""
                let path = laws.path(using: &random)
                _ = try laws.check(DocumentChange(path, isRemoval ? nil : text))
            }
        }
    }

    @Test(arguments: lineFormats)
    func `removes again what it put in`(format: Format) throws {
        var random = SeededRandom(seed: 7)
        for _ in 0..<80 {
            let bytes = LineSamples(format: format).file(using: &random)
            let document = try format.parse(bytes)
            guard let entry = document.entries.randomElement(using: &random) else { continue }
            let group = entry.keyPath.segments.dropLast().map(PathElement.key)
            let path = DocumentPath(group + [.key("new")])
            let longer = try document.revised(by: DocumentChange(path, "x")).document
            let back = try longer.revised(by: DocumentChange(path, nil)).document
            #expect(
                back.bytes == bytes,
                "\(String(decoding: bytes, as: UTF8.self).debugDescription)"
            )
        }
    }

    @Test(arguments: lineFormats)
    func `goes back to the old bytes with the old value`(format: Format) throws {
        var random = SeededRandom(seed: 8)
        for _ in 0..<80 {
            let bytes = LineSamples(format: format).file(using: &random)
            let document = try format.parse(bytes)
            guard let entry = document.entries.randomElement(using: &random),
                entry.value == "v" || entry.value == "1"
            else { continue }
            let path = DocumentPath(entry.keyPath)
            let other = try document.revised(by: DocumentChange(path, "other")).document
            let back = try other.revised(by: DocumentChange(path, entry.value)).document
            #expect(
                back.bytes == bytes,
                "\(String(decoding: bytes, as: UTF8.self).debugDescription)"
            )
        }
    }

    @Test(arguments: lineFormats)
    func `commutes with one of another key`(format: Format) throws {
        var random = SeededRandom(seed: 9)
        for _ in 0..<80 {
            let laws = try LineLaws(LineSamples(format: format).file(using: &random), format)
            let paths = laws.document.entries.map { DocumentPath($0.keyPath) }.shuffled(
                using: &random
            )
            // How a text is put behind a key without one is learned from the other keys.
            let isFull = paths.prefix(2).allSatisfy {
                laws.document.root.value(at: $0.elements[...]) != ""
            }
            guard paths.count > 1, isFull else { continue }
            let a = DocumentChange(paths[0], "one")
            let b = DocumentChange(paths[1], Bool.random(using: &random) ? "two" : nil)
            let first = laws.document.revised(by: [a]).document.revised(by: [b]).document.bytes
            let second = laws.document.revised(by: [b]).document.revised(by: [a]).document.bytes
            #expect(first == second, laws.shown)
            #expect(laws.document.revised(by: [a, b]).document.bytes == first, laws.shown)
        }
    }

    @Test(arguments: lineFormats)
    func `of many keys at once is one of each after another`(format: Format) throws {
        var random = SeededRandom(seed: 10)
        for _ in 0..<80 {
            let laws = try LineLaws(LineSamples(format: format).file(using: &random), format)
            let changes = (0..<4).map { _ in
                let isRemoval = Int.random(in: 0...2, using: &random) == 0
                let text = LineSamples.texts.randomElement(using: &random) ?? ""
                return DocumentChange(laws.path(using: &random), isRemoval ? nil : text)
            }
            let revision = laws.document.revised(by: changes)
            #expect(!revision.refusals.contains { $0.error.code == .gate }, laws.shown)
            #expect(try laws.document.bytes.applying(revision.edits) == revision.document.bytes)
            // A later change of a key overrides an earlier one, and removals come first.
            let refused = revision.refusals.map(\.change)
            let made = changes.filter { !refused.contains($0) }
            let ordered = made.filter { $0.value == nil } + made.filter { $0.value != nil }
            for (index, change) in ordered.enumerated()
            where !ordered[(index + 1)...].contains(where: { $0.concerns(change) }) {
                let value = revision.document.root.value(at: change.path.elements[...])
                #expect(value == change.value, "\(changes) in \(laws.shown)")
            }
        }
    }
}

@Suite struct `A file of lines with broken bytes` {
    private static let pieces = [
        "[", "]", "=", ":", "\"", "'", "\\", "\\\n", "#", ";", "\n", "\r", "\r\n", "\t", " ", "\0",
        "é",
        "[a]", "[A][B]", "[$i]", "[$e]", "export ", "\\u", "\\x4", "k=v\n", "\u{FEFF}", "map a b\n",
    ]

    private func mutated(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let place = Int.random(in: 0...bytes.count, using: &random)
            let end = min(bytes.count, place + Int.random(in: 0...6, using: &random))
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes.removeSubrange(place..<end)
            case 1: bytes.insert(contentsOf: bytes[place..<end], at: place)
            case 2: bytes.insert(.random(in: 0...255, using: &random), at: place)
            default:
                let piece = Self.pieces.randomElement(using: &random) ?? ""
                bytes.insert(contentsOf: piece.utf8, at: place)
            }
        }
        return bytes
    }

    @Test(arguments: lineFormats + [.sshConfig], 1...4 as ClosedRange<UInt64>)
    func `is refused with a place, or read and edited by the laws`(
        format: Format,
        seed: UInt64
    ) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<150 {
            let bytes = mutated(LineSamples(format: format).file(using: &random), &random)
            do {
                let laws = try LineLaws(bytes, format)
                laws.checkLines(laws.document)
                let isRemoval = Bool.random(using: &random)
                let path = laws.path(using: &random)
                let revision = laws.document.revised(by: [
                    DocumentChange(path, isRemoval ? nil : "x")
                ])
                for refusal in revision.refusals {
                    #expect(!refusal.error.problem.isEmpty && !refusal.error.advice.isEmpty)
                }
                let made = try laws.document.bytes.applying(revision.edits)
                #expect(made == revision.document.bytes, laws.shown)
            } catch let error as DocumentError {
                #expect((0...bytes.count).contains(error.offset))
                #expect(error.place.line >= 1 && error.place.column >= 1)
                #expect(!error.problem.isEmpty && !error.problem.hasSuffix("."))
            }
        }
    }

    @Test(arguments: lineFormats + [.sshConfig])
    func `is refused wherever it ends too early, or read`(format: Format) {
        var random = SeededRandom(seed: 3)
        for _ in 0..<20 {
            let bytes = LineSamples(format: format).file(using: &random)
            for count in 0..<bytes.count {
                _ = try? format.parse(Array(bytes.prefix(count)))  // a trap is what would fail
            }
        }
    }
}
