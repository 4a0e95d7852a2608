// What waits until domains say what their files say.

import SettingsModel
import SettingsProtocol
import SyncEngine

/// The domains that something is about.
enum DomainSelection {
    case domain(Domain)
    case several([Domain])
    case all

    init(_ domain: Domain?) { self = domain.map { .domain($0) } ?? .all }
}

/// Something that is done when its domains say what their files say.
struct PostponedWork {
    var selection: DomainSelection
    /// nil for what no client asked for.
    weak var session: Session?
    /// Where the answer of a long poll goes, which may be cancelled; nil for all else.
    var address: ReplyAddress?
    /// The size of its request, which is held until then.
    var requestBytes = 0
    var go: () -> Void
}

extension Hub {
    /// Whether what one of these domains says may not be yet what its files say.
    func isStarting(_ selection: DomainSelection) -> Bool {
        switch selection {
        case .all: agent.isStarting(nil)
        case .domain(let domain): agent.isStarting(domain)
        case .several(let domains): domains.contains { agent.isStarting($0) }
        }
    }

    /// Does a thing now, or when the files of its domains have been seen.
    package func whenStarted(_ go: @escaping () -> Void) {
        guard isStarting(.all) else { return go() }
        waiting.append(PostponedWork(selection: .all, go: go))
    }

    /// Does a thing for a session now, or when the files of its domains have been seen.
    func whenStarted(
        _ selection: DomainSelection,
        for session: Session,
        _ go: @escaping () -> Void
    ) {
        guard isStarting(selection) else { return go() }
        wait(for: selection, session, nil, go)
    }

    /// Leaves a request until the files of its domains have been seen; false where they have, and it can
    /// be carried out now.
    ///
    /// A domain that nobody has asked for yet becomes known by this.
    func postpone(_ call: Call, for session: Session, _ request: Request) -> Bool {
        guard let selection = call.selection else { return false }
        switch selection {
        case .domain(let domain): domains.take(domain, agent, for: .reading)
        case .several(let names):
            for domain in names { domains.take(domain, agent, for: .reading) }
        case .all: break
        }
        // What waited longer goes first.
        guard isStarting(selection) || isGoingOn else { return false }
        let since = now
        wait(for: selection, session, call.isPoll ? request.address : nil) {
            [unowned self, unowned session] in
            do throws(RPCError) {
                try carryOut(call.shortened(by: now - since), for: session, request)
            } catch {
                session.append(request.address.reply(error))
            }
        }
        return true
    }

    private func wait(
        for selection: DomainSelection,
        _ session: Session,
        _ address: ReplyAddress?,
        _ go: @escaping () -> Void
    ) {
        let requestBytes = session.requestBytes
        session.hold(requestBytes)
        let resume = { [weak session] in
            guard let session else { return }
            session.letGo(requestBytes, [])
            if !session.isClosed { go() }
        }
        waiting.append(
            PostponedWork(
                selection: selection,
                session: session,
                address: address,
                requestBytes: requestBytes,
                go: resume
            )
        )
    }

    /// Goes on with what has waited long enough, in the order in which it came.
    func goOn() {
        guard !waiting.isEmpty, !isGoingOn else { return }
        isGoingOn = true
        defer { isGoingOn = false }
        var hasGone = true
        // What goes on may be what the others waited for.
        while hasGone {
            hasGone = false
            var left: ArraySlice<PostponedWork> = []
            while let next = waiting.popFirst() {
                if isStarting(next.selection) {
                    left.append(next)
                } else {
                    hasGone = true
                    next.go()
                }
            }
            waiting = left
        }
    }

    /// Answers a long poll of a session that waits; false where none has this id.
    func answerWaiting(
        _ id: RequestID,
        of session: Session,
        with error: RPCError
    ) -> Bool {
        let index = waiting.firstIndex { $0.session === session && $0.address?.id == id }
        guard let index, let address = waiting[index].address else { return false }
        session.letGo(waiting.remove(at: index).requestBytes, address.reply(error))
        return true
    }
}

extension Call {
    /// The domains whose settings it reads or writes; nil for none.
    fileprivate var selection: DomainSelection? {
        switch self {
        case .get(let domain, _, _), .getMany(let domain, _),
            .validate(let domain, _), .explain(let domain, _), .undo(.key(let domain, _)):
            DomainSelection(domain)
        case .list(let list): DomainSelection(list.domain)
        case .set(let set): DomainSelection(set.domain)
        case .apply(let apply): DomainSelection(apply.domain)
        case .unset(let unset): DomainSelection(unset.domain)
        case .wait(let wait): DomainSelection(wait.domain)
        case .rescan(let domain, _): DomainSelection(domain)
        case .subscribe(let subscribe): subscribe.domains.map { .several($0) } ?? .all
        case .undo: .all
        default: nil
        }
    }

    fileprivate var isPoll: Bool { if case .wait = self { true } else { false } }

    /// The call as it is after so many milliseconds.
    fileprivate func shortened(by milliseconds: Int64) -> Call {
        guard case .wait(var wait) = self, let timeout = wait.timeoutMilliseconds else {
            return self
        }
        wait.timeoutMilliseconds = max(0, timeout - Int(milliseconds))
        return .wait(wait)
    }
}
