// What ncurses reads becomes keys, whatever way it comes in.

import CNcurses
import Testing

@testable import SettingsUI

@Suite struct `The key reader` {
    private func events(_ inputs: some Sequence<TerminalInput>) -> [Event] {
        var reader = KeyReader()
        return inputs.flatMap { reader.read($0) }
    }

    private static func scalars(_ text: String) -> [TerminalInput] {
        text.unicodeScalars.map { .scalar($0.value) }
    }

    private static let pasteStart = scalars("\u{1B}[200~")
    private static let pasteEnd = scalars("\u{1B}[201~")

    @Test(arguments: [
        (UInt32(9), Key.tab), (13, .enter), (10, .enter), (127, .backspace), (8, .backspace),
        (1, .control("a")), (26, .control("z")), (0x20, .character(" ")), (0x7A, .character("z")),
        (0x5B57, .character("字")),
    ]) func `reads characters`(value: UInt32, key: Key) {
        #expect(events([.scalar(value)]) == [.key(key)])
    }

    @Test(arguments: [
        (KEY_UP, Key.up), (KEY_SLEFT, .shiftLeft), (KEY_BTAB, .backTab), (KEY_NPAGE, .pageDown),
        (cncurses_function_key(1), .function(1)),
    ]) func `reads keys that ncurses knows`(code: Int32, key: Key) {
        #expect(events([.code(code)]) == [.key(key)])
    }

    @Test func `takes an escape with nothing behind it as the key`() {
        #expect(events([.scalar(27), .nothing]) == [.key(.escape)])
        #expect(events([.scalar(27), .scalar(27), .nothing]) == [.key(.escape), .key(.escape)])
    }

    @Test func `has no meaning for Alt`() {
        #expect(events([.scalar(27), .scalar(0x78), .nothing]) == [])
    }

    @Test(arguments: [
        "[3;5~", "[1;3A", "O3D", "[<0;1M", "[?1;2c", "[ q", "[1;2;3A", "[;5A", "[~", "[24", "[2~",
        "[201~",
    ])
    func `passes over a whole sequence that means no key`(sequence: String) {
        let end = sequence == "[24" ? "x" : ""
        let inputs = Self.scalars("\u{1B}" + sequence + end)
        #expect(events(inputs + [.scalar(0x71)]) == [.key(.character("q"))])
        // Over a slow line, it comes in parts.
        let parts = inputs[..<3] + [.nothing] + inputs[3...]
        #expect(inputs.count == 3 || events(parts + [.scalar(0x71)]) == [.key(.character("q"))])
    }

    @Test(
        arguments: [
            (.up, ["[A", "OA", "[1A", "[1;1A"]), (.down, ["[B", "OB"]), (.right, ["[C", "OC"]),
            (.left, ["[D", "OD"]), (.home, ["[H", "OH", "[1~", "[7~"]),
            (.end, ["[F", "OF", "[4~", "[8~"]), (.delete, ["[3~"]), (.pageUp, ["[5~"]),
            (.pageDown, ["[6~"]), (.backTab, ["[Z"]), (.enter, ["OM"]), (.shiftLeft, ["[1;2D"]),
            (.shiftRight, ["[1;2C"]), (.controlLeft, ["[1;5D", "O5D", "O1;5D"]),
            (.controlRight, ["[1;5C"]), (.controlHome, ["[1;5H"]), (.controlEnd, ["[1;5F"]),
            (.function(1), ["OP", "[11~", "[[A", "[P"]), (.function(4), ["OS", "[14~", "[[D"]),
            (.function(5), ["[15~", "[[E"]), (.function(6), ["[17~"]), (.function(12), ["[24~"]),
        ] as [(Key, [String])]
    )
    func `reads every spelling of a key, in any mode`(key: Key, spellings: [String]) {
        for spelling in spellings {
            let inputs = Self.scalars("\u{1B}" + spelling)
            #expect(events(inputs) == [.key(key)], "\(spelling)")
            // Over a slow line, it comes in parts.
            let parts = inputs[..<2] + [.nothing, .nothing] + inputs[2...]
            #expect(events(parts) == [.key(key)], "\(spelling)")
        }
    }

    @Test func `reads a function key by its characters where something is unfinished`() {
        var reader = KeyReader()
        #expect(reader.reads(code: KEY_UP))
        #expect(!reader.reads(code: KEY_MAX))
        for scalar in "\u{1B}[200~".unicodeScalars { _ = reader.read(.scalar(scalar.value)) }
        #expect(!reader.reads(code: KEY_UP))
    }

    @Test(arguments: 1..<6)
    func `takes a paste whose marks come in parts`(pause: Int) {
        func parts(_ text: String) -> [TerminalInput] {
            var inputs = text.unicodeScalars.map { TerminalInput.scalar($0.value) }
            if pause > 1 { inputs.insert(.nothing, at: pause) }
            return inputs
        }
        let inputs = parts("\u{1B}[200~") + [.scalar(0x61), .nothing, .scalar(0x7E)]
        let end = parts("\u{1B}[201~") + [.scalar(0x71)]
        #expect(events(inputs + end) == [.paste("a~"), .key(.character("q"))])
    }

