// When reload hooks run: without programs, files or clocks.

import SettingsModel
import Testing

@testable import SyncAgent

private typealias Order = HookSchedule.Order
private typealias HookID = HookSchedule.HookID

private func described(
    _ word: String = "true",
    keys: [KeyPattern]? = nil,
    settle: Int64 = 100
) -> DescribedHook {
    var hook = ReloadHook(.command([word]), keys: keys)
    hook.settle = settle
    return DescribedHook(hook, file: "/d.toml", place: nil)
}

/// A schedule of one domain's hooks.
private func schedule(_ hooks: DescribedHook...) -> HookSchedule {
    var schedule = HookSchedule()
    schedule.take([editor: hooks], at: 1)
    return schedule
}

/// A schedule of one hook, for which something changed at the time 0.
private func changed() throws -> (HookSchedule, HookID) {
    var schedule = schedule(described())
    let id = try #require(schedule.hooks(of: editor).first)
    schedule.changed(editor, key("a"), at: 0)
    return (schedule, id)
}

extension HookSchedule {
    /// Every order that there is at a time.
    fileprivate mutating func orders(at now: Int64) -> [Order] {
        var orders: [Order] = []
        while let order = nextOrder(at: now) { orders.append(order) }
        return orders
    }

    /// The hooks that run at a time, after their files are written.
    fileprivate mutating func runs(at now: Int64, upTo seq: UInt64 = 2) -> [String] {
        var all = orders(at: now)
        for case .awaitFiles(let id, _) in all { filesWritten(for: id, upTo: seq) }
        all += orders(at: now)
        return all.compactMap { if case .run(_, let hook) = $0 { hook.summary } else { nil } }
    }
}

@Suite struct `A reload hook` {
    @Test func `waits until changes have settled, then for the files, then runs`() throws {
        var schedule = schedule(described())
        let id = try #require(schedule.hooks(of: editor).first)
        schedule.changed(editor, key("a"), at: 1_000)
        #expect(schedule.nextDeadline == 1_100)
        #expect(schedule.orders(at: 1_099) == [])
        #expect(schedule.condition(of: id) == .waiting)

        #expect(schedule.orders(at: 1_100) == [.awaitFiles(id, editor)])
        #expect(schedule.nextDeadline == nil)
        #expect(schedule.orders(at: 9_999) == [])

        schedule.filesWritten(for: id, upTo: 7)
        #expect(schedule.orders(at: 1_101) == [.run(id, described().hook)])
        #expect(schedule.condition(of: id) == .running)
        #expect(schedule.appliedSeq(of: id) == 1)

        schedule.ended(id, with: nil)
        #expect(schedule.appliedSeq(of: id) == 7)
        #expect(schedule.condition(of: id) == .idle)
        #expect(schedule.nextDeadline == nil)
    }

    @Test func `is put off by each further change`() {
        var schedule = schedule(described())
        schedule.changed(editor, key("a"), at: 0)
        schedule.changed(editor, key("a"), at: 90)
        #expect(schedule.nextDeadline == 190)
    }

    @Test func `is put off for ten times its settle time at most`() {
        var schedule = schedule(described())
        for time in stride(from: Int64(0), to: 5_000, by: 50) {
            schedule.changed(editor, key("a"), at: time)
        }
        #expect(schedule.nextDeadline == 1_000)
    }

    @Test func `runs at once without a settle time`() {
        var schedule = schedule(described(settle: 0))
        schedule.changed(editor, key("a"), at: 5)
        #expect(schedule.runs(at: 5) == ["true"])
    }

    @Test(arguments: [
        ("theme.name", true), ("theme", false), ("themes", false), ("font.size", true),
        ("font.family", false),
    ])
    func `is for the keys that it names`(name: String, isDue: Bool) {
        let keys: [KeyPattern] = [.below(key("theme")), .exactly(key("font.size"))]
        var schedule = schedule(described(keys: keys))
        schedule.changed(editor, key(name), at: 0)
        #expect((schedule.nextDeadline != nil) == isDue)
    }

    @Test func `is for its own domain`() {
        var schedule = schedule(described())
        schedule.changed(domain("org.example.other"), key("a"), at: 0)
        #expect(schedule.nextDeadline == nil)
    }

    @Test func `runs once more for whatever changed while it ran`() throws {
        var (schedule, id) = try changed()
        #expect(schedule.runs(at: 100) == ["true"])
        for time in [110, 120, 130] as [Int64] { schedule.changed(editor, key("a"), at: time) }
        #expect(schedule.runs(at: 5_000) == [])
        #expect(schedule.nextDeadline == nil)

        schedule.ended(id, with: nil)

        #expect(schedule.runs(at: 5_000) == ["true"])
        schedule.ended(id, with: nil)
        #expect(schedule.runs(at: 9_000) == [])
    }

