// Colours in the spellings that programs have.

import SettingsModel

/// How a file spells a colour: the step's name is the spelling.
enum ColourSpelling: String, CaseIterable, Equatable, Sendable {
    case hashRGB = "#rrggbb"
    case bareRGB = "rrggbb"
    case hexRGB = "0xrrggbb"
    case hashRGBA = "#rrggbbaa"
    case bareRGBA = "rrggbbaa"
    case hexRGBA = "0xrrggbbaa"
    case hashARGB = "#aarrggbb"
    case bareARGB = "aarrggbb"
    case hexARGB = "0xaarrggbb"
    case decimals = "r,g,b"
}

/// A colour of the domain, `#rrggbb` or `#rrggbbaa`, in one of several spellings.
struct ColourStep: Equatable, Sendable {
    /// At least one, of which the file's own is kept where it can be.
    ///
    /// For a new text it's the first that can say the colour.
    var spellings: [ColourSpelling]

    /// The domain's text for the file's colour; nil where it's in none of the spellings.
    func read(_ value: SettingValue) -> SettingValue? {
        guard case .string(let text) = value else { return nil }
        let bytes = Array(text.utf8)[...]
        return spelling(of: bytes).flatMap { $0.colour(in: bytes) }.map { .string($0.text) }
    }

    /// The file's text for the domain's colour; nil where no spelling has room for it.
    func write(_ value: SettingValue, over old: SettingValue?) -> SettingValue? {
        guard case .string(let text) = value, let colour = Colour(text) else { return nil }
        guard case .string(let present)? = old else {
            return spellings.lazy.compactMap { $0.text(of: colour, like: []) }.first
                .map { .string($0) }
        }
        let bytes = Array(present.utf8)[...]
        let own = spelling(of: bytes)
        if own?.colour(in: bytes) == colour { return old }
        let all = (own.map { [$0] } ?? []) + spellings
        return all.lazy.compactMap { $0.text(of: colour, like: bytes) }.first.map { .string($0) }
    }

    /// The end of the longest colour at a place of a text.
    func end(in text: ArraySlice<UInt8>, from start: Int) -> Int? {
        spellings.compactMap { $0.end(in: text, from: start) }.max()
    }

    private func spelling(of text: ArraySlice<UInt8>) -> ColourSpelling? {
        spellings.first { $0.end(in: text, from: text.startIndex) == text.endIndex }
    }
}

/// A colour with its opacity.
struct Colour: Equatable {
    var red: UInt8
    var green: UInt8
    var blue: UInt8
    var alpha: UInt8 = 0xFF

    init(_ bytes: [UInt8]) {
        (red, green, blue) = (bytes[0], bytes[1], bytes[2])
        if bytes.count > 3 { alpha = bytes[3] }
    }

    /// Reads the domain's text.
    init?(_ text: String) {
        let bytes = Array(text.utf8)[...]
        let spellings: [ColourSpelling] = [.hashRGB, .hashRGBA]
        guard bytes.count > 4,
            let spelling = spellings.first(where: { $0.end(in: bytes, from: 0) == bytes.count }),
            let colour = spelling.colour(in: bytes)
        else { return nil }
        self = colour
    }

    /// The domain's text, in lower case; an opaque colour has no alpha.
    var text: String {
        let bytes = [red, green, blue] + (alpha == 0xFF ? [] : [alpha])
        return "#" + bytes.map { $0.hexDigits(.lower) }.joined()
    }
}

extension ColourSpelling {
    private var prefix: String {
        rawValue.hasPrefix("#") ? "#" : rawValue.hasPrefix("0x") ? "0x" : ""
    }

    private var hasAlpha: Bool { rawValue.contains("aa") }

    private var beginsWithAlpha: Bool { rawValue.dropFirst(prefix.count).hasPrefix("aa") }

    /// The end of the longest colour in this spelling at a place.
    func end(in text: ArraySlice<UInt8>, from start: Int) -> Int? {
        if self == .decimals { return Self.numbers(in: text, from: start)?.last?.endIndex }
        guard text[start...].starts(with: prefix.utf8) else { return nil }
        let digits = text[(start + prefix.utf8.count)...].prefix(hasAlpha ? 8 : 6)
            .prefix { $0.hexDigit != nil }
        switch digits.count {
        case hasAlpha ? 8 : 6: return digits.endIndex
        // The short form of CSS.
        case 3... where self == .hashRGB: return digits.startIndex + 3
        default: return nil
        }
    }

    /// The colour that a whole text says, for a text that ``end(in:from:)`` takes for one.
    func colour(in text: ArraySlice<UInt8>) -> Colour? {
        if self == .decimals {
            return Self.numbers(in: text, from: text.startIndex).map { numbers in
                Colour(numbers.compactMap { UInt8(String($0)) })
            }
        }
        var digits = text.dropFirst(prefix.utf8.count).compactMap(\.hexDigit)
        if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
        let bytes = stride(from: 0, to: digits.count, by: 2)
            .map { digits[$0] << 4 | digits[$0 + 1] }
        return Colour(beginsWithAlpha ? Array(bytes.dropFirst()) + [bytes[0]] : bytes)
    }

    /// The colour in this spelling, with the case of an old text, or with its blanks between numbers;
    /// nil where the colour has an alpha and the spelling has none.
    func text(of colour: Colour, like old: ArraySlice<UInt8>) -> String? {
        guard hasAlpha || colour.alpha == 0xFF else { return nil }
        var bytes = [colour.red, colour.green, colour.blue]
        if self == .decimals { return Self.decimals(bytes, like: old) }
        if hasAlpha { bytes.insert(colour.alpha, at: beginsWithAlpha ? 0 : 3) }
        let letters: HexCase = old.hasUpperCaseHex ? .upper : .lower
        return prefix + bytes.map { $0.hexDigits(letters) }.joined()
    }

    /// The three numbers at a place, each from 0 to 255.
    private static func numbers(
        in text: ArraySlice<UInt8>,
        from start: Int
    ) -> [ArraySlice<UInt8>]? {
        var numbers: [ArraySlice<UInt8>] = []
        var start = start
        while true {
            let digits = text[start...].prefix(4).prefix(while: \.isDigit)
            guard UInt8(String(digits)) != nil, digits.count < 4 else { return nil }
            numbers.append(digits)
            if numbers.count == 3 { return numbers }
            let comma = text.endOfBlanks(from: digits.endIndex)
            guard comma < text.endIndex, text[comma] == UInt8(ascii: ",") else { return nil }
            start = text.endOfBlanks(from: comma + 1)
        }
    }

    private static func decimals(_ bytes: [UInt8], like old: ArraySlice<UInt8>) -> String {
        let texts = bytes.map { String($0) }
        guard let there = numbers(in: old, from: old.startIndex) else {
            return texts.joined(separator: ",")
        }
        let between = zip(there, there.dropFirst()).map { String(old[$0.endIndex..<$1.startIndex]) }
        return texts[0] + between[0] + texts[1] + between[1] + texts[2]
    }
}
