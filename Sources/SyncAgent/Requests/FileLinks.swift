// Files that are linked to domains, compared with them before, and unlinked.

import SettingsDocument
import SettingsModel
import SettingsProtocol
import SyncEngine
import SyncPlatform

/// Files that clients link to domains and unlink.
struct FileLinks {
    let agent: Agent
    let domains: DomainDirectory
    let reports: StatusReports
    let borrowed: BorrowedDomains
    let settings: AgentSettings
    let loop: EventLoop

    // MARK: Before a link

    /// What linking a file would change.
    func plan(_ link: Call.Link) throws(RPCError) -> LinkPlan {
        let replica = try configuration(of: link)
        let id = ReplicaID(domain: link.domain, path: replica.path)
        guard let all = try configurations(with: replica, of: link) else {
            var plan = LinkPlan(token: "")
            plan.isLinked = true
            return plan
        }
        let engine = agent.engine
        let sighting = look(at: id)
        let comparison = LinkComparison(
            of: id,
            as: all,
            seeing: sighting,
            in: engine,
            at: agent.now
        )
        var plan = LinkPlan(token: LinkComparison.token(for: id, seeing: sighting, in: engine))
        plan.hasOthers = comparison.hasOthers
        plan.problem = comparison.problem
        plan.taken = LinkPlan.Settings(comparison.taken)
        plan.added = LinkPlan.Settings(comparison.added)
        plan.set(
            comparison.differences.map { difference in
                let isHidden = engine.hides(link.domain, difference.keyPath)
                return LinkPlan.Difference(
                    difference.keyPath,
                    here: isHidden ? nil : difference.here,
                    there: isHidden ? nil : difference.there,
                    isNewer: difference.isNewer
                )
            }
        )
        return plan
    }

    /// Refuses a file that can't be read, and a link whose plan isn't what would happen any more.
    func check(_ link: Call.Link) throws(RPCError) {
        guard link.file != nil else { return }
        let replica = try configuration(of: link)
        guard try configurations(with: replica, of: link) != nil else { return }
        let id = ReplicaID(domain: link.domain, path: replica.path)
        let sighting = look(at: id)
        try checkReadable(id, sighting, as: replica.format)
        guard let token = link.plan, !token.isEmpty else { return }
        guard LinkComparison.token(for: id, seeing: sighting, in: agent.engine) == token else {
            throw RPCError(
                .revConflict,
                "'\(id.path)' or '\(link.domain)' has changed since they were compared",
                advice: "Nothing was linked. Run the command again"
            )
        }
    }

    /// Refuses a file that can't be read in its format, or is past the limits: once linked, it could only be
    /// reported.
    private func checkReadable(
        _ id: ReplicaID,
        _ sighting: Sighting,
        as format: Format?
    ) throws(RPCError) {
        switch sighting {
        case .unreadable(let error) where error.code == .tooLarge:
            throw RPCError(.tooLarge, error.problem, advice: "Nothing was linked. \(error.advice)")
        case .content(let content) where !content.bytes.isBlankText:
            let told = format ?? Format.detect(name: id.path, bytes: content.bytes)
            do {
                _ = try told?.parse(content.bytes, limits: settings.limits)
            } catch {
                throw RPCError.unreadable(id, error, as: format, content.bytes)
            }
        case .content, .absent, .busy, .unreadable: return
        }
    }

    /// Looks at a file that isn't linked.
    private func look(at id: ReplicaID) -> Sighting {
        defer { agent.files.forget(id) }
        return agent.files.look(at: id, patience: .untilClosed)
    }

    /// All domains as they would be with a link; nil where it is so already.
    private func configurations(
        with replica: ReplicaConfiguration,
        of link: Call.Link
    ) throws(RPCError) -> [DomainConfiguration]? {
        do {
            return try domains.configurations(
                linking: replica,
                adopting: link.adopt,
                to: link.domain
            )
        } catch {
            throw RPCError(error)
        }
    }

    private func configuration(of link: Call.Link) throws(RPCError) -> ReplicaConfiguration {
        var replica = ReplicaConfiguration(
            path: link.file ?? "",
            format: try format(named: link.format)
        )
        replica.prefix = link.prefix
        do {
            replica.map = try domains.map(of: link.map, in: link.domain)
        } catch {
            throw RPCError(error)
        }
        replica.keys = link.keys
        if let layer = link.layer { replica.layer = Layer(layer) }
        return replica
    }

    private func format(named name: String?) throws(RPCError) -> Format? {
        guard let name else { return nil }
        if let format = Format(rawValue: name) { return format }
        let names = Format.allCases.map(\.rawValue).joined(separator: ", ")
        throw RPCError(
            .invalidParams,
            "there is no format '\(name)'",
            advice: "Use one of \(names)"
        )
    }

    // MARK: A link

    /// Links the file, if one is named.
    func link(_ link: Call.Link, for session: Session) throws(RPCError) {
        let replica = try configuration(of: link)
        guard link.file != nil else { return }
        do {
            try domains.link(
                replica,
                adopting: link.adopt,
                to: link.domain,
                as: link.isBorrowed ? .looking : .ownership,
                preferring: link.preference,
                agent
            )
        } catch {
            throw RPCError(error)
        }
        if link.isBorrowed { borrowed.hold(link.domain, by: session) }
    }

