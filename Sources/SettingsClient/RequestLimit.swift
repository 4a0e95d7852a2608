// How many requests are under way at once.

import Synchronization

/// A limit on the requests under way, each of which has a connection; further ones wait in order.
final class RequestLimit: Sendable {
    /// An agent serves that many at once no faster, and each costs a descriptor on both sides.
    static let most = 64

    private struct Waiting {
        var id: UInt64
        var continuation: CheckedContinuation<Bool, Never>
    }
    private struct State {
        var underWay = 0
        var lastID: UInt64 = 0
        var waiting: [Waiting] = []
    }
    private let state = Mutex(State())

    /// How many wait.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Waits until one more may be under way; ``end()`` must follow.
    ///
    /// - Throws: ``ClientError`` with code `.cancelled`; nothing follows then.
    func begin() async throws(ClientError) {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        let isLetIn = await withTaskCancellationHandler {
            await withCheckedContinuation { letIn(Waiting(id: id, continuation: $0)) }
        } onCancel: {
            leave(id)
        }
        guard isLetIn else { throw .cancelled }
    }

    /// Lets in the next.
    func end() {
        let next = state.withLock { state -> Waiting? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.underWay -= 1
            return nil
        }
        next?.continuation.resume(returning: true)
    }

    private func letIn(_ one: Waiting) {
        let isLetIn = state.withLock { state -> Bool? in
            if state.underWay < Self.most {
                state.underWay += 1
                return true
            }
            // A task that is cancelled later finds itself among those who wait.
            if Task.isCancelled { return false }
            state.waiting.append(one)
            return nil
        }
        if let isLetIn { one.continuation.resume(returning: isLetIn) }
    }

    private func leave(_ id: UInt64) {
        let one = state.withLock { state in
            state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0) }
        }
        one?.continuation.resume(returning: false)
    }
}
