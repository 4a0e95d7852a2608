// What TOML asks of bytes: no control characters, where lines begin, what a string says.

import SettingsModel

extension [UInt8] {
    /// The first control character but tabs and line ends; a lone carriage return is one.
    var firstForbiddenControl: Int? {
        for index in indices {
            let byte = self[index]
            guard byte < 0x20 || byte == 0x7F else { continue }
            switch byte {
            case .tab, .lineFeed: continue
            case .carriageReturn where index + 1 < count && self[index + 1] == .lineFeed: continue
            default: return index
            }
        }
        return nil
    }

    /// The first byte of the line that has this byte, after a byte order mark.
    func lineStart(_ offset: Int) -> Int {
        var index = offset
        while index > 0, self[index - 1] != .lineFeed { index -= 1 }
        return index == 0 ? Swift.min(byteOrderMarkEnd, offset) : index
    }

    /// The first byte of the next line, or the end of the file.
    func nextLine(_ offset: Int) -> Int {
        var index = offset
        while index < count {
            index += 1
            if self[index - 1] == .lineFeed { return index }
        }
        return count
    }

    /// Whether only blanks and line ends are there.
    func isBlank(_ range: Range<Int>) -> Bool {
        self[range].allSatisfy {
            $0 == .space || $0 == .tab || $0 == .lineFeed || $0 == .carriageReturn
        }
    }

    /// Whether a comment is all that a line has.
    func isComment(_ line: Range<Int>) -> Bool {
        self[line].first { $0 != .space && $0 != .tab } == UInt8(ascii: "#")
    }

    /// The text of some bytes.
    func text(_ range: Range<Int>) -> String { String(decoding: self[range], as: UTF8.self) }

    /// What a string says that the scanner has moved past.
    ///
    /// Line ends in a string of several lines are line feeds, whatever the file has.
    func decodedTOMLString(_ span: Range<Int>) -> String {
        let content = contentOfTOMLString(span)
        let isBasic = self[span.lowerBound] == UInt8(ascii: "\"")
        let isPlain = !self[content].contains {
            isBasic && $0 == UInt8(ascii: "\\") || $0 == .carriageReturn
        }
        return isPlain ? text(content) : spelledTOMLString(span).text
    }

    /// What is between the quotes of a string, without a line end right after the opening ones.
    private func contentOfTOMLString(_ span: Range<Int>) -> Range<Int> {
        let quote = self[span.lowerBound]
        let isMultiline =
            span.count >= 6 && self[span.lowerBound + 1] == quote
            && self[span.lowerBound + 2] == quote
        let width = isMultiline ? 3 : 1
        var content = span.lowerBound + width..<span.upperBound - width
        // A line end right after the opening quotes is not content.
        if isMultiline, !content.isEmpty {
            if self[content.lowerBound] == .lineFeed {
                content = content.dropFirst()
            } else if self[content.lowerBound] == .carriageReturn {
                content = content.dropFirst(2)
            }
        }
        return content
    }

    /// What a string says, with the places of its characters.
    func spelledTOMLString(_ span: Range<Int>) -> SpelledText {
        let content = contentOfTOMLString(span)
        let isBasic = self[span.lowerBound] == UInt8(ascii: "\"")
        var result = SpelledText(at: content.lowerBound)
        var index = content.lowerBound
        while index < content.upperBound {
            let start = index
            if isBasic, self[index] == UInt8(ascii: "\\") {
                let said = escapedTOML(&index, before: content.upperBound)
                result.append(said, at: start..<index)
            } else {
                index += 1
                if self[start] != .carriageReturn {
                    result.append(CollectionOfOne(self[start]), at: start..<index)
                }
            }
        }
        return result
    }

    /// What the escape at an index says; moves past it.
    private func escapedTOML(_ index: inout Int, before end: Int) -> [UInt8] {
        let letter = self[index + 1]
        index += 2
        switch letter {
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "t"): return [.tab]
        case UInt8(ascii: "n"): return [.lineFeed]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "r"): return [.carriageReturn]
        case UInt8(ascii: "e"): return [0x1B]
        case UInt8(ascii: "x"), UInt8(ascii: "u"), UInt8(ascii: "U"):
            let digits = letter == UInt8(ascii: "x") ? 2 : letter == UInt8(ascii: "u") ? 4 : 8
            index += digits
            guard let scalar = self[index - digits..<index].hexScalar else { return [] }
            return Array(String(scalar).utf8)
        case .space, .tab, .lineFeed, .carriageReturn:
            while index < end, isBlank(index..<index + 1) { index += 1 }
            return []
        default: return [letter]
        }
    }
}
