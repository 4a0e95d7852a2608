// Which programs don't run with the newest settings yet.

import SettingsModel
import SettingsProtocol
import SyncEngine

extension StatusReports {
    /// The most keys that are listed of one client and domain; the seq says the rest.
    static let keysBehind = 1_000

    /// Clients that said what they run with, and reload hooks, as far as they are behind in a domain,
    /// or in any (nil).
    ///
    /// A client that never said so isn't among them: nobody knows what it runs with.
    func pending(_ domain: Domain?, of sessions: [Session]) -> Pending {
        var behind = BehindCursors(agent.engine.changes, upTo: agent.announcedSeq, in: domain)
        let clients = (behindClients(of: sessions, &behind) + hooksBehind(&behind)).sorted {
            ($0.domain, $0.client, $0.pid) < ($1.domain, $1.client, $1.pid)
        }
        return Pending(clients, applied: appliedKeys(domain, of: sessions, &behind))
    }

    /// What clients have that aren't behind in a domain, or in any that they name (nil).
    private func appliedKeys(
        _ domain: Domain?,
        of sessions: [Session],
        _ behind: inout BehindCursors
    ) -> [AppliedKeys] {
        var applied: Set<AppliedKeys> = []
        for session in sessions {
            for subscription in session.subscriptions {
                let interest = subscription.interest
                let named = domain.map { interest.includes($0) ? [$0] : [] } ?? interest.domains
                guard let seq = subscription.appliedSeq, let named else { continue }
                let late = Set(behind.keys(for: interest, after: seq).map(\.0))
                for domain in named.subtracting(late) {
                    applied.insert(AppliedKeys(domain: domain, keys: interest.keys))
                }
            }
        }
        return applied.sorted { $0.domain < $1.domain }
    }

    private func behindClients(
        of sessions: [Session],
        _ behind: inout BehindCursors
    ) -> [PendingClient] {
        var clients: [PendingClient] = []
        for session in sessions {
            for subscription in session.subscriptions {
                guard let seq = subscription.appliedSeq else { continue }
                for (domain, keys) in behind.keys(for: subscription.interest, after: seq) {
                    clients.append(
                        PendingClient(
                            client: session.clientName,
                            pid: session.process,
                            domain: domain,
                            seq: seq,
                            behind: keys
                        )
                    )
                }
            }
        }
        return clients
    }

    private func hooksBehind(_ behind: inout BehindCursors) -> [PendingClient] {
        let schedule = reloads.schedule
        var clients: [PendingClient] = []
        for domain in schedule.domains {
            for id in schedule.hooks(of: domain) {
                guard let described = schedule.description(of: id), described.refusal == nil,
                    let seq = schedule.appliedSeq(of: id)
                else { continue }
                let interest = Interest(domains: [domain], keys: described.hook.keys)
                var found = behind.keys(for: interest, after: seq)
                // It's behind also where nobody knows any more what was removed.
                if found.isEmpty, seq < agent.engine.changes.horizon, schedule.owesReload(id),
                    behind.domain ?? domain == domain
                {
                    found = [(domain, [])]
                }
                for (domain, keys) in found {
                    clients.append(
                        PendingClient(
                            client: "reload: \(described.hook.summary)",
                            pid: reloads.process(of: id) ?? 0,
                            domain: domain,
                            seq: seq,
                            behind: keys
                        )
                    )
                }
            }
        }
        return clients
    }
}

/// What changed after a number, looked up once for all who stand there with the same interest.
private struct BehindCursors {
    private struct Cursor: Hashable {
        var seq: UInt64
        var interest: Interest
    }
    private let log: ChangeLog
    private let seq: UInt64
    /// The only one that is asked for; nil for all.
    let domain: Domain?
    private var known: [Cursor: [(Domain, [SettingKeyPath])]] = [:]

    init(_ log: ChangeLog, upTo seq: UInt64, in domain: Domain?) {
        self.log = log
        self.seq = seq
        self.domain = domain
    }

    /// The keys that changed in each domain, in order; none for who is up to date.
    mutating func keys(
        for interest: Interest,
        after cursor: UInt64
    ) -> [(Domain, [SettingKeyPath])] {
        guard cursor < seq else { return [] }
        let place = Cursor(seq: cursor, interest: interest)
        if let keys = known[place] { return keys }
        var keys: [Domain: [SettingKeyPath]] = [:]
        var position = log.position(after: cursor)
        while position < log.count, log.rev(at: position) <= seq {
            if let change = log.change(at: position), domain ?? change.domain == change.domain,
                interest.includes(change)
            {
                keys[change.domain, default: []].append(change.keyPath)
            }
            position += 1
        }
        let found = keys.sorted { $0.key < $1.key }.map { domain, keys in
            (domain, Array(keys.sorted().prefix(StatusReports.keysBehind)))
        }
        known[place] = found
        return found
    }
}
