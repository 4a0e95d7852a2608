// What a conversation says: screens as lines, and what happens meanwhile.

import SettingsModel
import SettingsProtocol
import SettingsSchema

extension Conversation {
    // MARK: What happens

    /// Takes an event on, and says what it means for the reader.
    mutating func hear(_ event: Event, at moment: Moment) -> ([String], [Effect]) {
        let before = state.log.appended
        let known = state.problems
        let written = writtenPlace(event)
        let asked = state.question?.place
        state.status = nil
        let effects = reduce(event, at: moment)
        let news = state.log.last(state.log.appended - before)
            .filter { $0.author != .us }.map(changeLine)
        switch event {
        // A managed value is no change of the user's values, but news.
        case .agent(.changed): return (news.isEmpty ? said(or: []) : news, effects)
        case .agent(.snapshot) where !news.isEmpty:
            // One of them is in the status too, unless that tells of a write that is lost.
            return ((state.status?.kind == .error ? said(or: []) : []) + news, effects)
        case .agent(.accepted(_, _, let warnings)):
            guard let written else { return (news, effects) }
            let warning = warnings.map(phrase).joined()
            return (
                ["\(state.title(written)) is now \(now(written)), saved.\(warning)"] + news, effects
            )
        case .agent(.refused): return (said(or: []) + news, effects)
        case .agent(.found):
            // What is written is said when it's saved.
            return effects.isEmpty ? self.asked() : ([], effects)
        case .agent(.explained(let place, _)):
            return (place == asked ? explanation(place) : [], effects)
        case .panes(let program):
            return (program.mistake == nil ? said(or: []) : noticeLines, effects)
        // Before the values are known, nobody can say what is in force instead.
        case .agent(.problem) where !hasBegun, .agent(.knownProblems) where !hasBegun:
            return ([], effects)
        case .agent(.problem(let problem)) where problem.isUnreadable:
            return (state.notice.map(lines) ?? lines(problem), effects)
        case .agent(.knownProblems):
            return (
                said(or: []) + state.problems.filter { !known.contains($0) }.flatMap(lines), effects
            )
        default: return (said(or: []), effects)
        }
    }

    private func phrase(_ warning: Warning) -> String {
        guard let file = warning.file else { return " It is in no file: \(warning.problem)." }
        return " It waits for '\(file)': \(warning.problem)."
    }

    private func writtenPlace(_ event: Event) -> SettingPlace? {
        if case .agent(.accepted(let number, _, _)) = event {
            state.writes[number]?.place
        } else {
            nil
        }
    }

    private func changeLine(_ entry: ChangeLog.Entry) -> String {
        let old = state.spoken(
            entry.old ?? entry.below ?? state.setting(entry.place)?.specifier.defaultValue,
            entry.place
        )
        return
            "Changed elsewhere: \(state.title(entry.place)) is now \(now(entry.place)), was \(old)."
    }

    private func explanation(_ place: SettingPlace) -> [String] {
        state.inspectorLines(place).compactMap { line in
            switch line {
            case .gap, .rest: nil
            case .header(let text): text + "."
            case .fact(let name, let text): "\(name): \(text)"
            case .layer(let layer):
                "\(layer.name.rawValue) layer: \(layer.value)"
                    + (layer.place.isEmpty ? "" : ", \(layer.place)")
                    + (layer.isWinner ? ", in force" : "")
            }
        }
    }

    /// What the status says, which is gone then; else other lines.
    mutating func said(or lines: [String]) -> [String] {
        guard let status = state.status else { return lines }
        state.status = nil
        var text = status.text
        for mark in [state.glyphs.error, state.glyphs.changedElsewhere] where text.hasPrefix(mark) {
            text = String(text.dropFirst(mark.count).drop { $0 == " " })
        }
        return [text.hasSuffix(".") ? text : text + "."]
    }

    // MARK: Lines out

    /// The screen in front, from its title on.
    var shown: [String] {
        mutating get {
            first = 0
            state.settle()
            return listing
        }
    }

    /// The screen's title and where it is.
    var heading: String {
        let back = state.backTitle
        return state.table.title + (back.isEmpty ? "." : ", in \(back).")
    }

    /// What is said at the beginning, when the values are known.
    mutating func begin() -> [String] {
        hasBegun = true
        state.status = nil
        let count = state.programs.count
        let panes = count == 1 ? "" : " \(count) panes."
        let mistakes = state.programs.compactMap(\.mistake) + state.problems
        return ["\(state.table.title).\(panes) Type a number, a word to search, or ? for help."]
            + mistakes.flatMap(lines) + tabLines + rowLines
    }

    /// The screen's title and all that it shows.
    var listing: [String] { [heading] + tabLines + noticeLines + rowLines }

    /// The tabs of a lone program that has some, where one of them is in front.
    private var tabLines: [String] {
        guard state.changesTab > 1, state.isSettingsTab, state.backTitle.isEmpty else { return [] }
        let titles = state.tabs.prefix(state.changesTab).enumerated().map {
            "\($0 + 1) \($1.title)"
        }
        let list = titles.joined(separator: ", ")
        return ["Tab \(state.tab + 1) of \(titles.count): \(list). tab 2 turns to the second."]
    }

    private var noticeLines: [String] {
        state.notice.map(lines) ?? []
    }

    private func lines(_ notice: FileProblem) -> [String] {
        guard notice.isUnreadable else { return [state.words(of: notice) + "."] }
        let file = notice.file.shortened(home: state.home)
        let place = notice.place.map { ", line \($0.line), column \($0.column)" } ?? ""
        let kept =
            switch notice.subject {
            case .settings: "The last good values are shown. Edits wait until it parses."
            case .panes: "The panes are shown as they were read before."
            case .partOfPanes: "What can be read of the panes is shown; settings may be missing."
            }
        return ["\(file)\(place): \(notice.problem).", kept + " edit opens it."]
    }

    private var rowLines: [String] {
        var lines: [String] = []
        var number = 0
        let table = state.table
        for section in table.sections {
            let rows =
                max(first - number, 0)..<max(0, min(section.count, first + Self.mostRows - number))
            if !section.header.isEmpty, !rows.isEmpty || section.count == 0 {
                let note = section.note.isEmpty ? "" : ", " + section.note
                lines.append("Group \(section.header)\(note).")
            }
            if !rows.isEmpty {
                lines += rows.map { "\(number + $0 + 1) " + state.spoken(section.row($0)) }
            }
            if !section.footer.isEmpty, rows.upperBound == section.count {
                lines.append(section.footer)
            }
            number += section.count
            if number >= first + Self.mostRows { break }
        }
        if table.count > first + Self.mostRows {
            lines.append("\(table.count) rows in all; more lists the next.")
        }
        return lines
    }

    static let help = [
        "A number chooses that row. A word searches; @modified, @problem and key:word filter.",
        "back, more, settings, changes, history, compare, quit. tab 2: the second tab.",
        "undo, redo. default 3: row 3 goes back to its default; group default 3: its whole group.",
        "open 3: all that row 3 has to choose from. remove 3: takes element 3 out of its list.",
        "why 3: where the value comes from. value 3: the value as it's stored.",
        "command 3: the command line that does the same. commands: all changes as command lines.",
        "edit 3: opens the file, edit 3 site: that of a layer. rescan: reads the files again.",
        "compare 3: with line 3 of the history.",
    ]
}
