// When a domain says what its files say: once each has been looked at, and what was found is told.

package import SettingsModel

/// The domains whose values are not to be counted on yet.
struct FirstLooks: Sendable {
    /// Domains with files that nobody has seen as they are configured now, and until when, in monotonic
    /// milliseconds, they are waited for.
    private(set) var deadlines: [Domain: Int64] = [:]
    /// Domains whose files have been seen, and the number up to which that must be told.
    private var found: [Domain: UInt64] = [:]

    /// Whether a domain, or any (nil), is one of them.
    func isWaiting(for domain: Domain?) -> Bool {
        guard let domain else { return !deadlines.isEmpty || !found.isEmpty }
        return deadlines[domain] != nil || found[domain] != nil
    }

    /// A domain's files have still to be seen; a deadline that is there stays.
    mutating func begin(_ domain: Domain, until deadline: Int64) {
        deadlines[domain] = min(deadlines[domain] ?? deadline, deadline)
    }

    /// A domain's files are waited for no longer: they have been seen, or it is gone.
    mutating func end(_ domain: Domain) {
        deadlines[domain] = nil
        found[domain] = nil
    }

    /// What was found in a domain's files is told when everything up to a number is.
    mutating func expect(_ seq: UInt64, of domain: Domain) { found[domain] = seq }

    /// Everything up to a number is told.
    mutating func announced(upTo seq: UInt64) {
        guard !found.isEmpty else { return }
        found = found.filter { $0.value > seq }
    }
}

extension Engine {
    /// Whether what a domain (nil for all) says may not be yet what its files say.
    ///
    /// So it is until each of its files has been looked at, and what was found is announced. A file that
    /// is being written is waited for, unless the journal knows what it said before; at most
    /// for ``Timing/startPatience``.
    package func isStarting(_ domain: Domain?) -> Bool { firstLooks.isWaiting(for: domain) }

    /// Waits for the files of a domain that is described in a new way.
    mutating func awaitFirstLooks(at domain: Domain, _ step: Step) {
        firstLooks.begin(domain, until: step.now.monotonic + timing.startPatience)
    }

    /// Ends the waiting for domains whose files have been seen, or whose time is over.
    mutating func endFirstLooks(_ step: inout Step) {
        guard !firstLooks.deadlines.isEmpty else { return }
        let unseen = Set(replicas.values.lazy.filter { $0.isUnseen }.map { $0.id.domain })
        let seen = firstLooks.deadlines.filter {
            !unseen.contains($0.key) || $0.value <= step.now.monotonic
        }
        guard !seen.isEmpty else { return }
        for domain in seen.keys { firstLooks.end(domain) }
        reconcileIfReady(&step)
        for domain in seen.keys { firstLooks.expect(changes.lastRev(of: domain), of: domain) }
        firstLooks.announced(upTo: changes.announced)
    }
}
