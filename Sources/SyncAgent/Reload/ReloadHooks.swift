// Reload hooks at work: changes in, signals and commands out.

import SettingsMapping
import SettingsModel
import SyncEngine
package import SyncPlatform

/// Has programs read their settings again that know nothing of the agent.
///
/// It belongs to the event loop's thread.
package final class ReloadHooks {
    private let agent: Agent
    private let domains: DomainDirectory
    private let loop: EventLoop
    private let report: (Message) -> Void
    package private(set) var schedule = HookSchedule()
    private(set) var running: [HookSchedule.HookID: ChildProcess] = [:]
    /// Changes up to this number have been looked at.
    private var cursor: UInt64
    private var timer: (id: TimerID, deadline: Int64)?
    private let orders = RunQueue<HookSchedule.Order>()
    /// Up to which numbers programs have the settings, as the journal knows it.
    private var recorded: [HookSchedule.Name: UInt64]

    /// Makes the hooks of a directory of domains, as soon as those are read; changes that the agent
    /// announces from now on count, and those that an agent before it told no program.
    package init(
        _ agent: Agent,
        _ domains: DomainDirectory,
        loop: EventLoop,
        report: @escaping (Message) -> Void
    ) {
        self.agent = agent
        self.domains = domains
        self.loop = loop
        self.report = report
        cursor = agent.announcedSeq
        recorded = Dictionary(
            agent.recordedHooks.map { (HookSchedule.Name($0.domain, $0.hook), $0.seq ?? 0) },
            uniquingKeysWith: min
        )
        domains.loaded = { [weak self] in self?.domainsRead() }
    }

    private func domainsRead() {
        let seq = agent.announcedSeq
        let late = schedule.take(domains.hooks, at: seq, recorded: recorded)
        for id in late {
            if hasMissedChanges(id) {
                schedule.changed(for: id, at: SystemClock.monotonicMilliseconds)
            } else {
                schedule.missedNothing(id, upTo: seq)
            }
        }
        record()
        // On the loop's next turn at the soonest: the agent has yet to be told of the domains.
        setTimer()
    }

    /// Whether something changed that a hook's program wasn't told, and hasn't read in its file before.
    private func hasMissedChanges(_ id: HookSchedule.HookID) -> Bool {
        guard let applied = schedule.appliedSeq(of: id), let domain = schedule.domain(of: id),
            let hook = schedule.description(of: id)?.hook
        else { return false }
        let log = agent.engine.changes
        // Removals up to the horizon are forgotten.
        if applied < log.horizon { return true }
        // A command with holes gets the values as arguments, and reads no file.
        let found = hook.holes.isEmpty ? agent.engine.foundRev(of: domain) : 0
        return (log.position(after: max(applied, found))..<log.count).contains { position in
            guard let change = log.change(at: position) else { return false }
            return change.domain == domain && hook.isFor(change.keyPath)
        }
    }

    /// Has the journal know with what each program runs, so that the next agent makes up for the rest.
    private func record() {
        guard agent.journalError == nil else { return }
        let applied = schedule.appliedSeqs
        var records = applied.filter { recorded[$0] != $1 }.map { name, seq in
            HookRecord(domain: name.domain, hook: name.hook, seq: seq)
        }
        // Of a domain whose file can't be read now, nobody knows which hooks it has.
        let gone = recorded.keys.filter { applied[$0] == nil && !domains.isUnread($0.domain) }
        for name in gone {
            recorded[name] = nil
            records.append(HookRecord(domain: name.domain, hook: name.hook, seq: nil))
        }
        recorded.merge(applied) { $1 }
        agent.keep(records)
    }

    /// Looks at what was announced.
    package func changesAnnounced() {
        let seq = agent.announcedSeq
        defer { cursor = seq }
        guard !schedule.isEmpty else { return }
        let log = agent.engine.changes
        let now = SystemClock.monotonicMilliseconds
        // Of removals that are forgotten already, nobody knows which they were.
        if log.horizon > cursor { schedule.changedUnknown(at: now) }
        var position = log.position(after: cursor)
        while position < log.count, log.rev(at: position) <= seq {
            if let change = log.change(at: position) {
                schedule.changed(change.domain, change.keyPath, at: now)
            }
            position += 1
        }
        work()
    }

    // MARK: Working

    /// Does what is due; called again from inside, it leaves that to the call under way.
    private func work() {
        let hasRun = orders.run(
            from: { schedule.nextOrder(at: SystemClock.monotonicMilliseconds) },
            doing: { order in
                switch order {
                case .awaitFiles(let id, let domain): awaitFiles(id, domain)
                case .run(let id, let hook): run(id, hook)
                }
            }
        )
        if hasRun { setTimer() }
    }

    private func setTimer() {
        let deadline = schedule.nextDeadline
        guard deadline != timer?.deadline else { return }
        if let timer { loop.cancel(timer.id) }
        timer = nil
        guard let deadline else { return }
        let delay = Duration.milliseconds(max(0, deadline - SystemClock.monotonicMilliseconds))
        let id = loop.schedule(after: delay) { [weak self] in
            self?.timer = nil
            self?.work()
        }
        timer = (id, deadline)
    }

    /// Waits until a program that reads its file again finds the new value there.
    ///
    /// It doesn't wait until the journal's last transaction is on the disk: what a power cut undoes,
    /// it undoes with the program.
    private func awaitFiles(_ id: HookSchedule.HookID, _ domain: Domain) {
        agent.settle(domain, answering: .whenAccepted) { [weak self] result in
            guard let self else { return }
            if case .failure(.journal) = result { return filesSettled(id, .lost) }
            agent.whenWritten(domain) { [weak self] in self?.filesSettled(id, $0) }
        }
    }

    private func filesSettled(_ id: HookSchedule.HookID, _ end: CommitEnd) {
        switch end {
        case .written: schedule.filesWritten(for: id, upTo: agent.announcedSeq)
        case .lost: schedule.filesNotWritten(for: id, at: SystemClock.monotonicMilliseconds)
        }
        work()
    }

    private func run(_ id: HookSchedule.HookID, _ hook: ReloadHook) {
        guard let domain = schedule.domain(of: id) else { return ended(id, nil) }
        let holds = hook.conditions.allSatisfy {
            agent.engine.entry(domain, $0.key)?.value == $0.value
        }
        // What it is for isn't so, or its program has the settings, or finds them at its next start.
        guard holds, hasMissedChanges(id), hook.programs.map(RunningProcess.runs) ?? true
        else { return ended(id, nil) }
        switch hook.action {
        case .signal(let signal, .pidFile(let path)):
            signalled(id, signal, Signalling.send(signal, toPIDFile: path))
        case .signal(let signal, .processes(let names)):
            signalled(id, signal, Signalling.send(signal, toProcessesNamed: names))
        case .signal(let signal, .unit(let name)):
            let words = ["kill", "--kill-whom=main", "--signal=\(signal)", name]
            control(id, hook, ifActive: name, words)
        case .unit(let name, .reload): control(id, hook, ifActive: name, ["reload", name])
        case .unit(let name, .restart): start(id, hook, Self.systemctl + ["try-restart", name])
        case .unit(let name, .either):
            start(id, hook, Self.systemctl + ["try-reload-or-restart", name])
        case .command(let words):
            do throws(CommandTrouble) {
                start(id, hook, try filled(words, of: hook, with: domain))
            } catch {
                ended(id, error)
            }
        case .touch(let path): ended(id, touch(path))
        }
    }

    /// A command's words with the values of settings in their holes.
    ///
    /// - Throws: ``CommandTrouble`` where one has no value, is a secret, or would be read as an option.
    private func filled(
        _ words: [String],
        of hook: ReloadHook,
        with domain: Domain
    ) throws(CommandTrouble) -> [String] {
        let engine = agent.engine
        var words = words
        for (index, text) in hook.holes.sorted(by: { $0.key < $1.key }) {
            if let secret = text.keys.first(where: { engine.hides(domain, $0) }) {
                throw CommandTrouble(
                    "'\(secret)' is or may be a secret, which other programs would see",
                    advice: "Have the program read it from its own file"
                )
            }
            do throws(FilledText.Lack) {
                words[index] = try text.filled { engine.entry(domain, $0)?.value }
            } catch {
                throw CommandTrouble(error)
            }
            if text.beginsWithHole, words[index].hasPrefix("-"), let key = text.keys.first {
                throw CommandTrouble(
                    "'\(key)' begins with '-', which the program would read as an option",
                    advice: "Write something before the hole, as in --name={\(key)}"
                )
            }
        }
        return words
    }

    /// Touches a file; linked ones are never opened for writing, for this neither.
    private func touch(_ path: String) -> CommandTrouble? {
        let target = OwnFiles.target(of: path)
        let linked = agent.engine.knownDomains.lazy.flatMap(agent.engine.conditions(of:)).map(
            \.0.path
        )
        if linked.contains(where: { OwnFiles.target(of: $0) == target }) {
            return CommandTrouble(
                "'\(path.escapedForDisplay)' is a linked file, which is never opened for writing",
                advice: "Touch a file that isn't linked"
            )
        }
        do throws(StorageError) {
            try OwnFiles.touch(path)
            return nil
        } catch {
            return CommandTrouble(error.problem, advice: error.advice)
        }
    }

    private func signalled(
        _ id: HookSchedule.HookID,
        _ signal: Signal,
        _ outcome: Signalling.Outcome
    ) {
        let now = SystemClock.monotonicMilliseconds
        if outcome == .starting, schedule.triesAgain(id, at: now) { return work() }
        ended(id, CommandTrouble(outcome, of: signal))
    }

    private func ended(_ id: HookSchedule.HookID, _ trouble: CommandTrouble?) {
        running[id] = nil
        let isNew = schedule.ended(id, with: trouble)
        if trouble == nil { record() }
        if isNew, let trouble, let described = schedule.description(of: id) {
            report(Message(trouble, of: described))
        }
        work()
    }
}

