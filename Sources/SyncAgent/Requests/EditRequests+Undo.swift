// Requests to undo and to redo.

import SettingsModel
import SettingsProtocol
import SyncEngine

extension EditRequests {
    /// Takes back changes, or the undo of some; all that is asked for, or nothing.
    func undo(
        _ target: Call.UndoTarget,
        _ session: Session,
        _ address: ReplyAddress
    ) throws(RPCError) {
        if let domain = try domain(of: target) { try takeForWriting(domain) }
        let selection = UndoSelection(agent: agent, requester: Requester(session))
        takeBack("undone", session, address) { () throws(EditFailure) in
            try selection.undo(target)
        }
    }

    /// Makes again what was undone last.
    func redo(
        _ domain: Domain?,
        _ key: SettingKeyPath?,
        _ session: Session,
        _ address: ReplyAddress
    ) throws(RPCError) {
        if let known = try self.domain(of: .newest(domain)) { try takeForWriting(known) }
        let selection = UndoSelection(agent: agent, requester: Requester(session))
        takeBack("redone", session, address) { () throws(EditFailure) in
            try selection.redo(domain, key)
        }
    }

    private func takeBack(
        _ participle: String,
        _ session: Session,
        _ address: ReplyAddress,
        choosing choose: @escaping () throws(EditFailure) -> TakenBack
    ) {
        var changed: [Domain] = []
        let answer = answer(to: address, session) { receipt in
            let warnings = changed.flatMap(warnings)
            var done = BatchAcceptance(seq: receipt.seq, revs: nil, warnings: warnings)
            done.domain = changed.count == 1 ? changed.first : nil
            done.group = receipt.group
            return done
        }
        let id = agent.admit { outcome in
            answer(outcome.mapError { $0.saying("Nothing was \(participle)") })
        }
        guard let id else { return }
        agent.take(choosing: {
            do throws(EditFailure) {
                let taken = try choose()
                changed = taken.domains
                for domain in changed { try checkWriting(domain) }
                return .undo(id, taken)
            } catch {
                agent.answers.removeValue(forKey: id)?(.failure(error))
                return nil
            }
        })
    }

    /// Refuses a domain whose values can't be checked or written now.
    private func checkWriting(_ domain: Domain) throws(EditFailure) {
        do throws(LinkError) {
            try domains.takeForWriting(domain, agent)
        } catch {
            throw .refused(
                Refusal(code: .unread, problem: error.problem, advice: error.advice)
            )
        }
    }

    /// The domain that an undo is about, as far as that is known before the edits that it waits for.
    private func domain(of target: Call.UndoTarget) throws(RPCError) -> Domain? {
        var query = HistoryQuery()
        switch target {
        case .key(let domain, _): query.domain = domain
        case .newest(nil), .since(nil, _): return nil
        case .newest(let domain), .since(let domain, _): query.domain = domain
        case .entry(let id): query.id = id
        case .seq(let seq): query.seq = seq
        case .steps(let steps): query.group = steps.first
        }
        query.limit = 1
        return try queries.history(query).first?.domain
    }
}

extension EditFailure {
    /// The same with what was done, where it's a refusal.
    fileprivate func saying(_ done: String) -> EditFailure {
        guard case .refused(var refusal) = self, refusal.code != .notFound else { return self }
        refusal.advice = "\(done). \(refusal.advice)"
        return .refused(refusal)
    }
}

extension Requester {
    /// The client of a session.
    init(_ session: Session) {
        self.init(client: session.clientName, connection: session.number)
    }
}
