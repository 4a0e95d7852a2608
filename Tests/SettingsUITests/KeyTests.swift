// What every key does, in every place that keys go to: a golden table for each.

import SettingsModel
import SettingsProtocol
import SettingsSchema
import Testing

@testable import SettingsUI

@Suite struct `Every key` {
    @Test(arguments: KeyPlace.all) func `does what it did`(place: KeyPlace) throws {
        let state = place.state()
        let before = state.facts
        var outcomes: [(keys: [String], outcome: String)] = []
        for key in Key.all {
            var pressed = state
            let effects = pressed.press(key).map(\.words)
            let facts = pressed.facts.filter { before[$0.key] != $0.value }
                .sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
            let outcome = (effects + facts).joined(separator: "\n  ")
            if let index = outcomes.firstIndex(where: { $0.outcome == outcome }) {
                outcomes[index].keys.append(key.name)
            } else {
                outcomes.append(([key.name], outcome))
            }
        }
        let hints = state.hints.map { "\($0.key) \($0.label)" }.joined(separator: " | ")
        let table = outcomes.map { keys, outcome in
            keys.joined(separator: " ") + "\n  " + (outcome.isEmpty ? "nothing" : outcome) + "\n"
        }
        try GoldenFile("keys-\(place.name)").check("hints: \(hints)\n" + table.joined())
    }

    @Test(arguments: KeyPlace.all) func `that a hint names does something`(place: KeyPlace) {
        let state = place.state()
        for hint in state.hints {
            // Enter may save or choose what is there already.
            guard let key = hint.sends, key != .enter else { continue }
            var pressed = state
            let effects = pressed.press(key)
            #expect(
                !effects.isEmpty || pressed.facts != state.facts,
                "\(hint.key) \(hint.label)"
            )
        }
    }
}

extension Key {
    /// Every key that a terminal tells of, and one character that nothing is bound to.
    fileprivate static let all: [Key] =
        [
            up, down, left, right, shiftLeft, shiftRight, controlLeft, controlRight, controlHome,
            controlEnd, pageUp, pageDown, home, end, enter, escape, tab, backTab, backspace, delete,
            function(1), function(2),
        ] + letters.map(control) + (letters + letters.uppercased()).map(character)
        + "0123456789 !'()+-./=?[]é".map(character)

    private static let letters = "abcdefghijklmnopqrstuvwxyz"

    fileprivate var name: String {
        switch self {
        case .character(" "): "Space"
        case .character(let letter): String(letter)
        case .control(let letter): "^" + letter.uppercased()
        case .function(let number): "F\(number)"
        default: "\(self)"
        }
    }
}

extension Effect {
    fileprivate var words: String {
        switch self {
        case .write(let number, let place, let value, let rev):
            "write \(number) \(place.keyPath) \(value?.plainText ?? "-")"
                + (rev.map { " if \($0)" } ?? "")
        case .apply(let number, let domain, let changes):
            "apply \(number) \(domain) \(changes.map { "\($0.place.keyPath)" })"
        case .explain(let place): "explain \(place.keyPath)"
        case .follow(let place, let files, let following):
            "follow \(place.keyPath) in \(files), \(following)"
        case .askLately(let domain): "askLately \(domain.map { "\($0)" } ?? "all")"
        case .edit(let file, let line): "edit \(file):\(line)"
        case .readPanes(let domain): "readPanes \(domain)"
        case .rescan(let domain): "rescan \(domain)"
        default: "\(self)"
        }
    }
}

extension Model {
    /// Where the screen is, in words; keys change nothing that isn't here or an effect.
    fileprivate var facts: [String: String] {
        let content =
            switch navigation.screen.content {
            case .pane(let pane, _): "pane \(pane.domain) \(pane.pane)"
            case .options(let place): "options of \(place.keyPath)"
            case .element(let place, _): "element of \(place.keyPath)"
            case .programs, .changes, .history: "\(navigation.screen.content)"
            }
        return [
            "tab": "\(navigation.tab)",
            "screen": "\(navigation.tabs[navigation.tab].screens.count) \(content)",
            "focus": navigation.screen.focus.map { "\($0.position.section).\($0.position.row)" }
                ?? "none",
            "title": focusedRow?.title ?? "none", "scroll": "\(navigation.screen.scroll)",
            "region": "\(navigation.region)", "program": "\(navigation.chosenProgram)",
            "layer": inspector.chosenLayer?.rawValue ?? "none",
            "inspector scroll": "\(inspector.scroll)",
            "has inspector": "\(inspector.isWanted)", "overlay": overlays.current.words,
            "field": typing.field?.words ?? "none", "drafts": "\(typing.drafts.count)",
            "listening": "\(overlays.listening)",
            "help": overlays.help == .shown ? "from \(overlays.helpScroll)" : "none",
            "status": status.map { "\($0.kind) \($0.text)" } ?? "none",
            "mouse": "\(mirror.look.mouse)",
            "awaits letter": "\(navigation.awaitsLetter)", "comparison": "\(changes.comparison)",
            "picked": "\(changes.picked.count)",
            "failures": "\(mirror.values.failures.values.sorted())",
            "search": navigation.lastSearch.map { "\($0.chosen) of \($0.places.count)" } ?? "none",
            "question": inspector.question.map { "\($0.purpose) \($0.place.keyPath)" } ?? "none",
            "undone":
                "\(mirror.log.entries.count(where: \.isUndone)) of \(mirror.log.entries.count)",
        ]
    }
}

extension Overlay {
    fileprivate var words: String {
        switch self {
        case .none: "none"
        case .inspector: "inspector"
        case .search(let search):
            "search '\(search.edit.text)' at \(search.edit.caret), \(search.chosen) of \(search.count)"
        case .picker(let picker): "picker \(picker.column): \(picker.text)"
        case .confirmation(let confirmation): "confirmation \(confirmation.title)"
        }
    }
}

extension OpenField {
    fileprivate var words: String {
        "\(place.keyPath) '\(edit.text)' at \(edit.caret), \(edit.visibility)"
    }
}
