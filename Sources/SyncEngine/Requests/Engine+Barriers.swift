// Requests that wait until everything has been read and written.

package import SettingsModel

extension Engine {
    /// Looks at every file again and answers when nothing is left to do.
    mutating func rescan(_ request: RescanRequest, _ id: AnswerID) {
        if let domain = request.domain, domains[domain] == nil {
            let refusal = Refusal(
                code: .notFound,
                problem: "no domain '\(domain)' is known",
                advice: "List the domains with: settingsctl domains"
            )
            outbox.send(.acknowledge(id, .failure(refusal)), .atOnce)
            return
        }
        let files =
            request.acceptsHeld
            ? heldFiles(of: request.domain, at: request.path)
            : files(of: request.domain, at: request.path)
        for replica in files {
            if request.acceptsHeld { replicas[replica]?.acceptsHeld = true }
            if let key = request.follows { replicas[replica]?.follow(key) }
            lookSoon(replica, .atOnce)
        }
        let domains = request.acceptsHeld ? files.map(\.domain) : request.domain.map { [$0] }
        let deadline = request.patience.map { now.monotonic + $0 }
        barriers.append(Barrier(id: id, domains: domains, deadline: deadline))
    }

    /// The files of a domain or of all, at a path or at any, in order.
    package func files(of domain: Domain?, at path: String?) -> [ReplicaID] {
        let files = domain.map(files) ?? replicas.keys.sorted()
        return files.filter { file in path.map { file.path.isSame(as: $0) } ?? true }
    }

    /// Answers when what was accepted so far is written to a domain's files, or when patience ends.
    mutating func settle(_ domain: Domain, patience: Int64?, _ id: AnswerID) {
        let deadline = patience.map { now.monotonic + max(0, $0) }
        barriers.append(Barrier(id: id, domains: [domain], deadline: deadline))
    }

    /// Answers the requests whose files are settled, or whose time has come.
    mutating func openBarriers() {
        let now = now.monotonic
        let open = barriers.filter { barrier in
            if let deadline = barrier.deadline, deadline <= now { return true }
            return replicas.areSettled(barrier.domains, waiting: waitingForTurn)
        }
        guard !open.isEmpty else { return }
        barriers.removeAll { barrier in open.contains { $0.id == barrier.id } }
        let receipt = EditReceipt(seq: changes.seq, revs: [], changed: false)
        for barrier in open {
            outbox.send(.acknowledge(barrier.id, .success(receipt)), .afterSync)
        }
    }
}
