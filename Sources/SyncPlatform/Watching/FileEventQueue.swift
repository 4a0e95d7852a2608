// What was noticed and nobody has taken yet.

import SyncEngine

/// The events for the engine, oldest first.
struct FileEventQueue {
    /// More than this many events that nobody took are told as an overflow.
    static let limit = 65_536

    private var events: [FileEvent] = []
    private var touched: Set<WatchSubject> = []

    var isEmpty: Bool { events.isEmpty }

    /// Notes that something was touched.
    ///
    /// - Returns: Whether it is for the first time since the events were taken.
    mutating func touch(_ subject: WatchSubject) -> Bool { touched.insert(subject).inserted }

    /// Adds an event.
    ///
    /// - Returns: Whether it is another one than the last.
    mutating func append(_ event: FileEvent) -> Bool {
        // A loop of writes makes the same notice again and again; but each reader is one more.
        if case .read = event {} else if events.last == event { return false }
        if events.count >= Self.limit {
            events = [.overflowed]
            touched = []
        }
        events.append(event)
        return true
    }

    /// Gives all events and forgets them.
    mutating func take() -> [FileEvent] {
        defer { self = FileEventQueue() }
        return events
    }
}
