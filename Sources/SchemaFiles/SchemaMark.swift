// Whether a bundle or schema says something else than before, told without reading it.

import Glibc
import SettingsSchema

/// What shows that a file is another than before.
struct FileMark: Equatable, Sendable {
    private var numbers: [UInt64]
    private var times: [Int]

    init(_ status: stat) {
        numbers = [UInt64(status.st_dev), UInt64(status.st_ino), UInt64(max(0, status.st_size))]
        times = [
            status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec,
            status.st_ctim.tv_nsec,
        ]
    }
}

/// What a source shows on the disk; two that are equal read the same.
package struct SchemaMark: Equatable, Sendable {
    /// By name; empty for a source that can't be looked at.
    private var files: [String: FileMark] = [:]

    /// Looks at a source, the texts of a bundle in other languages left out.
    package init(_ source: SchemaSource) {
        switch source {
        case .bundle(let path, let options):
            if let options { add(options) }
            guard let folder = try? OpenFolder(path: path),
                // A source that can't be listed is told of by whoever reads it.
                let names = try? folder.names(atMost: SchemaLimits.standard.files)
            else { return }
            for name in names { files[name] = folder.mark(of: name) }
        case .schema(let path):
            add(path)
        }
    }

    private mutating func add(_ path: String) {
        var status = stat()
        if stat(path, &status) == 0 { files[path] = FileMark(status) }
    }
}
