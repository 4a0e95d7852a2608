// What the question says about two values for one setting, in the room that there is.

import SettingsModel

/// One line of the question what to keep, on a screen that has no room for its box.
struct ConflictLine: Equatable, Sendable {
    var words: String
    var value: String
    var role: Role
    /// What the line stands for; nil for one that only tells.
    var key: Key?
}

extension Conflict {
    /// The three values in so many columns each: of long ones, where they differ from what was before.
    func shown(in columns: Int, _ glyphs: Glyphs) -> (before: String, mine: String, theirs: String)
    {
        let own = before.sharedStart(with: mine)
        let other = before.sharedStart(with: theirs)
        func part(_ text: String, from start: Int) -> String {
            text.part(from: start, columns: columns, glyphs)
        }
        return (
            part(before, from: min(own, other)), part(mine, from: own), part(theirs, from: other)
        )
    }
}

extension String {
    /// How many characters it begins with that another does, too.
    fileprivate func sharedStart(with other: String) -> Int {
        zip(self, other).prefix { $0 == $1 }.count
    }

    /// The text with a place of it in view, where it's too long for so many columns.
    fileprivate func part(from start: Int, columns: Int, _ glyphs: Glyphs) -> String {
        let mark = glyphs.ellipsis
        // So much of what comes before says where it is.
        let first = start - max(0, columns / 3)
        guard self.columns > columns, first > 0 else { return cut(to: columns, mark: mark) }
        return (mark + dropFirst(first)).cut(to: columns, mark: mark)
    }
}

extension State {
    /// Whether the question what to keep has room for its box with all that one can answer.
    var conflictHasBox: Bool {
        let area = conflictArea
        let end = conflictButtons.last?.columns.upperBound ?? 0
        return area.y + area.height < size.height && end < area.end
    }

    /// The lines of that question from the first of the screen on, where its box has no room: above
    /// all the three answers.
    func conflictLines(_ conflict: Conflict, _ title: String) -> [ConflictLine] {
        let answers = ["mine", "theirs", "edit"].map { ($0.first.map { "\($0)" } ?? "") + " " + $0 }
        let room = size.width - (answers.map(\.columns).max() ?? 0) - 2
        let (before, mine, theirs) = conflict.shown(in: room, glyphs)
        let lines = [
            ConflictLine(words: "m mine", value: mine, role: .added, key: .character("m")),
            ConflictLine(words: "t theirs", value: theirs, role: .conflict, key: .character("t")),
            ConflictLine(words: "e edit", value: "", role: .normal, key: .character("e")),
        ]
        let more = [
            ConflictLine(words: "\(title) was changed", value: "", role: .warning),
            ConflictLine(words: "before", value: before, role: .value),
        ]
        let count = (frame.hintLine ?? size.height) - lines.count
        return (count > 1 ? more : count == 1 ? [more[1]] : []) + lines
    }

    /// Whether a question needs the line of the hints, as it says them itself.
    var hidesHints: Bool {
        guard case .conflict = overlay, !conflictHasBox, help == .hidden else { return false }
        return (frame.hintLine ?? size.height) < 3
    }
}
