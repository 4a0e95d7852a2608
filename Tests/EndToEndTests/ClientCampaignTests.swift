// The client law with real agents that are killed: many programs, and all end with what the agent has.

import Foundation
import SettingsClient
import SettingsModel
import TestSupport
import Testing

/// A program that keeps a map by what it's told, and notes what can't be right.
private final class Follower {
    private(set) var map: [SettingKeyPath: SettingValue] = [:]
    private(set) var faults: [String] = []
    private var last: (epoch: String, seq: UInt64)?
    private let watch: SettingsWatch

    init(_ domain: Domain, _ options: ClientOptions) throws {
        watch = try SettingsWatch([domain], options: options)
    }

    /// Takes what has come; waits for it if that is wanted.
    func take(within time: Duration = .zero) throws {
        guard let batch = try watch.next(within: time) else { return }
        if batch.isFirst != (last == nil) { faults.append("a first batch at \(batch.seq)") }
        if let last, last.epoch == batch.epoch, last.seq >= batch.seq {
            faults.append("\(batch.seq) after \(last.seq)")
        }
        for change in batch.changes {
            if change.oldValue != map[change.key] || change.value == change.oldValue {
                faults.append("\(change.key) is no news at \(batch.seq)")
            }
            map[change.key] = change.value
        }
        last = (batch.epoch, batch.seq)
    }
}

/// A home whose settings are edited in every way while agents come and go.
private struct Campaign {
    private let home: Home
    private let domain: Domain
    private let options: ClientOptions
    private var agent: AgentUnderTest
    private var random: SeededRandom
    private var number = 0
    private let followers: [Follower]

    init(seed: UInt64) throws {
        random = SeededRandom(seed: seed)
        home = try Home()
        domain = try Domain(Home.domain)
        var options = ClientOptions()
        options.socket = home["run/settings-agent/socket"]
        options.start = .never
        self.options = options
        try home.write("k0 = 0\nk1 = 0\n", to: "settings.toml")
        agent = try AgentUnderTest(in: home)
        let domain = domain
        followers = try (0..<6).map { _ in try Follower(domain, options) }
        for follower in followers { try follower.take(within: .seconds(patience)) }
    }

    mutating func step() throws {
        number += 1
        let key = SettingKeyPath(segments: ["k\(Int.random(in: 0..<12, using: &random))"])
        switch Int.random(in: 0..<20, using: &random) {
        case 0: agent = try agent.killedAndRestarted()
        case 1:
            try agent.stop()
            agent = try AgentUnderTest(in: home)
        case 2...4: try home.replace("settings.toml", with: "k0 = \(number)\nk2 = \(number)\n")
        case 5...7: try SettingsClient.Client(options).remove(domain, key)
        case 8...12: try SettingsClient.Client(options).set(domain, key, to: number)
        default:
            let unlucky = Int.random(in: 0..<followers.count, using: &random)
            try followers[unlucky].take()
        }
    }

    /// Lets everything come to rest; gives what is wrong.
    mutating func finish() throws -> [String] {
        try agent.connect().rescan()
        let whole = try SettingsWatch([domain], options: options)
        let state = try #require(try whole.next(within: .seconds(patience)))
        let expected = Dictionary(
            uniqueKeysWithValues: state.changes.map { ($0.key, $0.value ?? .null) }
        )
        let deadline = Deadline()
        for follower in followers {
            while follower.map != expected, deadline.milliseconds > 0 {
                try follower.take(within: .milliseconds(100))
            }
        }
        return followers.flatMap { follower in
            follower.faults + (follower.map == expected ? [] : ["\(follower.map) ≠ \(expected)"])
        }
    }
}

@Suite(.timeLimit(.minutes(10))) struct `The client law with real agents` {
    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `holds while they are killed and come back`(seed: UInt64) throws {
        var campaign = try Campaign(seed: seed)
        for _ in 0..<120 { try campaign.step() }
        #expect(try campaign.finish() == [])
    }
}
