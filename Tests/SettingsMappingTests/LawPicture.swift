// Pictures of all shapes that programs need, and random values and texts for them.

import SettingsMapping
import SettingsModel
import TestSupport
import Testing

/// What a hole's values are.
enum ValueKind {
    /// One line of text.
    case text
    /// From 0 to 400, with two decimals at most.
    case number
    /// From 0 to 1, with three decimals.
    case share
    case truth
    /// With or without alpha.
    case colour
    case words([SettingValue])
    /// Of texts.
    case list
    /// Of any type, where the file has types.
    case any

    private static let letters = Array("abXY09 -_./:,'\"#é")

    /// A value.
    func random(using random: inout SeededRandom) -> SettingValue {
        switch self {
        case .text: return .string(Self.word(using: &random))
        case .number:
            let hundredths = Int64.random(in: -400...40_000, using: &random)
            let isWhole = Bool.random(using: &random)
            return isWhole ? .integer(hundredths / 100) : .real(Double(hundredths) / 100)
        case .share: return .real(Double(Int.random(in: 0...1_000, using: &random)) / 1_000)
        case .truth: return .boolean(.random(using: &random))
        case .colour:
            let digits = (0..<Int.random(in: 3...4, using: &random)).map { _ in
                String(Int.random(in: 256...511, using: &random), radix: 16).dropFirst()
            }
            return .string("#" + digits.joined())
        case .words(let words): return words.randomElement(using: &random) ?? .null
        case .list:
            let count = Int.random(in: 0...4, using: &random)
            return .array((0..<count).map { _ in .string(Self.word(using: &random)) })
        case .any:
            let kinds: [ValueKind] = [.text, .number, .truth, .list]
            return kinds.randomElement(using: &random)?.random(using: &random) ?? .null
        }
    }

    /// A text of a few characters, some of which pictures have, too.
    static func word(using random: inout SeededRandom) -> String {
        let count = Int.random(in: 1...8, using: &random)
        return String((0..<count).compactMap { _ in letters.randomElement(using: &random) })
    }

    /// Whether the file says two such values alike where they are as near as this.
    func areSame(_ a: SettingValue, _ b: SettingValue, within tolerance: Double) -> Bool {
        switch self {
        case .number, .share: abs(a.number - b.number) <= tolerance + 1e-9
        case .colour: a == b || a.withoutOpaqueAlpha == b.withoutOpaqueAlpha
        default: a == b
        }
    }
}

extension SettingValue {
    /// The number as a real; NaN for all else.
    fileprivate var number: Double {
        switch self {
        case .integer(let number): Double(number)
        case .real(let number): number
        default: .nan
        }
    }

    fileprivate var withoutOpaqueAlpha: SettingValue {
        guard case .string(let text) = self, text.count == 9, text.hasSuffix("ff") else {
            return self
        }
        return .string(String(text.dropLast(2)))
    }
}

/// The pictures of one place, and what its keys' values are.
struct LawPicture: CustomTestStringConvertible {
    var pictures: [String]
    var kinds: KeyValuePairs<SettingKeyPath, ValueKind>
    /// How far a number may be off that was written and read.
    var tolerance: Double

    init(
        _ pictures: String...,
        kinds: KeyValuePairs<SettingKeyPath, ValueKind>,
        within tolerance: Double = 0
    ) {
        (self.pictures, self.kinds, self.tolerance) = (pictures, kinds, tolerance)
    }

    var testDescription: String { pictures.joined(separator: " or ") }

    /// A value for each key.
    func values(using random: inout SeededRandom) -> [SettingKeyPath: SettingValue] {
        kinds.reduce(into: [:]) { $0[$1.key] = $1.value.random(using: &random) }
    }
}

/// Makes files of one place.
struct LawFiles {
    private let picture: LawPicture
    private let map: FileMap
    /// A map of each of the pictures alone.
    private let maps: [FileMap]

    init(_ picture: LawPicture) throws {
        self.picture = picture
        map = try fileMap(["line": picture.pictures])
        maps = try picture.pictures.map { try fileMap(["line": [$0]]) }
    }

    /// A file with a line that the map may have made, in some other spelling, or with any text.
    func file(as format: MappedFormat, using random: inout SeededRandom) -> MappedFile {
        if Int.random(in: 0..<8, using: &random) == 0 {
            let junk = SettingValue.string(ValueKind.word(using: &random))
            return MappedFile(map: map, format: format, values: ["line": junk])
        }
        let picture = maps.randomElement(using: &random) ?? map
        var file = MappedFile(map: picture, format: format, values: [:])
        // What it refuses isn't there.
        _ = file.set(self.picture.values(using: &random), adding: true)
        file.map = map
        file.values["line"] = file.values["line"]?.respelled(as: format, using: &random)
        return file
    }
}

extension SettingValue {
    /// The value in another spelling that a picture may read, too.
    fileprivate func respelled(
        as format: MappedFormat,
        using random: inout SeededRandom
    ) -> SettingValue {
        switch self {
        case .integer(let number) where Bool.random(using: &random): return .real(Double(number))
        case .string(var text):
            if Bool.random(using: &random) {
                text +=
                    ["", ":weight=bold", "5,-1", " 45deg", ".0", ", more"]
                    .randomElement(using: &random) ?? ""
            }
            switch Int.random(in: 0..<6, using: &random) {
            case 0: text = text.uppercased()
            case 1: text = text.split(separator: " ").joined(separator: "   ")
            case 2: text = "\"\(text)\""
            case 3: text = "'\(text)'"
            default: break
            }
            return .string(text)
        case .array(let values) where Bool.random(using: &random):
            return .array(values + [.string(ValueKind.word(using: &random))])
        default: return self
        }
    }
}

