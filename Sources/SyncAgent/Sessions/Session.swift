// One client's connection.

import SettingsModel
import SettingsProtocol
import SyncEngine
import SyncPlatform

/// One client's connection: requests in, replies and notifications out, nobody ever waited for.
package final class Session {
    /// A client's requests are done for so long at a time, in milliseconds; then others have a turn.
    static let turnTime: Int64 = 10

    /// How long the rest of a line may take after its last byte, in milliseconds.
    static let patience: Int64 = 30_000

    /// Its number among the connections since the agent's start, which its changes carry.
    let number: UInt64
    private let owner: any SessionOwner
    private let transport: any Transport
    private var splitter: LineSplitter
    private var output = SessionOutput()
    private var allowance = RequestAllowance()
    /// Ordered by id.
    private(set) var subscriptions: [Subscription] = []
    /// Which subscription is looked at first, so that none is always last.
    private var turn = 0
    private(set) var polls: [Poll] = []
    private var phase = Phase.open
    var isClosed: Bool { phase == .closed }
    /// Rounds of reading requests and sending replies.
    private let rounds = RunQueue<Void>()
    /// Whether requests wait until the other clients have had a turn.
    private var isWaitingForTurn = false
    /// Whether it waits among those that have something to send.
    var isTouched = false
    /// When the last bytes came, in monotonic milliseconds.
    private var lastInput: Int64 = 0
    /// How many bytes its owner was told that it holds.
    private(set) var toldBytes = 0
    /// What the transport was last told.
    private var wanted = Wanted.bytes
    private let role: SocketRole
    /// The name that the client gave itself, or its program's; looked up when it is first needed.
    lazy var clientName =
        RunningProcess.name(of: transport.peerProcess) ?? "pid:\(transport.peerProcess)"

    /// How far a connection has come.
    private enum Phase {
        case open
        /// The client writes no more; its subscriptions live on.
        case inputEnded
        /// It ends when what was asked before has been answered.
        case closing
        case closed

        /// Whether requests are carried out.
        var takesRequests: Bool { self == .open || self == .inputEnded }
    }

    init(
        _ number: UInt64,
        owner: any SessionOwner,
        transport: any Transport,
        _ role: SocketRole
    ) {
        self.number = number
        self.owner = owner
        self.transport = transport
        self.role = role
        splitter = LineSplitter(limits: owner.limits)
    }

    /// Begins the stream of the events socket, a subscription with a number.
    func beginEvents(as id: UInt64) {
        let greeting = owner.greeting
        append(.hello(epoch: greeting.epoch, seq: greeting.seq), sub: nil)
        var subscription = Subscription(id: id, interest: Interest(), after: greeting.seq)
        subscription.isWholeSocket = true
        add(subscription)
        flush()
    }

    // MARK: In

    /// Takes bytes as they were read.
    package func received(_ bytes: UnsafeRawBufferPointer) {
        guard role == .requests, phase.takesRequests else { return }
        splitter.append(bytes)
        lastInput = SystemClock.monotonicMilliseconds
        proceed()
        if isAwaitingLine { owner.awaitsLine(self) }
    }

    /// The client writes no more; what it asked is answered, and its subscriptions live on.
    package func inputEnded() {
        guard phase == .open else { return }
        phase = .inputEnded
        proceed()
    }

    /// The socket can take more.
    package func becameWritable() {
        output.roomCame()
        // Also requests that waited for the client to read its replies.
        proceed()
    }

    /// The connection is gone.
    package func connectionEnded() { close() }

    /// Does what the client asked and sends what there is, as far as the socket takes it.
    func proceed() {
        if rounds.isEmpty { rounds.add(()) }
        let end = SystemClock.monotonicMilliseconds + Self.turnTime
        // All replies may have gone out at once; then nobody says that there is room.
        rounds.run(
            from: { hasMoreToRead ? () : nil },
            doing: { _ in
                readRequests(until: end)
                flush()
            }
        )
    }

    private var hasMoreToRead: Bool {
        phase.takesRequests && !splitter.isEmpty && mayReadOn && !isAwaitingInput
    }

    /// Whether only a part of a line is there.
    private var isAwaitingInput = false

    /// Whether it is its client's turn to send the rest of a line.
    var isAwaitingLine: Bool { phase == .open && isAwaitingInput && !splitter.isEmpty }

    /// Whether nothing has come of the rest of a line for too long.
    func hasGivenUpLine(at now: Int64) -> Bool {
        isAwaitingLine && now - lastInput >= Self.patience
    }

    private var mayReadOn: Bool {
        !isWaitingForTurn && allowance.takesMore(unsentBytes: output.unsentBytes)
    }

    /// Goes on with the requests that waited for a turn.
    func takeTurn() {
        isWaitingForTurn = false
        proceed()
    }

    private func readRequests(until end: Int64) {
        isAwaitingInput = false
        do {
            while phase.takesRequests, mayReadOn {
                guard let line = try splitter.next() ?? lastLine() else {
                    isAwaitingInput = true
                    return
                }
                handle(line)
                if SystemClock.monotonicMilliseconds >= end, !splitter.isEmpty {
                    isWaitingForTurn = true
                    owner.wantsTurn(self, .afterOthers)
                }
            }
        } catch {
            append(ReplyAddress(id: .null).reply(error))
            phase = .closing
        }
    }

    private func lastLine() -> [UInt8]? { phase == .inputEnded ? splitter.finish() : nil }

    private func handle(_ line: [UInt8]) {
        do {
            owner.handle(try Request(line, limits: owner.limits), of: self)
        } catch {
            append(error.address.reply(error.error))
            if error.endsConnection, !isClosed { phase = .closing }
        }
    }

    // MARK: Out

    /// Puts a reply behind what waits to be sent.
    func append(_ reply: [UInt8]) { output.append(reply) }

    /// Puts a notification behind what waits to be sent.
    func append(_ notification: Notification, sub: UInt64?) {
        output.append(notification, sub: sub)
    }

    /// Tells every subscription that a domain may interest; one that doesn't read is passed over,
    /// as it can ask for the state of the files when it reads again.
    func tell(_ notification: Notification, of domain: Domain) {
        guard output.hasRoom else { return }
        for subscription in subscriptions where subscription.interest.includes(domain) {
            append(notification, sub: subscription.wireID)
        }
    }

    /// Has subscriptions that a domain interests told which of its settings are secrets.
    func mark(_ domain: Domain) {
        for index in subscriptions.indices where subscriptions[index].interest.includes(domain) {
            subscriptions[index].unmarkedDomains.insert(domain)
        }
    }

    /// Counts a request that is answered later; to be matched by ``deliverAnswer(_:)`` or
    /// ``release(_:)``.
    func expectAnswer() { hold(0) }

    /// Puts down the reply to a request that was counted.
    func deliverAnswer(_ reply: [UInt8]) { letGo(0, reply) }

    /// Counts so many bytes of a request or a reply that has to wait; to be matched by ``letGo(_:_:)``
    /// or ``release(_:)``.
    func hold(_ bytes: Int) { allowance.expect(holding: bytes) }

    /// Puts down the reply to what was counted.
    func letGo(_ bytes: Int, _ reply: [UInt8]) {
        if !isClosed { append(reply) }
        release(bytes)
    }

    /// Takes what was counted off the count without a reply, as the request is only begun now.
    func release(_ bytes: Int) {
        allowance.settle(bytes)
        if !isClosed { owner.wantsTurn(self, .soon) }
    }

    /// Sends what there is and what subscribers are behind with, until the socket takes no more.
    func flush() {
        guard !isClosed else { return }
        repeat {
            guard output.push(to: transport) else { return close() }
        } while !output.isWaitingForRoom && pump()
        if isDone { return close() }
        updateWanted()
        tellHeldBytes()
    }

    private func tellHeldBytes() {
        let held = splitter.heldBytes + output.unsentBytes + allowance.heldBytes
        let difference = held - toldBytes
        guard difference != 0 else { return }
        toldBytes = held
        owner.holds(difference, in: self)
    }

    private var isDone: Bool {
        guard output.unsentBytes == 0, allowance.isSettled else { return false }
        // Long polls of a client that broke the rules are not waited for.
        if phase == .closing { return true }
        return phase == .inputEnded && splitter.isEmpty && subscriptions.isEmpty && polls.isEmpty
    }

    /// Makes the next messages of subscribers that are behind.
    ///
    /// - Returns: Whether any was.
    private func pump() -> Bool {
        var hasMore = false
        for _ in subscriptions.indices {
            guard output.hasRoom else { return hasMore }
            turn = turn + 1 < subscriptions.count ? turn + 1 : 0
            guard let delivery = owner.nextDelivery(for: &subscriptions[turn], of: self) else {
                continue
            }
            hasMore = true
            guard case .message(let message) = delivery else { continue }
            append(message, sub: subscriptions[turn].wireID)
            if subscriptions[turn].minimumInterval > 0 {
                subscriptions[turn].nextTime =
                    SystemClock.monotonicMilliseconds + subscriptions[turn].minimumInterval
            }
        }
        return hasMore
    }

    private func updateWanted() {
        var wanted: Wanted = output.isWaitingForRoom ? .room : []
        if phase == .open, mayReadOn { wanted.insert(.bytes) }
        guard wanted != self.wanted else { return }
        self.wanted = wanted
        transport.want(wanted)
    }

    /// Ends the connection.
    func close() {
        guard !isClosed else { return }
        phase = .closed
        let interests = subscriptions.map(\.interest) + polls.map(\.interest)
        owner.interestsChanged(of: self, added: [], removed: interests)
        subscriptions = []
        polls = []
        output.drop()
        transport.close()
        owner.ended(self)
    }
}

