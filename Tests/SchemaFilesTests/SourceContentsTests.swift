// What a reading looked at, kept as one file and read once more.

import Foundation
import SettingsSchema
import Testing

@testable import SchemaFiles

private let examples = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Examples")

@Suite struct `The contents of a source` {
    private static let bundle = SchemaSource.bundle("/b/Settings.bundle")
    private static let contents = SourceContents([
        "Root.toml": Array("Title = \"x\"\n".utf8), "Empty.plist": [],
        "ü:9,.json": [0, 0xFF, 0x2C],
    ])

    @Test(arguments: [contents, SourceContents([:])])
    func `are the same after they were kept`(contents: SourceContents) {
        let archive = contents.archive(of: Self.bundle)
        #expect(SourceContents(archive: archive, of: Self.bundle) == contents)
    }

    @Test(arguments: [SchemaSource.schema("/b/Settings.bundle"), .bundle("/b/Other.bundle")])
    func `are no other source's`(source: SchemaSource) {
        let archive = Self.contents.archive(of: Self.bundle)
        #expect(SourceContents(archive: archive, of: source) == nil)
    }

    @Test func `that were cut off or damaged are none`() {
        let archive = Self.contents.archive(of: Self.bundle)
        for count in 0..<archive.count {
            #expect(SourceContents(archive: Array(archive.prefix(count)), of: Self.bundle) == nil)
        }
        #expect(SourceContents(archive: Array("99999999999:x,".utf8), of: Self.bundle) == nil)
        #expect(SourceContents(archive: Array("-1:,".utf8), of: Self.bundle) == nil)
    }

    @Test(arguments: ["Specimens", "ShootStuffUp", "Tabs"])
    func `give the panes that they were read as`(name: String) throws {
        let source = SchemaSource.bundle(examples.appending(path: "\(name).bundle").path)
        let (schema, contents) = try source.reading(languages: [], idiom: .wide)
        let again = try source.schema(from: contents, languages: [], idiom: .wide)
        #expect(again.panes.map(\.file) == schema.panes.map(\.file))
        #expect(again.panes.map(\.rows.count) == schema.panes.map(\.rows.count))
        #expect(again.problems.map(\.problem) == schema.problems.map(\.problem))
    }
}
