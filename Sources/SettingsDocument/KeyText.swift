// The text of a key as a person types it, before anybody knows which dots belong to a name.

package import SettingsModel

/// The text of a key: `editor.fontSize`, `servers[0].name`, `"a.b".size`.
///
/// A dot may lead into a table, or belong to a name, as in VS Code's `"editor.fontSize"`: only where the
/// keys are known is it known which. A part in quotes is one name, whatever it has in it.
package struct KeyText: Hashable, Sendable, CustomStringConvertible {
    /// A part between two dots.
    struct Part: Hashable, Sendable {
        var text: String
        var isQuoted: Bool

        /// Whether it has brackets that aren't a position, which only the name of a known key has.
        var hasBrackets: Bool { !isQuoted && text.utf8.contains(UInt8(ascii: "[")) }
    }

    /// As it was typed.
    package let description: String
    /// The parts of the key; empty for an element of a list at a file's root.
    let parts: [Part]
    /// The place of an element within the key's value; empty for the value itself.
    package let place: [PathElement]
    /// The most dots of which each may be either; of a longer text, all are the one or the other.
    private static let mostOpenDots = 8

    /// The text that means just this key.
    package init(_ key: SettingKeyPath) {
        description = key.description
        parts = key.segments.map { Part(text: $0, isQuoted: true) }
        place = []
    }

    /// Reads a text, with the rules for quotes of ``DocumentPath/init(parsing:)``.
    ///
    /// Limits aren't checked: a file's keys may be empty or long.
    ///
    /// - Throws: ``ModelError`` with code `.keyPath`.
    package init(parsing text: String) throws(ModelError) {
        if text.unicodeScalars.contains(where: \.isControl) {
            // It's refused, with the character and how it's written.
            _ = try SettingKeyPath(parsing: text)
        }
        var parts: [Part] = []
        var rest = text[...]
        while !rest.isEmpty, !rest.beginsWithPosition {
            if !parts.isEmpty {
                guard rest.unicodeScalars.first == "." else {
                    // It may be a quote that is misplaced.
                    _ = try SettingKeyPath(parsing: text)
                    throw .misplacedBracket(in: text)
                }
                rest.unicodeScalars.removeFirst()
            }
            let end = rest.firstPartEnd
            parts.append(try Self.part(rest[..<end]))
            rest = rest[end...]
        }
        description = text
        self.parts = parts
        place = try Self.place(rest, in: text)
        guard !parts.isEmpty || !place.isEmpty else { throw .emptySegment }
    }

    private static func part(_ text: Substring) throws(ModelError) -> Part {
        Part(text: try DocumentPath.key(text), isQuoted: text.isInQuotes)
    }

    private static func place(
        _ rest: Substring,
        in text: String
    ) throws(ModelError) -> [PathElement] {
        guard !rest.isEmpty else { return [] }
        do {
            return try DocumentPath(parsing: String(rest)).elements
        } catch {
            // The message shows the whole text.
            _ = try DocumentPath(parsing: text)
            throw error
        }
    }
}

// MARK: What it can mean

extension KeyText {
    /// The key, where no other reading is possible.
    package var only: SettingKeyPath? {
        let isOpen = hasBrackets || zip(parts, parts.dropFirst()).contains(where: Self.isOpen)
        return isOpen ? nil : nested
    }

    /// Whether a part has brackets that aren't a position.
    var hasBrackets: Bool { parts.contains(where: \.hasBrackets) }

    /// The key with each dot leading into a table; nil where the text names none.
    package var nested: SettingKeyPath? {
        parts.isEmpty ? nil : SettingKeyPath(segments: parts.map(\.text))
    }

    /// All keys that it can be, the nested one first.
    var readings: [SettingKeyPath] {
        let dots = zip(parts, parts.dropFirst()).count(where: Self.isOpen)
        guard dots <= Self.mostOpenDots else {
            return [nested, SettingKeyPath(segments: Self.flat(parts[...]))].compactMap(\.self)
        }
        var readings: [[String]] = [[]]
        for (index, part) in parts.enumerated() {
            var longer = readings.map { $0 + [part.text] }
            if index > 0, Self.isOpen(parts[index - 1], part) {
                longer += readings.map { $0.joined(with: part.text) }
            }
            readings = longer
        }
        return parts.isEmpty ? [] : readings.map(SettingKeyPath.init(segments:))
    }

    /// The names of parts, those without quotes joined to one.
    static func flat(_ parts: ArraySlice<Part>) -> [String] {
        var names: [String] = []
        for (index, part) in zip(parts.indices, parts) {
            if index > parts.startIndex, isOpen(parts[index - 1], part) {
                names = names.joined(with: part.text)
            } else {
                names.append(part.text)
            }
        }
        return names
    }

    /// Whether the dot between two parts may belong to a name.
    private static func isOpen(_ part: Part, _ next: Part) -> Bool {
        !part.isQuoted && !next.isQuoted
    }
}

extension SettingKeyPath {
    /// The text that ``KeyText`` reads as this key alone.
    package var onlyText: String {
        let last = segments.count - 1
        return segments.enumerated().map { index, segment in
            let name = SettingKeyPath(segments: [segment]).description
            return index == last || name[...].isInQuotes ? name : "\"\(name)\""
        }.joined(separator: ".")
    }
}

extension [String] {
    /// The names with a dot and more at the end of the last one.
    fileprivate func joined(with text: String) -> [String] {
        dropLast() + [(last.map { $0 + "." } ?? "") + text]
    }
}

extension Substring {
    /// Whether it begins with the position of an element: `[0]`.
    fileprivate var beginsWithPosition: Bool {
        guard unicodeScalars.first == "[", let end = unicodeScalars.firstIndex(of: "]") else {
            return false
        }
        let digits = unicodeScalars[..<end].dropFirst()
        return !digits.isEmpty && digits.allSatisfy { ("0"..."9").contains($0) }
    }

    /// Where the first part ends: before a dot or a position that isn't quoted.
    fileprivate var firstPartEnd: Index {
        guard !isInQuotes else { return DocumentPath.keyEnd(self) }
        let end = unicodeScalars.indices.first {
            unicodeScalars[$0] == "." || self[$0...].beginsWithPosition
        }
        return end ?? endIndex
    }
}