    /// The number of the change by which a link changed what its domain said, which is after another;
    /// nil where it changed nothing, or what nobody can undo.
    func change(by link: Call.Link, since rev: UInt64) -> UInt64? {
        guard let file = link.file else { return nil }
        let origin = Origin.file(file)
        var query = HistoryQuery()
        query.domain = link.domain
        query.afterSeq = rev
        // A history that can't be read now has nothing to undo.
        let entries = (try? agent.log.history(query)) ?? []
        return entries.first { $0.origin == origin && $0.kept == nil && $0.seq > rev }?.seq
    }

    // MARK: The end of a link

    /// Lets go of a domain that a session looks at; nil where it looks at none of this name.
    func release(_ id: ReplicaID, by session: Session) throws(RPCError) -> Linked? {
        guard borrowed.isHeld(id.domain, by: session) else { return nil }
        let linked = Linked(try reports.status(of: id.domain, id.path))
        borrowed.release(id.domain, by: session)
        return linked
    }

    /// Unlinks a file and answers when that is done.
    func unlink(
        _ unlink: Call.Unlink,
        _ session: Session,
        _ address: ReplyAddress
    ) throws(RPCError) {
        let id = ReplicaID(domain: unlink.domain, path: unlink.file)
        // What happened to the file until now counts, and what was accepted until now is its own.
        agent.filesChanged()
        _ = try reports.status(of: id.domain, id.path)
        session.expectAnswer()
        agent.settle(id.domain, patience: Self.patience) { _ in
            // Not from within the agent's work, which has to go on for the file to be let go.
            loop.schedule(after: .zero) {
                session.deliverAnswer(
                    address.reply { () throws(RPCError) in
                        try unlink.isReverted ? revert(id) : self.unlink(id)
                    }
                )
                agent.pause()
            }
        }
    }

    /// How long what is under way with a file may take before its link or its end is answered all the
    /// same, in milliseconds.
    static let patience: Int64 = 2_000

    private func unlink(_ id: ReplicaID) throws(RPCError) -> Linked {
        // With nothing in the registers that isn't in the file, nothing is lost with them; and the
        // file that is linked next isn't given what was another's.
        let isWhole = LeavingFile(id, of: agent.engine).isWhole
        var linked = try letGo(id)
        if linked.kept != nil, isWhole {
            agent.forget(id.domain, .values)
            linked.kept = nil
        }
        return linked
    }

    /// Unlinks a file and restores its text of before the link.
    ///
    /// What no other file has is forgotten, and the history has it: linked again, the file counts as it is.
    private func revert(_ id: ReplicaID) throws(RPCError) -> Linked {
        let file = LeavingFile(id, of: agent.engine)
        let texts: (before: [UInt8], now: [UInt8])?
        do { texts = try file.texts() } catch { throw RPCError(.refused(error)) }
        let (isOnly, count) = (!file.hasCompanion, file.settingCount)
        var linked = try self.unlink(id)
        guard let texts, texts.before != texts.now else { return linked }
        if isOnly, linked.kept == nil, count > 0 { linked.forgotten = count }
        do throws(StorageError) {
            guard agent.engine.status(of: id) == nil else { throw StorageError(busy: id.path) }
            try OwnFiles.restore(id.path, expecting: texts.now, to: texts.before)
        } catch {
            throw RPCError(
                error.code == .diskFull ? .store : .fileBroken,
                "'\(id.path)' is unlinked, but its text of before can't be restored: "
                    + error.problem,
                advice: error.advice
            )
        }
        return linked
    }

    /// Unlinks a file; the settings that no other file has are forgotten, but those of the last file.
    private func letGo(_ id: ReplicaID) throws(RPCError) -> Linked {
        let file = LeavingFile(id, of: agent.engine)
        let (own, count, hasCompanion) = (file.own, file.settingCount, file.hasCompanion)
        var linked = Linked(try reports.status(of: id.domain, id.path))
        // Before the file goes: what it had might be written into another with the next change.
        if hasCompanion { agent.forget(id.domain, .own(own)) }
        do { try domains.unlink(id.path, from: id.domain, agent) } catch {
            agent.forget(id.domain, nil)
            throw RPCError(error)
        }
        if hasCompanion {
            linked.forgotten = own.isEmpty ? nil : own.count
        } else if count > 0 {
            linked.kept = count
        }
        return linked
    }
}

extension StorageError {
    /// A file that is still being written.
    fileprivate init(busy path: String) {
        self.init(
            code: .raced,
            path: path,
            errno: 0,
            problem: "the agent is still writing it",
            advice: "Restore it by hand"
        )
    }
}

extension RPCError {
    /// A file that can't be linked, as its text can't be read; `format` is what its link says.
    fileprivate static func unreadable(
        _ id: ReplicaID,
        _ error: DocumentError,
        as format: Format?,
        _ bytes: [UInt8]
    ) -> RPCError {
        let isTooLarge = error.code == .tooMany || error.code == .tooLarge
        let others = format == nil ? [] : Format.candidates(for: bytes)
        let advice =
            others.isEmpty
            ? error.advice
            : "It can be read with "
                + others.map { "--format \($0.rawValue)" }
                .joined(separator: ", or ")
        let refusal = RPCError(
            isTooLarge ? .tooLarge : .fileBroken,
            isTooLarge
                ? error.problem
                : "'\(id.path)' can't be read\(format.map { " as \($0.noun)" } ?? "") at line "
                    + "\(error.place.line): \(error.problem)",
            advice: "Nothing was linked. \(advice)"
        )
        return refusal.with { $0.file = id.path }
    }
}
