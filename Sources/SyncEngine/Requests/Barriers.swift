// Requests that wait until everything has been read and written.

import SettingsModel

/// A request that is answered when its files are settled.
struct Barrier: Sendable {
    var id: AnswerID
    /// nil for all.
    var domains: [Domain]?
    /// When it's answered all the same, in monotonic milliseconds; nil for never.
    var deadline: Int64?
    /// What it does to texts of mapped files; nil for nothing.
    var step: PlaceStep?
}

/// The requests that wait, in the order in which they came.
struct Barriers: Sendable {
    private var waiting: [Barrier] = []

    /// Whether no request waits.
    var isEmpty: Bool { waiting.isEmpty }

    /// When the first of them is answered whatever its files are, in monotonic milliseconds; nil for never.
    var nextDeadline: Int64? { waiting.lazy.compactMap(\.deadline).min() }

    /// Has a request wait.
    mutating func add(_ barrier: Barrier) { waiting.append(barrier) }

    /// Takes out the requests whose files are settled, or whose time has come.
    mutating func takeOpen(
        at now: Int64,
        _ files: ReplicaTable,
        _ turns: Turns
    ) -> [Barrier] {
        let open = waiting.filter { barrier in
            if let deadline = barrier.deadline, deadline <= now { return true }
            return files.areSettled(barrier.domains, waiting: turns)
        }
        if !open.isEmpty {
            let ids = open.map(\.id)
            waiting.removeAll { ids.contains($0.id) }
        }
        return open
    }

    /// What a request does to texts of mapped files.
    func step(of request: AnswerID?) -> PlaceStep? { waiting.first { $0.id == request }?.step }

    /// Notes what a request has done to them.
    mutating func note(_ step: PlaceStep, of request: AnswerID?) {
        guard let index = waiting.firstIndex(where: { $0.id == request }) else { return }
        waiting[index].step = step
    }
}
