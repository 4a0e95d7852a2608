// What a program printed when it was asked for its options, as the agent keeps it.

package import SettingsSchema

/// A program's answer with what it was made by: two lines, then the text as it is.
package struct OptionFile: Equatable, Sendable {
    /// The most that a program may print, in bytes.
    package static let mostText = 1 << 20
    /// The most that a file has, in bytes; the lines before the text are short.
    static let mostBytes = mostText + (64 << 10)

    /// Which program was asked, and how: another one now says that the text is old.
    ///
    /// One line.
    package var mark: String
    package var reader: OptionReader
    package var text: String

    /// Creates a file's content.
    package init(mark: String, reader: OptionReader, text: String) {
        self.mark = mark
        self.reader = reader
        self.text = text
    }

    /// Reads what ``bytes`` made; nil for anything else.
    package init?(_ bytes: [UInt8]) {
        let parts = bytes.split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard parts.count == 3, let reader = OptionReader(rawValue: parts[1]) else { return nil }
        self.init(mark: parts[0], reader: reader, text: parts[2])
    }

    /// The file.
    package var bytes: [UInt8] { Array("\(mark)\n\(reader.rawValue)\n\(text)".utf8) }
}
