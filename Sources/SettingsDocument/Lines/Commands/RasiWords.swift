// The values without quotes that rofi's lexer knows (lexer/theme-lexer.l, lexer/theme-parser.y).

/// What may stand in one of rofi's files without quotes.
enum RasiWords {
    /// Whether a text is made of numbers with their units, colors, words and functions of these.
    ///
    /// Their order isn't checked: only some of it depends on no key.
    static func areValue(_ text: ArraySlice<UInt8>) -> Bool {
        var rest = text
        var depth = 0
        while let byte = rest.first {
            switch byte {
            case 0x20, 0x09: rest.removeFirst()
            case UInt8(ascii: "("):
                depth += 1
                rest.removeFirst()
            case UInt8(ascii: ")"):
                depth -= 1
                rest.removeFirst()
                if depth < 0 { return false }
            case UInt8(ascii: ","), UInt8(ascii: "+"), UInt8(ascii: "*"):
                if depth == 0 { return false }
                rest.removeFirst()
            case UInt8(ascii: "-"), UInt8(ascii: "/"): rest.removeFirst()
            case UInt8(ascii: "\""):
                let string = rest.dropFirst().prefix { $0 >= 0x20 && !"\"\\".utf8.contains($0) }
                guard depth > 0, string.endIndex < rest.endIndex,
                    rest[string.endIndex] == byte, !rest[(string.endIndex + 1)...].contains(byte)
                else { return false }
                rest = rest[(string.endIndex + 1)...]
            default:
                let word = rest.prefix { isPart($0) }
                guard !word.isEmpty, isWord(word) else { return false }
                rest = rest.dropFirst(word.count)
            }
        }
        return depth == 0 && text.contains { LineText.isLetterOrDigit($0) }
            && text.first.map(LineText.isBlank) == false
            && text.last.map(LineText.isBlank) == false && !hasComment(text)
    }

    private static func isPart(_ byte: UInt8) -> Bool {
        LineText.isLetterOrDigit(byte) || "#%.-".utf8.contains(byte)
    }

    private static func hasComment(_ text: ArraySlice<UInt8>) -> Bool {
        text.indices.contains {
            text[$0...].starts(with: "//".utf8) || text[$0...].starts(with: "/*".utf8)
        }
    }

    private static func isWord(_ bytes: ArraySlice<UInt8>) -> Bool {
        if bytes.first == UInt8(ascii: "#") {
            let digits = bytes.dropFirst()
            return [3, 4, 6, 8].contains(digits.count) && digits.allSatisfy { $0.hexValue != nil }
        }
        let text = String(decoding: bytes, as: UTF8.self)
        guard bytes.first.map({ (0x30...0x39).contains($0) }) == true else {
            return exact.contains(text) || units.contains(text)
                || words.contains(LineText.folded(text))
        }
        let number = bytes.prefix { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
        let parts = number.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count <= 2 && parts.allSatisfy { !$0.isEmpty }
            && units.contains(String(decoding: bytes[number.endIndex...], as: UTF8.self))
    }

    private static let units: Set = [
        "", "px", "em", "ch", "mm", "%", "deg", "grad", "rad", "turn",
    ]

    private static let exact: Set = [
        "true", "false", "inherit", "modulo", "min", "max", "round", "floor", "ceil",
    ]

    /// Words that are known in either case, functions and the names of colors in CSS among them.
    private static let words = Set(
        """
        center north south east west northeast northwest southeast southwest none bold underline italic \
        strikethrough uppercase lowercase capitalize dash solid horizontal vertical default pointer text \
        transparent rgb rgba hsl hsla hwb cmyk url linear-gradient width height both to right left top bottom calc \
        aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown \
        burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan \
        darkgoldenrod darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid \
        darkred darksalmon darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet \
        deeppink deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro \
        ghostwhite gold goldenrod gray green greenyellow grey honeydew hotpink indianred indigo ivory khaki \
        lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow \
        lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray \
        lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine \
        mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise \
        mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab \
        orange orangered orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru \
        pink plum powderblue purple rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown \
        seagreen seashell sienna silver skyblue slateblue slategray slategrey snow springgreen steelblue tan \
        teal thistle tomato turquoise violet wheat white whitesmoke yellow yellowgreen
        """.split(separator: " ").map(String.init)
    )
}
