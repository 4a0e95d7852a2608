// Requests that change something.

import SettingsModel
import SettingsProtocol
import SyncEngine

/// Settings and files that clients change.
struct EditRequests {
    let agent: Agent
    let domains: DomainDirectory
    let settings: AgentSettings
    let queries: Queries

    /// The longest name of a client, in bytes: it is kept with every change that the client makes.
    static let nameBytes = 256
    /// The longest that files are waited for, in milliseconds: who waits longer can ask again.
    private static let longestPatience = 60_000
    /// How long files are waited for where the client doesn't say it, in milliseconds.
    private static let usualPatience = 1_000

    /// Sets one key.
    func edit(_ set: Call.Assignment, _ session: Session, _ address: ReplyAddress) throws(RPCError)
    {
        if let value = set.value { try checkSize(of: value) }
        try checkName(of: set.key, as: "key", in: set.domain)
        if !set.mayCreate { try requireKnown(set.domain) }
        var request = EditRequest(
            domain: set.domain,
            edits: [KeyEdit(set.key, set.value)],
            condition: set.ifRev.map(EditRequest.Condition.rev) ?? .none,
            client: try Self.checked(set.origin ?? session.clientName, "origin")
        )
        request.connection = session.number
        request.wish = try ValueWish(set)
        let moment: EditAnswer = set.durability == .accepted ? .whenAccepted : .whenDurable
        try send(request, answering: moment, session, address)
    }

    /// Removes one key.
    func edit(_ unset: Call.Unset, _ session: Session, _ address: ReplyAddress) throws(RPCError) {
        var request = EditRequest(
            domain: unset.domain,
            edits: [KeyEdit(unset.key, nil)],
            condition: unset.ifRev.map(EditRequest.Condition.rev) ?? .none,
            client: try Self.checked(unset.origin ?? session.clientName, "origin")
        )
        request.connection = session.number
        request.wish = try ValueWish(unset)
        try send(request, answering: .whenDurable, session, address)
    }

    /// Refuses a domain that isn't one yet; of one whose description can't be read now nobody knows.
    private func requireKnown(_ domain: Domain) throws(RPCError) {
        let isKnown =
            domains.lists(domain, agent) || domains.isUnread(domain)
            || domains.named.contains(domain) || domain.name == Domain.globalName
        guard !isKnown else { return }
        throw RPCError(
            .denied,
            "no domain '\(domain)' is known",
            advice: "Nothing was changed. Link its file first, or set 'create' to true"
        ).with { $0.parameter = "create" }
    }

    private func send(
        _ request: EditRequest,
        answering moment: EditAnswer,
        _ session: Session,
        _ address: ReplyAddress
    ) throws(RPCError) {
        try takeForWriting(request.domain)
        let answer = answer(to: address, session) { receipt in
            var acceptance = Acceptance(
                seq: receipt.seq,
                rev: receipt.revs.first ?? 0,
                isChanged: receipt.changed,
                warnings: warnings(after: request.made(by: receipt))
            )
            acceptance.group = receipt.group
            return acceptance
        }
        agent.edit(request, answering: moment, then: afterChecks(of: request.domain, answer))
    }

    /// Answers once the checks of a domain's files have said what they think of the change.
    private func afterChecks(
        of domain: Domain,
        _ answer: @escaping Agent.Answer
    ) -> Agent.Answer {
        guard agent.checks.areMade(in: domain) else { return answer }
        return { outcome in
            guard case .success = outcome else { return answer(outcome) }
            agent.settle(domain, patience: 2 * FileChecks.timeout) { _ in answer(outcome) }
        }
    }

    /// Refuses a new key with a control character.
    ///
    /// Nobody means one, and few formats can hold it; one that a file has already is set as any other.
    private func checkName(
        of key: SettingKeyPath,
        as parameter: String,
        in domain: Domain
    ) throws(RPCError) {
        guard key.segments.contains(where: { $0.unicodeScalars.contains(where: \.isControl) }),
            agent.engine.entry(domain, key) == nil
        else { return }
        throw RPCError(
            .invalidParams,
            "'\(parameter)' is wrong: the key path '\(key)' has a control character, and is in no file",
            advice: "Use printable characters"
        ).with { $0.parameter = parameter }
    }

    func takeForWriting(_ domain: Domain) throws(RPCError) {
        do {
            try domains.takeForWriting(domain, agent)
        } catch {
            throw RPCError(error)
        }
    }

    /// Makes several changes, all or none.
    func apply(
        _ apply: Call.Apply,
        _ session: Session,
        _ address: ReplyAddress
    ) throws(RPCError) {
        for change in apply.changes { if let value = change.value { try checkSize(of: value) } }
        for change in apply.changes where change.value != nil {
            try checkName(of: change.key, as: "changes", in: apply.domain)
        }
        if !apply.mayCreate { try requireKnown(apply.domain) }
        var request = EditRequest(
            domain: apply.domain,
            edits: apply.changes.map { KeyEdit($0.key, $0.value) },
            condition: apply.ifSeq.map(EditRequest.Condition.seq) ?? .none,
            client: session.clientName
        )
        request.connection = session.number
        try takeForWriting(apply.domain)
        let answer = answer(to: address, session) { receipt in
            var done = BatchAcceptance(
                seq: receipt.seq,
                revs: receipt.revs,
                warnings: warnings(after: request.made(by: receipt))
            )
            done.group = receipt.group
            return done
        }
        agent.edit(request, then: afterChecks(of: apply.domain, answer))
    }

