// The bytes that a bundle or schema was read from, as one file: to read them once more.

import SettingsSchema

/// The files that a reading of a bundle or schema looked at, by their names.
package struct SourceContents: Equatable, Sendable {
    package var files: [String: [UInt8]] = [:]

    /// Creates the contents of these files.
    package init(_ files: [String: [UInt8]]) { self.files = files }

    /// The contents as one file, with the source that they are of.
    ///
    /// A list of netstrings (https://cr.yp.to/proto/netstrings.txt): this format's name, the kind of
    /// source, its path, the number of files, then each one's name and bytes, in the order of the names.
    package func archive(of source: SchemaSource) -> [UInt8] {
        var pieces = Self.heading(of: source, files.count)
        for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
            pieces.append(Array(name.utf8))
            pieces.append(bytes)
        }
        var archive: [UInt8] = []
        for piece in pieces {
            archive += "\(piece.count):".utf8
            archive += piece
            archive.append(UInt8(ascii: ","))
        }
        return archive
    }

    /// Reads what ``archive(of:)`` made; nil where it isn't whole, or of another source.
    package init?(archive bytes: [UInt8], of source: SchemaSource) {
        var pieces: [[UInt8]] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            guard let piece = Self.takeNetstring(from: &rest) else { return nil }
            pieces.append(piece)
        }
        let heading = Self.heading(of: source, (pieces.count - 4) / 2)
        guard pieces.starts(with: heading), pieces.count.isMultiple(of: 2) else { return nil }
        for index in stride(from: heading.count, to: pieces.count, by: 2) {
            guard let name = String(validating: pieces[index], as: UTF8.self) else { return nil }
            files[name] = pieces[index + 1]
        }
    }

    /// Reads an archive that is a file; nil also where it can't be read.
    package init?(archiveAt path: String, of source: SchemaSource) {
        // Names and lengths take little beside what they are of.
        let limit = 2 * SchemaLimits.standard.bytes
        guard let bytes = try? OrdinaryFile.bytes(path: path, atMost: limit) else { return nil }
        self.init(archive: bytes, of: source)
    }

    private static func heading(of source: SchemaSource, _ count: Int) -> [[UInt8]] {
        let kind =
            switch source {
            case .bundle: "bundle"
            case .schema: "schema"
            }
        return ["settings-agent-schema-1", kind, source.path, "\(count)"].map { Array($0.utf8) }
    }

    private static func takeNetstring(from rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        let digits = rest.prefix { $0 != UInt8(ascii: ":") }
        guard (1...9).contains(digits.count), let text = String(validating: digits, as: UTF8.self),
            let count = Int(text), count >= 0
        else { return nil }
        rest = rest.dropFirst(digits.count + 1)
        guard rest.count > count, rest[rest.startIndex + count] == UInt8(ascii: ",") else {
            return nil
        }
        defer { rest = rest.dropFirst(count + 1) }
        return Array(rest.prefix(count))
    }
}

/// Notes what is read of a bundle.
final class ReadingRecord {
    private(set) var contents = SourceContents([:])

    /// A bundle's files, each noted when it's read.
    func recording(_ files: BundleFiles) -> BundleFiles {
        BundleFiles(names: files.names) { name throws(BundleFileError) in
            let bytes = try files.read(name)
            self.contents.files[name] = bytes
            return bytes
        }
    }
}
