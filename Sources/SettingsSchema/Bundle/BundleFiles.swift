// The files of a bundle, as the edge gives them.

/// The files of one bundle.
///
/// Whoever makes it decides what a name may lead to: links out of the bundle, devices and files
/// past the size limit are refused there. No name given to `read` has a `..` or more than one slash.
package struct BundleFiles {
    /// The names of all files, those in a folder with its name: `de.lproj/Root.strings`.
    package let names: Set<String>
    /// The bytes of a file.
    package let read: (String) throws(BundleFileError) -> [UInt8]
    /// The names as they are found whatever the case and the hyphens of a language are.
    private let folded: [String: String]

    /// Creates a bundle of names and what reads them.
    package init(
        names: some Sequence<String>,
        read: @escaping (String) throws(BundleFileError) -> [UInt8]
    ) {
        self.names = Set(names)
        self.read = read
        folded = Dictionary(self.names.map { (Self.fold($0), $0) }) { min($0, $1) }
    }

    /// Creates a bundle of texts.
    package init(_ contents: [String: [UInt8]]) {
        self.init(names: contents.keys) { name throws(BundleFileError) in
            guard let bytes = contents[name] else {
                throw BundleFileError(problem: "it isn't there")
            }
            return bytes
        }
    }

    /// The name of a file in the folder of a language, or nil; `pt_BR` and `pt-br` are the same.
    func name(of file: String, language: String) -> String? {
        let name = "\(language).lproj/\(file)"
        return names.contains(name) ? name : folded[Self.fold(name)]
    }

    /// The languages that have a folder, sorted.
    package var languages: [String] {
        let suffix = ".lproj"
        let folders = names.compactMap { name in
            name.split(separator: "/", maxSplits: 1).first.map(String.init)
        }
        return Set(
            folders.filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }
        )
        .sorted()
    }

    private static func fold(_ name: String) -> String {
        guard let slash = name.firstIndex(of: "/") else { return name }
        let folder = name[..<slash].lowercased().map { $0 == "_" ? "-" : $0 }
        return String(folder) + name[slash...]
    }
}

/// Why a bundle's file can't be had.
package struct BundleFileError: Error, Equatable, Sendable {
    /// As in `it is a link that leads out of the bundle`.
    package var problem: String

    package init(problem: String) { self.problem = problem }
}
