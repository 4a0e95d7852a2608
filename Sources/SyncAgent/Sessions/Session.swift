// One client's connection.

import SettingsModel
import SettingsProtocol
import SyncEngine

/// One client's connection: requests in, replies and notifications out, nobody ever waited for.
package final class Session {
    /// Replies that a client may leave unread before its requests are read no more.
    static let unreadReplies = 16 << 20
    /// Notifications are made only while less than this waits to be sent.
    static let room = 256 << 10

    /// A long poll under way.
    struct Poll {
        var address: ReplyAddress
        var interest: Interest
        var cursor: UInt64
        var deadline: Int64?
    }

    private let hub: Hub
    private let transport: any Transport
    private var splitter: LineSplitter
    private var output: [UInt8] = []
    private var sent = 0
    private(set) var subscriptions: [UInt64: Subscription] = [:]
    private var polls: [UInt64: Poll] = [:]
    private var lastPoll: UInt64 = 0
    /// Requests whose answers are still to come.
    private var unanswered = 0
    private var inputHasEnded = false
    private var isClosing = false
    private(set) var isClosed = false
    private var isReading = true
    private var isWaitingForRoom = false
    private let isEventsSocket: Bool
    /// The name that the client gave itself, or its process.
    var clientName: String

    init(hub: Hub, transport: any Transport, isEventsSocket: Bool) {
        self.hub = hub
        self.transport = transport
        self.isEventsSocket = isEventsSocket
        splitter = LineSplitter(limits: hub.limits)
        clientName = "pid:\(transport.peerProcess)"
    }

    var wire: Wire { splitter.wire }

    /// Begins the stream of the events socket.
    func beginEvents() {
        let seq = hub.agent.announcedSeq
        append(.hello(epoch: hub.epoch, seq: seq), sub: nil)
        let id = hub.nextSubscription()
        var subscription = Subscription(id: id, interest: Interest(), cursor: seq)
        subscription.isWholeSocket = true
        subscriptions[id] = subscription
        flush()
    }

    // MARK: In

    /// Takes bytes as they were read.
    package func received(_ bytes: UnsafeRawBufferPointer) {
        guard !isEventsSocket, !isClosing else { return }
        splitter.append(bytes)
        readRequests()
        flush()
    }

    /// The client writes no more; what it asked is answered, and its subscriptions live on.
    package func inputEnded() {
        guard !inputHasEnded else { return }
        inputHasEnded = true
        if let line = splitter.finish() { handle(line) }
        updateInterest()
        flush()
    }

    private func readRequests() {
        do {
            while !isClosing, output.count - sent < Self.unreadReplies,
                let line = try splitter.next()
            {
                handle(line)
            }
        } catch {
            append(ReplyAddress(id: .null, wire: splitter.wire).reply(error))
            isClosing = true
        }
    }

    private func handle(_ line: [UInt8]) {
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

    /// Sends a reply now.
    func answer(_ bytes: [UInt8]) {
        append(bytes)
        flush()
    }

    /// Counts a request that is answered later; to be matched by ``answerLater(_:)``.
    func expectAnswer() { unanswered += 1 }

    /// Sends the reply to a request that was counted.
    func answerLater(_ bytes: [UInt8]) {
        unanswered -= 1
        guard !isClosed else { return }
        answer(bytes)
    }

    func append(_ bytes: [UInt8]) { output += bytes }

    func append(_ notification: SettingsProtocol.Notification, sub: UInt64?) {
        notification.append(to: &output, sub: sub, wire: splitter.wire)
    }

    /// The socket can take more.
    package func hasRoom() {
        isWaitingForRoom = false
        flush()
        guard !isClosed else { return }
        // Requests that waited for the client to read its replies.
        readRequests()
        flush()
    }

    /// Sends what there is and what subscribers are behind with, until the socket takes no more.
    func flush() {
        guard !isClosed else { return }
        repeat {
            guard push() else { return }
        } while !isWaitingForRoom && pump()
        if output.isEmpty, isClosing || isFinished { return close() }
        updateInterest()
    }

    private var isFinished: Bool {
        inputHasEnded && unanswered == 0 && subscriptions.isEmpty && polls.isEmpty
    }

    /// Hands bytes to the socket.
    ///
    /// - Returns: false when the session has ended over it.
    private func push() -> Bool {
        while sent < output.count, !isWaitingForRoom {
            switch transport.send(output[sent...]) {
            case .taken(let count) where count > 0: sent += count
            case .taken: isWaitingForRoom = true
            case .broken:
                close()
                return false
            }
        }
        if sent == output.count {
            // Most connections are idle most of the time and should cost nothing then.
            if output.capacity > 4_096 {
                output = []
            } else {
                output.removeAll(keepingCapacity: true)
            }
            sent = 0
        } else if sent > Self.room {
            output.removeFirst(sent)
            sent = 0
        }
        return true
    }

    /// Makes the next messages of subscribers that are behind.
    ///
    /// - Returns: Whether there was anything to send.
    private func pump() -> Bool {
        var hasMore = false
        for id in subscriptions.keys {
            guard output.count - sent < Self.room, var subscription = subscriptions[id] else {
                break
            }
            if hub.mustWait(subscription, for: self) { continue }
            guard let delivery = hub.next(for: &subscription) else { continue }
            subscriptions[id] = subscription
            if case .message(let message) = delivery {
                append(message, sub: subscription.wireID)
                if subscription.minimumInterval > 0 {
                    subscriptions[id]?.nextTime = hub.now + subscription.minimumInterval
                }
            }
            hasMore = true
        }
        return hasMore
    }

    private func updateInterest() {
        guard !isClosed else { return }
        let canRead = !inputHasEnded && !isClosing && output.count - sent < Self.unreadReplies
        isReading = canRead
        transport.want(bytes: canRead, room: isWaitingForRoom)
    }

    /// Ends the connection.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        subscriptions = [:]
        polls = [:]
        transport.close()
        hub.ended(self)
    }

    /// The connection is gone.
    package func connectionEnded() { close() }
}

// MARK: Subscriptions and polls

extension Session {
    func add(_ subscription: Subscription) { subscriptions[subscription.id] = subscription }

    func removeSubscription(_ id: UInt64) -> Bool { subscriptions.removeValue(forKey: id) != nil }

    /// Makes every cursor begin anew with a snapshot.
    func restartSubscriptions(at seq: UInt64) {
        for id in subscriptions.keys {
            subscriptions[id]?.snapshot = Subscription.Snapshot(
                seq: seq,
                sentUpTo: 0,
                isFirst: true
            )
        }
        flush()
    }

    func add(_ poll: Poll) -> UInt64 {
        lastPoll += 1
        polls[lastPoll] = poll
        return lastPoll
    }

    /// Takes a poll out, so that it is answered once.
    func takePoll(_ id: UInt64) -> Poll? { polls.removeValue(forKey: id) }

    var pollIDs: [UInt64] { polls.keys.sorted() }
    func poll(_ id: UInt64) -> Poll? { polls[id] }
}
