// The places of many bytes of one text.

package import SettingsModel

/// The lines of a text, so that a byte's place is found in time linear in its line alone.
package struct SourcePlaces {
    private let bytes: [UInt8]
    private let lineStarts: [Int]

    /// Finds the lines.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var starts = [0]
        for index in bytes.indices where bytes.endsLine(at: index) { starts.append(index + 1) }
        lineStarts = starts
    }

    /// The place that `SourcePlace(offset:in:)` gives, too.
    package func place(_ offset: Int) -> SourcePlace {
        let offset = min(offset, bytes.count)
        let line = index(ofLineAt: offset)
        let column = SourcePlace.column(of: offset, onLineFrom: lineStarts[line], in: bytes)
        return SourcePlace(line: line + 1, column: column)
    }

    /// The line of a byte; costs no time for its column.
    package func line(of offset: Int) -> Int {
        index(ofLineAt: min(offset, bytes.count)) + 1
    }

    private func index(ofLineAt offset: Int) -> Int {
        lineStarts.partitioningIndex { $0 > offset } - 1
    }
}
