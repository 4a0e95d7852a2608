// What was done on this screen, step by step: undo and redo name the steps to the agent.

import SettingsModel

/// What is undone as a whole: the steps of the agent's history that it came to.
struct Step: Equatable, Sendable {
    /// Its writes that aren't answered.
    var writes: Set<Int> = []
    /// The agent's numbers of what it came to; none where nothing of the user's own changed.
    var groups: [UInt64] = []
    /// The entry of a save whose value wasn't taken: an undo takes it.
    var entry: UInt64?
    /// The agent's number of its undo; nil while it's in force.
    var undo: UInt64?
    /// The setting that keys or the mouse have moved.
    var place: SettingPlace?
    /// What is said of values in files that its undo or redo takes the place of; empty for none.
    var loss = ""
    /// When its first and its last write was made, in milliseconds since 1970.
    var first: Int64 = 0
    var last: Int64 = 0

    /// Whether both came to the same steps of the history.
    fileprivate func isSame(as other: Step) -> Bool {
        (groups, entry) == (other.groups, other.entry)
    }

    /// Repeated keys on one row less than a second apart are one step, of ten seconds at most.
    fileprivate func goesOn(at place: SettingPlace, _ gesture: Steps.Gesture, _ now: Int64) -> Bool
    {
        guard self.place == place else { return false }
        switch gesture {
        case .alone: return false
        case .keys: return now - last < 1_000 && now - first <= 10_000
        case .drag: return true
        }
    }
}

/// The steps that this screen can undo and redo, one request at a time.
struct Steps: Equatable, Sendable {
    /// What a write is part of.
    enum Gesture {
        case alone
        /// Keys that move a control, perhaps again.
        case keys
        /// The mouse, which still holds what it has moved.
        case drag
    }

    /// What is asked for.
    enum Wish: Equatable, Sendable {
        case undo, redo
        /// An undo of these, which others may have done.
        case undoing(Step)
    }

    /// What comes next of what is asked for.
    enum Turn: Equatable, Sendable {
        case nothing
        /// There is no step to go back to, or on to.
        case vain(Wish)
        case send(Step, Wish)
    }

    /// The oldest first.
    private(set) var done: [Step] = []
    /// The one that was undone last, last.
    private(set) var undone: [Step] = []
    private var wishes: [Wish] = []
    private var underWay: (step: Step, wish: Wish)?

    /// More than anyone takes back by hand.
    static let most = 10_000

    static func == (a: Steps, b: Steps) -> Bool { (a.done, a.undone) == (b.done, b.undone) }

    // MARK: Doing

    /// Notes a write as a new step, or as more of the last one; what was undone can't be redone after it.
    mutating func note(write: Int, of place: SettingPlace?, _ gesture: Gesture, at now: Int64) {
        undone = []
        // What is being undone takes nothing more.
        if underWay == nil, let place, let last = done.indices.last,
            done[last].goesOn(at: place, gesture, now)
        {
            done[last].writes.insert(write)
            done[last].last = now
            return
        }
        done.append(Step(writes: [write], place: place, first: now, last: now))
        if done.count > Self.most { done.removeFirst() }
    }

    /// Has the last writes undone together.
    mutating func join(since number: Int) {
        let isOf = { (step: Step) in step.groups.isEmpty && step.writes.allSatisfy { $0 > number } }
        let parts = done.reversed().prefix(while: isOf)
        guard let last = parts.first, parts.count > 1 else { return }
        done.removeLast(parts.count)
        let writes = parts.reduce(into: Set<Int>()) { $0.formUnion($1.writes) }
        done.append(Step(writes: writes, last: last.last))
    }

    /// Notes what a write came to; nil for nothing that could be undone.
    mutating func answer(write: Int, group: UInt64?) {
        guard let index = done.lastIndex(where: { $0.writes.contains(write) }) else { return }
        done[index].writes.remove(write)
        if let group, !done[index].groups.contains(group) { done[index].groups.append(group) }
        guard done[index].writes.isEmpty, done[index].groups.isEmpty else { return }
        done.remove(at: index)
        // An undo that waited for it isn't about the step before it.
        if index == done.count, wishes.first == .undo { wishes.removeFirst() }
    }

    // MARK: Undoing

    /// Asks for an undo or a redo, after those that were asked for before.
    mutating func ask(_ wish: Wish) { wishes.append(wish) }

    /// What is to be done next; an undo waits until the agent has said what its writes came to.
    mutating func next() -> Turn {
        guard underWay == nil, let wish = wishes.first else { return .nothing }
        let step =
            switch wish {
            case .undo: done.last
            case .redo: undone.last
            case .undoing(let step): step
            }
        guard let step else {
            wishes.removeFirst()
            return .vain(wish)
        }
        guard step.writes.isEmpty else { return .nothing }
        wishes.removeFirst()
        underWay = (step, wish)
        return .send(step, wish)
    }

    /// Remembers what is said once what is under way is done.
    mutating func note(loss: String) { underWay?.step.loss = loss }

    /// Notes that what is under way was done, as a step of that number.
    ///
    /// - Returns: The step, and what was asked for; nil where nothing was under way.
    mutating func succeed(group: UInt64?) -> (step: Step, wish: Wish)? {
        guard let (found, wish) = underWay else { return nil }
        var step = found
        underWay = nil
        // What was written since isn't answered, as the agent does one after the other.
        let firstSince = done.firstIndex { !$0.writes.isEmpty }
        if wish == .redo {
            undone.removeAll(where: step.isSame(as:))
            step.undo = nil
            done.insert(step, at: firstSince ?? done.count)
        } else {
            done.removeAll { !Set($0.groups).isDisjoint(with: step.groups) }
            step.undo = group
            if firstSince == nil { undone.append(step) }
        }
        return (step, wish)
    }

    /// Notes that what is under way couldn't be done.
    ///
    /// - Parameter isOver: Whether it never can be, so that it isn't in the way of others.
    /// - Returns: What was asked for; nil where nothing was under way.
    mutating func fail(_ isOver: Bool) -> Wish? {
        guard let (step, wish) = underWay else { return nil }
        stop()
        guard isOver else { return wish }
        switch wish {
        case .undo: done.removeAll(where: step.isSame(as:))
        case .redo: undone.removeAll(where: step.isSame(as:))
        case .undoing: break
        }
        return wish
    }

    /// Gives up what is asked for.
    mutating func stop() { (wishes, underWay) = ([], nil) }
}
