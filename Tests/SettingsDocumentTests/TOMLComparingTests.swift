// Two texts in TOML, compared by what is written in them.

import SettingsModel
import Testing

@testable import SettingsDocument

private let texts = [
    "",
    "# Nothing.\n",
    "a = 1\nb = \"x\"\nc = [1, 2]\n",
    "a = 2\nb = 'x'\nc = [1, 3]\n",
    "b = \"x\"\na = 1\nc = [1, 2]\n",
    "a = 1\nnew = 0\nb = \"x\"\nc = [1, 2]\n",
    "c = [1, 2]\n",
    "[t]\na = 1\nb = \"x\"\n",
    "[t]\na = 1\n[u]\na = 2\n",
    "[t]\na = 1\n[v]\na = 2\n",
    "[u]\na = 1\nb = \"x\"\n",
    "[t]\na = 1\n[t.u]\nb = \"x\"\n",
    "t.a = 1\nt.b = \"y\"\n",
    "t = {a = 1, b = \"x\"}\n",
    "t = {}\n",
    "[[t]]\na = 1\n[[t]]\na = 2\n",
    "[[t]]\na = 1\n[[t]]\na = 3\n",
    "[a]\n[b]\nx = 1979-05-27\n[a.c]\ny = 1.5\n",
    "[a]\n[b]\nx = 1979-05-28\n[a.c]\ny = 1.5\n[a.d]\nz = true\n",
    "t = {a = 1, b = 'x'}\n",
    "[t]\n",
    "[t.u]\nb = \"x\"\n[t]\na = 1\n",
    "a = 1\nb = 2\nc = 3\nd = 4\ne = 5\n",
    "a = 5\nb = 4\nc = 0\nd = 2\ne = 1\n",
    "[\(String(repeating: "k.", count: 62))k]\nk = 1\n",
    "[\(String(repeating: "k.", count: 63))k]\nk = 1\n",
]

private func document(_ text: String) throws -> TOMLDocument {
    try TOMLDocument(Array(text.utf8), as: .toml, limits: .standard)
}

@Suite struct `The difference of two TOML files` {
    @Test(arguments: texts, texts)
    func `is that of their entries`(old: String, new: String) throws {
        let (old, new) = (try document(old), try document(new))
        #expect(new.difference(from: old) == EntryDifference(from: old.entries, to: new.entries))
    }

    @Test func `names the one setting that was changed`() throws {
        let old = try document("[t]\na = 1\n[t.u]\nb = \"x\"\n")
        let new = try document("[t]\na = 1\n[t.u]\nb = \"y\"\n")

        let difference = new.difference(from: old)

        #expect(difference.changed.map(\.keyPath.segments) == [["t", "u", "b"]])
        #expect(difference.changed.map(\.value) == [.string("y")])
        #expect(difference.gone == [])
        #expect(difference.added == [])
    }
}

/// A TOML document whose gate compares the values of whole files, as those of most formats do.
private struct ComparedByRoots: Document {
    private let document: TOMLDocument

    init(_ bytes: [UInt8], as format: Format, limits: Limits) throws(DocumentError) {
        document = try TOMLDocument(bytes, as: format, limits: limits)
    }

    var bytes: [UInt8] { document.bytes }
    var format: Format { .toml }
    var root: SettingValue { document.root }
    var entries: [DocumentEntry] { document.entries }
    var comments: [Range<Int>] { document.comments }
    func span(of path: DocumentPath) -> Range<Int>? { document.span(of: path) }

    func edits(for changes: [DocumentChange], style: EditStyle) throws(EditError) -> [Edit] {
        try document.edits(for: changes, style: style)
    }
}

/// Changes that a text is checked for.
private enum Asked: CaseIterable {
    case whatChanged, oneLess, oneMore, oneRemovalMore, nothingLeft, oneElement

    func changes(_ difference: EntryDifference) -> [DocumentChange] {
        let changed =
            difference.gone.map { DocumentChange(DocumentPath($0.keyPath), nil) }
            + (difference.changed + difference.added).map {
                DocumentChange(DocumentPath($0.keyPath), $0.value)
            }
        return switch self {
        case .whatChanged: changed
        case .oneLess: changed.dropLast()
        case .oneMore: changed + [DocumentChange(DocumentPath([.key("a")]), .integer(7))]
        case .oneRemovalMore:
            changed + [DocumentChange(DocumentPath([.key("t"), .key("a")]), nil)]
        case .nothingLeft: [DocumentChange(DocumentPath([]), nil)]
        case .oneElement: [DocumentChange(DocumentPath([.key("c"), .index(1)]), .integer(3))]
        }
    }
}

@Suite struct `The gate of TOML` {
    private static let pairs = texts.flatMap { old in texts.map { (old: old, new: $0) } }

    @Test(arguments: pairs, Asked.allCases)
    private func `finds what a comparison of all values finds`(
        pair: (old: String, new: String),
        asked: Asked
    ) throws {
        let (old, new) = (try document(pair.old), try document(pair.new))
        let oldByRoots = try ComparedByRoots(old.bytes, as: .toml, limits: .standard)
        let newByRoots = try ComparedByRoots(new.bytes, as: .toml, limits: .standard)
        let changes = asked.changes(new.difference(from: old))

        let found = try? old.isChanged(into: new, by: changes)

        #expect(found == (try? oldByRoots.isChanged(into: newByRoots, by: changes)))
    }

    private static let text = "a = 1\n[t]\nb = 2\nc = 3\n"
    private let change = DocumentChange(DocumentPath([.key("t"), .key("b")]), .integer(4))

    @Test func `passes what was asked for`() throws {
        let new = try document("a = 1\n[t]\nb = 4\nc = 3\n")
        #expect(try document(Self.text).isChanged(into: new, by: [change]))
    }

    @Test(arguments: [
        text, "a = 2\n[t]\nb = 4\nc = 3\n", "a = 1\n[t]\nb = 4\n",
        "a = 1\n[t]\nb = 4\nc = 3\nd = 5\n", "a = 1\n[t]\nb = 4\nc = 3\n[u]\n",
    ])
    func `refuses anything else`(new: String) throws {
        let new = try document(new)
        #expect(try !document(Self.text).isChanged(into: new, by: [change]))
    }
}
