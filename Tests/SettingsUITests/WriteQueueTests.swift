// Writes on their way: in any order of answers and changes nothing is lost, shown twice or told wrongly.

import SettingsModel
import SettingsProtocol
import TestSupport
import Testing

@testable import SettingsUI

/// A screen of three lists that is nothing but its queue, with an agent and with somebody else.
private struct Campaign {
    private var queue = WriteQueue()
    private var agent = FakeAgent()
    private var random: SeededRandom
    private var shown: [SettingPlace: StoredValue] = [:]
    private let places = ["a", "b", "c"].map { Fixture.place("game", $0) }
    private var valueCount: Int64 = 0
    /// How often each write has ended.
    private var endings: [Int: Int] = [:]
    /// The writes of each setting that nobody has refused yet, the oldest first.
    private var written: [SettingPlace: [PendingWrite]] = [:]
    /// The number of the agent's last answer to a write of each setting.
    private var answered: [SettingPlace: UInt64] = [:]
    /// How often a value of somebody else's was news.
    private var news: [SettingValue: Int] = [:]
    private(set) var faults: [String] = []

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
        queue.connection = agent.connection
    }

    /// Takes some hundred steps, then delivers all there is.
    mutating func run() {
        for _ in 0..<300 where faults.isEmpty { step() }
        while !agent.isQuiet {
            agent.carryOut(refusing: false)
            receive()
        }
        if !queue.pending.isEmpty { faults.append("in flight: \(queue.pending.map(\.number))") }
        for place in places where shown[place]?.value != agent.values[place] {
            faults.append("\(place) shows \(words(shown[place]))")
        }
        if endings.count != queue.lastNumber || endings.values.contains(where: { $0 != 1 }) {
            faults.append("of \(queue.lastNumber) writes ended \(endings)")
        }
        for (value, count) in news where count != 1 { faults.append("\(value): news \(count)") }
    }

    private mutating func step() {
        let place = places[Int.random(in: 0..<places.count, using: &random)]
        switch Int.random(in: 0..<20, using: &random) {
        case 0...3: write(place)
        case 4...7: agent.carryOut(refusing: Int.random(in: 0..<4, using: &random) == 0)
        case 8, 9: agent.change(place, to: newValue(), by: Bool.random(using: &random) ? nil : 99)
        case 10 where Int.random(in: 0..<5, using: &random) == 0: reconnect()
        case 11 where Int.random(in: 0..<5, using: &random) == 0:
            agent.subscribe()
            takeSnapshot()
        default: receive()
        }
        for place in places {
            guard let last = queue.pending.last(where: { $0.place == place }) else { continue }
            if shown[place] != last.stored { faults.append("\(place) doesn't show \(last.number)") }
        }
    }

    private mutating func newValue() -> SettingValue {
        valueCount += 1
        return .array([.integer(valueCount)])
    }

    private mutating func write(_ place: SettingPlace) {
        // Now and then what somebody else has stored meanwhile.
        let same = Int.random(in: 0..<6, using: &random) == 0 ? agent.values[place] : nil
        let value = StoredValue(value: same ?? newValue(), layer: .user)
        let isOfElement = Int.random(in: 0..<4, using: &random) == 0
        let scope: PendingWrite.Scope = isOfElement ? .element : .setting
        let change = Written(place: place, new: value.value, stored: value)
        queue.add([change], over: [shown[place]], scope)
        shown[place] = value
        if let write = queue.pending.first(where: { $0.number == queue.lastNumber }) {
            written[place, default: []].append(write)
        }
        if let write = queue.lastToSend { send(write) }
    }

    private mutating func send(_ write: PendingWrite) {
        agent.send(write, ifRev: queue.condition(of: write))
    }

    // MARK: What the agent says

    private mutating func receive() {
        for message in agent.next(using: &random) {
            switch message {
            case .changed(let change): hear(change)
            case .accepted(let number, let outcome):
                for write in queue.pending where write.number == number {
                    answered[write.place] = outcome.seq
                }
                end([number], queue.accept(number, outcome).first)
            case .refused(let number):
                let refusal = queue.refuse(number)
                forget(refusal.writes)
                end(refusal.writes.map(\.number), refusal.endings.first)
            }
        }
    }

    /// Values before those that weren't stored may be shown again.
    private mutating func forget(_ writes: [PendingWrite]) {
        let numbers = Set(writes.map(\.number))
        for place in written.keys { written[place]?.removeAll { numbers.contains($0.number) } }
    }

    private mutating func end(_ numbers: [Int], _ ending: WriteQueue.Ending?) {
        for number in numbers { endings[number, default: 0] += 1 }
        guard let ending else {
            faults.append("no end of \(numbers)")
            return
        }
        show(ending.shown, at: ending.place)
        if let change = ending.change { hear(change) }
        if let next = ending.next { send(next) }
    }

    private mutating func hear(_ change: ChangeMessage) {
        let verdict = queue.hear(change)
        guard verdict != .ignored else { return }
        if (verdict == .own) != (change.connection == agent.connection) {
            faults.append("\(change) is taken for \(verdict)")
        }
        if verdict == .foreign, let value = change.value, change.stored != shown[change.place] {
            news[value, default: 0] += 1
            if change.rev < answered[change.place] ?? 0 { faults.append("\(value) is no news") }
        }
        show(change.stored, at: change.place)
    }

    private mutating func show(_ value: StoredValue?, at place: SettingPlace) {
        shown[place] = value
        let writes = written[place] ?? []
        let index = writes.lastIndex { $0.stored == value }
        guard let index, let last = writes.last, last.number != writes[index].number else { return }
        faults.append("\(place) is \(words(value)) again after \(words(last.stored))")
    }

    private func words(_ value: StoredValue?) -> String { value?.value.shownText ?? "nothing" }

    // MARK: The connection

    private mutating func reconnect() {
        queue.lose()
        agent.reconnect()
        queue.connection = agent.connection
        // What is written before the snapshot stays on the screen.
        if Bool.random(using: &random) { write(places[0]) }
        takeSnapshot()
    }

    private mutating func takeSnapshot() {
        let values = agent.values.mapValues { StoredValue(value: $0, layer: .user) }
        let isStored = { (write: PendingWrite) in values[write.place] == write.stored }
        let lost = queue.restart(
            seq: agent.revs.values.max() ?? 0,
            lists: agent.revs,
            base: { values[$0] },
            isStored: isStored
        )
        forget(lost)
        if lost.contains(where: isStored) { faults.append("stored, and told as lost") }
        let waiting = Set(queue.pending.map(\.number))
        for number in 1...max(1, queue.lastNumber) where number <= queue.lastNumber {
            if endings[number] == nil, !waiting.contains(number) { endings[number] = 1 }
        }
        for place in places {
            let last = queue.pending.last { $0.place == place }
            show(last.map(\.stored) ?? values[place], at: place)
        }
    }
}

@Suite struct `A write queue` {
    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func `ends as the agent does, and takes no change twice or for another's`(seed: UInt64) {
        var campaign = Campaign(seed: seed)
        campaign.run()
        #expect(campaign.faults.isEmpty, "seed \(seed)")
    }
}
