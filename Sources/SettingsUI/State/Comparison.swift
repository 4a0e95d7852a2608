// What the changes are compared with, and taking values back to it.

import SettingsModel
import SettingsSchema

/// The other side of the changes.
enum Comparison: Equatable, Sendable {
    case defaults
    /// The values when the screen was opened.
    case start
    /// The values after a change of the history; an index into the log.
    case entry(Int)
}

extension State {
    /// The settings that differ from the other side of the comparison.
    var compared: Set<SettingPlace> {
        switch comparison {
        case .defaults: modified
        case .start, .entry:
            Set(log.entries.map(\.place).filter { !isSame(value($0), compared($0)) })
        }
    }

    private func isSame(_ a: SettingValue?, _ b: SettingValue?) -> Bool {
        if let a, let b { a.means(b) } else { a == nil && b == nil }
    }

    /// The value on the other side, the schema's default included.
    func compared(_ place: SettingPlace) -> SettingValue? {
        earlier(place)?.value ?? setting(place)?.specifier.defaultValue
    }

    /// What was stored on the other side; nil for nothing.
    private func earlier(_ place: SettingPlace) -> StoredValue? {
        let next: Int
        switch comparison {
        case .defaults: return nil
        // What was read at the start is surer than what was written before it.
        case .start: next = log.start
        case .entry(let index):
            next = max(0, index + 1)
            let before = log.entries.prefix(next).last { $0.place == place && !$0.isUndone }
            if let before { return before.to }
        }
        let after = log.entries.dropFirst(next).first { $0.place == place && !$0.isUndone }
        return after.map(\.before) ?? stored(place)
    }

    /// What the changes are compared with, in words.
    var comparisonWords: String {
        switch comparison {
        case .defaults: "against the defaults"
        case .start: "against the start"
        case .entry(let index):
            log.entries.indices.contains(index)
                ? "against \(log.entries[index].time.minutes)" : "against the start"
        }
    }

    /// Compares with what else there is.
    mutating func turnComparison() {
        comparison = comparison == .defaults ? .start : .defaults
        picked = []
    }

    /// Shows what changed since the line of the history that is in focus.
    mutating func compareWithFocused() {
        guard case .history(let index)? = focusedRow?.target else { return }
        comparison = .entry(index)
        picked = []
        tab = changesTab
    }

    /// The changes that keys act on: those picked, else the one in focus.
    private var chosenChanges: [SettingPlace] {
        let all = table.sections.flatMap { section in
            (0..<section.count).compactMap { index -> SettingPlace? in
                if case .change(let place) = section.row(index).target { place } else { nil }
            }
        }
        let chosen = all.filter(picked.contains)
        if !chosen.isEmpty { return chosen }
        if case .change(let place)? = focusedRow?.target { return [place] }
        return []
    }

    /// Takes chosen changes back to the other side.
    mutating func takeBackChosen() {
        let places = chosenChanges.filter { place in
            setting(place).map { access(place, $0.specifier) == .editable } ?? false
        }
        picked = []
        guard comparison != .defaults else { return reset(places) }
        let changes = places.map { place in
            Written(place: place, new: earlier(place)?.own, stored: earlier(place))
        }
        apply(changes)
        if places.count == 1, let place = places.first {
            status = Status(.good, "\(title(place)) \(glyphs.arrow) \(now(place))")
        } else if places.count > 1 {
            status = Status(.good, "\(places.count) settings are as they were")
        }
    }

    /// Copies the changes, or those picked, as commands.
    mutating func copyChanges() {
        var places = chosenChanges
        if picked.isEmpty {
            places = programs.flatMap(\.places).filter(compared.contains)
        }
        let open = places.filter { !isSecret($0) }
        guard !open.isEmpty else {
            status = Status(.note, "There is nothing to copy")
            return
        }
        let text = open.map { command(of: $0) + "\n" }.joined()
        let count = open.count == 1 ? "One change" : "\(open.count) changes"
        let rest = open.count < places.count ? "; secrets aren't copied" : ""
        status = Status(.good, count + " copied as commands" + rest)
        send(.copy(text))
    }
}
