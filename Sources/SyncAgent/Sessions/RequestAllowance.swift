// How much a client may have asked for at once.

/// The requests of a session that wait for their answers.
struct RequestAllowance {
    /// Bytes of replies that a client may leave unread before its requests are read no more.
    static let unreadReplyBytes = 16 << 20
    /// Requests that may wait to be durable at once; further ones are read when some are answered.
    static let requestsUnderWay = 4_096

    /// Requests whose answers are still to come; long polls aren't among them, as nobody waits for those.
    private var unanswered = 0
    /// Bytes of requests that wait for files to be seen, and of replies that wait for what they tell of to
    /// be written.
    private(set) var heldBytes = 0

    /// Whether every request is answered.
    var isSettled: Bool { unanswered == 0 }

    /// Whether one more request may be read while so many bytes of replies wait to be sent.
    func takesMore(unsentBytes: Int) -> Bool {
        unsentBytes + heldBytes < Self.unreadReplyBytes && unanswered < Self.requestsUnderWay
    }

    /// Counts a request that is answered later, and what is held of it.
    mutating func expect(holding bytes: Int) {
        unanswered += 1
        heldBytes += bytes
    }

    /// Takes a request off that was counted with so many bytes.
    mutating func settle(_ bytes: Int) {
        unanswered -= 1
        heldBytes -= bytes
    }
}
