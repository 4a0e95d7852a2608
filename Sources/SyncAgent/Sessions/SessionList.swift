// The connections that are there.

/// All sessions of an agent.
final class SessionList {
    private var sessions: [ObjectIdentifier: Session] = [:]
    /// How many there have been since the start.
    private var connectionCount = 0
    /// What all of them hold of requests and answers, in bytes.
    private(set) var heldBytes = 0

    var count: Int { sessions.count }
    /// In no order.
    var all: [Session] { Array(sessions.values) }

    /// Adds a session that begins, with the next number.
    func add(_ make: (_ number: UInt64) -> Session) -> Session {
        connectionCount += 1
        let session = make(UInt64(connectionCount))
        sessions[ObjectIdentifier(session)] = session
        return session
    }

    /// Takes out a session that has ended.
    func remove(_ session: Session) {
        guard sessions.removeValue(forKey: ObjectIdentifier(session)) != nil else { return }
        heldBytes -= session.toldBytes
    }

    /// Counts what a session holds more, or less.
    func count(_ difference: Int, in session: Session) {
        if sessions[ObjectIdentifier(session)] != nil { heldBytes += difference }
    }

    /// What the clients come to that sent so many requests.
    func counts(requests: Int) -> ClientCounts {
        ClientCounts(
            connections: connectionCount,
            requests: requests,
            sessions: sessions.count,
            subscriptions: sessions.values.reduce(0) { $0 + $1.subscriptions.count }
        )
    }
}
