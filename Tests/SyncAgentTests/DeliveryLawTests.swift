// The delivery law: whatever happens on the way, every client ends with exactly what the agent has.

import SettingsModel
import SyncEngine
import TestSupport
import Testing

@testable import SyncAgent

/// A subscriber that keeps a map by what it is told, and checks the numbers.
private final class Mirror {
    private(set) var map: [String: Int] = [:]
    private(set) var seq: Int?
    private(set) var faults: [String] = []
    private(set) var snapshots = 0
    private(set) var client: Client?
    private let bench: Bench
    private let filter: String
    private var isInSnapshot = false

    init(_ bench: Bench, filter: String) {
        self.bench = bench
        self.filter = filter
    }

    var isConnected: Bool { client != nil }

    func connect(room: Int) {
        let client = Client(bench, on: .requests)
        client.transport.room = room
        let cursor = seq.map { #","epoch":"memory","seq":\#($0)"# } ?? #","snapshot":true"#
        client.request("subscribe", "{\(filter)\(cursor)}")
        self.client = client
        isInSnapshot = false
    }

    /// The connection is lost, and what was not read with it.
    func disconnect() {
        if let client { client.session.connectionEnded() }
        client = nil
        // A snapshot that didn't come through is no state to resume from.
        if isInSnapshot { seq = nil }
    }

    func give(room: Int) {
        guard let client else { return }
        client.transport.room = room
        client.session.becameWritable()
    }

    func read() {
        guard let client else { return }
        for line in client.transport.takeLines().map(Line.init) { take(line) }
    }

    private func take(_ line: Line) {
        let next = line.number("seq") ?? -1
        switch line.method {
        case "":
            if !line.error.isEmpty { faults.append("refused: \(line)") }
            if line.text("mode") == "now" { faults.append("began now: \(line)") }
            return
        case "snapshot":
            snapshots += 1
            if line.params["first"] as? Bool == true { map = [:] }
            isInSnapshot = line.params["more"] as? Bool == true
            apply(line)
            if !isInSnapshot { advance(to: next) }
        case "changed":
            if line.number("from") != seq || isInSnapshot {
                faults.append("at \(seq ?? -1), told from \(line.number("from") ?? -1)")
            }
            apply(line)
            advance(to: next)
        case "bookmark": advance(to: next)
        default: faults.append("told \(line)")
        }
    }

    private func advance(to next: Int) {
        if next < seq ?? 0 { faults.append("went back from \(seq ?? 0) to \(next)") }
        seq = next
    }

    private func apply(_ line: Line) {
        for change in line.list("changes") {
            let name = "\(change["domain"] ?? "")/\(change["key"] ?? "")"
            map[name] = change["deleted"] as? Bool == true ? nil : change["value"] as? Int
        }
    }
}

/// A run of edits, disconnections and slow reading.
private struct Campaign {
    let bench: Bench
    private let mirrors: [(Mirror, domains: [Domain])]
    private var random: SeededRandom
    private let domains = [editor, domain("org.example.other"), domain("org.example.third")]

    init(seed: UInt64, clients: Int) throws {
        random = SeededRandom(seed: seed)
        var limits = Limits.standard
        // Some runs forget early, so that cursors fall behind the horizon.
        limits.resumableChanges = seed.isMultiple(of: 3) ? 25 : 1_000_000
        bench = try Bench(limits: limits)
        var mirrors: [(Mirror, domains: [Domain])] = []
        for number in 0..<clients {
            let wanted = number % 3 == 0 ? domains : [domains[number % domains.count]]
            let names = wanted.map { "\"\($0)\"" }.joined(separator: ",")
            mirrors.append((Mirror(bench, filter: "\"domains\":[\(names)]"), wanted))
        }
        self.mirrors = mirrors
        for domain in domains { bench.set("first", .integer(0), in: domain) }
    }

    mutating func step() {
        let (mirror, _) = mirrors[Int.random(in: 0..<mirrors.count, using: &random)]
        switch Int.random(in: 0..<20, using: &random) {
        case 0 where mirror.isConnected: mirror.disconnect()
        case 0...3 where !mirror.isConnected:
            mirror.connect(room: Int.random(in: 0..<3_000, using: &random))
        case 0...6: mirror.give(room: Int.random(in: 0..<4_000, using: &random))
        case 7...9: mirror.read()
        case 10: bench.log.isHolding = true
        case 11, 12:
            bench.log.release(Int.random(in: 1..<4, using: &random))
        case 13:
            bench.log.isHolding = false
            bench.log.release()
        default: edit()
        }
        if Bool.random(using: &random) { bench.settle() }
    }

