// What every edit of every format must keep, whatever the file.

package import SettingsDocument
package import SettingsModel

/// Makes changes to one document and says what isn't as it must be.
package struct Invariants {
    private let document: any Document
    private let leaves: [Leaf]
    private let root: SettingValue
    /// The document after the changes.
    package private(set) var revision: Revision?
    private var findings: [String] = []

    /// A leaf of the document before the changes.
    private struct Leaf {
        var entry: DocumentEntry
        var path: DocumentPath
        /// Its text in the file; nil where it has no place of its own.
        var text: [UInt8]?
    }

    /// Creates the check of a document that was read from `bytes`.
    package init(of document: any Document, readFrom bytes: [UInt8]) {
        self.document = document
        let hasSpans = document.format != .binaryPropertyList
        leaves = document.entries.map { entry in
            let path = DocumentPath(entry.keyPath)
            let span = hasSpans ? document.span(of: path) : nil
            return Leaf(entry: entry, path: path, text: span.map { Array(document.bytes[$0]) })
        }
        root = document.root
        if document.bytes != bytes { findings.append("the document has other bytes than the file") }
        checkPlaces(of: document)
    }

    /// Makes changes as the agent makes them.
    ///
    /// - Returns: Each broken invariant as a sentence; empty when all hold.
    package mutating func check(_ changes: [DocumentChange]) -> [String] {
        let revision = document.revised(by: changes)
        self.revision = revision
        let new = revision.document
        expect(
            (try? document.bytes.applying(revision.edits)) == new.bytes,
            "the edits give other bytes"
        )
        checkRefusals(revision, among: changes)
        let made = changes.filter { change in !revision.refusals.contains { $0.change == change } }
        if made.isEmpty { expect(new.bytes == document.bytes, "a refusal left something written") }
        checkValues(in: new, made)
        checkLineEndings(of: new)
        checkPlaces(of: new)
        if changes.count == 1, made.count == 1, !made[0].movesPositions {
            let again = new.revised(by: made).document.bytes
            expect(again == new.bytes, "the same change again changes the file")
        }
        return findings
    }

    private mutating func expect(_ holds: Bool, _ finding: @autoclosure () -> String) {
        if !holds { findings.append(finding()) }
    }

    // MARK: Places

    /// The lines are the file, and every leaf is in it.
    private mutating func checkPlaces(of document: any Document) {
        let count = document.bytes.count
        let (entries, root) = (document.entries, document.root)
        for entry in entries {
            expect((0...count).contains(entry.offset), "'\(entry.keyPath)' is outside of the file")
            let value = root.value(at: DocumentPath(entry.keyPath))
            expect(value == entry.value, "'\(entry.keyPath)' is another value in the tree")
            guard let span = document.span(of: DocumentPath(entry.keyPath)) else { continue }
            expect(
                span.upperBound <= count,
                "the text of '\(entry.keyPath)' is outside of the file"
            )
        }
    }

    // MARK: Refusals

    private mutating func checkRefusals(_ revision: Revision, among changes: [DocumentChange]) {
        for refusal in revision.refusals {
            let (problem, advice) = (refusal.error.problem, refusal.error.advice)
            expect(
                !problem.isEmpty && !problem.hasSuffix("."),
                "'\(problem)' is no sentence of ours"
            )
            expect(!advice.isEmpty && !advice.hasSuffix("."), "'\(advice)' is no advice of ours")
            expect(changes.contains(refusal.change), "a change was refused that wasn't asked for")
            // A second try of the gate is right; that it comes to nothing is a weakness worth knowing.
            expect(refusal.error.code != .overlap, "edits overlap")
        }
    }

    // MARK: Values

    private mutating func checkValues(in new: any Document, _ changes: [DocumentChange]) {
        if changes.count == 1 { checkValue(of: changes[0], in: new) }
        guard !changes.contains(where: { $0.path.keyPath == nil }) else { return }
        let paths = changes.compactMap(\.path.keyPath)
        let newRoot = new.root
        var order: [SettingKeyPath] = []
        for leaf in leaves where !paths.contains(where: { $0.meets(leaf.entry.keyPath) }) {
            let (keyPath, value) = (leaf.entry.keyPath, leaf.entry.value)
            order.append(keyPath)
            expect(newRoot.value(at: leaf.path) == value, "'\(keyPath)' has another value")
            if let text = leaf.text {
                let newText = new.span(of: leaf.path).map { Array(new.bytes[$0]) }
                expect(newText == text, "'\(keyPath)' has another text")
            }
        }
        let known = Set(order)
        let newOrder = new.entries.map(\.keyPath).filter(known.contains)
        expect(newOrder == order, "the keys stand in another order")
    }

    private mutating func checkValue(of change: DocumentChange, in new: any Document) {
        let value = new.root.value(at: change.path)
        guard let asked = change.value else {
            let old = root.value(at: change.path)
            // Where an element goes, the next one takes its place.
            if !change.movesPositions, !change.path.elements.isEmpty {
                expect(
                    value == nil,
                    "the removed value \(old.map { "\($0)" } ?? "") is still there"
                )
            }
            return
        }
        let stored = document.stored(asked, at: change.path)
        let isEmpty = stored == .dictionary([])
        expect(
            value == stored || isEmpty && value == nil,
            "the value set is \(String(describing: value))"
        )
    }

    private mutating func checkLineEndings(of new: any Document) {
        let isCRLF = document.bytes.contains(0x0D) && !document.bytes.hasBareLineFeed
        guard document.format != .binaryPropertyList, isCRLF, document.bytes.contains(0x0A) else {
            return
        }
        expect(!new.bytes.hasBareLineFeed, "a bare line feed is new")
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        expect(
            document.bytes.starts(with: mark) == new.bytes.starts(with: mark),
            "the byte order mark has come or gone"
        )
    }
}

// MARK: What they need

extension DocumentChange {
    /// Whether it makes positions in an array name other elements.
    fileprivate var movesPositions: Bool {
        value == nil && path.elements.contains { if case .index = $0 { true } else { false } }
    }
}

extension SettingKeyPath {
    /// Whether one of the two leads to the other.
    fileprivate func meets(_ other: SettingKeyPath) -> Bool {
        isPrefix(of: other) || other.isPrefix(of: self)
    }
}

extension SettingValue {
    /// The value that a path leads to, or nil.
    package func value(at path: DocumentPath) -> SettingValue? {
        var value = self
        for element in path.elements {
            switch (value, element) {
            case (.dictionary(let entries), .key(let key)):
                guard let entry = entries.last(where: { $0.key == key }) else { return nil }
                value = entry.value
            case (.array(let values), .index(let index)) where values.indices.contains(index):
                value = values[index]
            default: return nil
            }
        }
        return value
    }
}

extension [UInt8] {
    /// Whether a line feed stands without a carriage return before it.
    package var hasBareLineFeed: Bool {
        indices.contains { self[$0] == 0x0A && ($0 == 0 || self[$0 - 1] != 0x0D) }
    }
}
