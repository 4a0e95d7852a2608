// Which reload hook runs when: decisions alone, with the time as an argument.

package import SettingsModel

/// The reload hooks of all domains, each with at most one run under way and one that waits.
///
/// Times are monotonic milliseconds.
package struct HookSchedule {
    /// Tells a hook from every other that there was.
    package struct HookID: Hashable, Sendable {
        fileprivate var number: UInt64
    }
    /// Tells a hook from every other over the agent's end; two that do the same for the same keys
    /// have one name.
    package struct Name: Hashable, Sendable {
        package var domain: Domain
        package var hook: String

        package init(_ domain: Domain, _ hook: String) {
            self.domain = domain
            self.hook = hook
        }
    }
    /// What is to be done next.
    package enum Order: Equatable, Sendable {
        /// Wait until the domain's files say what it says, then call ``filesWritten(for:upTo:)``.
        case awaitFiles(HookID, Domain)
        /// Run it, then call ``ended(_:with:)``.
        case run(HookID, ReloadHook)
    }
    /// How a hook fares.
    package enum Condition: Equatable, Sendable {
        case idle
        case waiting
        case running
    }

    /// As many run at once; further ones wait, in the order in which they are ready.
    package static let runningAtOnce = 8
    /// Changes that never stop put a run off for so many times the settle time, and no longer.
    package static let mostSettleTimes: Int64 = 10
    /// How long until a run is tried again whose files couldn't be waited for, or whose program was still
    /// starting, in milliseconds.
    package static let retry: Int64 = 5_000

    private enum Phase: Equatable {
        case idle
        case awaitingFiles
        /// Files are waited for that are of no use any more; the next wait begins after it.
        case calledOff
        /// The files have everything up to this number.
        case ready(UInt64)
        case running(UInt64)
    }

    /// A run that is to come.
    private struct NextRun {
        var first: Int64
        var due: Int64
    }

    private struct Line {
        var domain: Domain
        var described: DescribedHook
        var phase = Phase.idle
        var next: NextRun?
        /// The program runs with the settings as of this number.
        var appliedSeq: UInt64
        var trouble: CommandTrouble?
        /// The next run, or the one under way, is the second try at a program that was still starting.
        var isSecondTry = false

        var name: Name { Name(domain, described.hook.record) }

        var isReady: Bool { if case .ready = phase { true } else { false } }

        /// Takes back a run that hasn't begun.
        mutating func stopWaiting() {
            next = nil
            switch phase {
            case .idle, .ready: phase = .idle
            // What is waited for was asked too early for a hook that is trusted again later.
            case .awaitingFiles, .calledOff: phase = .calledOff
            case .running: break
            }
        }

        /// Ends a wait for files; false where that was called off.
        mutating func endWait() -> Bool {
            let counts = phase == .awaitingFiles
            if counts || phase == .calledOff { phase = .idle }
            return counts
        }

        /// When its next run is due; nil while another is under way, which comes first.
        var dueTime: Int64? { phase == .idle ? next?.due : nil }
    }

    private var lines: [HookID: Line] = [:]
    /// In the order of the domain file.
    private var ids: [Domain: [HookID]] = [:]
    private var ready: [HookID] = []
    /// Those that run, also when no domain file has them any more.
    private var running: [HookID: Name] = [:]
    private var lastNumber: UInt64 = 0

    /// Whether there is no hook.
    package var isEmpty: Bool { lines.isEmpty }

    // MARK: What happens

    /// The domains' hooks are now these; one that does the same as before goes on as it was, if with
    /// other times.
    ///
    /// What a new one is for counts as applied up to `seq`, or up to what is recorded of it.
    ///
    /// - Returns: New ones of which a lower number is recorded, and those that were refused and
    ///   aren't any more.
    @discardableResult
    package mutating func take(
        _ hooks: [Domain: [DescribedHook]],
        at seq: UInt64,
        recorded: [Name: UInt64] = [:]
    ) -> [HookID] {
        var late: [HookID] = []
        var lines: [HookID: Line] = [:]
        var ids: [Domain: [HookID]] = [:]
        for (domain, list) in hooks {
            var old = self.ids[domain] ?? []
            for described in list {
                let known = takeOut(described.hook, of: &old)
                let id = known ?? newID()
                var line =
                    self.lines[id] ?? Line(domain: domain, described: described, appliedSeq: seq)
                if known == nil, let recorded = recorded[line.name], recorded < seq {
                    line.appliedSeq = recorded
                    late.append(id)
                }
                if known != nil, line.described.refusal != nil, described.refusal == nil {
                    late.append(id)
                }
                line.described = described
                if described.refusal != nil { line.stopWaiting() }
                lines[id] = line
                ids[domain, default: []].append(id)
            }
        }
        self.lines = lines
        self.ids = ids
        ready.removeAll { lines[$0]?.isReady != true }
        return late
    }

    /// Takes the hook that does the same out of a list, if with other times; nil where none does.
    private func takeOut(_ hook: ReloadHook, of ids: inout [HookID]) -> HookID? {
        let index =
            ids.firstIndex { lines[$0]?.described.hook == hook }
            ?? ids.firstIndex { lines[$0]?.described.hook.record == hook.record }
        return index.map { ids.remove(at: $0) }
    }

    /// A key has another value.
    package mutating func changed(_ domain: Domain, _ key: SettingKeyPath, at now: Int64) {
        for id in ids[domain] ?? [] where lines[id]?.described.hook.isFor(key) == true {
            changed(for: id, at: now)
        }
    }

    /// Keys have other values, and which they are isn't known.
    package mutating func changedUnknown(at now: Int64) {
        for id in lines.keys { changed(for: id, at: now) }
    }

    /// A key that a hook is for has another value than its program has.
    package mutating func changed(for id: HookID, at now: Int64) {
        guard var line = lines[id], line.described.refusal == nil else { return }
        let settle = line.described.hook.settle
        let first = line.next?.first ?? now
        let due = min(now + settle, first + Self.mostSettleTimes * settle)
        line.next = NextRun(first: first, due: due)
        line.isSecondTry = false
        lines[id] = line
    }

    /// Nothing that a hook is for has changed since its program last read its settings.
    package mutating func missedNothing(_ id: HookID, upTo seq: UInt64) {
        lines[id]?.appliedSeq = seq
    }

    /// A domain's files say what it said at a number.
    package mutating func filesWritten(for id: HookID, upTo seq: UInt64) {
        guard lines[id]?.endWait() == true else { return }
        lines[id]?.phase = .ready(seq)
        ready.append(id)
    }

    /// What a domain says can't be made durable now; it is tried again.
    package mutating func filesNotWritten(for id: HookID, at now: Int64) {
        guard lines[id]?.endWait() == true else { return }
        lines[id]?.next = NextRun(first: now, due: now + Self.retry)
    }

    /// A run has ended, well (nil) or with some trouble.
    ///
    /// - Returns: Whether the trouble is another than that of the run before.
    @discardableResult
    package mutating func ended(_ id: HookID, with trouble: CommandTrouble?) -> Bool {
        running[id] = nil
        guard var line = lines[id], case .running(let seq) = line.phase else { return false }
        let isNew = line.trouble != trouble
        if trouble == nil { line.appliedSeq = max(line.appliedSeq, seq) }
        line.phase = .idle
        line.trouble = trouble
        line.isSecondTry = false
        lines[id] = line
        return isNew
    }

    /// The run's program is still starting: it is tried again later, once.
    ///
    /// - Returns: False on the second try: the run is still under way. What is starting then began after
    ///   the files were written, so that it has read them.
    package mutating func triesAgain(_ id: HookID, at now: Int64) -> Bool {
        guard var line = lines[id], case .running = line.phase, !line.isSecondTry else {
            return false
        }
        running[id] = nil
        line.phase = .idle
        // With a further change it is the first try at that.
        line.isSecondTry = line.next == nil
        line.next = NextRun(first: line.next?.first ?? now, due: now + Self.retry)
        lines[id] = line
        return true
    }

    // MARK: What is to be done

    /// The next thing that is due; nil when nothing is.
    package mutating func nextOrder(at now: Int64) -> Order? {
        if let id = nextReady(), let line = lines[id], case .ready(let seq) = line.phase {
            lines[id]?.phase = .running(seq)
            running[id] = line.name
            return .run(id, line.described.hook)
        }
        let due = lines.compactMap { id, line in line.dueTime.map { ($0, id.number, id) } }
        guard let (time, _, id) = due.min(by: { ($0.0, $0.1) < ($1.0, $1.1) }), time <= now,
            let line = lines[id]
        else { return nil }
        lines[id]?.next = nil
        lines[id]?.phase = .awaitingFiles
        return .awaitFiles(id, line.domain)
    }

    /// Takes the first that may run; one that does what is under way waits for that to end, also where
    /// it was taken out of the domain file and put in again meanwhile.
    private mutating func nextReady() -> HookID? {
        guard running.count < Self.runningAtOnce else { return nil }
        let next = ready.firstIndex { id in
            guard let name = lines[id]?.name else { return true }
            return !running.values.contains(name)
        }
        return next.map { ready.remove(at: $0) }
    }

    /// When ``nextOrder(at:)`` has something to say next without anything else happening; nil for never.
    package var nextDeadline: Int64? { lines.values.compactMap(\.dueTime).min() }

    // MARK: What can be asked

    /// A domain's hooks in the order of its file.
    package func hooks(of domain: Domain) -> [HookID] { ids[domain] ?? [] }

    /// The domains that have hooks, in order.
    package var domains: [Domain] { ids.keys.sorted() }

    /// A hook as it is described.
    package func description(of id: HookID) -> DescribedHook? { lines[id]?.described }

    /// A hook's domain.
    package func domain(of id: HookID) -> Domain? { lines[id]?.domain }

    /// Why a hook isn't run, or what was wrong with its last run.
    package func trouble(of id: HookID) -> CommandTrouble? {
        lines[id].flatMap { $0.described.refusal ?? $0.trouble }
    }

    /// The number up to which a hook's program has the settings.
    package func appliedSeq(of id: HookID) -> UInt64? { lines[id]?.appliedSeq }

    /// The numbers up to which the programs have the settings, as the journal is to know them.
    package var appliedSeqs: [Name: UInt64] {
        Dictionary(lines.values.map { ($0.name, $0.appliedSeq) }, uniquingKeysWith: min)
    }

    /// Whether a hook runs or waits to.
    package func condition(of id: HookID) -> Condition {
        guard let line = lines[id] else { return .idle }
        switch line.phase {
        case .running: return .running
        case .awaitingFiles, .ready: return .waiting
        case .idle, .calledOff: return line.next == nil ? .idle : .waiting
        }
    }

    private mutating func newID() -> HookID {
        lastNumber += 1
        return HookID(number: lastNumber)
    }
}