    @Test func `gives up a sequence that never ends`() {
        let start = "\u{1B}[1;".unicodeScalars.map { TerminalInput.scalar($0.value) }
        #expect(events(start + [.code(KEY_DOWN)]) == [.key(.down)])
        #expect(events(start + [.scalar(27), .nothing]) == [.key(.escape)])
        #expect(events(start + [.scalar(13)]) == [.key(.enter)])
        var reader = KeyReader()
        for input in start { _ = reader.read(input) }
        #expect(reader.isUnfinished)
        #expect(reader.flush() == [])
        #expect(reader.read(.scalar(0x31)) == [.key(.character("1"))])
    }

    @Test(arguments: [
        ("11;rgb:ffff/ffff/ffff\u{7}", TerminalSettings.Background.light),
        ("11;rgb:1e1e/1e1e/2e2e\u{7}", .dark), ("11;rgb:f/f/c\u{1B}\\", .light),
        ("11;rgb:00/2b/36\u{1B}\\", .dark), ("11;rgb:ffff/ffff\u{7}", nil),
        ("11;rgb:fffff/0/0\u{7}", nil), ("11;white\u{7}", nil),
    ]) func `takes the terminal's background from its answer`(
        answer: String,
        background: TerminalSettings.Background?
    ) {
        var reader = KeyReader()
        let inputs = ("\u{1B}]" + answer).unicodeScalars.map { TerminalInput.scalar($0.value) }
        // Over a slow line, the answer comes in parts.
        let events = (inputs[..<9] + [.nothing] + inputs[9...]).flatMap { reader.read($0) }
        #expect(events + reader.read(.nothing) == [])
        #expect(reader.takeBackground() == background)
        #expect(reader.takeBackground() == nil)
        #expect(reader.read(.scalar(0x71)) == [.key(.character("q"))])
    }

    @Test(
        arguments: [
            "]10;rgb:ffff/dddd/0000", "]4;1;rgb:dddd/0000/0000", "]52;c;cXVpdA==", "]l" + longTitle,
            "P1$r0;1;4mq", "P>|xterm(379)", "P!|00000000", "P1+r544e=7", "_Gi=31;OK", "^q", "Xd",
        ],
        ["\u{7}", "\u{1B}\\"]
    ) func `passes over an answer of the terminal in any pieces`(answer: String, end: String) {
        let inputs = ("\u{1B}" + answer + end).unicodeScalars.map { TerminalInput.scalar($0.value) }
        let key = TerminalInput.scalar(0x71)
        #expect(events(inputs + [key]) == [.key(.character("q"))])
        // A pause right behind the escape makes that the Escape key.
        for pause in 2..<inputs.count {
            let parts = inputs[..<pause] + [.nothing, .nothing] + inputs[pause...]
            #expect(events(parts + [key]) == [.key(.character("q"))])
        }
        let pieces = inputs[..<2] + inputs[2...].flatMap { [.nothing, $0] }
        #expect(events(pieces + [key]) == [.key(.character("q"))])
    }

    private static let longTitle = String(repeating: "quit", count: 1_000)

    @Test(arguments: ["]11;rgb:1", "P1$r", "_G", "^", "X"])
    func `gives up an answer that never ends`(answer: String) {
        let start = ("\u{1B}" + answer).unicodeScalars.map { TerminalInput.scalar($0.value) }
        #expect(events(start + [.code(KEY_DOWN)]) == [.key(.down)])
        #expect(events(start + Self.scalars("\u{1B}[Z")) == [.key(.backTab)])
        var reader = KeyReader()
        for input in start + [.nothing] { _ = reader.read(input) }
        #expect(reader.isUnfinished)
        #expect(reader.flush() == [])
        #expect(!reader.isUnfinished)
        #expect(reader.read(.scalar(0x31)) == [.key(.character("1"))])
    }

    @Test func `gives a paste as one text, whatever is in it`() {
        let text = [0x61, 0x0D, 0x1B, 0x62].map { TerminalInput.scalar($0) }
        let inputs = Self.pasteStart + text + Self.pasteEnd
        #expect(events(inputs) == [.paste("a\n\u{1B}b")])
    }

    @Test func `has one line break of a paste for each way to write one`() {
        let text = "a\r\nb\rc\nd\n\re".unicodeScalars.map { TerminalInput.scalar($0.value) }
        let inputs = Self.pasteStart + text + Self.pasteEnd
        #expect(events(inputs) == [.paste("a\nb\nc\nd\n\ne")])
    }

