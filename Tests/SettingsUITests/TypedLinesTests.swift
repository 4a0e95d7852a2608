// What holds for a text of several lines, whatever is typed and however large the screen is.

import SettingsModel
import TestSupport
import Testing

@testable import SettingsUI

/// A text as what stands before the caret and what stands behind it.
private struct TextModel {
    var before = ""
    var after = ""

    mutating func take(_ key: Key) {
        apply(key)
        // A mark comes to the letter that stands before it now.
        if let last = before.last, let first = after.first, "\(last)\(first)".count == 1 {
            before += String(after.removeFirst())
        }
    }

    private mutating func apply(_ key: Key) {
        switch key {
        case .character(let letter): before.append(letter)
        case .enter: before += "\n"
        case .backspace: if !before.isEmpty { before.removeLast() }
        case .delete: if !after.isEmpty { after.removeFirst() }
        case .left: if let letter = before.popLast() { after = String(letter) + after }
        case .right: if !after.isEmpty { before.append(after.removeFirst()) }
        case .home: while let last = before.last, !last.isNewline { apply(.left) }
        case .end: while let first = after.first, !first.isNewline { apply(.right) }
        case .controlHome: (before, after) = ("", before + after)
        case .controlEnd: (before, after) = (before + after, "")
        case .control("u"):
            if before.last?.isNewline == true { return apply(.backspace) }
            while let last = before.last, !last.isNewline { apply(.backspace) }
        case .control("k"):
            if after.first?.isNewline == true { return apply(.delete) }
            while let first = after.first, !first.isNewline { apply(.delete) }
        case .control("w"):
            while before.last?.isWhitespace == true { apply(.backspace) }
            while before.last?.isWhitespace == false { apply(.backspace) }
        default: break
        }
    }
}

private let keys: [Key] =
    [
        .enter, .enter, .backspace, .delete, .left, .right, .home, .end, .up, .down, .pageUp,
        .pageDown, .controlHome, .controlEnd, .control("u"), .control("k"), .control("w"),
    ] + "abc  字宙\t\u{1B}🚀".map(Key.character) + [.character("\u{301}")]

private let program = Fixture.program(
    "typed",
    "Typed",
    [
        "Root": """
        {"Type": "PSToggleSwitchSpecifier", "Title": "Copy", "Key": "copy",
         "DefaultValue": false},
        {"Type": "IASKTextViewSpecifier", "Title": "Text", "Key": "text",
         "IASKSubtitle": "as it is sent"},
        {"Type": "PSToggleSwitchSpecifier", "Title": "Seal", "Key": "seal",
         "DefaultValue": false}
        """
    ]
)

private func screen(_ size: Size, _ signs: Glyphs.Kind) -> Model {
    var state = Fixture.alone(program, Look(name: "", size: size, signs: signs))
    state.press(.down, .enter)
    return state
}

@Suite struct `Whatever is typed in lines` {
    @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func `is the text, with the caret where it was put`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var state = screen(Size(width: 60, height: 20), .unicode)
        var model = TextModel()
        for _ in 0..<600 {
            let key = keys.randomElement(using: &random) ?? .enter
            state.press(key)
            guard let edit = state.typing.field?.edit else {
                Issue.record("\(key) closed the field")
                return
            }
            #expect((0...edit.characters.count).contains(edit.caret))
            switch key {
            case .up, .down, .pageUp, .pageDown:
                #expect(edit.text == model.before + model.after)
                model.before = String(edit.characters[..<edit.caret])
                model.after = String(edit.characters[edit.caret...])
            default:
                model.take(key)
                #expect(String(edit.characters[..<edit.caret]) == model.before, "after \(key)")
                #expect(String(edit.characters[edit.caret...]) == model.after, "after \(key)")
            }
        }
    }

    @Test(arguments: [11, 12, 13, 14, 15, 16] as [UInt64])
    func `is under the cursor at any size`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var state = screen(Size(width: 80, height: 24), seed % 2 == 0 ? .ascii : .unicode)
        for _ in 0..<400 {
            switch Int.random(in: 0..<16, using: &random) {
            case 0:
                let isSmall = Bool.random(using: &random)
                let size = Size(
                    width: Int.random(in: 1...(isSmall ? 14 : 130), using: &random),
                    height: Int.random(in: 1...(isSmall ? 6 : 40), using: &random)
                )
                state.send(.resize(size))
            case 1: state.send(.paste("some words\r\nof 字\u{7}\n"))
            default: state.press(keys.randomElement(using: &random) ?? .enter)
            }
            let grid = state.view()
            #expect(!grid.plain.unicodeScalars.contains { $0 != "\n" && $0.value < 0x20 })
            guard let edit = state.typing.field?.edit else {
                Issue.record("the field is closed")
                return
            }
            // Narrower, a wide letter may have no room.
            guard state.mirror.look.size.width >= 12, state.tableArea.height >= 1 else { continue }
            let letter = edit.characters[edit.caret...].first.flatMap { $0.isNewline ? nil : $0 }
            let cell = grid[grid.cursor]
            #expect(cell.role == .field, "\(state.mirror.look.size)\n\(grid.plain)")
            let drawn = state.mirror.look.glyphs.drawn(letter.map(String.init) ?? " ")
            #expect(
                grid.text(cell) == drawn.first?.shown.text,
                "\(state.mirror.look.size)\n\(grid.plain)"
            )
        }
    }

    @Test(arguments: [21, 22, 23, 24] as [UInt64])
    func `stands in lines that lose nothing`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<100 {
            let count = Int.random(in: 0...80, using: &random)
            let characters = (0..<count).map { _ in
                "aaab   字\n\t".randomElement(using: &random) ?? "a"
            }
            let columns = Int.random(in: 1...20, using: &random)
            let lines = TextLines(characters, columns: columns)
            var next = 0
            for range in lines.ranges {
                // Between two lines there is at most the break that ends the first.
                if range.lowerBound > next { #expect(characters[next].isNewline) }
                #expect((next...next + 1).contains(range.lowerBound))
                let width = characters[range].reduce(0) { $0 + $1.shown.width }
                #expect(width <= columns || range.count == 1, "\(characters) in \(columns)")
                next = range.upperBound
            }
            #expect(next == count)
            for caret in 0...count {
                let line = lines.line(of: caret)
                #expect(lines.index(inLine: line, column: lines.column(of: caret)) == caret)
            }
        }
    }
}

@Suite struct `A row that grew` {
    @Test(arguments: [nil, 3] as [Int?], [RowWidth.narrow, .wide])
    func `is laid out as if its section had said so`(every: Int?, width: RowWidth) {
        let rows = (0..<20).map { index -> Row in
            var row = Row(.position(section: 0, row: index), "Row", .nothing)
            if let every, index.isMultiple(of: every) { row.wantedLines = 2 }
            return row
        }
        let sections = [TableSection("A", rows: rows), TableSection("B", rows: rows)]
        for number in [0, 7, 19] {
            let position = RowPosition(section: 1, row: number)
            let grown = Layout.GrownRow(position: position, lines: 5)
            let table = Table(title: "", sections: sections)
            var other = rows
            other[number].wantedLines = 5
            let wanted = Table(title: "", sections: [sections[0], TableSection("B", rows: other)])
            let layout = Layout(table, columns: 60, width: width, grown: grown)
            let plain = Layout(wanted, columns: 60, width: width)
            #expect(layout.count == plain.count)
            for line in -1...layout.count { #expect(layout.line(line) == plain.line(line)) }
            for row in rows.indices {
                let position = RowPosition(section: 1, row: row)
                #expect(layout.lines(of: position) == plain.lines(of: position))
            }
        }
    }
}
