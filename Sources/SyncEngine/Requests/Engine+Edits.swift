// What clients ask to have changed.

import SettingsDocument
import SettingsModel
import SettingsSchema

extension Engine {
    /// Makes a client's edit, whole or not at all.
    mutating func edit(_ request: EditRequest, _ id: AnswerID) {
        do {
            let files = files(of: request.domain).compactMap { replicas[$0] }
            let asked = request.edits
            var request = try request.granted(
                in: domains[request.domain],
                files,
                within: outbox.checks
            )
            if let state = domains[request.domain] {
                request = request.leavingOutFalse(in: state, files, within: outbox.checks)
            }
            let edits = try accepted(request)
            var receipt = commit(edits, of: request, kind: .set)
            receipt.group = outbox.group
            receipt.granted = request.edits == asked ? nil : request.edits
            outbox.answer(id, with: receipt)
        } catch {
            refuse(error, id)
        }
    }

    /// Refuses an edit; a number that it tells waits for its change to be safe.
    mutating func refuse(_ refusal: Refusal, _ id: AnswerID) {
        let time: EffectTime = refusal.rev == nil ? .atOnce : .afterSync
        outbox.send(.acknowledge(id, .failure(refusal)), time)
    }

    /// Takes the other side of some entries of the history, as one step: of all domains, or of none.
    mutating func undo(_ taken: TakenBack, _ id: AnswerID) {
        do {
            let requests = try taken.requests { key in
                domains[key.domain]?.registers.value(at: key.keyPath)
            }
            var edits: [[KeyEdit]] = []
            for request in requests { edits.append(try accepted(request)) }
            outbox.undoing = taken.names
            var receipt = EditReceipt(seq: ledger.changes.seq, revs: [], changed: false)
            for (request, edits) in zip(requests, edits) {
                let part = commit(edits, of: request, kind: taken.kind)
                receipt.add(part)
            }
            for key in taken.unchanged(besides: outbox.transaction.history) {
                let value = domains[key.domain]?.registers.value(at: key.keyPath)
                note(HistoryNote(value, at: key.keyPath, after: taken), in: key.domain)
            }
            receipt.group = outbox.group
            guard taken.texts.isEmpty else {
                for file in replicas.takeBack(taken, id) { lookSoon(file, .afterSync) }
                return barriers.add(Barrier(id, takingBack: taken, in: outbox.group))
            }
            outbox.answer(id, with: receipt)
        } catch {
            refuse(error, id)
        }
    }

    private mutating func commit(
        _ edits: [KeyEdit],
        of request: EditRequest,
        kind: HistoryEntry.Kind
    ) -> EditReceipt {
        let before = ledger.changes.seq
        let origin = Origin.client(request.client)
        let keys = edits.map(\.keyPath)
        recordingChanges(in: request.domain, of: keys, origin: origin) { engine in
            engine.setRegisters(edits, of: request, origin: origin, kind: kind)
        }
        let revs = ledger.changes.newestRevs(of: request.domain, request.edits.map(\.keyPath))
        return EditReceipt(
            seq: ledger.changes.seq,
            revs: revs,
            changed: ledger.changes.seq > before
        )
    }

    private mutating func setRegisters(
        _ edits: [KeyEdit],
        of request: EditRequest,
        origin: Origin,
        kind: HistoryEntry.Kind
    ) {
        let hadHidden = domains[request.domain]?.registers.hasHidden ?? false
        let all = edits + clearing(edits, in: request.domain)
        let held = Dictionary(
            uniqueKeysWithValues: all.map {
                ($0.keyPath, heldTimestamp(of: $0.keyPath, in: request.domain))
            }
        )
        let outcome = domains[request.domain]?.registers.apply(
            all,
            at: now.wall,
            sight: .everything { held[$0] ?? .zero },
            origin: origin,
            clock: &ledger.clock
        )
        guard let outcome, !outcome.applied.isEmpty else { return }
        domains[request.domain]?.changedCounter = ledger.clock.counter
        if hadHidden { openAll(in: request.domain) }
        open(outcome.applied.map(\.keyPath), in: request.domain)
        for change in outcome.applied {
            outbox.save(change, in: request.domain)
            guard change.old?.value != change.new.value, !change.wasHidden else { continue }
            note(HistoryNote(change, kind: kind, reason: nil), in: request.domain)
        }
        pruneTombstones(in: request.domain)
        projectSoon(request.domain)
    }

    /// Has every file of a domain looked at, and written where it differs, once the step is durable.
    mutating func projectSoon(_ domain: Domain) {
        for replica in domains[domain]?.configuration.replicas ?? [] where replica.layer == .user {
            lookSoon(ReplicaID(domain: domain, path: replica.path), .afterSync)
        }
    }
}

extension Engine {
    /// What may speak against edits of a domain as it is now; nil for one that isn't known.
    func editCheck(of domain: Domain, within checks: CheckBudget) -> EditCheck? {
        domains[domain].map { state in
            EditCheck(
                state: state,
                files: replicas.states(of: domain),
                userFiles: replicas.configured(in: state.configuration).filter {
                    $0.configuration.layer == .user
                },
                documents: recentDocuments,
                limits: limits,
                checks: checks,
                changes: ledger.changes
            )
        }
    }

    /// The leaves that a request comes down to.
    private func accepted(_ request: EditRequest) throws(Refusal) -> [KeyEdit] {
        guard let check = editCheck(of: request.domain, within: outbox.checks) else {
            let advice = "Link a file to it: settingsctl link \(request.domain) FILE"
            throw Refusal(unknown: request.domain, advice: advice)
        }
        return try check.edits(of: request)
    }
}
