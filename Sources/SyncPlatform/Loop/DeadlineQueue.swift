// Timers by the time they are due.

/// A priority queue of timers: the next one is known at once, setting and cancelling cost O(log n).
struct DeadlineQueue<Body> {
    private struct Deadline {
        var due: Int64
        var id: UInt64

        /// Equal times keep the order in which they were set.
        func isBefore(_ other: Deadline) -> Bool { (due, id) < (other.due, other.id) }
    }

    private var heap: [Deadline] = []
    private var bodies: [UInt64: Body] = [:]
    private var lastID: UInt64 = 0

    /// The time of the next timer; nil when there is none.
    var nextDue: Int64? { heap.first?.due }

    /// Adds a timer and gives its number.
    mutating func insert(_ body: Body, due: Int64) -> UInt64 {
        lastID += 1
        bodies[lastID] = body
        heap.append(Deadline(due: due, id: lastID))
        siftUp(heap.count - 1)
        return lastID
    }

    /// Takes a timer out; one that is gone already makes no difference.
    mutating func remove(_ id: UInt64) {
        guard bodies.removeValue(forKey: id) != nil else { return }
        // Cancelled deadlines may stay inside the heap but never at its top, where they would wake
        // the loop, and never be most of it.
        if heap.count > 2 * bodies.count + 64 {
            heap = heap.filter { bodies[$0.id] != nil }.sorted { $0.isBefore($1) }
        }
        dropCancelled()
    }

    /// Takes out the first timer that is due at `now`.
    mutating func popDue(at now: Int64) -> Body? {
        guard let first = heap.first, first.due <= now else { return nil }
        let body = bodies.removeValue(forKey: first.id)
        dropCancelled()
        return body
    }

    private mutating func dropCancelled() {
        while let first = heap.first, bodies[first.id] == nil {
            heap.swapAt(0, heap.count - 1)
            heap.removeLast()
            siftDown()
        }
    }

    private mutating func siftUp(_ start: Int) {
        var index = start
        while index > 0, heap[index].isBefore(heap[(index - 1) / 2]) {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func siftDown() {
        var index = 0
        while true {
            var least = index
            for child in [2 * index + 1, 2 * index + 2]
            where child < heap.count && heap[child].isBefore(heap[least]) {
                least = child
            }
            if least == index { return }
            heap.swapAt(index, least)
            index = least
        }
    }
}
