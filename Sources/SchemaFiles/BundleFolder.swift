// A settings bundle on the disk.

import Glibc
package import SettingsSchema

/// The folder of a settings bundle, as it was when it was looked at.
///
/// The way to the folder may lead through links: its user chose it. Within, no link is followed, so
/// that a bundle made by somebody else shows no file but its own.
package struct BundleFolder: Sendable {
    package let path: String
    /// The files by name, those in a folder with its name: `de.lproj/Root.strings`.
    private let names: [String]
    /// The folder and those in it, by their paths: where a change of the bundle shows.
    package let folders: [String]
    private let limits: SchemaLimits

    /// Lists the files of a bundle.
    ///
    /// - Throws: ``SchemaProblem`` where the folder can't be read, or has too many files.
    package init(path: String, limits: SchemaLimits = .standard) throws(SchemaProblem) {
        self.path = path
        self.limits = limits
        var names: [String] = []
        var folders = [path]
        do {
            let folder = try OpenFolder(path: path)
            for name in try folder.names(atMost: limits.files) {
                // Without its translations a bundle is of use all the same; `check` reports them.
                guard let inner = try? OpenFolder(name, in: folder) else {
                    names.append(name)
                    continue
                }
                // A row that names a folder as its pane is reported as such.
                if !name.hasSuffix(".lproj") { names.append(name) }
                folders.append(path + "/" + name)
                names += try inner.names(atMost: limits.files - names.count)
                    .map { name + "/" + $0 }
            }
        } catch {
            throw SchemaProblem(unreadable: path, error, "Name the folder of a settings bundle")
        }
        self.names = names
        self.folders = folders
    }

    /// The bundle's files, each read from the disk when it's asked for.
    package var files: BundleFiles {
        BundleFiles(names: names) { name throws(BundleFileError) in
            do throws(FileRefusal) {
                return try bytes(of: name)
            } catch {
                throw BundleFileError(problem: error.problem)
            }
        }
    }

    private func bytes(of name: String) throws(FileRefusal) -> [UInt8] {
        let folder = try OpenFolder(path: path)
        let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return try folder.bytes(of: name, atMost: limits.bytes) }
        return try OpenFolder(parts[0], in: folder).bytes(of: parts[1], atMost: limits.bytes)
    }
}

extension SchemaProblem {
    /// The problem of a file or folder that can't be had at all.
    init(unreadable path: String, _ refusal: FileRefusal, _ advice: String) {
        self.init(
            .unreadable,
            .error,
            at: SchemaPlace(file: path),
            problem: "the bundle or schema can't be read: \(refusal.problem)",
            advice: advice
        )
    }
}