    /// Answers when every file as of now has been seen.
    func rescan(_ request: RescanRequest, _ session: Session, _ address: ReplyAddress) {
        let held = agent.engine.heldFiles(of: request.domain, at: request.path).map(\.domain)
        let domains = request.acceptsHeld ? Set(held).sorted() : request.domain.map { [$0] }
        let answer = answer(to: address, session) { receipt in
            let busy = (domains ?? agent.engine.knownDomains).flatMap(busyFiles)
            var done = BatchAcceptance(seq: receipt.seq, revs: nil, warnings: busy)
            done.group = receipt.group
            return done
        }
        agent.rescan(request) { outcome in
            guard case .failure(let failure) = outcome, let error = failure.journalError else {
                return answer(outcome)
            }
            session.deliverAnswer(address.reply(RPCError(unrecorded: error)))
        }
    }

    /// Answers when a domain's files have what was accepted so far, with those that can't have it now.
    func settle(
        _ domain: Domain,
        _ keys: [SettingKeyPath],
        _ timeoutMilliseconds: Int?,
        _ session: Session,
        _ address: ReplyAddress
    ) {
        let patience = min(max(timeoutMilliseconds ?? Self.usualPatience, 0), Self.longestPatience)
        let answer = answer(to: address, session) { receipt in
            let warnings = warnings(of: domain) + differingFiles(of: domain, in: keys)
            let others = busyFiles(of: domain).filter { !warnings.contains($0) }
            return BatchAcceptance(seq: receipt.seq, revs: nil, warnings: warnings + others)
        }
        agent.settle(domain, patience: Int64(patience)) { outcome in
            // What was accepted before is so; only its files may not have it.
            guard case .failure(let failure) = outcome, failure.journalError != nil else {
                return answer(outcome)
            }
            answer(.success(EditReceipt(seq: agent.announcedSeq, revs: [], changed: false)))
        }
    }

    /// Counts a request and gives what answers it once its outcome is known.
    func answer(
        to address: ReplyAddress,
        _ session: Session,
        _ result: @escaping (EditReceipt) -> some ReplyResult
    ) -> Agent.Answer {
        session.expectAnswer()
        return { outcome in
            switch outcome {
            case .success(let receipt):
                session.deliverAnswer(address.reply(result(receipt)))
            case .failure(let failure): session.deliverAnswer(address.reply(RPCError(failure)))
            }
        }
    }

    /// The files that will not have a change now, or never.
    private func warnings(after request: EditRequest) -> [Warning] {
        let shortfalls = agent.engine.shortfalls(of: request.edits, in: request.domain).map {
            Warning(
                file: $0.replica?.path,
                state: $0.replica == nil ? .absent : .differs,
                problem: $0.problem
            )
        }
        return shortfalls + warnings(of: request.domain)
    }

    /// The files of a domain that will not have a change now.
    func warnings(of domain: Domain) -> [Warning] {
        if let error = agent.commits.trouble {
            return agent.engine.statuses(of: domain).filter(\.holdsUserSettings).map {
                Warning(file: $0.id.path, state: .unrecorded, problem: error.problem)
            }
        }
        return agent.engine.conditions(of: domain).compactMap { replica, condition in
            switch condition {
            case .broken(let problem), .unwritable(let problem), .beingWritten(let problem),
                .away(let problem):
                Warning(
                    file: replica.path,
                    state: condition.wireState(with: [problem]),
                    problem: problem.problem
                )
            default: nil
            }
        }
    }

    /// The files of a domain whose text has no room for some keys, or for what is above or below them.
    private func differingFiles(of domain: Domain, in keys: [SettingKeyPath]) -> [Warning] {
        guard !keys.isEmpty else { return [] }
        return agent.engine.conditions(of: domain).compactMap { replica, _ in
            let problem = agent.engine.problems(of: replica).first { problem in
                guard case .value = problem.code, let path = problem.keyPath else { return false }
                return keys.contains { $0.isPrefix(of: path) || path.isPrefix(of: $0) }
            }
            return problem.map {
                Warning(file: replica.path, state: .differs, problem: $0.problem)
            }
        }
    }

    /// The files of a domain that other programs are writing.
    private func busyFiles(of domain: Domain) -> [Warning] {
        agent.engine.conditions(of: domain).compactMap { replica, condition in
            switch condition {
            case .busy, .beingWritten:
                Warning(
                    file: replica.path,
                    state: .busy,
                    problem: Problem(beingWritten: replica).problem
                )
            default: nil
            }
        }
    }
}

// MARK: What is accepted

extension EditRequests {
    /// A name that a client gave.
    static func checked(_ name: String, _ parameter: String) throws(RPCError) -> String {
        guard name.utf8.count > Self.nameBytes else { return name }
        throw RPCError(
            .invalidParams,
            "'\(parameter)' has \(name.utf8.count) bytes, at most \(Self.nameBytes)",
            advice: "Give a short name"
        ).with { $0.parameter = parameter }
    }

    private func checkSize(of value: SettingValue) throws(RPCError) {
        // Most values are far too small to be worth spelling out.
        guard value.mayBeLarge(settings.limits.valueBytes) else { return }
        let count = value.json.utf8.count
        guard count > settings.limits.valueBytes else { return }
        throw RPCError(
            .tooLarge,
            "the value has \(count) bytes, at most \(settings.limits.valueBytes)",
            advice: "Keep large data in a file of its own and set its path"
        )
    }
}

extension ReplicaStatus {
    /// Whether it's a file with the user's settings, or could be made one.
    fileprivate var holdsUserSettings: Bool {
        configuration.layer == .user && (condition != .absent || configuration.creation != .never)
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