    @Test func `goes on with a paste whose parts come apart`() {
        let text: [TerminalInput] = [.scalar(0x61), .nothing, .scalar(0x62)]
        #expect(
            events(Self.pasteStart + text + Self.pasteEnd + [.scalar(0x63)]) == [
                .paste("ab"), .key(.character("c")),
            ]
        )
    }

    @Test func `gives up a paste that never ends, and keeps its text`() {
        var reader = KeyReader()
        for input in Self.pasteStart { _ = reader.read(input) }
        _ = reader.read(.scalar(0x61))
        #expect(reader.isUnfinished)
        #expect(reader.flush() == [.paste("a")])
        #expect(!reader.isUnfinished)
        #expect(reader.read(.scalar(0x62)) == [.key(.character("b"))])
    }

    @Test(arguments: [(0, 0), (1, 1)])
    func `keeps no more of a paste than its limit`(extra: Int, dropped: Int) {
        var reader = KeyReader()
        for input in Self.pasteStart { _ = reader.read(input) }
        for _ in 0..<KeyReader.longestPaste + extra { _ = reader.read(.scalar(0x61)) }
        guard case .paste(let text)? = reader.flush().first else {
            Issue.record("no paste")
            return
        }
        #expect(text.utf8.count == KeyReader.longestPaste + extra - dropped)
    }

    @Test(arguments: [
        (cncurses_pressed, MouseAction.press), (cncurses_released, .release),
        (cncurses_wheel_up, .wheelUp), (cncurses_wheel_down, .wheelDown), (cncurses_moved, .drag),
    ]) func `reads the mouse`(buttons: mmask_t, action: MouseAction) {
        let point = Point(x: 3, y: 4)
        #expect(events([.mouse(buttons, point)]) == [.mouse(action, point)])
    }

    @Test(
        arguments: [
            ("<0;1;1M", .press, 0, 0), ("<0;120;5m", .release, 119, 4),
            ("<32;300;7M", .drag, 299, 6), ("<64;3;4M", .wheelUp, 2, 3),
            ("<65;3;4M", .wheelDown, 2, 3), ("<20;3;4M", .press, 2, 3),
        ] as [(String, MouseAction, Int, Int)]
    ) func `reads the mouse where ncurses doesn't`(
        sequence: String,
        action: MouseAction,
        x: Int,
        y: Int
    ) {
        let inputs = ("\u{1B}[" + sequence).unicodeScalars.map { TerminalInput.scalar($0.value) }
        let wanted = [Event.mouse(action, Point(x: x, y: y))]
        #expect(events(inputs) == wanted)
        // Over a slow line, it comes in parts.
        #expect(events(inputs[..<4] + [.nothing] + inputs[4...]) == wanted)
    }

    @Test(arguments: [
        "<0;1M", "<0;1;1;1M", "<0;0;1M", "<0;1;1x", "<1;3;4M", "<2;3;4M", "<35;3;4M", "0;1;1M",
        "<-4;-1;-1M", "<99999999999999999999;1;1M", "M", "m",
    ]) func `takes nothing else for the mouse`(sequence: String) {
        let inputs = ("\u{1B}[" + sequence).unicodeScalars.map { TerminalInput.scalar($0.value) }
        let read = events(inputs + [.scalar(0x71)])
        #expect(read == [.key(.character("q"))])
    }
}

@Suite struct `A character's bytes` {
    private func read(_ bytes: [UInt8]) -> [UInt32?] {
        var reader = CharacterReader()
        return bytes.map { reader.read($0) }
    }

    @Test(arguments: ["a", "\u{1B}", "é", "宇", "🚀", "a宇b"])
    func `make it, one by one`(text: String) {
        #expect(read(Array(text.utf8)).compactMap(\.self) == text.unicodeScalars.map(\.value))
    }

    @Test(
        arguments: [
            ([0x80], [0xFFFD]), ([0xC0, 0xAF], [0xFFFD, 0xFFFD]), ([0xE5, 0x61], [nil, 0x61]),
            ([0xE5, 0xAE, 0x61], [nil, nil, 0x61]), ([0xED, 0xA0, 0x80], [nil, nil, 0xFFFD]),
            ([0xFF, 0x61], [0xFFFD, 0x61]),
        ] as [([UInt8], [UInt32?])]
    ) func `that are none lose nothing that follows`(
        bytes: [UInt8],
        scalars: [UInt32?]
    ) {
        #expect(read(bytes) == scalars)
    }
}

@Suite struct `The rest of a paste` {
    @Test func `is waited for since the last input, whatever else happens`() {
        var patience = InputPatience()
        let start = ContinuousClock.now
        patience.begin(at: start)
        #expect(patience.left(at: start + .milliseconds(200)) == .milliseconds(800))
        patience.begin(at: start + .milliseconds(900))
        #expect(patience.left(at: start + .milliseconds(1_500)) == .milliseconds(400))
        #expect(patience.left(at: start + .milliseconds(1_900)) <= .zero)
    }
}
