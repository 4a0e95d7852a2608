// The lines of a file that can't be read, beside those that can.

package import SettingsModel

extension LineDocument {
    /// The lines that can't be read, with the keys that they may be meant to set.
    package var unreadLines: [(error: DocumentError, keyPaths: [SettingKeyPath])] {
        unread.map { line in
            let section = sections[line.section].path
            let paths = section.map { section in
                keys(beginning: line).map { SettingKeyPath(segments: section + [$0]) }
            }
            return (line.error, paths ?? [])
        }
    }

    /// The keys that a line which can't be read begins with: `a b c` may be meant to set `a`, `a b` or `a b c`.
    private func keys(beginning line: UnreadLine) -> [String] {
        let text = bytes[line.range].prefix { $0 != 0x0A && $0 != 0x0D }.prefix(Self.longestStray)
        let isName: (UInt8) -> Bool = {
            LineText.isLetterOrDigit($0) || "_-.".utf8.contains($0) || $0 >= 0x80
        }
        let ends =
            text.indices.dropFirst().filter { isName(text[$0 - 1]) && !isName(text[$0]) } + [
                text.endIndex
            ]
        return ends.compactMap { LineText.string(text[..<$0]) }
    }

    /// Longer keys aren't looked for in a line that can't be read.
    private static let longestStray = 200
}
