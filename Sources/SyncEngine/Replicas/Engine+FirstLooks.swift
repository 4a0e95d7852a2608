// Waiting until the files of a domain have been looked at.

package import SettingsModel

extension Engine {
    /// Whether what a domain (nil for all) says may not be yet what its files say.
    ///
    /// So it is until each of its files has been looked at, and what was found is announced. A file that
    /// is being written is waited for, unless the journal knows what it said before; at most
    /// for ``Timing/startPatience``.
    package func isStarting(_ domain: Domain?) -> Bool { firstLooks.isWaiting(for: domain) }

    /// The number up to which a domain's changes are what its files said when it was new, so that their programs
    /// have read it there; 0 where a file has been written since, and for a domain that isn't new.
    package func foundRev(of domain: Domain) -> UInt64 {
        guard let state = domains[domain], state.foundRev > 0,
            files(of: domain).allSatisfy({ replicas[$0]?.writes == 0 })
        else { return 0 }
        return state.foundRev
    }

    /// Waits for the files of a domain that is described in a new way.
    mutating func awaitFirstLooks(at domain: Domain) {
        firstLooks.begin(domain, until: now.monotonic + timing.startPatience)
    }

    /// Ends the waiting for domains whose files have been seen, or whose time is over.
    mutating func endFirstLooks() {
        let now = now.monotonic
        let seen = firstLooks.candidates(replicas.takeSeen(), at: now).filter { domain in
            replicas.lists.files(of: domain).unseenCount == 0
                || firstLooks.isOverdue(domain, at: now)
        }
        guard !seen.isEmpty else { return }
        for domain in seen { firstLooks.end(domain) }
        reconcile(Set(seen))
        for domain in seen {
            firstLooks.expect(ledger.changes.lastRev(of: domain), of: domain)
            domains[domain]?.endFinding(with: ledger.changes)
        }
        firstLooks.announced(upTo: ledger.changes.announced)
    }
}
