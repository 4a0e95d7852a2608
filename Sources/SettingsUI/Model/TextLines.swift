// A text in lines as wide as its field.

/// Which characters of a text stand on which line.
struct TextLines: Equatable, Sendable {
    /// The characters of each line, without the break that ends it; never empty.
    let ranges: [Range<Int>]
    /// The columns that each character takes: 1 or 2.
    private let widths: [UInt8]

    /// Lays a text out.
    ///
    /// A line ends at its break; one that is too long after the last blank that has room, or anywhere
    /// in a word that has no room in a line. The caret behind a line's last letter has a column too.
    ///
    /// - Parameters:
    ///   - characters: The text.
    ///   - columns: Room for each line; from 1 on.
    init(_ characters: [Character], columns: Int) {
        let widths = characters.map { UInt8($0.shown.width) }
        let room = max(1, columns - 1)
        var ranges: [Range<Int>] = []
        var start = 0
        var width = 0
        /// The place behind the line's last blank.
        var blank: Int?
        for (index, character) in characters.enumerated() {
            if character.isNewline {
                ranges.append(start..<index)
                (start, width, blank) = (index + 1, 0, nil)
                continue
            }
            let own = Int(widths[index])
            let isBlank = character == " "
            // A blank that ends a line may stand where the caret would.
            while width + own > (isBlank ? max(room, columns) : room), index > start {
                let end = blank ?? index
                ranges.append(start..<end)
                (start, blank) = (end, nil)
                width = widths[start..<index].reduce(0) { $0 + Int($1) }
            }
            width += own
            if isBlank { blank = index + 1 }
        }
        self.ranges = ranges + [start..<characters.count]
        self.widths = widths
    }

    /// The line on which a caret stands before the character at an index.
    func line(of caret: Int) -> Int { ranges.lastReached { $0.lowerBound <= caret } }

    func column(of caret: Int) -> Int {
        widths[ranges[line(of: caret)].lowerBound..<caret].reduce(0) { $0 + Int($1) }
    }

    /// The caret's place before what stands at a column of a line, or at the line's end.
    func index(inLine line: Int, column: Int) -> Int {
        let range = ranges[line]
        let goesOn = line + 1 < ranges.count && ranges[line + 1].lowerBound == range.upperBound
        // Behind the last letter of a line that goes on stands the first one of the next.
        let last = goesOn ? max(range.lowerBound, range.upperBound - 1) : range.upperBound
        var index = range.lowerBound
        var left = column
        while index < last, left >= Int(widths[index]) {
            left -= Int(widths[index])
            index += 1
        }
        return index
    }
}
