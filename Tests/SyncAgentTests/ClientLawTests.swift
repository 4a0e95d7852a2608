// The client law: whatever happens on the way, every program that watches ends with what the agent has.

import Glibc
import SettingsClient
import SettingsModel
import SyncEngine
import SyncPlatform
import TestSupport
import Testing

@testable import SyncAgent

/// A program that keeps a map by what its watch tells, and notes what can't be right.
private final class Reader {
    private(set) var map: [String: SettingValue] = [:]
    private(set) var faults: [String] = []
    private(set) var batches = 0
    private let watch: SettingsWatch
    private var last: (epoch: String, seq: UInt64)?

    init(_ domains: [Domain], socket: String) throws {
        var options = ClientOptions()
        options.socket = socket
        options.start = .never
        watch = try SettingsWatch(domains, options: options)
    }

    /// Takes at most so many batches.
    func take(_ most: Int = .max) {
        for _ in 0..<most {
            do {
                guard let batch = try watch.batchAtHand() else { return }
                take(batch)
            } catch {
                // Before the first batch, an agent that isn't there is told each time.
                if batches > 0 || error.code != .noAgent { faults.append("\(error)") }
                return
            }
        }
    }

    private func take(_ batch: ChangeBatch) {
        batches += 1
        if batch.isFirst != (batches == 1) { faults.append("batch \(batches) is a first one") }
        if !batch.isFirst, batch.changes.isEmpty { faults.append("an empty batch") }
        if let last, last.epoch == batch.epoch, last.seq >= batch.seq {
            faults.append("\(batch.seq) after \(last.seq)")
        }
        var told: Set<String> = []
        for change in batch.changes {
            let name = "\(change.domain)/\(change.key)"
            if !told.insert(name).inserted { faults.append("\(name) twice in a batch") }
            if change.value == map[name] { faults.append("\(name) is no news") }
            if change.oldValue != map[name] { faults.append("\(name) had another value") }
            // Every edit writes a greater number, so an older value would be a smaller one.
            if last?.epoch == batch.epoch, case .integer(let new)? = change.value,
                case .integer(let old)? = map[name], new < old
            {
                faults.append("\(name) went back from \(old) to \(new)")
            }
            map[name] = change.value
        }
        last = (batch.epoch, batch.seq)
    }
}

/// A run of edits, lost connections and agents that come and go.
private struct Campaign {
    private var bench: Bench
    private var server: Server?
    private let socket: String
    private let folder: Home
    private let readers: [(Reader, domains: [Domain])]
    private var random: SeededRandom
    private var number: Int64 = 0
    private var journals = 1
    private let limits: Limits
    private static let domains = [editor, domain("org.example.other"), domain("org.example.third")]

    init(seed: UInt64, readers count: Int) throws {
        random = SeededRandom(seed: seed)
        var limits = Limits.standard
        // Some runs forget early, so that cursors fall behind the horizon.
        limits.resumableChanges = seed.isMultiple(of: 3) ? 25 : 1_000_000
        self.limits = limits
        folder = try Home()
        let socket = folder.path + "/s"
        self.socket = socket
        bench = try Bench(limits: limits)
        readers = try (0..<count).map { number in
            let all = Self.domains
            let wanted = number % 3 == 0 ? all : [all[number % all.count]]
            return (try Reader(wanted, socket: socket), wanted)
        }
    }

    mutating func step() throws {
        switch Int.random(in: 0..<40, using: &random) {
        case 0: stop()
        case 1: try replaceJournal()
        case 2...4: try serve()
        case 5...7: cut()
        case 8...15:
            let reader = readers[Int.random(in: 0..<readers.count, using: &random)].0
            reader.take(Int.random(in: 1..<4, using: &random))
        default: edit()
        }
        bench.settle()
        tightenBuffers()
    }

    private mutating func serve() throws {
        guard server == nil else { return }
        let server = Server(bench.host, loop: bench.loop) { _ in }
        try server.serve(ListeningSocket(bindingTo: socket), as: .requests)
        self.server = server
    }

