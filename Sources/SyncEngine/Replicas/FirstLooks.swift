// When a domain says what its files say: once each has been looked at, and what was found is told.

import SettingsModel

/// The domains whose values are not to be counted on yet.
struct FirstLooks: Sendable {
    /// Domains with files that nobody has seen as they are configured now, and until when, in monotonic
    /// milliseconds, they are waited for.
    private var deadlines: [Domain: Int64] = [:]
    /// How many domains are waited for until each time: few times, as most domains come together.
    private var counts: [Int64: Int] = [:]
    /// Whether domains have come since it was asked which are seen.
    private var hasBegun = false
    /// Domains whose values in force may not be what subscribers were told.
    var unreconciled: Set<Domain> = []
    /// What the links of files prefer, which counts for their first content.
    var preferences: [ReplicaID: LinkPreference] = [:]
    /// Domains whose files have been seen, and the number up to which that must be told.
    private var found: [Domain: UInt64] = [:]

    /// Whether a domain, or any (nil), is one of them.
    func isWaiting(for domain: Domain?) -> Bool {
        guard let domain else { return !deadlines.isEmpty || !found.isEmpty }
        return deadlines[domain] != nil || found[domain] != nil
    }

    /// Whether a domain's files have still to be seen.
    func isUnseen(_ domain: Domain) -> Bool { deadlines[domain] != nil }

    /// When the next domain is waited for no longer; nil while none is.
    var nextDeadline: Int64? { counts.keys.min() }

    /// The domains that are waited for of which none may be any more, as a file of theirs was seen, they
    /// have just come, or their time is over.
    mutating func candidates(_ seen: Set<Domain>, at now: Int64) -> [Domain] {
        let isOver = nextDeadline.map { $0 <= now } ?? false
        defer { hasBegun = false }
        return hasBegun || isOver ? Array(deadlines.keys) : seen.filter(isUnseen)
    }

    /// Whether a domain's time is over.
    func isOverdue(_ domain: Domain, at now: Int64) -> Bool {
        deadlines[domain].map { $0 <= now } ?? false
    }

    /// A domain's files have still to be seen; a deadline that is there stays.
    mutating func begin(_ domain: Domain, until deadline: Int64) {
        hasBegun = true
        set(min(deadlines[domain] ?? deadline, deadline), of: domain)
    }

    private mutating func set(_ deadline: Int64?, of domain: Domain) {
        if let old = deadlines[domain] {
            counts[old, default: 0] -= 1
            if counts[old] == 0 { counts[old] = nil }
        }
        deadlines[domain] = deadline
        if let deadline { counts[deadline, default: 0] += 1 }
    }

    /// A domain's files are waited for no longer: they have been seen, or it is gone.
    mutating func end(_ domain: Domain) {
        set(nil, of: domain)
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
