// What waits until domains say what their files say.

import SettingsModel
import SettingsProtocol
import SyncEngine
import SyncPlatform

/// The domains that something is about.
struct DomainSelection {
    var domains: Set<Domain> = []
    /// Whether it is about every domain, also those that nobody has named.
    var isOfAll = false

    static let all = DomainSelection(isOfAll: true)

    init(_ domains: [Domain]) { self.domains = Set(domains) }
    init(_ domain: Domain?) { self = domain.map { Self([$0]) } ?? .all }
    private init(isOfAll: Bool) { self.isOfAll = isOfAll }

    /// Makes it about what another one is about, too.
    mutating func add(_ other: Self) {
        domains.formUnion(other.domains)
        isOfAll = isOfAll || other.isOfAll
    }
}

/// Something that is done when its domains say what their files say.
struct PostponedWork {
    var selection: DomainSelection
    /// nil for what no client asked for.
    weak var session: Session?
    /// Whether it changes what was done before it, so that its client's edits keep their order.
    var isUndo = false
    /// Where the answer of a long poll goes, which may be cancelled; nil for all else.
    var address: ReplyAddress?
    /// The size of its request, which is held until then.
    var requestBytes = 0
    var go: () -> Void
}

/// Requests until the files of their domains have been seen, and the rules for those read, in the order in
/// which they came.
package final class StartQueue {
    private let agent: Agent
    private let domains: DomainDirectory
    private var waiting: [PostponedWork] = []
    /// What has waited long enough.
    private let ready = RunQueue<PostponedWork>()

    init(_ agent: Agent, _ domains: DomainDirectory) {
        self.agent = agent
        self.domains = domains
    }

    /// Whether what one of these domains says may not be yet what its files say.
    ///
    /// Who asks for all doesn't wait for rules: a bundle may be where reading it takes for ever.
    private func isStarting(_ selection: DomainSelection) -> Bool {
        selection.isOfAll && agent.isStarting(nil) || selection.domains.contains(where: isStarting)
    }

    private func isStarting(_ domain: Domain) -> Bool {
        agent.isStarting(domain) || domains.awaitsRules(domain)
    }

    /// Does a thing now, or when the files of its domains have been seen.
    package func whenStarted(_ go: @escaping () -> Void) {
        guard isStarting(.all) else { return go() }
        waiting.append(PostponedWork(selection: .all, go: go))
    }

    /// Does a thing for a session now, or when the files of its domains have been seen; the bytes of its
    /// request are held until then.
    func whenStarted(
        _ selection: DomainSelection,
        for session: Session,
        holding bytes: Int,
        _ go: @escaping () -> Void
    ) {
        guard isStarting(selection) else { return go() }
        wait(for: selection, session, holding: bytes, go)
    }

    /// Makes a request's domains known.
    ///
    /// - Returns: The domains that it has to wait for; nil where it can be carried out now.
    func takeDomains(of call: Call, for session: Session) -> DomainSelection? {
        guard var selection = call.selection else { return nil }
        for domain in selection.domains.sorted() { domains.take(domain, agent, for: .reading) }
        if call.isEdit {
            // An undo follows what its client sent before, and precedes the client's next edits.
            for work in waiting
            where work.session === session && (call.isUndo || work.isUndo) {
                selection.add(work.selection)
            }
        }
        // What waited longer goes first.
        return isStarting(selection) || ready.isRunning ? selection : nil
    }

    /// Leaves a request until the files of its domains have been seen.
    func postpone(
        _ call: Call,
        until selection: DomainSelection,
        for session: Session,
        _ request: Request,
        then go: @escaping (Call) -> Void
    ) {
        let since = SystemClock.monotonicMilliseconds
        let address = call.isPoll ? request.address : nil
        wait(
            for: selection,
            session,
            holding: request.byteCount,
            polledAt: address,
            isUndo: call.isUndo
        ) {
            go(call.shortened(by: SystemClock.monotonicMilliseconds - since))
        }
    }

    private func wait(
        for selection: DomainSelection,
        _ session: Session,
        holding bytes: Int,
        polledAt address: ReplyAddress? = nil,
        isUndo: Bool = false,
        _ go: @escaping () -> Void
    ) {
        session.hold(bytes)
        let resume = { [weak session] in
            guard let session else { return }
            session.release(bytes)
            if !session.isClosed { go() }
        }
        waiting.append(
            PostponedWork(
                selection: selection,
                session: session,
                isUndo: isUndo,
                address: address,
                requestBytes: bytes,
                go: resume
            )
        )
    }

    /// Does what has waited long enough, in the order in which it came.
    func resume() {
        guard !waiting.isEmpty else { return }
        var place = 0
        var hasGone = false
        ready.run(
            from: {
                if let next = takeReady(from: &place) {
                    hasGone = true
                    return next
                }
                // What went on may be what those before it waited for.
                guard hasGone else { return nil }
                place = 0
                hasGone = false
                return takeReady(from: &place)
            },
            doing: { $0.go() }
        )
    }

    /// Takes out what waits no more, from a place on, which is moved to behind it.
    private func takeReady(from place: inout Int) -> PostponedWork? {
        while place < waiting.count {
            if !isStarting(waiting[place].selection) { return waiting.remove(at: place) }
            place += 1
        }
        return nil
    }

    /// Forgets what a session asked for, as it has ended.
    func ended(_ session: Session) { waiting.removeAll { $0.session === session } }

    /// Answers a long poll of a session that waits; false where none has this id.
    func answerPoll(
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
        case .get(let domain, _, _), .getMany(let domain, _), .resolve(let domain, _),
            .validate(let domain, _), .explain(let domain, _), .undo(.key(let domain, _)):
            DomainSelection(domain)
        case .undo(.newest(let domain)), .undo(.since(let domain, _)), .redo(let domain, _):
            DomainSelection(domain)
        case .list(let list): DomainSelection(list.domain)
        case .set(let set): DomainSelection(set.domain)
        case .apply(let apply): DomainSelection(apply.domain)
        case .unset(let unset): DomainSelection(unset.domain)
        case .wait(let wait): DomainSelection(wait.domain)
        case .rescan(let domain), .accept(let domain, _): DomainSelection(domain)
        case .follow(let follow): DomainSelection(follow.domain)
        case .subscribe(let subscribe): subscribe.domains.map { DomainSelection($0) } ?? .all
        case .undo, .versions, .version: .all
        default: nil
        }
    }

    fileprivate var isPoll: Bool { if case .wait = self { true } else { false } }

    fileprivate var isUndo: Bool {
        switch self {
        case .undo, .redo: true
        default: false
        }
    }

    /// Whether it changes settings; undos do.
    fileprivate var isEdit: Bool {
        switch self {
        case .set, .unset, .apply, .undo, .redo: true
        default: false
        }
    }

    /// The call as it is after so many milliseconds.
    fileprivate func shortened(by milliseconds: Int64) -> Call {
        guard case .wait(var wait) = self, let timeout = wait.timeoutMilliseconds else {
            return self
        }
        wait.timeoutMilliseconds = max(0, timeout - Int(milliseconds))
        return .wait(wait)
    }
}
