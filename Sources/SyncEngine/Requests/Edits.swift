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
                request = request.leavingOutFalse(in: state, files)
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
    private mutating func refuse(_ refusal: Refusal, _ id: AnswerID) {
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

// MARK: What is accepted

extension Engine {
    /// The leaves that a request comes down to.
    private func accepted(_ request: EditRequest) throws(Refusal) -> [KeyEdit] {
        guard let state = domains[request.domain] else {
            throw Refusal(
                code: .notFound,
                problem: "no domain '\(request.domain)' is known",
                advice: "Link a file to it: settingsctl link \(request.domain) FILE"
            )
        }
        try check(request.condition, of: request)
        var gathered = GatheredEdits()
        for edit in request.edits {
            try checkLock(on: edit.keyPath, in: state)
            let leaves = edit.value?.leaves(at: edit.keyPath, limits: limits) ?? []
            try checkKeys(of: leaves, in: edit)
            for (path, value) in leaves {
                try checkRules(for: value, at: path, in: state, within: outbox.checks)
                try checkPlace(of: value, at: path, in: state)
            }
            gathered.add(edit, leaves: leaves)
        }
        try checkCount(of: gathered, in: state)
        try checkRoom(for: gathered.set, in: state)
        let edits = gathered.edits(
            above: { state.registers.liveKeys(above: $0) },
            below: { state.registers.liveKeys(below: $0) }
        )
        try checkRepeats(of: edits, in: request.domain)
        return edits
    }

    private func checkCount(of edits: GatheredEdits, in state: DomainState) throws(Refusal) {
        let added = edits.set.keys.count { state.registers.all[$0]?.value == nil }
        let held = state.registers.liveCount
        guard added == 0 || held + added <= limits.keysPerDomain else {
            throw Refusal(
                code: .tooMany,
                problem: "'\(state.configuration.domain)' would have \(held + added) keys, "
                    + "at most \(limits.keysPerDomain)",
                advice: "Keep large tables out of the settings"
            )
        }
    }

    private func check(_ condition: EditRequest.Condition, of request: EditRequest) throws(Refusal)
    {
        switch condition {
        case .none: return
        case .rev(let expected):
            let paths = request.edits.map(\.keyPath)
            for (path, rev) in zip(paths, ledger.changes.newestRevs(of: request.domain, paths)) {
                let registers = domains[request.domain]?.registers
                let isNone = expected == 0 && registers?.hasValue(atOrBelow: path) != true
                // A removal's number may be forgotten, and it is less then.
                guard rev <= expected || isNone else {
                    throw Refusal(
                        code: .revConflict,
                        problem:
                            "'\(path)' was changed: it has rev \(rev), not \(expected)",
                        advice: "Read it again and retry",
                        rev: rev
                    )
                }
            }
        case .seq(let expected):
            let newest = ledger.changes.lastRev(of: request.domain)
            guard newest <= expected else {
                throw Refusal(
                    code: .revConflict,
                    problem:
                        "'\(request.domain)' was changed: its last change is \(newest), not \(expected)",
                    advice: "Read it again and retry",
                    rev: newest
                )
            }
        }
    }

    private func checkLock(on path: SettingKeyPath, in state: DomainState) throws(Refusal) {
        if let lock = state.lock(on: path) { throw Refusal(locked: path, by: lock.origin) }
    }

    /// Refuses a value that would be read by others, or that is in another's way in every file.
    private func checkPlace(
        of value: SettingValue,
        at path: SettingKeyPath,
        in state: DomainState
    ) throws(Refusal) {
        let owners = state.configuration.replicas.filter { $0.layer == .user && $0.owns(path) }
        guard !owners.isEmpty else { return }
        try checkPrivacy(of: path, in: owners, of: state.configuration.domain)
        try checkObstacles(to: value, at: path, in: owners, of: state)
    }
}

extension Refusal {
    /// A setting that an administrator has fixed.
    fileprivate init(locked path: SettingKeyPath, by origin: Origin) {
        var place = origin.description
        if case .file(let file) = origin { place = file }
        self.init(
            code: .locked,
            problem: "'\(path)' is locked by '\(place)'",
            advice: "Ask whoever administers this computer"
        )
    }
}
