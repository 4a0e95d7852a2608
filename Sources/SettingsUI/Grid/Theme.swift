// Which colours and attributes the roles have.

/// How a cell looks on a terminal.
struct Style: Hashable, Sendable {
    /// A colour of the terminal's palette; nil for its own.
    var foreground: Int16?
    var background: Int16?
    var isBold = false
    var isDim = false
    var isUnderlined = false
    var isReversed = false
}

/// The looks of all roles.
///
/// Every role that says something also has a sign or a word, so a theme without colour loses nothing.
struct Theme: Sendable {
    /// What the terminal can show, and on what.
    enum Palette: Equatable, Sendable {
        case dark256, light256
        /// The user's own 8 or 16 colours on an unknown background: words keep the terminal's colour.
        case few
        case none
    }
    /// For each role, for no mark, focused, changed, both.
    private let styles: [Style]

    init(_ palette: Palette) {
        styles = Role.allCases.flatMap { role in
            (0..<4 as Range<UInt8>).map { bits in
                Self.style(role, Cell.Marks(rawValue: bits), palette)
            }
        }
    }

    func style(_ cell: Cell) -> Style {
        styles[Int(cell.role.rawValue) * 4 + Int(cell.marks.rawValue)]
    }

    // MARK: Making

    private static func style(_ role: Role, _ marks: Cell.Marks, _ palette: Palette) -> Style {
        var style: Style
        switch palette {
        case .dark256: style = rich(role, on: .dark)
        case .light256: style = rich(role, on: .light)
        case .few: style = colored(plain(role), role)
        case .none: style = plain(role)
        }
        if marks.contains(.focused) { focus(&style, palette) }
        if marks.contains(.changed) { flash(&style, palette) }
        return style
    }

    private static func focus(_ style: inout Style, _ palette: Palette) {
        switch palette {
        case .dark256:
            if style.background == nil { style.background = 237 }
            // Grey lines and words would vanish on the grey of the focus.
            if style.foreground == 240 || style.foreground == 245 { style.foreground = 250 }
        case .light256: if style.background == nil { style.background = 253 }
        case .few, .none:
            style.isReversed.toggle()
            style.isDim = false
        }
    }

    private static func flash(_ style: inout Style, _ palette: Palette) {
        style.isBold = true
        switch palette {
        case .dark256: style.background = 94
        case .light256: style.background = 222
        case .few, .none:
            style.isUnderlined = true
            style.isDim = false
        }
    }

    private enum Background {
        case dark, light
    }

    private static func rich(_ role: Role, on background: Background) -> Style {
        let isLight = background == .light
        let (dark, light) = hue(role)
        var style = Style(foreground: isLight ? light : dark)
        style.isBold = isBold(role)
        switch role {
        case .bar, .barAccent: style.background = isLight ? 254 : 236
        case .chosen: style.background = isLight ? 26 : 75
        case .field:
            style.background = isLight ? 254 : 236
            style.isUnderlined = true
        case .match: style.isUnderlined = true
        case .selection: style.background = isLight ? 254 : 236
        default: break
        }
        return style
    }

    /// The colours on a dark and on a light background; nil for the terminal's own.
    private static func hue(_ role: Role) -> (dark: Int16?, light: Int16?) {
        switch role {
        case .normal, .title: (nil, nil)
        case .dim, .footer, .disabled, .hint, .off, .ribbon: (245, 242)
        case .header: (110, 25)
        case .border, .track: (240, 248)
        case .accent, .barAccent, .fill, .ribbonHere: (75, 26)
        case .on, .good, .added: (114, 28)
        case .knob, .field: (255, 234)
        case .value, .hintKey: (252, 236)
        case .modified: (179, 130)
        case .warning, .match: (221, 130)
        case .error, .removed: (203, 160)
        case .bar: (250, 238)
        case .chosen: (234, 231)
        case .unchosen, .selection: (248, 240)
        }
    }

    private static func isBold(_ role: Role) -> Bool {
        switch role {
        case .title, .header, .accent, .on, .knob, .modified, .warning, .error, .hintKey,
            .barAccent, .chosen, .match, .ribbonHere, .selection:
            true
        default: false
        }
    }

    private static func plain(_ role: Role) -> Style {
        var style = Style()
        style.isBold = isBold(role)
        switch role {
        case .dim, .footer, .disabled, .hint, .border, .track, .ribbon: style.isDim = true
        case .chosen, .ribbonHere: style.isReversed = true
        case .field, .match: style.isUnderlined = true
        default: break
        }
        return style
    }

    /// A plain look with the few colours that say something; where they do, it needn't be bold.
    private static func colored(_ plain: Style, _ role: Role) -> Style {
        var style = plain
        if role == .modified || role == .error { style.isBold = false }
        switch role {
        case .fill: style.foreground = 6
        case .modified: style.foreground = 3
        case .error, .removed: style.foreground = 1
        case .added: style.foreground = 2
        default: break
        }
        return style
    }
}
