// One client's connection.

import SettingsModel
import SettingsProtocol
import SyncEngine
import SyncPlatform

/// One client's connection: requests in, replies and notifications out, nobody ever waited for.
package final class Session {
    /// Bytes of replies that a client may leave unread before its requests are read no more.
    static let unreadReplyBytes = 16 << 20
    /// Notifications are made only while fewer bytes than this wait to be sent.
    static let unsentNotificationBytes = 256 << 10
    /// Requests that may wait to be durable at once; further ones are read when some are answered.
    static let requestsUnderWay = 4_096
    /// A client's requests are done for so long at a time, in milliseconds; then others have a turn.
    static let turnTime: Int64 = 10
    /// A buffer of up to so many bytes is kept while the connection is idle.
    private static let keptBufferBytes = 4_096

    private let hub: Hub
    private let transport: any Transport
    private var splitter: LineSplitter
    private var output: [UInt8] = []
    private var sent = 0
    /// Ordered by id.
    private(set) var subscriptions: [Subscription] = []
    /// Which subscription is looked at first, so that none is always last.
    private var turn = 0
    private(set) var polls: [Poll] = []
    private var parts = GatheredParts()
    /// Requests whose answers are still to come.
    private var unanswered = 0
    /// The size of the request that is being handled, in bytes.
    private(set) var requestBytes = 0
    /// Bytes of requests that wait for files to be seen, and of replies that wait for what they tell of to
    /// be written.
    private var heldBytes = 0
    private var inputHasEnded = false
    /// Whether the connection ends when what was asked before has been answered.
    private var isClosing = false
    private(set) var isClosed = false
    private var isReadingRequests = false
    /// Whether requests wait until the other clients have had a turn.
    private var isWaitingForTurn = false
    private var isWaitingForRoom = false
    /// What the transport was last told.
    private var wanted = Wanted.bytes
    private let role: SocketRole
    /// The name that the client gave itself, or its program's; looked up when it is first needed.
    lazy var clientName =
        RunningProcess.name(of: transport.peerProcess) ?? "pid:\(transport.peerProcess)"
    /// Whether the hub has noted it as having something to send.
    var isTouched = false

    init(hub: Hub, transport: any Transport, _ role: SocketRole) {
        self.hub = hub
        self.transport = transport
        self.role = role
        splitter = LineSplitter(limits: hub.limits)
    }

    /// Begins the stream of the events socket.
    func beginEvents() {
        let seq = hub.agent.announcedSeq
        append(.hello(epoch: hub.epoch, seq: seq), sub: nil)
        var subscription = Subscription(
            id: hub.nextSubscription(),
            interest: Interest(),
            after: seq
        )
        subscription.isWholeSocket = true
        add(subscription)
        flush()
    }

    // MARK: In

    /// Takes bytes as they were read.
    package func received(_ bytes: UnsafeRawBufferPointer) {
        guard role == .requests, !isClosing, !isClosed else { return }
        splitter.append(bytes)
        proceed()
    }

    /// The client writes no more; what it asked is answered, and its subscriptions live on.
    package func inputEnded() {
        guard !inputHasEnded else { return }
        inputHasEnded = true
        proceed()
    }

    /// The socket can take more.
    package func becameWritable() {
        isWaitingForRoom = false
        // Also requests that waited for the client to read its replies.
        proceed()
    }

    /// The connection is gone.
    package func connectionEnded() { close() }

    /// Does what the client asked and sends what there is, as far as the socket takes it.
    func proceed() {
        guard !isReadingRequests else { return }
        let end = hub.now + Self.turnTime
        repeat {
            isReadingRequests = true
            readRequests(until: end)
            isReadingRequests = false
            flush()
            // All replies may have gone out at once; then nobody says that there is room.
        } while !isClosed && !isClosing && !splitter.isEmpty && mayReadOn && !isAwaitingInput
    }

    /// Whether only a part of a line is there.
    private var isAwaitingInput = false

    private var mayReadOn: Bool {
        !isWaitingForTurn && unsentBytes + heldBytes < Self.unreadReplyBytes
            && unanswered - polls.count < Self.requestsUnderWay
    }

    /// Goes on with the requests that waited for a turn.
    func takeTurn() {
        isWaitingForTurn = false
        proceed()
    }

    private func readRequests(until end: Int64) {
        isAwaitingInput = false
        do {
            while !isClosing, !isClosed, mayReadOn {
                guard let line = try splitter.next() ?? lastLine() else {
                    isAwaitingInput = true
                    return
                }
                handle(line)
                if hub.now >= end, !splitter.isEmpty {
                    isWaitingForTurn = true
                    hub.giveTurn(to: self)
                }
            }
        } catch {
            append(ReplyAddress(id: .null, wire: splitter.wire).reply(error))
            isClosing = true
        }
    }

    private func lastLine() -> [UInt8]? { inputHasEnded ? splitter.finish() : nil }

    private func handle(_ line: [UInt8]) {
        requestBytes = line.count
        do {
            let request = try Request(line, wire: splitter.wire, limits: hub.limits)
            do {
                try hub.handle(try request.call(), for: self, request)
            } catch {
                append(request.address.reply(error))
            }
        } catch {
            append(error.address.reply(error.error))
            if error.endsConnection { isClosing = true }
        }
    }

    // MARK: Out

    private var unsentBytes: Int { output.count - sent }

    /// Puts a reply behind what waits to be sent.
    func append(_ reply: [UInt8]) { output += reply }

    /// Puts a notification behind what waits to be sent.
    func append(_ notification: Notification, sub: UInt64?) {
        notification.append(to: &output, sub: sub, wire: splitter.wire)
    }

    /// Tells every subscription that a domain may interest; one that doesn't read is passed over,
    /// as it can ask for the state of the files when it reads again.
    func tell(_ notification: Notification, of domain: Domain) {
        guard unsentBytes < Self.unsentNotificationBytes else { return }
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

    /// Takes changes, or a part of them that came in a line of so many bytes.
    ///
    /// - Returns: All changes; nil where parts are still to come.
    func gather(
        _ apply: Call.Apply,
        lineBytes: Int,
        _ limits: Limits
    ) throws(RPCError) -> Call.Apply? {
        try parts.add(apply, lineBytes: lineBytes, limits)
    }

    /// Counts a request that is answered later; to be matched by ``deliverAnswer(_:)``.
    func expectAnswer() { unanswered += 1 }

    /// Puts down the reply to a request that was counted.
    func deliverAnswer(_ reply: [UInt8]) {
        unanswered -= 1
        guard !isClosed else { return }
        append(reply)
        hub.touch(self)
    }

    /// Counts so many bytes of a request or a reply that has to wait; to be matched by ``letGo(_:_:)``.
    func hold(_ bytes: Int) {
        heldBytes += bytes
        expectAnswer()
    }

    /// Puts down the reply to what was counted; none for a request that is only begun now.
    func letGo(_ bytes: Int, _ reply: [UInt8]) {
        heldBytes -= bytes
        deliverAnswer(reply)
    }

    /// Sends what there is and what subscribers are behind with, until the socket takes no more.
    func flush() {
        guard !isClosed else { return }
        repeat {
            guard push() else { return }
        } while !isWaitingForRoom && pump()
        if isDone { return close() }
        updateWanted()
    }

    private var isDone: Bool {
        guard unsentBytes == 0 else { return false }
        // Long polls of a client that broke the rules are not waited for.
        if isClosing { return unanswered == polls.count }
        return inputHasEnded && splitter.isEmpty && unanswered == 0 && subscriptions.isEmpty
    }

    /// Hands bytes to the socket.
    ///
    /// - Returns: false when the session has ended over it.
    private func push() -> Bool {
        while unsentBytes > 0, !isWaitingForRoom {
            switch transport.send(output[sent...]) {
            case .taken(let count) where count > 0: sent += count
            case .taken: isWaitingForRoom = true
            case .broken:
                close()
                return false
            }
        }
        if unsentBytes == 0 {
            // Most connections are idle most of the time and should cost little then.
            output.removeAll(keepingCapacity: output.capacity <= Self.keptBufferBytes)
            sent = 0
        } else if sent >= Self.unsentNotificationBytes {
            output.removeFirst(sent)
            sent = 0
        }
        return true
    }

    /// Makes the next messages of subscribers that are behind.
    ///
    /// - Returns: Whether any was.
    private func pump() -> Bool {
        var hasMore = false
        for _ in subscriptions.indices {
            guard unsentBytes < Self.unsentNotificationBytes else { return hasMore }
            turn = turn + 1 < subscriptions.count ? turn + 1 : 0
            if hub.mustWait(subscriptions[turn], for: self) { continue }
            guard let delivery = hub.next(for: &subscriptions[turn]) else { continue }
            hasMore = true
            guard case .message(let message) = delivery else { continue }
            append(message, sub: subscriptions[turn].wireID)
            if subscriptions[turn].minimumInterval > 0 {
                subscriptions[turn].nextTime = hub.now + subscriptions[turn].minimumInterval
            }
        }
        return hasMore
    }

    private func updateWanted() {
        var wanted: Wanted = isWaitingForRoom ? .room : []
        if !inputHasEnded, !isClosing, mayReadOn { wanted.insert(.bytes) }
        guard wanted != self.wanted else { return }
        self.wanted = wanted
        transport.want(wanted)
    }

    /// Ends the connection.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        for interest in subscriptions.map(\.interest) + polls.map(\.interest) {
            hub.removeListener(self, from: interest)
        }
        subscriptions = []
        polls = []
        output = []
        sent = 0
        transport.close()
        hub.ended(self)
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
        hub.addListener(self, to: subscription.interest)
    }

    /// Ends a subscription; false when there is none with this id.
    func removeSubscription(_ id: UInt64) -> Bool {
        guard role == .requests, let index = subscriptions.firstIndex(where: { $0.id == id }) else {
            return false
        }
        hub.removeListener(self, from: subscriptions.remove(at: index).interest)
        return true
    }

    /// Notes what a subscription's client runs with; false when there is none with this id.
    func noteApplied(_ seq: UInt64, by id: UInt64) -> Bool {
        guard role == .requests, let index = subscriptions.firstIndex(where: { $0.id == id }) else {
            return false
        }
        subscriptions[index].appliedSeq = seq
        return true
    }

    /// The process at the other end.
    var process: Int32 { transport.peerProcess }

    /// Begins a long poll.
    func add(_ poll: Poll) {
        expectAnswer()
        polls.append(poll)
        hub.addListener(self, to: poll.interest)
    }

    /// Answers some polls, each once, and keeps the others as they were left.
    func answerPolls(_ reply: (inout Poll) -> [UInt8]?) {
        var kept: [Poll] = []
        for var poll in polls {
            if let bytes = reply(&poll) {
                // Counted off before it is answered: a poll isn't waited for.
                unanswered -= 1
                append(bytes)
                hub.removeListener(self, from: poll.interest)
                hub.touch(self)
            } else {
                kept.append(poll)
            }
        }
        polls = kept
    }
}
