// Why a file can't be read as settings, or can't be given a value.

package import SettingsModel

/// A document that could not be read as settings.
package struct DocumentError: Error, Equatable, Sendable {
    /// What kind of thing was wrong; the raw value is the stable name for scripts.
    package enum Code: String, Sendable {
        case syntax
        case duplicate
        /// A key is a value in one place and a table in another.
        case conflict
        case utf8
        /// A character that the format forbids: NUL, an escape, a lone carriage return.
        case control
        case range
        case tooLarge = "too-large"
        case tooDeep = "too-deep"
        case tooMany = "too-many"
        case encoding
        /// It is one thing to some programs and another to others.
        case ambiguous
        /// Neither the file's name nor its content tells its format.
        case unknownFormat = "unknown-format"
    }
    package var code: Code
    /// Lines and columns count from 1; columns count Unicode scalars.
    package var place: SourcePlace
    /// The byte that the place is at.
    package var offset: Int
    /// What was there and what was expected, as a sentence without its period.
    package var problem: String
    /// What the reader can do about it.
    package var advice: String

    /// Creates an error at a byte of a text.
    package init(
        code: Code,
        at offset: Int,
        in bytes: [UInt8],
        problem: String,
        advice: String
    ) {
        self.code = code
        self.offset = offset
        place = SourcePlace(offset: offset, in: bytes)
        self.problem = problem
        self.advice = advice
    }

    /// Creates an error at a byte of a text in which many are told of.
    init(code: Code, at offset: Int, in places: SourcePlaces, problem: String, advice: String) {
        self.code = code
        self.offset = offset
        place = places.place(offset)
        self.problem = problem
        self.advice = advice
    }
}

extension SourcePlace {
    /// The place of a byte in a text; a byte inside a character has that character's column.
    package init(offset: Int, in bytes: [UInt8]) {
        let offset = min(offset, bytes.count)
        var line = 1
        var lineStart = 0
        for index in 0..<offset where bytes.endsLine(at: index) {
            line += 1
            lineStart = index + 1
        }
        let column = Self.column(of: offset, onLineFrom: lineStart, in: bytes)
        self.init(line: line, column: column)
    }

    /// The column of a byte on the line that begins at `lineStart`.
    static func column(of offset: Int, onLineFrom lineStart: Int, in bytes: [UInt8]) -> Int {
        let hasMark = lineStart == 0 && bytes.starts(with: TextLayout.byteOrderMark)
        let lineStart = hasMark ? min(3, offset) : lineStart
        let isScalarStart: (UInt8) -> Bool = { $0 & 0xC0 != 0x80 }
        let isInside = offset < bytes.count && !isScalarStart(bytes[offset])
        let scalars = bytes[lineStart..<offset].count(where: isScalarStart)
        return isInside ? max(scalars, 1) : scalars + 1
    }
}

/// The source line of a place with a caret below it, as two lines, for a message.
///
/// Long lines are cut around the place; control characters are shown as U+FFFD. Empty for a binary
/// property list, which has no lines.
package func excerpt(at place: SourcePlace, in bytes: [UInt8]) -> String {
    let widest = 100
    guard !bytes.starts(with: "bplist".utf8) else { return "" }
    let bytes = (try? WideText.utf8(bytes)) ?? bytes  // what isn't UTF-16 is UTF-8
    let starts = TextLayout(bytes).lineStarts + [bytes.count]
    guard place.line < starts.count else { return "" }
    var line = bytes[starts[place.line - 1]..<starts[place.line]]
    if line.last == 0x0A { line.removeLast() }
    if line.last == 0x0D { line.removeLast() }
    let scalars = Array(String(decoding: line, as: UTF8.self).unicodeScalars)
    let start = max(0, min(place.column - 1 - widest / 2, scalars.count - widest))
    func shown(_ slice: ArraySlice<Unicode.Scalar>) -> String {
        var text = ""
        for scalar in slice {
            // A tab is one column in the caret line below only if it's one blank in this line.
            text += scalar == "\t" ? " " : scalar.isControl ? "\u{FFFD}" : String(scalar)
        }
        return text
    }
    let caretColumn = max(0, min(place.column - 1, scalars.count) - start)
    let number = String(place.line)
    let visible = shown(scalars[start..<min(scalars.count, start + widest)])
    let gutter = String(repeating: " ", count: number.count)
    let indent = String(repeating: " ", count: caretColumn)
    return "  \(number) | \(visible)\n  \(gutter) | \(indent)^"
}

/// An edit that a document can't take; nothing was changed.
package struct EditError: Error, Equatable, Sendable {
    /// What kind of thing was wrong; the raw value is the stable name for scripts.
    package enum Code: String, Sendable {
        /// The path leads through something that isn't a container, or past an array's end.
        case noSuchPath = "no-such-path"
        /// The format has no way to write the value.
        case unrepresentable
        /// The key stands several times, so that an edit would change more than it says.
        case ambiguous
        /// Other keys stand for the same text (YAML's aliases and merged keys), and would change too.
        case shared
        case overlap
        /// The result read back wasn't what was asked for, so it was thrown away.
        case gate
        /// The file's name and content would tell another format than the one it was edited in.
        case otherFormat = "other-format"
        case readOnly = "read-only"
    }
    package var code: Code
    /// What was there and what was expected, as a sentence without its period.
    package var problem: String
    /// What the reader can do about it.
    package var advice: String

    package init(code: Code, problem: String, advice: String) {
        self.code = code
        self.problem = problem
        self.advice = advice
    }
}
