// The next notice to show: decisions alone.

import SettingsModel
import SyncEngine

/// One message to people who look at something else.
struct Notice: Equatable, Sendable {
    var title: String
    var text: String

    /// So many problems have a line of their own.
    private static let shownTroubles = 3
}

extension Notice {
    /// One notice of one or more problems.
    init(_ troubles: [Trouble]) {
        let domains = Set(troubles.map(\.identity.file.domain))
        title = "settings-agent"
        if domains.count == 1, let domain = domains.first { title += ": \(domain)" }
        var lines = troubles.prefix(Self.shownTroubles).map(\.text)
        let others = troubles.count - lines.count
        if others > 0 { lines.append(others == 1 ? "1 more problem." : "\(others) more problems.") }
        lines.append("What to do: settingsctl doctor")
        text = lines.joined(separator: "\n")
    }

    /// A command's words with the notice in place of `{title}` and `{text}`.
    func filled(into words: [String]) -> [String] { words.map(filled) }

    private func filled(into word: String) -> String {
        var result = ""
        var rest = Substring(word)
        while let brace = rest.firstIndex(of: "{") {
            result += rest[..<brace]
            rest = rest[brace...]
            let hole = [("{title}", title), ("{text}", text)].first { rest.hasPrefix($0.0) }
            let (name, value) = hole ?? ("{", "{")
            result += value
            rest = rest.dropFirst(name.count)
        }
        return result + rest
    }
}

/// The problems that stand, and which of them have been shown.
///
/// Each is shown once until it ends. Those that come while nothing can be shown wait, and are one notice then.
struct NoticeBoard {
    private struct Entry {
        var trouble: Trouble
        var number: UInt64
        var isShown = false
        /// Whether it has ended, unless it begins again before ``settle()``.
        var isOver = false
    }

    /// More problems than these at once aren't noted: no notice names so many.
    static let limit = 1_000

    private var entries: [Trouble.Identity: Entry] = [:]
    private var lastNumber: UInt64 = 0

    /// A problem begins, or is reported again.
    mutating func began(_ trouble: Trouble) {
        let known = entries[trouble.identity]
        if known?.trouble.kind == trouble.kind {
            entries[trouble.identity]?.trouble = trouble
            entries[trouble.identity]?.isOver = false
        } else if known != nil || entries.count < Self.limit {
            lastNumber += 1
            entries[trouble.identity] = Entry(trouble: trouble, number: lastNumber)
        }
    }

    /// The problems of a file end, or with a key those of its value.
    mutating func ended(_ file: ReplicaID, _ key: SettingKeyPath?) {
        for identity in entries.keys where identity.file == file {
            if key == nil || identity.key == key { entries[identity]?.isOver = true }
        }
    }

    /// Forgets the problems that have ended: the next of the kind is another one.
    mutating func settle() { entries = entries.filter { !$0.value.isOver } }

    /// One notice of all problems of these kinds that weren't shown yet, which then are; nil where there is none.
    mutating func next(on kinds: Set<NoticeKind>) -> Notice? {
        let new = entries.values.filter {
            !$0.isShown && !$0.isOver && kinds.contains($0.trouble.kind)
        }.sorted { $0.number < $1.number }.map(\.trouble)
        for trouble in new { entries[trouble.identity]?.isShown = true }
        return new.isEmpty ? nil : Notice(new)
    }
}
