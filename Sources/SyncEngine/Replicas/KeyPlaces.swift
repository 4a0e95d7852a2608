// Where the domain's keys stand in a file, and what stands for their values there.

import SettingsDocument
import SettingsModel

extension ReplicaConfiguration {
    /// A document's settings that the file takes part in, as keys of the domain, in the order of the file.
    func settings(of document: any Document) -> [DocumentEntry] {
        let entries = document.entries
        if takesAll { return entries }
        return entries.compactMap { entry in
            let path = domainPath(entry.keyPath)
            return owns(path)
                ? DocumentEntry(keyPath: path, value: entry.value, offset: entry.offset) : nil
        }
    }

    /// The keys that a key of the file is in the domain, whether or not the file takes part in them.
    func keys(at filePath: SettingKeyPath) -> [SettingKeyPath] { [domainPath(filePath)] }

    /// The setting of a key of the domain, with its place; nil where the file doesn't say it.
    func setting(at path: SettingKeyPath, in document: any Document) -> DocumentEntry? {
        guard owns(path) else { return nil }
        let inFile = filePath(path)
        guard let entry = document.entries.last(where: { $0.keyPath == inFile }) else { return nil }
        return DocumentEntry(keyPath: path, value: entry.value, offset: entry.offset)
    }

    /// Where the value of a key of the domain stands in a document; nil where it doesn't.
    func place(of path: SettingKeyPath, in document: any Document) -> SourcePlace? {
        let inFile = document.spelled(DocumentPath(filePath(path)))
        if let span = document.span(of: inFile) {
            return SourcePlace(offset: span.lowerBound, in: document.bytes)
        }
        guard let entry = document.entries.last(where: { $0.keyPath == filePath(path) }) else {
            return nil
        }
        return SourcePlace(offset: entry.offset, in: document.bytes)
    }

    /// A file's value with the type that the setting is known to have.
    func restored(
        _ value: SettingValue,
        at path: SettingKeyPath,
        like known: SettingValue?,
        in document: any Document
    ) -> SettingValue {
        document.restored(value, at: DocumentPath(filePath(path)), like: known)
    }

    /// A change of one of the domain's keys as a change of the file.
    func change(of path: SettingKeyPath, to value: SettingValue?) -> DocumentChange {
        DocumentChange(DocumentPath(filePath(path)), value)
    }
}
