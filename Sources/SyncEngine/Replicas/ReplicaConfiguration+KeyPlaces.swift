// Where the domain's keys stand in a file, and what stands for their values there.

import SettingsDocument
import SettingsMapping
import SettingsModel

extension ReplicaConfiguration {
    /// A document's settings that the file takes part in, as keys of the domain, in the order of the file.
    func settings(of document: any Document) -> [DocumentEntry] {
        if let map {
            return MappedText(map, document).entries.filter { owns($0.keyPath) }
                .sorted { $0.offset < $1.offset }
        }
        let entries = document.entries
        if takesAll { return entries }
        return entries.compactMap { entry in
            let path = domainPath(entry.keyPath)
            return owns(path)
                ? DocumentEntry(keyPath: path, value: entry.value, offset: entry.offset) : nil
        }
    }

    /// The keys that a key of the file is in the domain, whether or not the file takes part in them.
    func keys(at filePath: SettingKeyPath) -> [SettingKeyPath] {
        map?.keys(at: filePath) ?? [domainPath(filePath)]
    }

    /// Whether a key of the file has to do with the domain.
    func takes(_ filePath: SettingKeyPath) -> Bool { keys(at: filePath).contains(where: owns) }

    /// Whether a key of the file that is below another may have to do with the domain.
    func mayTake(below filePath: SettingKeyPath) -> Bool {
        if let map { return map.fileKeys.contains { filePath.isPrefix(of: $0) } }
        let path = domainPath(filePath)
        return keys?.contains { pattern in
            switch pattern {
            case .all: true
            case .exactly(let key), .below(let key): path.isPrefix(of: key)
            }
        } ?? true
    }

    /// The setting of a key of the domain, with its place; nil where the file doesn't say it.
    func setting(at path: SettingKeyPath, in document: any Document) -> DocumentEntry? {
        guard owns(path) else { return nil }
        if let map { return MappedText(map, document).entries.first { $0.keyPath == path } }
        return document.entries(at: [filePath(path)]).first.map {
            DocumentEntry(keyPath: path, value: $0.value, offset: $0.offset)
        }
    }

    /// Where the value of a key of the domain stands in a document; nil where it doesn't.
    func place(of path: SettingKeyPath, in document: any Document) -> SourcePlace? {
        if let map { return MappedText(map, document).place(of: path) }
        let inFile = document.spelled(DocumentPath(filePath(path)))
        if let span = document.span(of: inFile) {
            return SourcePlace(offset: span.lowerBound, in: document.bytes)
        }
        return document.entries(at: [filePath(path)]).first.map {
            SourcePlace(offset: $0.offset, in: document.bytes)
        }
    }

    /// A file's value with the type that the setting is known to have; through a map, the known value itself
    /// where the file's text says it.
    func restored(
        _ value: SettingValue,
        at path: SettingKeyPath,
        like known: SettingValue?,
        in document: any Document
    ) -> SettingValue {
        guard let map else {
            return document.restored(value, at: DocumentPath(filePath(path)), like: known)
        }
        guard let known, MappedText(map, document).says(known, at: path) else { return value }
        return known
    }

    /// A change of one of the domain's keys as a change of the file, which has no map.
    func change(of path: SettingKeyPath, to value: SettingValue?) -> DocumentChange {
        DocumentChange(DocumentPath(filePath(path)), value)
    }
}
