// Entries of the history that an undo or a redo takes back, as edits.

package import SettingsModel

/// Entries of the history that are taken back together, the newest first.
package struct TakenBack: Sendable {
    let entries: [HistoryEntry]
    /// ``HistoryEntry/Kind/undo`` for changes, ``HistoryEntry/Kind/redo`` for undos of some.
    let kind: HistoryEntry.Kind
    let requester: Requester

    /// Creates what a client takes back.
    package init(_ entries: [HistoryEntry], as kind: HistoryEntry.Kind, by requester: Requester) {
        self.entries = entries
        self.kind = kind
        self.requester = requester
    }

    /// The domains whose settings change by it, in order.
    package var domains: [Domain] { Set(entries.map(\.domain)).sorted() }

    /// The entries of each key that the edit of it takes back; what was never in force can't be.
    var names: [ChangedKey: [UInt64]] {
        let values = entries.filter { $0.kind != .refused && $0.place == nil }
        return Dictionary(grouping: values) { ChangedKey($0) }.mapValues { $0.map(\.id) }
    }

    /// The entries of each text of a mapped file, newest first.
    var texts: [[HistoryEntry]] {
        let texts = entries.filter { $0.place != nil }
        return Dictionary(grouping: texts, by: HistorySubject.init).values
            .sorted { $0[0].id < $1[0].id }
    }

    /// The edits that take them back.
    ///
    /// - Parameter current: The value that a key has now.
    /// - Returns: A request for each domain in which a value is taken back.
    /// - Throws: ``Refusal`` where there are none.
    func requests(
        given current: (ChangedKey) -> SettingValue?
    ) throws(Refusal) -> [EditRequest] {
        guard !entries.isEmpty else {
            throw Refusal(
                code: .notFound,
                problem: "there is nothing to undo",
                advice: "List the history with: settingsctl log"
            )
        }
        return domains.compactMap { domain in
            let values = entries.filter { $0.domain == domain && $0.place == nil }
            guard !values.isEmpty else { return nil }
            let edits = values.map { entry in
                // What a rule refused was never in force: what is goes to the file that says it.
                let isRefused = entry.kind == .refused
                let value = isRefused ? current(ChangedKey(entry)) : entry.otherSide
                return KeyEdit(entry.keyPath, value)
            }
            return EditRequest(domain: domain, edits: edits.atOnce, client: requester.client)
        }
    }

    /// The keys of which several changes are taken back that come to none, so that nothing was noted of them.
    func unchanged(besides noted: [HistoryEntry]) -> [ChangedKey] {
        let noted = Set(noted.map { ChangedKey($0) })
        return names.filter { $1.count > 1 && !noted.contains($0) }
            .sorted { $0.value[0] < $1.value[0] }.map(\.key)
    }
}

extension [KeyEdit] {
    /// The edits in an order in which none undoes another: what goes must not take along what comes
    /// back above or below it.
    fileprivate var atOnce: [KeyEdit] {
        let last = Dictionary(map { ($0.keyPath, $0) }) { _, last in last }.values
            .sorted { $0.keyPath < $1.keyPath }
        return last.filter { $0.value == nil } + last.filter { $0.value != nil }
    }
}
