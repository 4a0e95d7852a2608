// Copies of schemas for when they can't be read any more.

import SchemaFiles
import SettingsSchema
import SyncEngine
import Testing

@testable import SyncAgent

@Suite struct `A kept copy of a schema` {
    @Test func `gives way to a newer one, also where it has more than 4 MiB`() throws {
        let bench = try Bench(domains: [:])
        let kept = KeptSchemas(folder: bench.home.paths.schemaFolder)
        let source = SchemaSource.schema("/s.json")
        let large = [UInt8](repeating: UInt8(ascii: " "), count: 5 << 20)
        for end in ["{}", "true"] {
            let contents = SourceContents(["s.json": large + end.utf8])
            kept.keep(contents, of: source)
            #expect(kept.contents(of: source) == contents)
        }
    }
}
