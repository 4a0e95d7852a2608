// Requests that wait until everything has been read and written.

package import SettingsModel

extension Engine {
    /// Looks at every file again and answers when nothing is left to do.
    mutating func rescan(_ request: RescanRequest, _ id: AnswerID) {
        if let domain = request.domain, domains[domain] == nil {
            let advice = "List the domains with: settingsctl domains"
            return refuse(Refusal(unknown: domain, advice: advice), id)
        }
        let files =
            request.acceptsHeld
            ? heldFiles(of: request.domain, at: request.path)
            : files(of: request.domain, at: request.path)
        replicas.follow(request, in: files, of: domains, id)
        for replica in files {
            if request.acceptsHeld { replicas[replica]?.acceptsHeld = true }
            lookSoon(replica, .atOnce)
        }
        let domains = request.acceptsHeld ? files.map(\.domain) : request.domain.map { [$0] }
        let deadline = request.patience.map { now.monotonic + $0 }
        barriers.add(Barrier(id: id, domains: domains, deadline: deadline, step: request.placeStep))
    }

    /// The files of a domain or of all, at a path or at any, in order.
    package func files(of domain: Domain?, at path: String?) -> [ReplicaID] {
        let files = domain.map(files) ?? replicas.keys.sorted()
        return files.filter { file in path.map { file.path.isSame(as: $0) } ?? true }
    }

    /// Answers when what was accepted so far is written to a domain's files, or when patience ends.
    mutating func settle(_ domain: Domain, patience: Int64?, _ id: AnswerID) {
        let deadline = patience.map { now.monotonic + max(0, $0) }
        barriers.add(Barrier(id: id, domains: [domain], deadline: deadline))
    }

    /// Answers the requests whose files are settled, or whose time has come.
    mutating func openBarriers() {
        for barrier in barriers.takeOpen(at: now.monotonic, replicas, turns) {
            let answer = replicas.answer(to: barrier, seq: ledger.changes.seq)
            outbox.send(.acknowledge(barrier.id, answer), .afterSync)
        }
    }
}
