// What a program lists of its options, beside its bundle on the disk.

import Foundation
import SettingsModel
import SettingsSchema
import Testing

@testable import SchemaFiles

private let rows = pane(#"{"Type":"PSTextFieldSpecifier","Title":"T","Key":"status"}"#)
private let text = "tmux 9\nmode-keys vi\nstatus on\n"

@Suite struct `A file of a program's options` {
    @Test func `is read as it was written`() {
        let file = OptionFile(mark: "/usr/bin/tmux 1 2", reader: .tmux, text: text)
        #expect(OptionFile(file.bytes) == file)
    }

    @Test(arguments: ["", "mark\n", "mark\ntmux", "mark\nemacs\ntext", "tmux"])
    func `is nothing else`(text: String) {
        #expect(OptionFile(Array(text.utf8)) == nil)
    }

    @Test func `adds to its bundle, also to a copy of that`() throws {
        let bundle = try BundleOnDisk(["Root.json": rows])
        let path = bundle.outside.appending(path: "options").path
        let source = SchemaSource.bundle(bundle.folder.path, options: path)
        let before = SchemaMark(source)
        #expect(try source.schema(languages: [], idiom: .wide).panes.count == 1)

        let file = OptionFile(mark: "", reader: .tmux, text: text)
        try bundle.write("../options", String(decoding: file.bytes, as: UTF8.self))
        #expect(SchemaMark(source) != before)
        let (schema, contents) = try source.reading(languages: [], idiom: .wide)
        let copy = try source.schema(from: contents, languages: [], idiom: .wide)
        for read in [schema, copy] {
            #expect(read.panes.last?.rows.map(\.title) == ["mode-keys"])
            #expect(read.panes.last?.file == path)
        }
        // Without the program, the bundle is what it was.
        #expect(try bundle.schema().panes.count == 1)
    }

    @Test(arguments: ["", "mark\ntmux\nno server running\n"])
    func `that says nothing changes nothing`(text: String) throws {
        let bundle = try BundleOnDisk(["Root.json": rows])
        try bundle.write("../options", text)
        let path = bundle.outside.appending(path: "options").path
        let schema = try SchemaSource.bundle(bundle.folder.path, options: path)
            .schema(languages: [], idiom: .wide)
        #expect(schema.panes.count == 1)
        #expect(schema.problems == [])
    }
}
