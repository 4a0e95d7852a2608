// What the text of a property list's elements stands for, and how values are spelled there.

import SettingsModel

/// The text within an element of an XML property list.
struct XMLText: PlacedText {
    let bytes: [UInt8]
    let text: UnsafeBufferPointer<UInt8>

    /// Whether a byte is white space to XML.
    static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    /// Whether a word stands at an index.
    static func has(_ word: StaticString, _ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool
    {
        word.withUTF8Buffer { word in
            guard index + word.count <= text.count else { return false }
            for offset in word.indices where text[index + offset] != word[offset] { return false }
            return true
        }
    }

    /// The text between an element's tags; empty for one that closes itself.
    static func inner(of element: Range<Int>, _ text: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        var start = element.lowerBound
        var quote: UInt8 = 0
        while quote != 0 || text[start] != UInt8(ascii: ">") {
            let character = text[start]
            if quote != 0 {
                if character == quote { quote = 0 }
            } else if character == UInt8(ascii: "\"") || character == UInt8(ascii: "'") {
                quote = character
            }
            start += 1
        }
        guard text[start - 1] != UInt8(ascii: "/") else { return nil }
        var end = element.upperBound - 1
        while text[end] != UInt8(ascii: "<") { end -= 1 }
        return start + 1..<end
    }

    // MARK: Reading

    /// The character data of an element, with entities, CDATA sections and comments resolved.
    ///
    /// Control characters and line ends are taken as they stand, though XML says otherwise, since
    /// Foundation writes and reads them so.
    func content(of element: Range<Int>) throws(DocumentError) -> String {
        guard let inner = Self.inner(of: element, text) else { return "" }
        let slice = UnsafeBufferPointer(rebasing: text[inner])
        let isPlain = !slice.contains { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "<") }
        if isPlain { return String(decoding: slice, as: UTF8.self) }
        var result: [UInt8] = []
        result.reserveCapacity(slice.count)
        var index = inner.lowerBound
        while index < inner.upperBound {
            switch text[index] {
            case UInt8(ascii: "&"): index = try entity(index, inner.upperBound, &result)
            case UInt8(ascii: "<"): index = section(index, &result)
            default:
                result.append(text[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Reads a CDATA section or passes a comment over; the scanner saw its end.
    private func section(_ start: Int, _ result: inout [UInt8]) -> Int {
        let isText = Self.has("<![CDATA[", text, at: start)
        let first = start + (isText ? 9 : 4)
        var index = first
        while !Self.has(isText ? "]]>" : "-->", text, at: index) { index += 1 }
        if isText { result += text[first..<index] }
        return index + 3
    }

    private func entity(
        _ start: Int,
        _ end: Int,
        _ result: inout [UInt8]
    ) throws(DocumentError) -> Int {
        // The longest reference is &#x0010FFFF; and its like; more zeros than that are no use.
        let name = text[(start + 1)..<end].prefix(12).prefix { $0 != UInt8(ascii: ";") }
        let word = String(decoding: name, as: UTF8.self)
        let close = name.endIndex
        guard close < end, text[close] == UInt8(ascii: ";") else {
            throw fail("found '&' that begins no entity", "Write it as &amp;", at: start)
        }
        switch word {
        case "amp": result.append(UInt8(ascii: "&"))
        case "lt": result.append(UInt8(ascii: "<"))
        case "gt": result.append(UInt8(ascii: ">"))
        case "quot": result.append(UInt8(ascii: "\""))
        case "apos": result.append(UInt8(ascii: "'"))
        default: result += String(try reference(word, start)).utf8
        }
        return close + 1
    }

    private func reference(_ word: String, _ start: Int) throws(DocumentError) -> Unicode.Scalar {
        let isHex = word.hasPrefix("#x")
        let digits = word.dropFirst(isHex ? 2 : 1)
        let isNumber = word.hasPrefix("#") && digits.first?.isHexDigit == true
        guard isNumber, let value = UInt32(digits, radix: isHex ? 16 : 10) else {
            throw fail(
                "found the unknown entity '&\(word.escapedForDisplay);'",
                "Write the character itself, and '&' as &amp;",
                at: start
            )
        }
        guard let scalar = Unicode.Scalar(value) else {
            throw fail(
                "found '&\(word);', which is no character",
                "Write the number of a character, or the character itself",
                at: start
            )
        }
        return scalar
    }

    /// Whether XML 1.0 has a place for a character (section 2.2).
    static func canHold(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x20 && scalar.value & 0xFFFE != 0xFFFE || scalar == "\n" || scalar == "\t"
            || scalar == "\r"
    }

    /// Whether a key element says `key`; most are told apart by their bytes.
    func isKey(_ element: Range<Int>, _ key: String) -> Bool {
        guard let inner = Self.inner(of: element, text) else { return key.isEmpty }
        let slice = UnsafeBufferPointer(rebasing: text[inner])
        guard slice.contains(where: { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "<") }) else {
            return slice.elementsEqual(key.utf8)
        }
        return (try? content(of: element))?.isSame(as: key) == true  // it was read once before
    }

    // MARK: Values

    /// The value of an element that holds no others.
    func value(of node: SourceNode) throws(DocumentError) -> SettingValue {
        if node.kind == .boolean {
            return .boolean(text[Int(node.start) + 1] == UInt8(ascii: "t"))
        }
        let content = try content(of: node.range)
        if node.kind == .string { return .string(content) }
        if node.kind == .data {
            do {
                return .data(try Base64.decode(content.utf8))
            } catch {
                throw fail(error.problem, error.advice, at: Int(node.start))
            }
        }
        let word = content.trimmedASCII
        switch node.kind {
        case .integer:
            if let integer = Self.integer(word) { return integer }
            throw wrong(node, "an integer", word)
        case .real:
            if let real = Self.real(word) { return real }
            throw wrong(node, "a number", word)
        default: return Self.date(word)
        }
    }

    private func wrong(_ node: SourceNode, _ expected: String, _ word: String) -> DocumentError {
        let shown = String(word.prefix(40)).escapedForDisplay
        let type = node.kind == .integer ? "<integer>14</integer>" : "<real>1.5</real>"
        return fail(
            "found '\(shown)', expected \(expected)",
            "Write a number, for example \(type), or use <string> for text",
            at: Int(node.start)
        )
    }

    /// Decimal or hexadecimal with a sign; what 64 bits don't hold stays as it is.
    private static func integer(_ word: String) -> SettingValue? {
        if let value = Int64(word) { return .integer(value) }
        let isNegative = word.hasPrefix("-")
        var digits = word[...]
        if isNegative || word.hasPrefix("+") { digits.removeFirst() }
        let isHex = digits.hasPrefix("0x") || digits.hasPrefix("0X")
        if isHex { digits.removeFirst(2) }
        let isNumber =
            isHex
            ? digits.utf8.allSatisfy { $0.hexValue != nil }
            : digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
        guard !digits.isEmpty, isNumber else { return nil }
        let text = (isNegative ? "-" : "") + digits
        return Int64(text, radix: isHex ? 16 : 10).map(SettingValue.integer) ?? .raw(word)
    }

    private static func real(_ word: String) -> SettingValue? {
        switch word.lowercased() {
        case "nan", "+nan", "-nan": return .real(.nan)
        case "inf", "+inf", "infinity", "+infinity": return .real(.infinity)
        case "-inf", "-infinity": return .real(-.infinity)
        default: break
        }
        let isPlain = word.utf8.allSatisfy {
            (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0)
        }
        guard isPlain, let number = Double(word) else { return nil }
        return number.isFinite ? .real(number) : .raw(word)
    }

    /// A date in the one form that property lists know, or the text as it is.
    private static func date(_ word: String) -> SettingValue {
        let isKnownForm = word.utf8.count == 20 && word.hasSuffix("Z") && word.contains("T")
        guard isKnownForm, let date = try? SettingDate(rfc3339: word) else { return .raw(word) }
        return .date(date)
    }
}

extension String {
    /// The text without blanks and line ends around it.
    fileprivate var trimmedASCII: String {
        var text = utf8[...]
        text = text.drop(while: XMLText.isBlank)
        while let last = text.last, XMLText.isBlank(last) { text.removeLast() }
        return String(text) ?? self
    }
}