// MARK: Subscriptions and polls

extension Session {
    /// A long poll under way.
    struct Poll {
        var address: ReplyAddress
        var interest: Interest
        /// It is answered with what changed after this number.
        var cursor: UInt64
        /// In monotonic milliseconds; nil to wait for ever.
        var deadline: Int64?
    }

    /// Begins a subscription, whose id is the greatest yet.
    func add(_ subscription: Subscription) {
        subscriptions.append(subscription)
        owner.interestsChanged(of: self, added: [subscription.interest], removed: [])
    }

    /// Ends a subscription; false when there is none with this id.
    func removeSubscription(_ id: UInt64) -> Bool {
        guard role == .requests, let index = subscriptions.firstIndex(where: { $0.id == id }) else {
            return false
        }
        let interest = subscriptions.remove(at: index).interest
        owner.interestsChanged(of: self, added: [], removed: [interest])
        return true
    }

    /// Begins a long poll.
    func add(_ poll: Poll) {
        polls.append(poll)
        owner.interestsChanged(of: self, added: [poll.interest], removed: [])
    }

    /// Answers some polls, each once, and keeps the others as they were left.
    func answerPolls(_ reply: (inout Poll) -> [UInt8]?) {
        var kept: [Poll] = []
        for var poll in polls {
            if let bytes = reply(&poll) {
                append(bytes)
                owner.interestsChanged(of: self, added: [], removed: [poll.interest])
                owner.wantsTurn(self, .soon)
            } else {
                kept.append(poll)
            }
        }
        polls = kept
    }
}
