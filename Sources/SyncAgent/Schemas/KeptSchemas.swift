// Copies of bundles and schemas as they were when they could be read in full.

import SchemaFiles
import SyncEngine
import SyncPlatform

/// A folder with a copy of every bundle and schema in use, so that what one said that breaks or
/// vanishes stays in force over a restart.
struct KeptSchemas: Sendable {
    let folder: String

    /// What a source said when it was last read in full; nil where nothing is kept.
    func contents(of source: SchemaSource) -> SourceContents? {
        SourceContents(archiveAt: path(of: source), of: source)
    }

    /// Keeps what a source says, unless just that is kept.
    ///
    /// The disk is waited for, so it's nothing for the loop.
    func keep(_ contents: SourceContents, of source: SchemaSource) {
        guard self.contents(of: source) != contents else { return }
        do {
            try OwnFolder.make(folder)
            let path = path(of: source)
            let old = try? OwnFiles.read(path)
            // There is no copy, or one that is too large to be compared with.
            if old == nil { try OwnFiles.remove(path) }
            try OwnFiles.replace(path, expecting: old, with: contents.archive(of: source))
        } catch {
            // Without a copy, only a bundle that breaks before a restart is missed.
            return
        }
    }

    /// Drops the copy of a source that isn't used any more.
    func forget(_ source: SchemaSource) {
        _ = try? OwnFiles.remove(path(of: source))  // A copy too many does no harm.
    }

    /// Drops the copies of all but these.
    func forgetAll(but sources: Set<SchemaSource>) {
        let used = Set(sources.map(path))
        let names = (try? OwnFiles.names(in: folder)) ?? []  // None where it can't be read.
        for path in names.map({ "\(folder)/\($0)" }) where !used.contains(path) {
            _ = try? OwnFiles.remove(path)  // As above.
        }
    }

    /// The name is a hash, as a path may be longer than a name; the copy itself says whose it is.
    private func path(of source: SchemaSource) -> String {
        // FNV-1a: http://www.isthe.com/chongo/tech/comp/fnv/
        let bytes = Array(source.kind.rawValue.utf8) + [0] + Array(source.path.utf8)
        let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
            (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
        }
        return "\(folder)/\(String(hash, radix: 16))"
    }
}