    @Test func `counts as applied only when it ended well`() throws {
        var schedule = schedule(described())
        let id = try #require(schedule.hooks(of: editor).first)
        let trouble = CommandTrouble("it failed", advice: "Try again")
        schedule.changed(editor, key("a"), at: 0)
        #expect(schedule.runs(at: 100, upTo: 2) == ["true"])
        let isNews = schedule.ended(id, with: trouble)
        #expect(isNews)
        #expect(schedule.appliedSeq(of: id) == 1)
        #expect(schedule.trouble(of: id) == trouble)

        schedule.changed(editor, key("a"), at: 200)
        #expect(schedule.runs(at: 300, upTo: 3) == ["true"])
        let isNewsAgain = schedule.ended(id, with: trouble)
        #expect(!isNewsAgain)
        schedule.changed(editor, key("a"), at: 400)
        #expect(schedule.runs(at: 500, upTo: 4) == ["true"])
        schedule.ended(id, with: nil)
        #expect(schedule.appliedSeq(of: id) == 4)
        #expect(schedule.trouble(of: id) == nil)
    }

    @Test func `tries again later, once, while its program is starting`() throws {
        var (schedule, id) = try changed()
        #expect(schedule.runs(at: 100, upTo: 2) == ["true"])
        let isPutOff = schedule.triesAgain(id, at: 100)
        #expect(isPutOff)
        #expect(schedule.condition(of: id) == .waiting)
        #expect(schedule.appliedSeq(of: id) == 1)
        #expect(schedule.nextDeadline == 100 + HookSchedule.retry)

        #expect(schedule.runs(at: 100 + HookSchedule.retry, upTo: 2) == ["true"])
        let later = 100 + HookSchedule.retry
        let isPutOffAgain = schedule.triesAgain(id, at: later)
        #expect(!isPutOffAgain)
        schedule.ended(id, with: nil)
        #expect(schedule.appliedSeq(of: id) == 2)
        schedule.changed(editor, key("a"), at: later)
        #expect(schedule.runs(at: later + 100, upTo: 3) == ["true"])
        let isLaterPutOff = schedule.triesAgain(id, at: later + 100)
        #expect(isLaterPutOff)
    }

    @Test func `tries a change anew that comes while its program is starting`() throws {
        var (schedule, id) = try changed()
        #expect(schedule.runs(at: 100, upTo: 2) == ["true"])
        let isPutOff = schedule.triesAgain(id, at: 100)
        #expect(isPutOff)
        schedule.changed(editor, key("a"), at: 200)
        #expect(schedule.runs(at: 300, upTo: 3) == ["true"])
        let isPutOffAnew = schedule.triesAgain(id, at: 300)
        #expect(isPutOffAnew)
    }

    @Test func `waits again when its files can't be written down`() throws {
        var (schedule, id) = try changed()
        #expect(schedule.orders(at: 100) == [.awaitFiles(id, editor)])
        schedule.filesNotWritten(for: id, at: 200)
        #expect(schedule.nextDeadline == 200 + HookSchedule.retry)
        #expect(schedule.runs(at: 200 + HookSchedule.retry) == ["true"])
    }

    @Test func `never runs when it is refused`() throws {
        var refused = described()
        refused.refusal = CommandTrouble("others wrote it", advice: "Run: chmod")
        var schedule = schedule(refused)
        let id = try #require(schedule.hooks(of: editor).first)
        schedule.changed(editor, key("a"), at: 0)
        #expect(schedule.nextDeadline == nil)
        #expect(schedule.trouble(of: id) == refused.refusal)
    }

    @Test func `that is trusted again runs with what its files say then`() throws {
        var (schedule, id) = try changed()
        #expect(schedule.orders(at: 100) == [.awaitFiles(id, editor)])
        var refused = described()
        refused.refusal = CommandTrouble("others wrote it", advice: "Run: chmod")
        schedule.take([editor: [refused]], at: 2)
        schedule.take([editor: [described()]], at: 3)
        schedule.changed(for: id, at: 150)
        #expect(schedule.condition(of: id) == .waiting)
        #expect(schedule.orders(at: 250) == [])

        // The answer to what was asked before it was refused.
        schedule.filesWritten(for: id, upTo: 2)

        #expect(schedule.orders(at: 250) == [.awaitFiles(id, editor)])
        schedule.filesWritten(for: id, upTo: 3)
        #expect(schedule.orders(at: 250) == [.run(id, described().hook)])
    }

    /// How far a run has come when its hook is refused.
    enum Stage: CaseIterable { case settling, awaitingFiles, ready, running }

