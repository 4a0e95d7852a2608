// Work that is done in one place, so that none of it runs inside other work.

/// Work of one kind, done one piece after another in the order in which it came.
///
/// A piece may add others and run the queue: they are done behind it by the run that it is part of.
/// So whoever is called finds no call of its own half done further up.
///
/// It belongs to the event loop's thread.
final class RunQueue<Piece> {
    /// The pieces that wait, behind those that are done and not dropped yet.
    private var pieces: [Piece] = []
    private var doneCount = 0
    /// Whether a piece is being done.
    private(set) var isRunning = false

    /// Pieces that are done are dropped so many at a time: each drop moves all that are left.
    private static var mostDone: Int { 1_024 }

    /// How many pieces wait.
    var count: Int { pieces.count - doneCount }
    var isEmpty: Bool { count == 0 }

    /// Adds a piece; nothing runs before ``run(until:from:doing:)``.
    func add(_ piece: Piece) { pieces.append(piece) }

    /// Drops all that waits.
    func removeAll() {
        pieces = []
        doneCount = 0
    }

    /// Does what waits and what comes meanwhile, until nothing is left or it's over; called from inside
    /// a piece, it leaves that to the run under way.
    ///
    /// - Parameters:
    ///   - isOver: Asked before each piece; what is left waits for the next run.
    ///   - source: Asked for a piece when none waits.
    ///   - perform: Does a piece.
    /// - Returns: Whether it ran here, and wasn't called from inside.
    @discardableResult
    func run(
        until isOver: () -> Bool = { false },
        from source: () -> Piece? = { nil },
        doing perform: (Piece) -> Void
    ) -> Bool {
        guard !isRunning else { return false }
        isRunning = true
        defer { isRunning = false }
        while !isOver(), let piece = takeFirst() ?? source() { perform(piece) }
        return true
    }

    private func takeFirst() -> Piece? {
        guard !isEmpty else { return nil }
        let piece = pieces[doneCount]
        doneCount += 1
        if isEmpty || doneCount > Self.mostDone {
            pieces.removeFirst(doneCount)
            doneCount = 0
        }
        return piece
    }
}
