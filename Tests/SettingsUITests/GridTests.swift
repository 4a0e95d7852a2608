// Text is safe and as wide as every terminal has it.

import Testing

@testable import SettingsUI

@Suite struct `Text on the screen` {
    init() { precondition(Fixture.hasLocale) }

    @Test(arguments: [
        ("a", "a", 1), ("é", "é", 1), ("e\u{301}", "e\u{301}", 1), ("字", "字", 2),
        ("👩‍👩‍👧", "👩", 2), ("👍🏽", "👍", 2), ("❤️", "❤", 1), ("🇫🇷", "FR", 2),
        ("\u{1B}", "␛", 1), ("\u{0}", "␀", 1), ("\u{7F}", "␡", 1), ("\u{9B}", "\u{FFFD}", 1),
        ("שלום", "שלום", 4), ("سلام", "سلام", 4), ("a\u{202E}b", "a\u{FFFD}b", 3),
        ("\u{202E}", "\u{FFFD}", 1), ("\u{301}", "◌\u{301}", 1), ("\n", "␊", 1), ("\r\n", "␍", 1),
    ]) func `is what all terminals agree on`(text: String, shown: String, width: Int) {
        #expect(text.map(\.shown.text).joined() == shown)
        #expect(text.columns == width)
    }

    @Test(arguments: [
        ("Name", 4, "Name"), ("Name", 3, "Na…"), ("Name", 1, "…"), ("Name", 0, ""),
        ("字字字", 4, "字…"), ("字字字", 5, "字字…"),
    ]) func `is cut with a mark`(text: String, columns: Int, cut: String) {
        #expect(text.cut(to: columns, mark: "…") == cut)
    }

    @Test(arguments: [
        ("one two three", 7, ["one two", "three"]), ("  one  ", 7, ["one"]), ("", 7, []),
        ("longword", 4, ["long", "word"]), ("字字字", 4, ["字字", "字"]), ("字", 1, []),
        ("a 字字b c", 3, ["a", "字", "字b", "c"]), ("abc字 d", 4, ["abc", "字 d"]),
        ("ab", 2, ["ab"]), ("abcd e", 2, ["ab", "cd", "e"]),
    ]) func `is wrapped at blanks`(text: String, columns: Int, lines: [String]) {
        #expect(text.wrapped(to: columns) == lines)
    }

    @Test func `never shows half of a wide glyph`() {
        var grid = Grid(Size(width: 4, height: 1))
        grid.put("字字", at: Point(x: 0, y: 0), .normal)
        grid.put("a", at: Point(x: 1, y: 0), .normal)
        #expect(grid.plain == " a字\n")
        grid.put("b", at: Point(x: 2, y: 0), .normal)
        #expect(grid.plain == " ab\n")
        grid.put("字", at: Point(x: 3, y: 0), .normal)
        #expect(grid.plain == " ab\n")
    }
}

@Suite struct `A theme` {
    @Test(arguments: [Theme.Palette.dark256, .light256, .few, .none])
    func `shows where the focus is, and what changed, without colour or with it`(
        palette: Theme.Palette
    ) {
        let theme = Theme(palette)
        // What is bold and underlined already, or reversed, has the row's other cells to tell.
        let isLoud: Set<Role> = [.chosen, .field, .match]
        for role in Role.allCases {
            var cell = Cell(glyph: 0x20, role: role, marks: [], width: 1)
            let plain = theme.style(cell)
            cell.marks = .changed
            #expect(theme.style(cell) != plain || isLoud.contains(role))
        }
        var cell = Cell.blank
        let plain = theme.style(cell)
        cell.marks = .focused
        #expect(theme.style(cell) != plain)
    }

    private func style(_ palette: Theme.Palette, _ role: Role, _ marks: Cell.Marks = []) -> Style {
        Theme(palette).style(Cell(glyph: 0x20, role: role, marks: marks, width: 1))
    }

    private static let plain = Style()
    private static let bold = Style(isBold: true)
    private static let dim = Style(isDim: true)

    /// The table of the visual language in the mock-ups, row by row.
    @Test(
        arguments: [
            (.modified, 179, 130, Style(foreground: 3), bold),
            (.error, 203, 160, Style(foreground: 1), bold), (.warning, 221, 130, bold, bold),
            (.dim, 245, 242, dim, dim), (.on, 114, 28, bold, bold), (.off, 245, 242, plain, plain),
            (.fill, 75, 26, Style(foreground: 6), plain), (.unchosen, 248, 240, plain, plain),
            (.accent, 75, 26, bold, bold), (.border, 240, 248, dim, dim),
        ] as [(Role, Int16, Int16, Style, Style)]
    ) func `has a look for each sign`(
        role: Role,
        dark: Int16,
        light: Int16,
        few: Style,
        none: Style
    ) {
        #expect(style(.dark256, role).foreground == dark)
        #expect(style(.light256, role).foreground == light)
        #expect(style(.few, role) == few)
        #expect(style(.none, role) == none)
    }

    @Test(
        arguments: [
            (.dark256, Style(background: 237), Style(background: 94, isBold: true)),
            (.light256, Style(background: 253), Style(background: 222, isBold: true)),
            (.few, Style(isReversed: true), Style(isBold: true, isUnderlined: true)),
            (.none, Style(isReversed: true), Style(isBold: true, isUnderlined: true)),
        ] as [(Theme.Palette, Style, Style)]
    ) func `has a look for the row in focus, and for one that was just changed`(
        palette: Theme.Palette,
        focused: Style,
        changed: Style
    ) {
        #expect(style(palette, .normal, .focused) == focused)
        #expect(style(palette, .normal, .changed) == changed)
    }

    @Test(
        arguments: [
            (.dark256, Style(foreground: 234, background: 75, isBold: true)),
            (.light256, Style(foreground: 231, background: 26, isBold: true)),
            (.few, Style(isBold: true, isReversed: true)),
            (.none, Style(isBold: true, isReversed: true)),
        ] as [(Theme.Palette, Style)]
    ) func `has a look for the one that is chosen`(palette: Theme.Palette, chosen: Style) {
        #expect(style(palette, .chosen) == chosen)
    }

    @Test func `has no colour where none is wanted`() {
        let theme = Theme(.none)
        let styles = Role.allCases.map { role in
            theme.style(Cell(glyph: 0x20, role: role, marks: [], width: 1))
        }
        #expect(styles.allSatisfy { $0.foreground == nil && $0.background == nil })
    }
}