// MARK: Commands

extension ReloadHooks {
    private static let systemctl = ["systemctl", "--user", "--no-ask-password"]

    /// Those in which a unit's main program runs (systemctl(1), is-active).
    private static let activeStates: Set<Substring> = ["active", "reloading", "refreshing"]

    /// Starts a command and hears of its end.
    private func start(_ id: HookSchedule.HookID, _ hook: ReloadHook, _ words: [String]) {
        start(id, hook, words) { [weak self] end, output in
            self?.ended(id, CommandTrouble(end, of: words, timeout: hook.timeout, output))
        }
    }

    /// Has the service manager do something with a unit that runs; one that doesn't needs nothing,
    /// unless there is none of that name.
    private func control(
        _ id: HookSchedule.HookID,
        _ hook: ReloadHook,
        ifActive unit: String,
        _ words: [String]
    ) {
        // 'is-active' has one exit status for a unit that doesn't run and one that there isn't.
        let question = ["show", "--property=LoadState,ActiveState,MainPID", unit]
        start(id, hook, Self.systemctl + question) { [weak self] end, output in
            let states = output.split(separator: "\n")
            let isIdle = states.contains { line in
                line.hasPrefix("ActiveState=") && !Self.activeStates.contains(line.dropFirst(12))
            }
            if isIdle {
                self?.ended(id, states.contains("LoadState=not-found") ? .noUnit(unit) : nil)
            } else if case .signal(let signal, _) = hook.action,
                let objection = Self.objection(to: signal, in: states)
            {
                self?.signalled(id, signal, objection)
            } else {
                // Also where the manager can't say: then it says why it can't do it.
                self?.start(id, hook, Self.systemctl + words)
            }
        }
    }

    /// Why a unit's main process isn't to be signalled; nil where nothing speaks against it.
    private static func objection(
        to signal: Signal,
        in states: [Substring]
    ) -> Signalling.Outcome? {
        let name = "MainPID="
        guard let state = states.first(where: { $0.hasPrefix(name) }),
            let process = Int32(state.dropFirst(name.count)), process > 0
        else { return nil }
        return Signalling.objection(of: process, to: signal)
    }

    private func start(
        _ id: HookSchedule.HookID,
        _ hook: ReloadHook,
        _ words: [String],
        then done: @escaping (ChildProcess.End, String) -> Void
    ) {
        do throws(PlatformError) {
            running[id] = try ChildProcess(
                words,
                in: domains.paths.home,
                on: loop,
                for: .milliseconds(hook.timeout),
                then: done
            )
        } catch {
            ended(id, CommandTrouble(error.problem, advice: error.advice))
        }
    }
}
