// The edits that the engine hasn't taken yet, and the answers that wait for them.

import SyncEngine

/// The edits of clients that wait for their turn.
///
/// Whoever asks after an edit was sent, on the same connection maybe, sees what it did.
struct EditLine {
    /// How many edits there have been, and how many of them were taken.
    private var added: UInt64 = 0
    private var stepped: UInt64 = 0
    /// What waits until so many were taken; the oldest first.
    private var waiting: [(count: UInt64, go: () -> Void)] = []

    /// Whether none waits.
    var isEmpty: Bool { stepped == added }

    /// Notes an edit.
    mutating func add() { added += 1 }

    /// Notes that the first one is taken.
    mutating func step() { stepped += 1 }

    /// Notes that none will be taken.
    mutating func dropAll() { stepped = added }

    /// Leaves something until all edits so far were taken.
    mutating func wait(_ go: @escaping () -> Void) { waiting.append((added, go)) }

    /// Takes out what has waited long enough, the oldest first.
    mutating func takeReady() -> [() -> Void] {
        guard !waiting.isEmpty else { return [] }
        let ready = waiting.prefix { $0.count <= stepped }
        waiting.removeFirst(ready.count)
        return ready.map(\.go)
    }
}

extension Input {
    /// Whether a client changes settings with it.
    var isEdit: Bool {
        switch self {
        case .edit, .undo: true
        default: false
        }
    }
}
