// The terminal, by ncurses: draws grids, reads keys.

import CNcurses
import Glibc

/// The screen that the program runs on; one at a time.
final class Terminal {
    private var theme: Theme
    /// Whether colours are those of the terminal's own palette only until it tells its background.
    private let asksForBackground: Bool
    /// Whether the terminal takes a frame as a whole (CSI ? 2026), so that nothing is seen half.
    private let hasFrames: Bool
    /// Whether the terminal reads what begins with CSI, as nearly all do; a VT52 would show it.
    private let readsCSI: Bool
    private var pairs: [Style: Int32] = [:]
    private var shown: Grid?
    private var keys = KeyReader()
    private var characters = CharacterReader()
    /// What is left of the bytes of a function key that is read by them.
    private var respelled: ArraySlice<UInt8> = []
    private var mouse = MouseOwner.program

    /// How many columns and lines there are.
    var size: Size { Size(width: Int(cncurses_columns()), height: Int(cncurses_lines())) }

    /// Whether a paste or an answer of the terminal has begun and not ended.
    var hasUnfinishedInput: Bool { keys.isUnfinished }

    /// Takes the terminal over; nil, and nothing sent, if ncurses knows nothing about it or can't put
    /// its cursor where it wants.
    ///
    /// - Parameter settings: What the user asked for in colours and signs.
    init?(_ settings: TerminalSettings) {
        guard let address = cncurses_cursor_address().map({ String(cString: $0) }) else {
            return nil
        }
        readsCSI = address.hasPrefix("\u{1B}[")
        let keypadEnd = cncurses_keypad_end().map { String(cString: $0) } ?? ""
        guardTerminal(resetBy: readsCSI ? Self.reset : keypadEnd)
        // Long enough for a key's bytes to come together, short enough not to be noticed.
        _ = set_escdelay(50)
        guard cncurses_open() != nil else {
            unguardTerminal()
            return nil
        }
        raw()
        noecho()
        nonl()
        nodelay(cncurses_screen(), true)
        hasFrames = settings.hasFrames && readsCSI
        let palette = Self.palette(settings)
        theme = Theme(palette)
        asksForBackground =
            palette == .few && settings.background == nil && cncurses_colors() >= 256 && hasFrames
        mouseinterval(0)
        beginModes()
        if asksForBackground { send("\u{1B}]11;?\u{7}") }
    }

    private static func palette(_ settings: TerminalSettings) -> Theme.Palette {
        guard settings.hasColors, has_colors() else { return .none }
        start_color()
        use_default_colors()
        guard cncurses_colors() >= 256, let background = settings.background else { return .few }
        return background == .dark ? .dark256 : .light256
    }

    /// ``endScreen()`` leaves the keypad's mode, and ncurses doesn't begin it again by itself.
    private func beginModes() {
        keypad(cncurses_screen(), true)
        send("\u{1B}[?2004h")
        setMouse(mouse)
    }

    private func endModes() {
        send("\u{1B}[?2004l")
        send(Self.mouseEnd)
    }

    /// Begins and ends the mouse's presses, its moves with a button down, and the form of both that
    /// has no end of columns: what ncurses asks for where terminfo has no `XM` ends at column 223.
    private static let mouseBegin = "\u{1B}[?1002h\u{1B}[?1006h"
    private static let mouseEnd = "\u{1B}[?1006l\u{1B}[?1002l"

    /// Ends a frame, paste, mouse and keypad modes and colours, shows the cursor and the main screen.
    private static let reset =
        "\u{1B}[?2026l\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?1l\u{1B}>\u{1B}[0m"
        + "\u{1B}[?25h\u{1B}[?1049l\r\n"

    /// Gives the terminal back.
    func close() {
        endModes()
        endScreen()
        unguardTerminal()
    }

    /// Leaves the last line empty: on a terminal that has no other screen to go back to, the shell
    /// goes on there.
    private func endScreen() {
        wmove(cncurses_screen(), cncurses_lines() - 1, 0)
        wclrtoeol(cncurses_screen())
        wrefresh(cncurses_screen())
        endwin()
    }

    /// Writes an escape sequence past ncurses, where the terminal reads such.
    ///
    /// A terminal that takes no bytes shows nothing either way.
    func send(_ text: String) {
        guard readsCSI else { return }
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }

    /// Takes the mouse, or leaves it to the terminal.
    func setMouse(_ owner: MouseOwner) {
        mouse = owner
        mousemask(owner == .program ? cncurses_all_mouse : 0, nil)
        // ncurses asks for presses only; the moves between are needed to drag a slider.
        send(owner == .program ? Self.mouseBegin : Self.mouseEnd)
    }

    // MARK: Drawing

    /// Shows a grid; what is on the screen already costs nothing.
    func draw(_ grid: Grid) {
        guard grid != shown else { return }
        var text = [wchar_t](repeating: 0, count: 6)
        for y in 0..<grid.size.height {
            for x in 0..<grid.size.width {
                let cell = grid[Point(x: x, y: y)]
                guard cell.width > 0 else { continue }
                let scalars = grid.text(cell).unicodeScalars.prefix(5)
                for (index, scalar) in scalars.enumerated() {
                    text[index] = wchar_t(bitPattern: scalar.value)
                }
                text[scalars.count] = 0
                let style = theme.style(cell)
                _ = cncurses_put(Int32(y), Int32(x), text, attributes(style), pair(style))
            }
        }
        shown = grid
        if hasFrames { send("\u{1B}[?2026h") }
        wmove(cncurses_screen(), Int32(grid.cursor.y), Int32(grid.cursor.x))
        wrefresh(cncurses_screen())
        if hasFrames { send("\u{1B}[?2026l") }
    }

