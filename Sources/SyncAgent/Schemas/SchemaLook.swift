// One look at a bundle or schema, which may be done on another thread.

import SchemaFiles
import SyncEngine

/// What is known of a source before it's looked at again.
struct SchemaRequest: Sendable {
    var source: SchemaSource
    /// What it showed when it was last read; nil before the first time.
    var mark: SchemaMark?
    /// Whether something that it said in full is in force.
    var hasGoodReading = false
    var kept: KeptSchemas
    /// How often a source is read again that changed while it was read; each change is also watched.
    private static let triesWhileItChanges = 3

    /// Looks at the source; nil where it shows just what it did.
    func look() -> SchemaLook? {
        // Taken before reading: what changes meanwhile shows at the next look.
        var mark = SchemaMark(source)
        guard mark != self.mark else { return nil }
        var look = SchemaLook(source: source, mark: mark, reading: source.read())
        for _ in 0..<Self.triesWhileItChanges {
            mark = SchemaMark(source)
            guard mark != look.mark else { break }
            look = SchemaLook(source: source, mark: mark, reading: source.read())
        }
        if look.reading.isWhole {
            if let contents = look.reading.contents { kept.keep(contents, of: source) }
        } else if !hasGoodReading {
            look.earlier = kept.contents(of: source).flatMap { source.read($0).schema }
        }
        return look
    }
}

/// What a look at a source saw.
struct SchemaLook: Sendable {
    var source: SchemaSource
    var mark: SchemaMark
    var reading: SchemaReading
    /// What it said when it could last be read in full, where it can't be now.
    var earlier: DomainSchema?
}