    /// The agent ends, in half of the cases with a word.
    private mutating func stop() {
        guard let server else { return }
        server.stop()
        if Bool.random(using: &random) { bench.host.sayGoodbye(.restart) }
        unlink(socket)
        for connection in connections() { shutdown(connection, Int32(SHUT_RDWR)) }
        bench.settle()
        self.server = nil
    }

    /// Another agent with another journal, whose settings are others.
    private mutating func replaceJournal() throws {
        stop()
        journals += 1
        let loop = try EventLoop()
        let log = MemoryLog(epoch: "journal \(journals)") { body in loop.perform(body) }
        bench = try Bench(limits: limits, log: log, loop: loop)
        for _ in 0..<5 { edit() }
        try serve()
    }

    /// One connection is lost in the middle of whatever it was about.
    private mutating func cut() {
        if let unlucky = connections().randomElement(using: &random) {
            shutdown(unlucky, Int32(SHUT_RDWR))
        }
    }

    /// The agent's ends of the connections.
    private func connections() -> [Int32] {
        (3..<1_024).filter { descriptor in
            var address = sockaddr_un()
            var size = socklen_t(MemoryLayout<sockaddr_un>.size)
            let result = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    getsockname(descriptor, $0, &size)
                }
            }
            guard result == 0, address.sun_family == sa_family_t(AF_UNIX) else { return false }
            var isListening: Int32 = 0
            var length = socklen_t(4)
            getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &length)
            let path = withUnsafeBytes(of: address.sun_path) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            return isListening == 0 && path == socket
        }
    }

    /// Lets no more into a connection than a few changes.
    private func tightenBuffers() {
        for connection in connections() {
            var bytes: Int32 = 1
            setsockopt(connection, SOL_SOCKET, SO_SNDBUF, &bytes, socklen_t(4))
        }
    }

    private mutating func edit() {
        let domain = Self.domains[Int.random(in: 0..<3, using: &random)]
        var edits: [SettingKeyPath: KeyEdit] = [:]
        for _ in 0..<Int.random(in: 1..<6, using: &random) {
            let path = key("k\(Int.random(in: 0..<40, using: &random))")
            number += 1
            let isRemoval = Int.random(in: 0..<100, using: &random) < 20
            edits[path] = KeyEdit(path, isRemoval ? nil : .integer(number))
        }
        let request = EditRequest(
            domain: domain,
            edits: edits.values.sorted { $0.keyPath < $1.keyPath },
            client: "law"
        )
        bench.agent.edit(request) { _ in }
    }

    /// Lets everything come to rest; gives what is wrong.
    mutating func finish() throws -> [String] {
        try serve()
        let loop = bench.loop
        bench.run {
            for (reader, _) in readers { reader.take() }
            if areInStep { return true }
            loop.perform {}
            return false
        }
        return readers.flatMap { reader, domains in
            let expected = map(of: domains)
            return reader.faults + (reader.map == expected ? [] : ["\(reader.map) ≠ \(expected)"])
        }
    }

    private var areInStep: Bool {
        readers.allSatisfy { $0.0.batches > 0 && $0.0.map == map(of: $0.domains) }
    }

    private func map(of domains: [Domain]) -> [String: SettingValue] {
        var map: [String: SettingValue] = [:]
        for domain in domains {
            for (name, value) in bench.values(of: domain) { map["\(domain)/\(name)"] = value }
        }
        return map
    }
}

@Suite struct `The client law` {
    @Test(arguments: 1...(LongRun.isOn ? 30 : 8) as ClosedRange<UInt64>)
    func `holds for many programs that read slowly while agents come and go`(seed: UInt64) throws {
        var campaign = try Campaign(seed: seed, readers: 9)
        for _ in 0..<200 { try campaign.step() }
        #expect(try campaign.finish() == [])
    }
}