    private func attributes(_ style: Style) -> attr_t {
        var attributes: attr_t = 0
        if style.isBold { attributes |= cncurses_bold }
        if style.isDim { attributes |= cncurses_dim }
        if style.isUnderlined { attributes |= cncurses_underline }
        if style.isReversed { attributes |= cncurses_reverse }
        return attributes
    }

    private func pair(_ style: Style) -> Int32 {
        guard style.foreground != nil || style.background != nil else { return 0 }
        let colors = Style(foreground: style.foreground, background: style.background)
        if let pair = pairs[colors] { return pair }
        let pair = Int32(pairs.count + 1)
        init_extended_pair(pair, Int32(style.foreground ?? -1), Int32(style.background ?? -1))
        pairs[colors] = pair
        return pair
    }

    /// Draws all of it anew with the next grid.
    func redraw() {
        clearok(cncurses_screen(), true)
        shown = nil
    }

    // MARK: Keys

    /// Everything that was typed since the last time.
    func events() -> [Event] {
        var events: [Event] = []
        while true {
            let input = read()
            events += keys.read(input)
            if input == .nothing { break }
        }
        if asksForBackground, let background = keys.takeBackground() {
            theme = Theme(background == .dark ? .dark256 : .light256)
            shown = nil
        }
        return events
    }

    /// Ends a paste, or an answer, that the terminal didn't end.
    func endInput() -> [Event] { keys.flush() }

    private func read() -> TerminalInput {
        while let byte = nextByte() {
            guard let byte = UInt8(exactly: byte) else { return input(code: byte) }
            if let scalar = characters.read(byte) { return .scalar(scalar) }
        }
        return .nothing
    }

    /// The next byte, or the number of a function key; nil where nothing was typed.
    private func nextByte() -> Int32? {
        guard respelled.isEmpty else { return Int32(respelled.removeFirst()) }
        let code = wgetch(cncurses_screen())
        guard code > 0xFF, code != KEY_MOUSE, !keys.reads(code: code),
            let text = keybound(code, 0)
        else { return code == ERR ? nil : code }
        defer { free(text) }
        respelled = Array(String(cString: text).utf8)[...]
        return nextByte()
    }

    private func input(code: Int32) -> TerminalInput {
        guard code == KEY_MOUSE else { return .code(code) }
        var event = MEVENT()
        // A press that ncurses can't make sense of is no key either.
        guard getmouse(&event) == OK else { return .code(code) }
        return .mouse(event.bstate, Point(x: Int(event.x), y: Int(event.y)))
    }

    // MARK: Size and suspension

    /// Takes on the size that the terminal has now.
    func updateSize() {
        var window = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0,
            window.ws_row > 0
        else { return }
        guard Int(window.ws_col) != size.width || Int(window.ws_row) != size.height else { return }
        resizeterm(Int32(window.ws_row), Int32(window.ws_col))
        redraw()
    }

    /// Gives the terminal back, does something else on it, and takes it over again.
    func leave(during body: () -> Void) {
        endModes()
        def_prog_mode()
        endScreen()
        body()
        reset_prog_mode()
        beginModes()
        updateSize()
        redraw()
    }
}

/// What the user asked for, and what the terminal's name says of it.
struct TerminalSettings: Equatable {
    /// What words stand on.
    enum Background: Equatable {
        case dark, light
    }
    var hasColors: Bool
    /// nil where it isn't known; the user's own palette is used then.
    var background: Background?
    var signs: Glyphs.Kind
    var hasFrames: Bool
    var motion: Motion
    /// Whether the pane's title tells how many events were drawn, for tests.
    var showsEventCount: Bool

    /// Reads the environment; `environment` gives the value of a variable, or nil.
    init(isUnicode: Bool, environment: (String) -> String?) {
        func value(_ name: String) -> String { environment(name) ?? "" }
        let terminal = value("TERM")
        hasColors = value("NO_COLOR").isEmpty
        signs =
            isUnicode && terminal != "linux" && value("SETTINGS_UI_ASCII").isEmpty
            ? .unicode : .ascii
        hasFrames = !terminal.hasPrefix("vt") && terminal != "linux"
        motion = value("SETTINGS_UI_MOTION") == "reduced" ? .reduced : .full
        showsEventCount = !value("SETTINGS_UI_TITLE").isEmpty
        switch value("SETTINGS_UI_THEME") {
        case "dark": background = .dark
        case "light": background = .light
        default: background = Self.background(value("COLORFGBG"))
        }
    }

    /// The background that `COLORFGBG` (`15;0`) tells of; nil if it doesn't.
    private static func background(_ colors: String) -> Background? {
        guard let number = colors.split(separator: ";").last.flatMap({ Int($0) }) else {
            return nil
        }
        return number == 7 || number == 15 ? .light : .dark
    }
}

extension TerminalSettings.Background {
    /// Reads a terminal's answer about its background, `11;rgb:RRRR/GGGG/BBBB` with 1 to 4 digits a
    /// colour; nil for one that can't be read.
    init?(answer: String) {
        let parts = answer.split(separator: ":")
        guard parts.count == 2, parts[0] == "11;rgb" else { return nil }
        let shares = parts[1].split(separator: "/").compactMap { digits -> Double? in
            guard (1...4).contains(digits.utf8.count) else { return nil }
            return Int(digits, radix: 16).map { Double($0) / Double(1 << (4 * digits.utf8.count)) }
        }
        guard shares.count == 3 else { return nil }
        // How bright a colour looks, by ITU-R BT.601.
        let brightness = 0.299 * shares[0] + 0.587 * shares[1] + 0.114 * shares[2]
        self = brightness > 0.5 ? .light : .dark
    }
}
