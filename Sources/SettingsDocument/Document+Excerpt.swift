// Lines of a document for messages, unless a secret is on them.

package import SettingsModel

extension Document {
    /// The source line of a place, as ``excerpt(at:in:)`` gives it; empty where a part of a value that
    /// `isHidden` is on it.
    ///
    /// Cost: linear in the size.
    package func excerpt(
        at place: SourcePlace,
        hiding isHidden: (SettingKeyPath) -> Bool
    ) -> String {
        // What a key says where it doesn't count may be a secret, too, and is no entry.
        guard repeatedKeys.isEmpty else { return "" }
        let places = SourcePlaces(bytes)
        let entries = entries
        for (index, entry) in entries.enumerated()
        where places.line(of: entry.offset) <= place.line {
            // Where its own text isn't known, it may reach up to the next one's.
            let next = index + 1 < entries.count ? entries[index + 1].offset : bytes.count
            guard place.line <= places.line(of: next), isHidden(entry.keyPath) else { continue }
            let end = end(of: entry) ?? next
            if place.line <= places.line(of: end) { return "" }
        }
        return SettingsDocument.excerpt(at: place, in: bytes)
    }

    /// The last byte of an entry's text; nil where it isn't known.
    private func end(of entry: DocumentEntry) -> Int? {
        guard let span = span(of: DocumentPath(entry.keyPath)), span.lowerBound >= entry.offset
        else { return nil }
        return max(span.lowerBound, span.upperBound - 1)
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
