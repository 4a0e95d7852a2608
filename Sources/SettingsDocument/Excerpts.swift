// Lines of a document for messages, unless a secret is on them.

package import SettingsModel

/// The lines of one document; what it takes to find secrets in it is done once, when it's asked for.
package struct Excerpts {
    private let document: any Document
    private lazy var places = SourcePlaces(document.bytes)
    private lazy var entries = document.entries
    private lazy var repeatedKeys = document.repeatedKeys

    /// Takes a document.
    package init(of document: any Document) { self.document = document }

    /// The source line of a place, as ``excerpt(at:in:)`` gives it.
    package func excerpt(at place: SourcePlace) -> String {
        SettingsDocument.excerpt(at: place, in: document.bytes)
    }

    /// The same; empty where a part of a value that `isHidden` is on the line, in force or not.
    ///
    /// Cost: linear in the size.
    package mutating func excerpt(
        at place: SourcePlace,
        hiding isHidden: (SettingKeyPath) -> Bool
    ) -> String {
        guard !hasEntry(on: place.line, isHidden), !hasRepeat(on: place.line, isHidden) else {
            return ""
        }
        return excerpt(at: place)
    }

    private mutating func hasEntry(
        on line: Int,
        _ isHidden: (SettingKeyPath) -> Bool
    ) -> Bool {
        for (index, entry) in entries.enumerated() where places.line(of: entry.offset) <= line {
            // Where its own text isn't known, it may reach up to the next one's.
            let next =
                index + 1 < entries.count ? entries[index + 1].offset : document.bytes.count
            guard line <= places.line(of: next), isHidden(entry.keyPath) else { continue }
            if line <= places.line(of: end(of: entry) ?? next) { return true }
        }
        return false
    }

    /// The last byte of an entry's text; nil where it isn't known.
    private func end(of entry: DocumentEntry) -> Int? {
        guard let span = document.span(of: DocumentPath(entry.keyPath)),
            span.lowerBound >= entry.offset
        else { return nil }
        return max(span.lowerBound, span.upperBound - 1)
    }

    /// What a key says where it doesn't count is no entry.
    private mutating func hasRepeat(
        on line: Int,
        _ isHidden: (SettingKeyPath) -> Bool
    ) -> Bool {
        // Nobody asked which settings a table would have that doesn't count.
        for repeated in repeatedKeys
        where repeated.hasContainer || repeated.keyPath.map(isHidden) ?? true {
            let isThere = repeated.withoutEffect.contains { text in
                let last = max(text.lowerBound, text.upperBound - 1)
                return places.line(of: text.lowerBound) <= line && line <= places.line(of: last)
            }
            if isThere { return true }
        }
        return false
    }
}

extension DocumentError {
    /// The same error without a word of the text, which may have secrets in it.
    package func hidingText() -> DocumentError {
        var error = self
        error.problem = "line \(place.line) can't be read"
        error.advice = Self.adviceOnHiddenText
        return error
    }

    /// What to do about a line that isn't shown.
    package static let adviceOnHiddenText =
        "Fix the line; it isn't shown, as secrets may be in the file"
}
