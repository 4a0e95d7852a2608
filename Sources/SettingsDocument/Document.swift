// One settings file as bytes, with its values and where they stand.

package import SettingsModel

/// One settings file, read: its bytes as they are, and its values with their places.
///
/// A document never changes; an edit gives the bytes of another one. Only ``revised(by:)`` should
/// make edits outside this module: it reads each result back before it gives it out.
package protocol Document: Sendable {
    /// Reads a file.
    ///
    /// Cost: linear in the size, whatever the bytes; never traps, never loops.
    ///
    /// - Throws: ``DocumentError`` with the first place that can't be read.
    init(_ bytes: [UInt8], as format: Format, limits: Limits) throws(DocumentError)

    /// The file exactly as it was read.
    var bytes: [UInt8] { get }
    var format: Format { get }

    /// The whole file as one value; a file without any value is an empty dictionary.
    var root: SettingValue { get }

    /// The leaves in the order of the file.
    var entries: [DocumentEntry] { get }

    /// Where the values of the leaves end, in the order of ``entries``; nil for one without text of its own.
    var valueEnds: [Int?] { get }

    /// The leaves at some keys, which are spelled as the file has them; in no order.
    func entries(at paths: Set<SettingKeyPath>) -> [DocumentEntry]

    /// Where the comments stand, in the order of the file.
    var comments: [Range<Int>] { get }

    /// The keys that stand again in the same place, so that one of their values has no effect; in the
    /// order of the file.
    ///
    /// Not those that are lists of all their lines.
    var repeatedKeys: [RepeatedKey] { get }

    /// The lines that can't be read, and those that programs read in two ways, in the order of the file.
    var doubtfulLines: [DocumentError] { get }

    /// The lines that can't be read in a file that can be, each with the keys that it begins with.
    var unreadLines: [(error: DocumentError, keyPaths: [SettingKeyPath])] { get }

    /// The bytes of a value's own text, or nil where it has none (an implied table).
    func span(of path: DocumentPath) -> Range<Int>?

    /// The smallest edits that make these changes; not checked, see ``revised(by:)``.
    ///
    /// A change to an equal value needs no edit. A dictionary over a dictionary is changed key by
    /// key. The changes are made together: a path leads through another only if one of the two is
    /// removed (`remove a.b.one`, `set a.b`; `remove a`, `set a.b`). The style `.conservative` quotes
    /// and inlines whatever might be misread. Throws ``EditError`` for the first change that can't
    /// be made.
    func edits(for changes: [DocumentChange], style: EditStyle) throws(EditError) -> [Edit]

    /// The value as this file would give it back after it is set there, or nil when it can't be written.
    func stored(_ value: SettingValue, at path: DocumentPath) -> SettingValue?

    /// Why a value can't be written there, where ``stored(_:at:)`` gives nil for it.
    func refusal(of value: SettingValue, at path: DocumentPath) -> EditError

    /// The same place as the file spells it, where the case of letters makes no difference in it.
    func spelled(_ path: DocumentPath) -> DocumentPath

    /// Whether another document has this one's values with just these changes.
    ///
    /// A dictionary that lost its last key may be there, empty, or not.
    func isChanged(into new: Self, by changes: [DocumentChange]) throws(EditError) -> Bool

    /// The leaves whose keys the edits' ranges hold, and the last that begins before each range.
    func entries(touchedBy edits: [Edit]) -> [DocumentEntry]

    /// How this text's leaves differ from those of an older one.
    func difference(from old: any Document) -> EntryDifference
}

/// One leaf of a document.
package struct DocumentEntry: Equatable, Sendable {
    package var keyPath: SettingKeyPath
    package var value: SettingValue
    /// The first byte of its key.
    package var offset: Int

    package init(keyPath: SettingKeyPath, value: SettingValue, offset: Int) {
        self.keyPath = keyPath
        self.value = value
        self.offset = offset
    }
}

/// One change that a document is asked for.
package struct DocumentChange: Equatable, Sendable {
    package var path: DocumentPath
    /// The value to set, or nil to remove.
    package var value: SettingValue?

    package init(_ path: DocumentPath, _ value: SettingValue?) {
        self.path = path
        self.value = value
    }
}

/// How an edit writes what is new.
package enum EditStyle: Sendable {
    /// As the file around it does.
    case natural
    /// Double quotes, flow and inline forms: the second try after the gate refused the first.
    case conservative
}

extension Document {
    /// What a document does that finds the value of a key at once.
    package var valueEnds: [Int?] { entries.map { span(of: DocumentPath($0.keyPath))?.upperBound } }

    /// What a document does that can't find a key without reading them all.
    package func entries(at paths: Set<SettingKeyPath>) -> [DocumentEntry] {
        entries.filter { paths.contains($0.keyPath) }
    }

    /// A key as the file spells it, where the case of letters makes no difference in it.
    package func spelled(_ path: SettingKeyPath) -> SettingKeyPath {
        spelled(DocumentPath(path)).keyPath ?? path
    }
}
