// The screen of changes: every setting that differs from what it is compared with.

import SettingsModel
import SettingsSchema

/// The changes, and what they are compared with.
struct ChangesScreen: ScreenContents {
    let scene: Scene
    let changes: Changes
    /// What was stored on the other side, where the log tells of it.
    private let earlier: [SettingPlace: StoredValue?]

    init(scene: Scene, changes: Changes) {
        self.scene = scene
        self.changes = changes
        earlier = scene.log.earlier(changes.comparison)
    }

    private var log: ChangeLog { scene.log }

    var backTitle: String { "Changes" }

    var note: String? { comparisonWords }

    /// Every setting that isn't what it's compared with, program by program.
    var table: Table {
        let compared = compared
        let shown = compared.filter { scene.tree.setting($0) != nil }
        let ofPrograms = Dictionary(grouping: shown, by: scene.tree.owner)
        var sections = scene.tree.programs.compactMap { program -> TableSection? in
            guard let places = ofPrograms[program.domain].map(Set.init) else { return nil }
            let inOrder = program.places.filter(places.contains)
            return TableSection(program.title, rows: inOrder.map(changeRow))
        }
        if let last = sections.indices.last {
            let locked = lockedCount
            let others = scene.tree.settingCount - undescribedCount - compared.count - locked
            sections[last].footer = changesFooter(others, locked: locked)
        } else {
            sections = [TableSection("", footer: noChangesFooter, rows: [])]
        }
        return Table(title: "Changes", sections: sections)
    }

    /// The number of described settings that are locked, and so no change of the user's.
    private var lockedCount: Int {
        scene.values.managed.count {
            scene.tree.setting($0).map {
                scene.tree.program($0.pane.domain)?.isInferred == false
            }
                ?? false
        }
    }

    private func changesFooter(_ others: Int, locked: Int) -> String {
        switch changes.comparison {
        case .defaults:
            "- is the default, + is the value in use. "
                + (others == 1
                    ? "1 other setting is at its default"
                    : "\(others) other settings are at their defaults")
                + (locked == 0 ? "." : locked == 1 ? ", 1 is locked." : ", \(locked) are locked.")
        case .start, .entry: "- is what it was, + is the value in use."
        }
    }

    private var noChangesFooter: String {
        switch changes.comparison {
        case .defaults: "\(allAtDefaults) Tab shows changes since this screen opened."
        case .start, .entry: "Every setting is as it was. Tab compares with the defaults."
        }
    }

    private var allAtDefaults: String {
        guard scene.tree.programs.contains(where: { !$0.isInferred }) else {
            return "These files come without defaults."
        }
        guard !scene.tree.programs.contains(where: { $0.mistake?.subject == .partOfPanes })
        else {
            return "What is changed can't be told until all panes can be read."
        }
        return lockedCount == 0
            ? "Every setting is at its default."
            : "Every setting that isn't locked is at its default."
    }

    /// The number of settings without a description, and so without a known default.
    private var undescribedCount: Int {
        scene.tree.programs.lazy.filter(\.isInferred).reduce(0) { $0 + $1.places.count }
    }

    private func changeRow(_ place: SettingPlace) -> Row {
        let widget = Widget.difference(
            .init(changes.picked.contains(place)),
            old: compared(place).map { scene.shown($0, place) } ?? "none",
            new: scene.value(place).map { scene.shown($0, place) } ?? "none"
        )
        var row = Row(.setting(place), scene.title(place), widget)
        row.target = .change(place)
        row.isFlashing = scene.values.flashing.contains(place)
        if let specifier = scene.tree.setting(place)?.specifier {
            row.access = scene.access(place, specifier)
        }
        return row
    }

    // MARK: The other side

    /// The settings that differ from the other side of the comparison.
    var compared: Set<SettingPlace> {
        switch changes.comparison {
        case .defaults: scene.values.modified
        case .start, .entry:
            Set(log.entries.map(\.place).filter { !isSame(scene.value($0), compared($0)) })
        }
    }

    private func isSame(_ a: SettingValue?, _ b: SettingValue?) -> Bool {
        if let a, let b { a.means(b) } else { a == nil && b == nil }
    }

    /// The value on the other side, the schema's default included.
    func compared(_ place: SettingPlace) -> SettingValue? {
        earlier(place)?.value ?? scene.tree.setting(place)?.specifier.defaultValue
    }

    /// The stored value of the other side; nil for nothing.
    func earlier(_ place: SettingPlace) -> StoredValue? {
        guard changes.comparison != .defaults else { return nil }
        return earlier[place] ?? scene.stored(place)
    }

    private static let sinceStart = "since this screen opened"

    /// The other side of the comparison, in words.
    var comparisonWords: String {
        switch changes.comparison {
        case .defaults: "against the defaults"
        case .start: Self.sinceStart
        case .entry(let index):
            log.entries.indices.contains(index)
                ? "since \(log.entries[index].time.minutes)" : Self.sinceStart
        }
    }
}

extension ChangeLog {
    /// What was stored on the other side of a comparison, where the log tells of it.
    fileprivate func earlier(_ comparison: Comparison) -> [SettingPlace: StoredValue?] {
        let next: Int
        switch comparison {
        case .defaults: return [:]
        case .start: next = start
        case .entry(let index): next = max(0, index + 1)
        }
        var found: [SettingPlace: StoredValue?] = [:]
        for (index, entry) in entries.enumerated() where entry.isInForce {
            if index >= next {
                if found[entry.place] == nil {
                    found.updateValue(entry.before, forKey: entry.place)
                }
            } else if comparison != .start {
                // What was read at the start is surer than what was written before it.
                found.updateValue(entry.to, forKey: entry.place)
            }
        }
        return found
    }
}
