// What was done on this screen, step by step: undo and redo name the steps to the agent.

import SettingsModel
import SettingsProtocol

/// What is undone as a whole: the steps of the agent's history that it came to.
struct Step: Equatable, Sendable {
    var number = 0
    /// Its writes that aren't answered.
    var writes: Set<Int> = []
    /// The agent's numbers of what it came to; none where nothing of the user's own changed.
    var groups: [UInt64] = []
    /// The entry of a save whose value wasn't adopted: an undo adopts it.
    var entry: UInt64?
    /// The agent's number of its last undo or redo; nil for none.
    var reversal: UInt64?
    /// The setting that keys or the mouse have moved.
    var place: SettingPlace?
    /// What is said of values in files that its undo or redo takes the place of; empty for none.
    var loss = ""
    /// When its first and its last write was made, in milliseconds since 1970.
    var first: Int64 = 0
    var last: Int64 = 0

    /// The request to undo it, or to undo its undo.
    func effect(of wish: Steps.Wish) -> Effect {
        if wish == .redo, let reversal { return .undo(.steps([reversal])) }
        return entry.map { .undo(.entry($0)) } ?? .undo(.steps(groups))
    }

    /// Repeated keys on one row less than a second apart are one step, of ten seconds at most; so is a drag.
    fileprivate func goesOn(at place: SettingPlace, _ gesture: Steps.Gesture, _ now: Int64) -> Bool
    {
        guard self.place == place else { return false }
        switch gesture {
        case .alone: return false
        // The clock may have been set back.
        case .keys: return (0..<1_000).contains(now - last) && (0...10_000).contains(now - first)
        // More than the agent undoes as one.
        case .drag: return writes.count + groups.count < Call.UndoTarget.mostSteps
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

    /// A wish and its step, which is chosen when the wish is made.
    private struct Request: Equatable {
        var wish: Wish
        var step: Step
    }

    /// The oldest first.
    private(set) var done: [Step] = []
    /// The one that was undone last, last.
    private(set) var undone: [Step] = []
    /// Steps that can be redone again only if no write since has changed anything.
    private var setAside: [Step] = []
    private var requests: [Request] = []
    private var underWay: Request?
    private var lastNumber = 0

    /// More than anyone takes back by hand.
    static let most = 10_000
    /// How many undos and redos wait at most: more than anyone presses before an agent answers.
    static let mostRequests = 100

    // MARK: Doing

    /// Notes a write as a new step, or as more of the last one; what was undone can't be redone after it.
    mutating func note(write: Int, of place: SettingPlace?, _ gesture: Gesture, at now: Int64) {
        let dropped = undone.filter { !isAskedFor($0) }
        if !dropped.isEmpty {
            setAside = dropped
            undone = undone.filter { isAskedFor($0) }
        }
        // What is to be undone takes nothing more.
        if underWay == nil, requests.isEmpty, let place, let last = done.indices.last,
            done[last].goesOn(at: place, gesture, now)
        {
            done[last].writes.insert(write)
            done[last].last = now
            return
        }
        done.append(numbered(Step(writes: [write], place: place, first: now, last: now)))
        if done.count > Self.most { done.removeFirst() }
    }

    private mutating func numbered(_ step: Step) -> Step {
        lastNumber += 1
        var step = step
        step.number = lastNumber
        return step
    }

    /// Notes a step that is no write; what was undone can't be redone after it.
    mutating func add(group: UInt64) {
        undone = undone.filter { isAskedFor($0) }
        setAside = []
        done.append(numbered(Step(groups: [group])))
        if done.count > Self.most { done.removeFirst() }
    }

    /// Joins the last writes into one step, so that one undo reverts them.
    mutating func join(since number: Int) {
        let isOf = { (step: Step) in
            step.groups.isEmpty && !step.writes.isEmpty && step.writes.allSatisfy { $0 > number }
        }
        let parts = done.reversed().prefix(while: isOf)
        guard let last = parts.first, parts.count > 1 else { return }
        done.removeLast(parts.count)
        let writes = parts.reduce(into: Set<Int>()) { $0.formUnion($1.writes) }
        done.append(numbered(Step(writes: writes, last: last.last)))
    }

    /// Notes what a write came to; nil for nothing that could be undone.
    mutating func answer(write: Int, group: UInt64?) {
        guard let index = done.lastIndex(where: { $0.writes.contains(write) }) else { return }
        done[index].writes.remove(write)
        if let group, !done[index].groups.contains(group) { done[index].groups.append(group) }
        if group != nil { setAside = [] }
        guard done[index].writes.isEmpty, done[index].groups.isEmpty else { return }
        done.remove(at: index)
        guard done.allSatisfy(\.writes.isEmpty) else { return }
        undone = setAside + undone
        setAside = []
    }

    // MARK: Undoing

    /// Asks for an undo or a redo, after those that were asked for before.
    ///
    /// Its step is chosen now, so that it never undoes a later write instead.
    ///
    /// - Returns: Whether there is a step to go back to, or on to.
    mutating func ask(_ wish: Wish) -> Bool {
        let step: Step? =
            switch wish {
            case .undo: expected.done.last
            case .redo: expected.undone.last
            case .undoing(let step): numbered(step)
            }
        guard let step else { return false }
        requests.append(Request(wish: wish, step: step))
        return true
    }

    /// Whether an undo or a redo isn't sent before something is answered.
    var isWaiting: Bool { !requests.isEmpty }

    /// Whether no more can be asked for before one is done.
    var isFull: Bool { requests.count >= Self.mostRequests }

    /// Whether one was sent, and isn't answered.
    var isUnderWay: Bool { underWay != nil }

    /// The steps that will be undone after all that is asked for.
    var toBeUndone: [Step] { expected.undone }

    /// The step that an undo is about which is asked for now.
    var nextToUndo: Step? { expected.done.last }

    /// Whether a step of the agent's history is an undo or a redo that was asked for here.
    func hasReversal(_ group: UInt64) -> Bool {
        done.contains { $0.reversal == group } || undone.contains { $0.reversal == group }
    }

    /// The steps that are done, and those that are undone, after all that is asked for.
    private var expected: (done: [Step], undone: [Step]) {
        var (done, undone) = (done, undone)
        for request in (underWay.map { [$0] } ?? []) + requests {
            let step = request.step
            if request.wish == .redo {
                undone.removeAll { $0.number == step.number }
                done.append(step)
            } else {
                done.remove(step)
                undone.append(step)
            }
        }
        return (done, undone)
    }

    private func isAskedFor(_ step: Step) -> Bool {
        underWay?.step.number == step.number || requests.contains { $0.step.number == step.number }
    }

    /// What is to be done next; an undo waits until the agent has said what its writes came to.
    ///
    /// - Returns: The step and the wish; nil if nothing is asked for, or if a write isn't answered yet.
    mutating func next() -> (step: Step, wish: Wish)? {
        while underWay == nil, let request = requests.first {
            let number = request.step.number
            let step: Step? =
                switch request.wish {
                case .undo: done.first { $0.number == number }
                case .redo: undone.first { $0.number == number }
                case .undoing: request.step
                }
            if let step, !step.writes.isEmpty { return nil }
            requests.removeFirst()
            // A step whose writes changed nothing isn't there any more.
            guard let step else { continue }
            underWay = Request(wish: request.wish, step: step)
            return (step, request.wish)
        }
        return nil
    }

    /// Remembers what is said once what is under way is done.
    mutating func note(loss: String) { underWay?.step.loss = loss }

    /// Notes that what is under way was done, as a step of that number.
    ///
    /// - Returns: The step and the wish; nil if none was under way.
    mutating func succeed(group: UInt64?) -> (step: Step, wish: Wish)? {
        guard let found = underWay else { return nil }
        var step = found.step
        underWay = nil
        step.reversal = group
        // What was written since isn't answered, as the agent does one after the other.
        let firstSince = done.firstIndex { !$0.writes.isEmpty }
        if found.wish == .redo {
            undone.removeAll { $0.number == step.number }
            done.insert(step, at: firstSince ?? done.count)
        } else {
            done.remove(step)
            // An undo of nothing can't be redone.
            if group != nil, firstSince == nil || isAskedFor(step) { undone.append(step) }
        }
        return (step, found.wish)
    }

    /// Notes that what is under way couldn't be done.
    ///
    /// - Parameter isOver: Whether it never can be, so that it isn't in the way of others.
    /// - Returns: The step and the wish; nil if none was under way.
    mutating func fail(isOver: Bool) -> (step: Step, wish: Wish)? {
        guard let failed = underWay else { return nil }
        stop()
        guard isOver else { return (failed.step, failed.wish) }
        switch failed.wish {
        case .undo: done.removeAll { $0.number == failed.step.number }
        case .redo: undone.removeAll { $0.number == failed.step.number }
        case .undoing: break
        }
        return (failed.step, failed.wish)
    }

    /// Drops steps that were undone, and undone ones that were redone, without this screen knowing.
    ///
    /// - Parameters:
    ///   - ended: The entries of the agent's history that were undone.
    ///   - log: The changes, with what of them is undone.
    mutating func drop(ended: Set<UInt64>, _ log: ChangeLog) {
        let isUndone = { (step: Step) in
            log.entries.filter(step.has).allSatisfy(\.isUndone)
        }
        let isRedone = { (step: Step) in
            step.reversal.map(ended.contains) == true && !isUndone(step)
        }
        done.removeAll { !ended.isDisjoint(with: $0.groups) && isUndone($0) }
        undone.removeAll(where: isRedone)
        setAside.removeAll(where: isRedone)
    }

    /// Gives up what is asked for.
    mutating func stop() { (requests, underWay) = ([], nil) }
}

extension [Step] {
    /// Removes what an undo took back: whole steps, or only a part of one.
    fileprivate mutating func remove(_ step: Step) {
        for index in indices { self[index].groups.removeAll(where: step.groups.contains) }
        removeAll { other in
            if other.number == step.number { return true }
            if let entry = other.entry { return entry == step.entry }
            return other.writes.isEmpty && other.groups.isEmpty
        }
    }
}
