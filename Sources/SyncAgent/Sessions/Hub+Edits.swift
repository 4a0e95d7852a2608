// Requests that change something.

import SettingsModel
import SettingsProtocol
import SyncEngine

extension Hub {
    func edit(_ set: Call.Set, _ session: Session, _ address: ReplyAddress) throws(RPCError) {
        try checkSize(of: set.value)
        let edit = KeyEdit(set.key, set.value)
        var request = request(
            set.domain,
            [edit],
            layer: set.layer,
            origin: set.origin ?? session.clientName
        )
        if let rev = set.ifRev { request.condition = .rev(rev) }
        send(request, isHasty: set.durability == .accepted, session, address)
    }

    func edit(_ unset: Call.Unset, _ session: Session, _ address: ReplyAddress) throws(RPCError) {
        let edit = KeyEdit(unset.key, nil)
        var request = request(
            unset.domain,
            [edit],
            layer: unset.layer,
            origin: unset.origin ?? session.clientName
        )
        if let rev = unset.ifRev { request.condition = .rev(rev) }
        send(request, isHasty: false, session, address)
    }

    func apply(
        _ changes: [Call.KeyChange],
        to domain: Domain,
        ifSeq seq: UInt64?,
        _ session: Session,
        _ address: ReplyAddress
    ) throws(RPCError) {
        for change in changes { if let value = change.value { try checkSize(of: value) } }
        let edits = changes.map { KeyEdit($0.key, $0.value) }
        var request = request(domain, edits, layer: .user, origin: session.clientName)
        if let seq { request.condition = .seq(seq) }
        session.expectAnswer()
        agent.edit(request) { [self] result in
            switch result {
            case .success(let receipt):
                let application = Application(
                    seq: receipt.seq,
                    revs: receipt.revs,
                    warnings: warnings(of: domain)
                )
                session.answerLater(address.reply(application))
            case .failure(let failure):
                session.answerLater(address.reply(RPCError(failure, domain)))
            }
        }
    }

    func undo(
        _ target: Call.UndoTarget,
        _ session: Session,
        _ address: ReplyAddress
    ) throws(RPCError) {
        var query = HistoryQuery()
        switch target {
        case .entry(let id): query.id = id
        case .seq(let seq): query.seq = seq
        case .key(let domain, let key):
            query.domain = domain
            query.keyPath = key
        }
        var entries = try history(query)
        if case .key(_, let key) = target {
            entries = entries.last { $0.keyPath == key }.map { [$0] } ?? []
        }
        guard let domain = entries.first?.domain else {
            throw RPCError(
                .keyNotFound,
                "there is nothing to undo",
                advice: "List the history with: settingsctl log"
            )
        }
        domains.take(domain, agent, forWriting: true)
        session.expectAnswer()
        agent.undo(entries, client: session.clientName) { [self] result in
            switch result {
            case .success(let receipt):
                let application = Application(
                    seq: receipt.seq,
                    revs: nil,
                    warnings: warnings(of: domain)
                )
                session.answerLater(address.reply(application))
            case .failure(let failure):
                session.answerLater(address.reply(RPCError(failure, domain)))
            }
        }
    }

    func rescan(
        _ domain: Domain?,
        _ emptied: Call.EmptiedFiles,
        _ session: Session,
        _ address: ReplyAddress
    ) throws(RPCError) {
        if let domain { domains.take(domain, agent, forWriting: false) }
        session.expectAnswer()
        let request = RescanRequest(domain: domain, acceptsEmpty: emptied == .accept)
        agent.rescan(request) { result in
            switch result {
            case .success(let receipt):
                session.answerLater(address.reply(Position(seq: receipt.seq)))
            case .failure(let failure):
                session.answerLater(address.reply(RPCError(failure, domain)))
            }
        }
    }

    private func request(
        _ domain: Domain,
        _ edits: [KeyEdit],
        layer: Call.WritableLayer,
        origin: String
    ) -> EditRequest {
        domains.take(domain, agent, forWriting: true)
        return EditRequest(
            domain: domain,
            edits: edits,
            layer: layer == .session ? .session : .user,
            client: origin
        )
    }

    private func send(
        _ request: EditRequest,
        isHasty: Bool,
        _ session: Session,
        _ address: ReplyAddress
    ) {
        session.expectAnswer()
        agent.edit(request, isHasty: isHasty) { [self] result in
            switch result {
            case .success(let receipt):
                let acceptance = Acceptance(
                    seq: receipt.seq,
                    rev: receipt.revs.first ?? 0,
                    isChanged: receipt.changed,
                    warnings: warnings(of: request.domain)
                )
                session.answerLater(address.reply(acceptance))
            case .failure(let failure):
                session.answerLater(address.reply(RPCError(failure, request.domain)))
            }
        }
    }

    private func checkSize(of value: SettingValue) throws(RPCError) {
        // Most values are far too small to be worth spelling out.
        guard value.mayBeLarge(limits.valueBytes) else { return }
        let count = value.json.utf8.count
        guard count > limits.valueBytes else { return }
        throw RPCError(
            .tooLarge,
            "the value has \(count) bytes, at most \(limits.valueBytes)",
            advice: "Keep large data in a file of its own and set its path"
        )
    }

    /// The files of a domain that will not have a change now.
    private func warnings(of domain: Domain) -> [Warning] {
        agent.engine.statuses(of: domain).compactMap { status in
            switch status.condition {
            case .broken(let problem), .unwritable(let problem):
                Warning(file: status.id.path, state: status.wireState, problem: problem.problem)
            default: nil
            }
        }
    }
}

extension SettingValue {
    /// Whether the value's JSON may have more bytes than this, found without spelling it out.
    fileprivate func mayBeLarge(_ limit: Int) -> Bool {
        switch self {
        case .null, .boolean, .integer, .real, .date: false
        case .string(let text), .raw(let text): text.utf8.count > limit / 6 - 2
        case .data(let bytes): bytes.count > limit / 2
        case .array, .dictionary: true
        }
    }
}

extension RPCError {
    /// Why an edit wasn't made, as clients are told.
    init(_ failure: EditFailure, _ domain: Domain?) {
        switch failure {
        case .journal(let error):
            self.init(.store, "nothing was changed: \(error.problem)", advice: error.advice)
        case .refused(let refusal):
            let code: Code =
                switch refusal.code {
                case .locked, .readOnly: .readOnly
                case .invalid: .invalid
                case .revConflict: .revConflict
                case .tooMany: .tooLarge
                case .notFound: .keyNotFound
                }
            self.init(code, refusal.problem, advice: refusal.advice)
            details.rev = refusal.rev
            if refusal.code == .locked { details.layer = .managed }
        }
    }
}