    @Test(arguments: Stage.allCases)
    func `doesn't begin to run once it is refused, and does when it is trusted again`(
        stage: Stage
    ) throws {
        var (schedule, id) = try changed()
        if stage != .settling { #expect(schedule.orders(at: 100) == [.awaitFiles(id, editor)]) }
        if stage == .ready || stage == .running { schedule.filesWritten(for: id, upTo: 2) }
        if stage == .running {
            #expect(schedule.orders(at: 100).count == 1)
            schedule.changed(editor, key("a"), at: 110)
        }
        var refused = described()
        refused.refusal = CommandTrouble("others wrote it", advice: "Run: chmod")
        schedule.take([editor: [refused]], at: 2)
        schedule.filesWritten(for: id, upTo: 2)
        if stage == .running { schedule.ended(id, with: nil) }
        #expect(schedule.orders(at: 9_999) == [])
        #expect(schedule.nextDeadline == nil)
        #expect(schedule.condition(of: id) == .idle)

        #expect(schedule.take([editor: [described()]], at: 2) == [id])
        schedule.changed(for: id, at: 10_000)
        #expect(schedule.runs(at: 10_100) == ["true"])
    }
}

@Suite struct `Reload hooks` {
    @Test func `run eight at once, and the others in their turn`() throws {
        var schedule = HookSchedule()
        let count = HookSchedule.runningAtOnce + 1
        schedule.take([editor: (0..<count).map { described("\($0)") }], at: 1)
        schedule.changed(editor, key("a"), at: 0)

        #expect(schedule.runs(at: 100) == (0..<8).map(String.init))
        let last = try #require(schedule.hooks(of: editor).last)
        #expect(schedule.condition(of: last) == .waiting)
        let first = try #require(schedule.hooks(of: editor).first)
        schedule.ended(first, with: nil)

        #expect(schedule.runs(at: 100) == ["8"])
    }

    @Test func `go on as they were when the domain file is read again`() throws {
        var schedule = schedule(described("a"), described("b"))
        let ids = schedule.hooks(of: editor)
        schedule.changed(editor, key("x"), at: 0)

        schedule.take([editor: [described("b"), described("c")]], at: 5)

        #expect(schedule.hooks(of: editor).first == ids.last)
        #expect(schedule.appliedSeq(of: ids[1]) == 1)
        #expect(schedule.runs(at: 100) == ["b"])
        let new = try #require(schedule.hooks(of: editor).last)
        #expect(schedule.appliedSeq(of: new) == 5)
    }

    @Test func `that run go on as they were, with other times`() throws {
        var (schedule, id) = try changed()
        #expect(schedule.runs(at: 100) == ["true"])

        schedule.take([editor: [described(settle: 7)]], at: 5)

        #expect(schedule.condition(of: id) == .running)
        schedule.changed(editor, key("a"), at: 200)
        #expect(schedule.runs(at: 300) == [])
        schedule.ended(id, with: nil)
        #expect(schedule.runs(at: 300) == ["true"])
    }

    @Test func `that were taken out and put in again wait for their run`() throws {
        var (schedule, id) = try changed()
        #expect(schedule.runs(at: 100) == ["true"])
        schedule.take([:], at: 5)
        schedule.take([editor: [described(), described("other")]], at: 5)

        schedule.changed(editor, key("a"), at: 200)

        #expect(schedule.runs(at: 300) == ["other"])
        schedule.ended(id, with: nil)
        #expect(schedule.runs(at: 300) == ["true"])
    }

    @Test func `are late where less is recorded of them than there is`() throws {
        var schedule = HookSchedule()
        let all = [described("late"), described("level"), described("new")]
        let recorded: [HookSchedule.Name: UInt64] = [
            .init(editor, all[0].hook.record): 3, .init(editor, all[1].hook.record): 5,
            .init(domain("org.example.other"), all[2].hook.record): 1,
        ]

        let late = schedule.take([editor: all], at: 5, recorded: recorded)

        let ids = schedule.hooks(of: editor)
        #expect(late == [ids[0]])
        #expect(ids.map(schedule.appliedSeq) == [3, 5, 5])
        schedule.changed(for: ids[0], at: 0)
        #expect(schedule.runs(at: 100, upTo: 5) == ["late"])
        schedule.ended(ids[0], with: nil)
        #expect(Set(schedule.appliedSeqs.values) == [5])
    }

    @Test func `go on from where they are, not from their record, when they are read again`() {
        var schedule = schedule(described())
        let recorded: [HookSchedule.Name: UInt64] = [.init(editor, described().hook.record): 0]
        #expect(schedule.take([editor: [described()]], at: 5, recorded: recorded) == [])
        #expect(schedule.hooks(of: editor).map(schedule.appliedSeq) == [1])
    }

    @Test func `that do different things have different records`() {
        let hooks = [
            ReloadHook(.command(["a b"])), ReloadHook(.command(["a", "b"])),
            ReloadHook(.command(["a", "b"]), keys: [.exactly(key("a"))]),
            ReloadHook(.touch(path: "a")), ReloadHook(.unit("a.service", .reload)),
            ReloadHook(.unit("a.service", .restart)),
        ]
        #expect(Set(hooks.map(\.record)).count == hooks.count)
        var patient = hooks[0]
        patient.settle = 5
        #expect(patient.record == hooks[0].record)
    }

    @Test func `are forgotten with their domain, but for what they run`() throws {
        var (schedule, id) = try changed()
        #expect(schedule.runs(at: 100) == ["true"])

        schedule.take([:], at: 5)

        #expect(schedule.isEmpty)
        let isNews = schedule.ended(id, with: CommandTrouble("late", advice: "Nothing"))
        #expect(!isNews)
        #expect(schedule.nextDeadline == nil)
    }
}