extension LawPicture {
    private static let appearance = ValueKind.words(["dark", "light"])

    /// One of each shape of the programs that we know.
    static let all = [
        LawPicture("{a}", kinds: ["a": .text]),
        LawPicture("{a}", kinds: ["a": .any]),
        LawPicture("{a|number}", kinds: ["a": .number]),
        LawPicture("{a|int}", kinds: ["a": .number], within: 0.5),
        LawPicture("{a|.1}", kinds: ["a": .number], within: 0.05),
        LawPicture("{a|*4/3|.1}", kinds: ["a": .number], within: 0.0376),
        LawPicture("{a|*14/11|.1}", kinds: ["a": .number], within: 0.04),
        LawPicture("{a|*1000|int}", kinds: ["a": .share]),
        LawPicture("{a|*96|int}", kinds: ["a": .number], within: 0.0053),
        LawPicture("{a|*100|int}", kinds: ["a": .share], within: 0.005),
        LawPicture("{a|*-100+100|int}", kinds: ["a": .share], within: 0.005),
        LawPicture("{a|*1.8-32}", kinds: ["a": .number], within: 0.000_001),
        LawPicture("{a|number}{*}", kinds: ["a": .number]),
        LawPicture("{a|*100|int}%", kinds: ["a": .share], within: 0.005),
        LawPicture("{a|number}px {b|number}px", kinds: ["a": .number, "b": .number]),
        LawPicture("{a}:size={b|number}{*}", kinds: ["a": .text, "b": .number]),
        LawPicture("{a} {b|number}", kinds: ["a": .text, "b": .number]),
        LawPicture("{a} {b|int}", kinds: ["a": .text, "b": .number], within: 0.5),
        LawPicture("{a},{b|number},{*}", kinds: ["a": .text, "b": .number]),
        LawPicture("{a|int}x{a|int}{*}", kinds: ["a": .number], within: 0.5),
        LawPicture("{a|*100|int}% {a|number}", kinds: ["a": .share], within: 0.005),
        LawPicture(
            "light:{a},dark:{b}",
            "dark:{b},light:{a}",
            "{c|themes}",
            kinds: ["a": .text, "b": .text, "c": appearance]
        ),
        LawPicture(
            "pango:{a} {b|number}",
            "xft:{a} {b|number}{*}",
            kinds: ["a": .text, "b": .number]
        ),
        LawPicture("{a|themes}", kinds: ["a": appearance]),
        LawPicture("{a|dark01}", kinds: ["a": appearance]),
        LawPicture("{a|flag}", kinds: ["a": appearance]),
        LawPicture("{a|shape}", kinds: ["a": .words(["block", "bar", "line"])]),
        LawPicture("{a|autosave}", kinds: ["a": .truth]),
        LawPicture("{a|blinks}", kinds: ["a": .truth]),
        LawPicture("{a|numbers}", kinds: ["a": .words(["on", "off", "relative"])]),
        LawPicture("{a|levels}", kinds: ["a": .words([1, 2.5])]),
        LawPicture("{a|yes/no}", kinds: ["a": .truth]),
        LawPicture("{a|True/False}", kinds: ["a": .truth]),
        LawPicture("{a|false/true}", kinds: ["a": .truth]),
        LawPicture("{a|1/0}", kinds: ["a": .truth]),
        LawPicture("{a|vi/emacs} {b|on/off}", kinds: ["a": .truth, "b": .truth]),
        LawPicture("{a|include|any}", kinds: ["a": appearance]),
        LawPicture("{a|files|first}", kinds: ["a": appearance]),
        LawPicture("{a|first}", kinds: ["a": .text]),
        LawPicture("{a|first ,}", kinds: ["a": .text]),
        LawPicture("{a|number|first ,}", kinds: ["a": .number]),
        LawPicture("{a|join ,}", kinds: ["a": .list]),
        LawPicture("{a|join :}", kinds: ["a": .list]),
        LawPicture("{a|join  }", kinds: ["a": .list]),
        LawPicture("[{a|join , }] {*}", kinds: ["a": .list]),
        LawPicture("{a|#rrggbb}", kinds: ["a": .colour]),
        LawPicture("{a|rrggbb}", kinds: ["a": .colour]),
        LawPicture("{a|0xrrggbb}", kinds: ["a": .colour]),
        LawPicture("{a|#rrggbbaa}", kinds: ["a": .colour]),
        LawPicture("{a|rrggbbaa}", kinds: ["a": .colour]),
        LawPicture("{a|0xaarrggbb}", kinds: ["a": .colour]),
        LawPicture("{a|aarrggbb}", kinds: ["a": .colour]),
        LawPicture("{a|r,g,b}", kinds: ["a": .colour]),
        LawPicture("{a|#rrggbb|#rrggbbaa}", kinds: ["a": .colour]),
        LawPicture("{a|#rrggbb}", "{a|#aarrggbb}", kinds: ["a": .colour]),
        LawPicture("{a|rrggbbaa}", "{a|#rrggbbaa}", kinds: ["a": .colour]),
        LawPicture(
            "{a|#rrggbb}",
            "#{a|rrggbb}{b|hex}",
            kinds: ["a": .colour, "b": .share],
            within: 0.002
        ),
        LawPicture("{a|#rrggbb} {b|#rrggbb} {*}", kinds: ["a": .colour, "b": .colour]),
        LawPicture("rgba({a|rrggbbaa}){*}", kinds: ["a": .colour]),
        LawPicture("{{{a}}}", kinds: ["a": .text]),
    ]
}
