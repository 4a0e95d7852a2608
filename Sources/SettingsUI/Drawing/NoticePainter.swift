// What is said above the table of a file of which nothing is taken.

import SettingsModel
import SettingsProtocol

/// Draws the notice of a file.
struct NoticePainter {
    let canvas: Canvas
    let problem: FileProblem
    /// The user's home folder, shown as `~`.
    let home: String

    /// The lines that it takes from the table.
    static let lines = 5

    func draw(in area: Rect) {
        canvas.box(area, title: "", .error)
        let x = area.x + 2
        let room = area.width - 4
        canvas.put(canvas.cut(cause(room), to: room), x: x, y: area.y + 1, .error)
        let consequences = problem.consequences(home)
        let kept = consequences.first { $0.columns <= room } ?? consequences.last ?? ""
        canvas.put(canvas.cut(kept, to: room), x: x, y: area.y + 2, .normal)
        keys(x: x, y: area.y + 3, limit: area.end - 2)
    }

    /// The words for the cause that fit so many columns, or the fewest.
    private func cause(_ columns: Int) -> String {
        let file = problem.file.shortened(home: home)
        let name = file.fileName
        let place = problem.place.map { ", line \($0.line), column \($0.column)" } ?? ""
        let position = problem.place.map { ":\($0.line):\($0.column)" } ?? ""
        // The cause is worth more than where the file lies: the editor finds it.
        let texts = [file + place, name + place, name + position].map {
            "\(canvas.glyphs.error) \($0): \(problem.problem)"
        }
        return texts.first { $0.columns <= columns } ?? texts[2]
    }

    private func keys(x: Int, y: Int, limit: Int) {
        let line = problem.place.map { "open at line \($0.line)" } ?? "open"
        var keys = [("e", line)]
        // What somebody has to accept stays as it is.
        if problem.state != .held { keys.append(("r", "read again")) }
        if problem.subject == .settings { keys.append(("v", "compare")) }
        var end = x
        for (key, label) in keys {
            end = canvas.put(key, x: end, y: y, .hintKey, limit: limit) + 1
            let start = end - key.columns - 1
            end = canvas.put(label, x: end, y: y, .hint, limit: limit)
            if let letter = key.first { canvas.spot(start..<end, y: y, .key(.character(letter))) }
            end += 3
        }
    }
}

extension FileProblem {
    /// What is shown as long as nothing of a file is taken, from the most words to the fewest.
    fileprivate func consequences(_ home: String) -> [String] {
        let of = since.map { ", of " + $0.minutes } ?? ""
        return switch subject {
        case .settings where state == .held:
            [
                "Showing the values from before\(of). If the save is right, run: "
                    + "settingsctl accept \(file.shortened(home: home))",
                "If it's right: settingsctl accept \(file.shortened(home: home))",
                "Values from before; see 'settingsctl accept'",
            ]
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
