// The laws of registers: whatever the order, the same state, free of conflicts.

import SettingsModel
import TestSupport
import Testing

@testable import SyncEngine

extension Registers {
    /// A state of a few keys that stand in one another's way, made by up to three agents.
    fileprivate static func random(using random: inout SeededRandom) -> Registers {
        let keys: [SettingKeyPath] = ["a", "a.b", "a.b.c", "a.d", "e", "f.g"]
        var registers = Registers()
        for key in keys where Bool.random(using: &random) {
            let timestamp = Timestamp(
                wallTime: .random(in: 0...5, using: &random),
                counter: .random(in: 0...30, using: &random),
                agent: ["n0", "n1", "n2"].randomElement(using: &random) ?? "n0"
            )
            // One timestamp, one value: that is what makes timestamps unique.
            let value: SettingValue? =
                timestamp.counter % 5 == 0
                ? nil
                : .string("\(key) \(timestamp.wallTime).\(timestamp.counter).\(timestamp.agent)")
            let register = Register(timestamp: timestamp, value: value, origin: .agent)
            registers.restore(register, at: key)
        }
        return registers
    }
}

@Suite struct `Registers of a domain` {
    @Test(arguments: 1...300 as ClosedRange<UInt64>)
    func `merge to the same state in any order`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let (a, b, c) = (
            Registers.random(using: &random), Registers.random(using: &random),
            Registers.random(using: &random)
        )

        #expect(a.merged(with: b).all == b.merged(with: a).all)
        #expect(a.merged(with: b).merged(with: c).all == a.merged(with: b.merged(with: c)).all)
        #expect(a.merged(with: a).all == a.all)
        #expect(a.merged(with: b).visible == b.merged(with: a).visible)
    }

    @Test(arguments: 1...300 as ClosedRange<UInt64>)
    func `show no key above another, and always the greatest`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let registers = Registers.random(using: &random).merged(with: .random(using: &random))

        let shown = registers.visible

        #expect(!shown.keys.contains { key in shown.keys.contains { $0.conflicts(with: key) } })
        let live = registers.all.filter { $0.value.value != nil }
        let greatest = live.max { a, b in
            a.value.timestamp == b.value.timestamp
                ? a.key < b.key : a.value.timestamp < b.value.timestamp
        }
        #expect(greatest.map { shown[$0.key] == $0.value.value } ?? shown.isEmpty)
        #expect(registers.liveCount == live.count)
    }

    @Test(arguments: 1...300 as ClosedRange<UInt64>)
    func `show after some edits what they show when read back`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var registers = Registers.random(using: &random)
        var clock = HybridClock(counter: 0, agent: "n0")
        let keys: [SettingKeyPath] = ["a", "a.b", "a.b.c", "a.d", "e", "f.g"]
        for step in 0..<6 {
            let value: SettingValue? = step % 3 == 2 ? nil : .integer(Int64(step))
            let edit = KeyEdit(keys[Int.random(in: 0..<keys.count, using: &random)], value)
            let wallTime = Int64.random(in: 0...6, using: &random)
            _ = registers.apply(
                [edit],
                at: wallTime,
                sight: .base { _ in .zero },
                origin: .agent,
                clock: &clock
            )
        }
        #expect(registers.visible == Registers().merged(with: registers).visible)
    }

    @Test(arguments: 1...300 as ClosedRange<UInt64>)
    func `take every edit from a client`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var registers = Registers.random(using: &random)
        let newest = registers.all.values.map(\.timestamp.counter).max() ?? 0
        var clock = HybridClock(counter: newest, agent: "n0")

        // The clock of this computer may stand anywhere.
        let outcome = registers.apply(
            [KeyEdit("a.b", .string("mine"))],
            at: .random(in: 0...6, using: &random),
            sight: .everything { _ in .zero },
            origin: .client("test"),
            clock: &clock
        )

        #expect(outcome.superseded.isEmpty)
        #expect(registers.value(at: "a.b") == .string("mine"))
        #expect(clock.counter > newest)
    }

    @Test func `let a file's edit win by its time, but never against what its writer saw`() {
        var registers = Registers()
        var clock = HybridClock(counter: 0, agent: "n0")
        let seen = Timestamp(wallTime: 100, counter: 1, agent: "n0")
        registers.restore(Register(timestamp: seen, value: .integer(1), origin: .agent), at: "a")

        let blind = registers.apply(
            [KeyEdit("a", .integer(2))],
            at: 50,
            sight: .base { _ in .zero },
            origin: .file("/a"),
            clock: &clock
        )
        let knowing = registers.apply(
            [KeyEdit("a", .integer(3))],
            at: 50,
            sight: .base { _ in seen },
            origin: .file("/a"),
            clock: &clock
        )

        #expect(blind.superseded.map(\.value) == [.integer(2)])
        #expect(knowing.applied.map(\.new.timestamp.wallTime) == [100])
        #expect(registers.value(at: "a") == .integer(3))
    }

    @Test func `put a tombstone on what a value buries`() {
        var registers = Registers()
        var clock = HybridClock(counter: 0, agent: "n0")
        func set(_ key: SettingKeyPath, _ value: SettingValue?) {
            _ = registers.apply(
                [KeyEdit(key, value)],
                at: 1,
                sight: .everything { _ in .zero },
                origin: .agent,
                clock: &clock
            )
        }
        set("font.size", .integer(12))
        set("font.name", .string("Mono"))

        set("font", .string("Mono 12"))
        set("font", nil)

        #expect(registers.visible.isEmpty)
        #expect(registers.all["font.size"]?.isTombstone == true)
    }

    @Test func `make no register of the removal of a key that never was`() {
        var registers = Registers()
        var clock = HybridClock(counter: 0, agent: "n0")

        let outcome = registers.apply(
            [KeyEdit("a", nil)],
            at: 1,
            sight: .everything { _ in .zero },
            origin: .agent,
            clock: &clock
        )

        #expect(outcome.applied.isEmpty)
        #expect(registers.all.isEmpty)
    }
}

@Suite struct `An ordered set` {
    private func merged(_ base: [String], _ ours: [String], _ theirs: [String]) -> [String] {
        let merged = mergedOrderedSet(
            base: base.map(SettingValue.string),
            ours: ours.map(SettingValue.string),
            theirs: theirs.map(SettingValue.string)
        )
        return merged.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }

    @Test func `keeps what both sides added`() {
        #expect(merged(["a", "b"], ["a", "x", "b"], ["a", "b", "y"]) == ["a", "x", "b", "y"])
    }

    @Test func `loses what either side removed`() {
        #expect(merged(["a", "b", "c"], ["a", "c"], ["b", "c"]) == ["c"])
    }

    @Test func `holds nothing twice`() {
        #expect(merged([], ["a"], ["a", "b", "a"]) == ["a", "b"])
    }

    @Test func `puts an addition at the front to the front`() {
        #expect(merged(["a"], ["x", "a"], ["a", "y"]) == ["x", "a", "y"])
    }
}
