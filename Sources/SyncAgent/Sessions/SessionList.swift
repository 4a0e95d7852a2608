// The connections that are there.

/// All sessions of an agent.
final class SessionList {
    private var sessions: [ObjectIdentifier: Session] = [:]
    /// How many there have been since the start.
    private var connectionCount = 0

    var count: Int { sessions.count }
    /// In no order.
    var all: [Session] { Array(sessions.values) }

    /// Adds a session that has begun.
    func add(_ session: Session) {
        sessions[ObjectIdentifier(session)] = session
        connectionCount += 1
    }

    /// Takes out a session that has ended.
    func remove(_ session: Session) { sessions[ObjectIdentifier(session)] = nil }

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
