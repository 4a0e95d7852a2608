// Colors as settings files write them.

/// The forms of colors: `#` with 3, 4, 6 or 8 hexadecimal digits, or a name of CSS.
enum Colors {
    static func isColor(_ text: String) -> Bool {
        if text.utf8.first == UInt8(ascii: "#") {
            let digits = text.utf8.dropFirst()
            return [3, 4, 6, 8].contains(digits.count) && digits.allSatisfy(\.isHexDigit)
        }
        return names.contains(Substring(text.lowercased()))
    }

    /// The named colors of CSS Color Level 4, section 6.1.
    private static let names = Set(
        """
        aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue \
        blueviolet brown burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk \
        crimson cyan darkblue darkcyan darkgoldenrod darkgray darkgreen darkgrey darkkhaki \
        darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen \
        darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue \
        dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite \
        gold goldenrod gray green greenyellow grey honeydew hotpink indianred indigo ivory khaki \
        lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan \
        lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen \
        lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen \
        magenta maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen \
        mediumslateblue mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream \
        mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid \
        palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum \
        powderblue purple rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown \
        seagreen seashell sienna silver skyblue slateblue slategray slategrey snow springgreen \
        steelblue tan teal thistle tomato transparent turquoise violet wheat white whitesmoke \
        yellow yellowgreen
        """.split(separator: " ")
    )
}
