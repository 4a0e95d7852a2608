// The [notify] table of agent.toml.

import SettingsDocument
import SettingsModel

/// A kind of trouble that notices are about; the raw value is its name in `agent.toml`.
package enum NoticeKind: String, CaseIterable, Sendable {
    /// A file that can't be read or written.
    case broken
    /// A save that is held until somebody accepts it.
    case held
    /// A change that was kept out or kept aside, or that an older one replaced.
    case lost
}

/// Which notices are shown, and by which program.
package struct NoticeSettings: Equatable, Sendable {
    package var kinds = Set(NoticeKind.allCases)
    /// A program and its arguments, with `{title}` and `{text}`; nil for the desktop's notices.
    package var command: [String]?

    /// The settings of an agent without the table.
    package init() {}

    /// Reads the table; a mistake leaves that key at its standard.
    init(_ table: TablePlace, _ reader: inout TableReader) {
        reader.checkKeys(of: table, known: ["command", "on"])
        if let kinds = reader.noticeKinds("on", of: table) { self.kinds = kinds }
        if table.values["command"] != nil { command = reader.command(of: table) }
    }
}

extension TableReader {
    /// The kinds of an array of their names; nil, and a note, when something else is there.
    fileprivate mutating func noticeKinds(
        _ key: String,
        of table: TablePlace
    ) -> Set<NoticeKind>? {
        guard let value = table.values[key], let names = texts(key, of: table) else { return nil }
        let count = problems.count
        var kinds: Set<NoticeKind> = []
        for (index, name) in names.enumerated() {
            if let kind = NoticeKind(rawValue: name) {
                kinds.insert(kind)
            } else {
                add(
                    "there is no notice '\(name.escapedForDisplay)'",
                    at: nil,
                    of: TablePlace(value, at: table.path + [.key(key), .index(index)]),
                    advice: "Use some of "
                        + NoticeKind.allCases.map(\.rawValue).joined(separator: ", ")
                )
            }
        }
        return problems.count == count ? kinds : nil
    }
}
