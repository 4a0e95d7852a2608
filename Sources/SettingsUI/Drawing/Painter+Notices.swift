// The status line, and the notice of a broken file above the table.

import SettingsModel

extension Painter {
    /// The place that shows all of a text that the status line cuts.
    enum FullText {
        case inInspector, nowhere
    }

    /// The status line.
    mutating func status(_ status: Status, _ full: FullText, y: Int) {
        let role: Role =
            switch status.kind {
            case .good: .good
            case .note: .dim
            case .warning: .warning
            case .error, .unsaved: .error
            }
        let room = grid.size.width - 2
        guard full == .inInspector else {
            put(cut(status.text, to: room), x: 1, y: y, role)
            return
        }
        let way = "i: all of it"
        let end = put(cut(status.text, to: room - way.columns - 2), x: 1, y: y, role) + 2
        put("i", x: end, y: y, .hintKey)
        put(String(way.dropFirst()), x: end + 1, y: y, .hint)
        spot(end..<end + way.columns, y: y, .key(.character("i")))
    }

    /// The notice above the table of a file that can't be read.
    mutating func notice(_ problem: FileProblem, in body: Rect, home: String) {
        let area = Rect(
            x: body.x,
            y: body.y,
            width: body.width - 1,
            height: FileProblem.noticeLines
        )
        box(area, title: "", .error)
        let x = area.x + 2
        let room = area.width - 4
        let file = problem.file.shortened(home: home)
        let name = file.split(separator: "/").last.map(String.init) ?? file
        let place = problem.place.map { ", line \($0.line), column \($0.column)" } ?? ""
        let position = problem.place.map { ":\($0.line):\($0.column)" } ?? ""
        // What is wrong is worth more than where the file lies: the editor finds it.
        let texts = [file + place, name + place, name + position].map {
            "\(glyphs.error) \($0): \(problem.problem)"
        }
        let what = texts.first { $0.columns <= room } ?? texts[2]
        put(cut(what, to: room), x: x, y: area.y + 1, .error)
        let kept = problem.consequences.first { $0.columns <= room }
        put(cut(kept ?? problem.consequences.last ?? "", to: room), x: x, y: area.y + 2, .normal)
        let line = problem.place.map { "open at line \($0.line)" } ?? "open"
        var keys = [("e", line), ("r", "read again")]
        if problem.subject == .settings { keys.append(("v", "compare")) }
        var end = x
        for (key, label) in keys {
            end = put(key, x: end, y: area.y + 3, .hintKey, limit: area.end - 2) + 1
            let start = end - key.columns - 1
            end = put(label, x: end, y: area.y + 3, .hint, limit: area.end - 2)
            if let letter = key.first { spot(start..<end, y: area.y + 3, .key(.character(letter))) }
            end += 3
        }
    }
}

extension FileProblem {
    /// The lines that its notice takes from the table.
    static let noticeLines = 5

    /// The consequences of a broken file, from the most words to the fewest.
    fileprivate var consequences: [String] {
        let of = since.map { ", of " + $0.minutes } ?? ""
        return switch subject {
        case .settings:
            [
                "Showing the last good values\(of). Nothing is written until it parses.",
                "Last good values\(of). Nothing is written until it parses.",
                "Last good values; nothing written",
            ]
        case .panes:
            [
                "Showing the panes as they were read before. Values are live as ever.",
                "The panes are as before; values are live.",
                "The panes are as before",
            ]
        case .partOfPanes:
            [
                "Showing what can be read of the panes; settings may be missing.",
                "Settings may be missing until it parses.",
                "Settings may be missing",
            ]
        }
    }
}
