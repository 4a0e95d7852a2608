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

    /// The same, as the next agent reads it from the journal.
    fileprivate var readBack: Registers {
        var registers = Registers()
        for (path, register) in all { registers.restore(register, at: path) }
        return registers
    }
}

@Suite struct `Registers of a domain` {
    @Test func `say of what gives way whether it was hidden`() {
        var registers = Registers()
        func set(_ key: SettingKeyPath, _ value: SettingValue, counter: UInt64) -> EditOutcome {
            let timestamp = Timestamp(wallTime: 0, counter: counter, agent: "n0")
            let edit = StampedEdit(keyPath: key, value: value, timestamp: timestamp)
            return registers.apply([edit], origin: .agent)
        }
        _ = set("font.name", .string("Mono"), counter: 2)
        _ = set("font", .dictionary([]), counter: 1)
        #expect(registers.value(at: "font") == nil)

        let changes = set("font.size", .integer(12), counter: 3).applied
        #expect(changes.map(\.keyPath) == ["font.size", "font"])
        #expect(changes.map(\.wasHidden) == [false, true])
        let next = set("font", .dictionary([]), counter: 4).applied
        #expect(next.map(\.wasHidden) == [false, false, false])
    }

    @Test(arguments: 1...300 as ClosedRange<UInt64>)
    func `are the same in whatever order edits come, and if some come twice`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        // None in another's way: what buries what depends on what is there.
        let keys: [SettingKeyPath] = ["a", "b.c", "b.d", "e"]
        let edits = (1...20).map { counter in
            StampedEdit(
                keyPath: keys.randomElement(using: &random) ?? "a",
                value: counter % 3 == 0 ? nil : .integer(Int64(counter)),
                timestamp: Timestamp(
                    wallTime: .random(in: 0...3, using: &random),
                    counter: UInt64(counter),
                    agent: "n0"
                )
            )
        }
        func applied(_ edits: [StampedEdit]) -> Registers {
            var registers = Registers()
            let first = Register(timestamp: .zero, value: .null, origin: .agent)
            for key in keys { registers.restore(first, at: key) }
            _ = registers.apply(edits, origin: .agent)
            return registers
        }
        let registers = applied(edits)

        let shuffled = applied(edits.shuffled(using: &random) + edits.prefix(5))

        #expect(shuffled.all == registers.all)
        #expect(shuffled.visible == registers.visible)
        for key in keys {
            let newest = edits.filter { $0.keyPath == key }.max { $0.timestamp < $1.timestamp }
            #expect(registers.value(at: key) == (newest.map(\.value) ?? .null))
        }
    }

    @Test(arguments: 1...300 as ClosedRange<UInt64>)
    func `show no key above another, and always the greatest`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let registers = Registers.random(using: &random)

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
        #expect(registers.visible == registers.readBack.visible)
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
