// Where the parts of what lies on top are.

/// A button of a question.
struct QuestionButton: Equatable, Sendable {
    var title: String
    /// Its columns, its edges among them.
    var columns: Range<Int>
    /// The key that does the same.
    var key: Key
}

extension Model {
    // MARK: Questions

    /// Where a question lies that goes on or not; it's as high as its text needs, where that has room.
    func area(of confirmation: Confirmation) -> Rect {
        let body = frame.body
        let width = min(60, body.width)
        let lines = max(1, confirmationLines(confirmation, columns: width).count)
        let height = max(1, min(lines + 4, look.size.height - 1))
        let y = max(0, min(body.y + 6, look.size.height - 1 - height))
        return Rect(x: body.x + (body.width - width) / 2, y: y, width: width, height: height)
    }

    /// The text of a question, in lines for a box of so many columns.
    func confirmationLines(_ confirmation: Confirmation, columns: Int) -> [String] {
        confirmation.text.map(\.shown.text).joined().folded(to: max(1, columns - 6))
    }

    /// The buttons of a question, from left to right.
    func buttons(of confirmation: Confirmation) -> [QuestionButton] {
        let titles: [(String, Key)] = [
            ("\(look.glyphs.enter)  \(confirmation.yes)", .enter),
            ("Esc  \(confirmation.no)", .escape),
        ]
        var x = area(of: confirmation).x + 3
        return titles.map { title, key in
            let columns = x..<x + title.columns + 2
            x = columns.upperBound + 2
            return QuestionButton(title: title, columns: columns, key: key)
        }
    }

    // MARK: Search

    /// Where the search lies.
    var searchArea: Rect {
        guard searchHasBox else {
            return Rect(x: 0, y: 0, width: look.size.width, height: max(1, look.size.height - 1))
        }
        let body = frame.body
        let width = min(body.width - 4, 84)
        let top = look.size.height >= 12 ? 2 : 0
        let height = min(15, look.size.height - top - 1)
        return Rect(x: body.x + (body.width - width) / 2, y: top, width: width, height: height)
    }

    /// Whether a box has room around the search: on a tiny screen its lines are worth more.
    var searchHasBox: Bool { look.size.height >= 6 && frame.body.width >= 16 }

    /// Where its results are; below them, two lines tell more of the one in focus.
    var searchResultsArea: Rect {
        let area = searchArea
        guard searchHasBox else {
            return Rect(x: area.x, y: area.y + 1, width: area.width, height: area.height - 1)
        }
        let lines = area.height - (area.height >= 12 ? 9 : 4)
        return Rect(x: area.x, y: area.y + 3, width: area.width, height: lines)
    }

    // MARK: Hints

    /// The hints that have room, with their columns.
    var shownHints: [(hint: Hint, columns: Range<Int>)] {
        Hint.placed(hints, columns: look.size.width)
    }
}

extension Search {
    /// The first result in view, where so many have room.
    func firstShown(of lines: Int) -> Int {
        max(0, min(chosen - lines / 2, count - lines))
    }
}