    private mutating func edit() {
        let domain = domains[Int.random(in: 0..<domains.count, using: &random)]
        var edits: [SettingKeyPath: KeyEdit] = [:]
        for _ in 0..<Int.random(in: 1..<4, using: &random) {
            let path = key("k\(Int.random(in: 0..<12, using: &random))")
            let isRemoval = Int.random(in: 0..<100, using: &random) < 20
            let value = SettingValue.integer(Int64.random(in: 0..<1_000, using: &random))
            edits[path] = KeyEdit(path, isRemoval ? nil : value)
        }
        let request = EditRequest(
            domain: domain,
            edits: edits.values.sorted { $0.keyPath < $1.keyPath },
            client: "law"
        )
        bench.agent.edit(request) { _ in }
    }

    /// Lets everything come to rest; gives what is wrong.
    func finish() -> [String] {
        bench.log.isHolding = false
        bench.log.release()
        for (mirror, _) in mirrors {
            mirror.read()
            if !mirror.isConnected { mirror.connect(room: .max) }
        }
        bench.settle()
        for (mirror, _) in mirrors { mirror.give(room: .max) }
        bench.settle()
        return mirrors.flatMap { mirror, domains in
            mirror.read()
            var expected: [String: Int] = [:]
            for domain in domains {
                for (name, value) in bench.values(of: domain) {
                    if case .integer(let number) = value {
                        expected["\(domain)/\(name)"] = Int(number)
                    }
                }
            }
            return mirror.faults + (mirror.map == expected ? [] : ["\(mirror.map) ≠ \(expected)"])
        }
    }

    var snapshots: Int { mirrors.reduce(0) { $0 + $1.0.snapshots } }
}

@Suite struct `The delivery law` {
    @Test(arguments: 1...(LongRun.isOn ? 60 : 12) as ClosedRange<UInt64>)
    func `holds for many clients that come, go and read slowly`(seed: UInt64) throws {
        var campaign = try Campaign(seed: seed, clients: 12)
        for _ in 0..<300 { campaign.step() }

        #expect(campaign.finish() == [])
        #expect(campaign.snapshots >= 12)
    }

    @Test(arguments: 61...(LongRun.isOn ? 70 : 63) as ClosedRange<UInt64>)
    func `holds while the journal fails now and then`(seed: UInt64) throws {
        var campaign = try Campaign(seed: seed, clients: 6)
        var random = SeededRandom(seed: seed)
        for round in 1...3 {
            let failing = campaign.bench.log.commits + Int.random(in: 5..<40, using: &random)
            campaign.bench.log.failingCommits = [failing]
            for _ in 0..<120 { campaign.step() }
            campaign.bench.log.isHolding = false
            campaign.bench.log.release()
            campaign.bench.run { campaign.bench.agent.journalError == nil }
            #expect(round <= 3)
        }

        #expect(campaign.finish() == [])
    }

    @Test func `holds when thousands of removals are forgotten`() throws {
        let bench = try Bench()
        bench.set("first", .integer(0))
        let mirror = Mirror(bench, filter: #""domains":["org.example.editor"]"#)
        mirror.connect(room: .max)
        bench.settle()
        mirror.read()
        mirror.disconnect()
        // Past the limit of 10,000 tombstones the oldest are forgotten.
        let paths = (0..<10_002).map { key("gone.k\($0)") }
        for start in stride(from: 0, to: paths.count, by: 500) {
            for value in [SettingValue.integer(1), nil] {
                let edits = paths[start...].prefix(500).map { KeyEdit($0, value) }
                let edit = EditRequest(domain: editor, edits: edits, client: "law")
                bench.agent.edit(edit) { _ in }
            }
        }
        bench.settle()
        #expect(bench.agent.engine.changes.horizon > 1)

        mirror.connect(room: .max)
        bench.settle()
        mirror.read()

        #expect(mirror.faults == [])
        #expect(mirror.snapshots == 2)
        #expect(mirror.map == ["org.example.editor/first": 0])
    }
}
