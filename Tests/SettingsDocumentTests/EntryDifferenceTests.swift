// How the leaves of one text differ from those of another.

import SettingsModel
import Testing

@testable import SettingsDocument

@Suite struct `The difference of two TOML files` {
    private static let texts = [
        "",
        "# Nothing.\n",
        "a = 1\nb = \"x\"\nc = [1, 2]\n",
        "a = 2\nb = 'x'\nc = [1, 3]\n",
        "b = \"x\"\na = 1\nc = [1, 2]\n",
        "a = 1\nnew = 0\nb = \"x\"\nc = [1, 2]\n",
        "c = [1, 2]\n",
        "[t]\na = 1\nb = \"x\"\n",
        "[u]\na = 1\nb = \"x\"\n",
        "[t]\na = 1\n[t.u]\nb = \"x\"\n",
        "t.a = 1\nt.b = \"y\"\n",
        "t = {a = 1, b = \"x\"}\n",
        "t = {}\n",
        "[[t]]\na = 1\n[[t]]\na = 2\n",
        "[[t]]\na = 1\n[[t]]\na = 3\n",
        "[a]\n[b]\nx = 1979-05-27\n[a.c]\ny = 1.5\n",
        "[a]\n[b]\nx = 1979-05-28\n[a.c]\ny = 1.5\n[a.d]\nz = true\n",
    ]

    private func document(_ text: String) throws -> TOMLDocument {
        try TOMLDocument(Array(text.utf8), as: .toml, limits: .standard)
    }

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
