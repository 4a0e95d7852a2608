// An agent that takes writes and tells changes, in any order that the real one may.

import SettingsModel
import SettingsProtocol
import TestSupport

@testable import SettingsUI

/// What the screen's connection has of an agent: answers in order but for refusals, and changes after
/// which only the newest value of a setting is told.
struct FakeAgent {
    /// Something that is on its way to the screen.
    enum Message {
        case changed(ChangeMessage)
        case accepted(Int, Outcome)
        case refused(Int)

        /// The number of the request that it answers; 0 for none.
        fileprivate var number: Int {
            switch self {
            case .changed: 0
            case .accepted(let number, _), .refused(let number): number
            }
        }
    }

    private(set) var values: [SettingPlace: SettingValue] = [:]
    /// The number of each setting's last change.
    private(set) var revs: [SettingPlace: UInt64] = [:]
    private(set) var connection: UInt64 = 1
    private var rev: UInt64 = 0
    /// The newest change of each setting that isn't told yet.
    private var untold: [SettingPlace: ChangeMessage] = [:]
    private var answers: [Message] = []
    /// Refusals, which wait for no disk, and so come before the answers to later requests.
    private var refusals: [Message] = []
    /// Requests that have been sent and not read.
    private var requests: [(write: PendingWrite, ifRev: UInt64?)] = []

    var isQuiet: Bool { untold.isEmpty && answers.isEmpty && refusals.isEmpty && requests.isEmpty }

    mutating func send(_ write: PendingWrite, ifRev: UInt64?) { requests.append((write, ifRev)) }

    /// Carries out the next request.
    mutating func carryOut(refusing isRefused: Bool) {
        guard !requests.isEmpty else { return }
        let (write, ifRev) = requests.removeFirst()
        guard !isRefused else { return refusals.append(.refused(write.number)) }
        if let ifRev, ifRev < revs[write.place] ?? 0 {
            return answers.append(.refused(write.number))
        }
        let known = rev
        if let value = write.new { change(write.place, to: value, by: connection) }
        answers.append(.accepted(write.number, Outcome(seq: rev, isChange: rev > known)))
    }

    /// Somebody changes a setting.
    mutating func change(_ place: SettingPlace, to value: SettingValue, by connection: UInt64?) {
        guard values[place] != value else { return }
        rev += 1
        (values[place], revs[place]) = (value, rev)
        var change = Fixture.change(place, value, by: "client:x", rev: rev)
        change.connection = connection
        untold[place] = change
    }

    /// The next message to the screen, of any that may be it.
    mutating func next(using random: inout SeededRandom) -> [Message] {
        switch Int.random(in: 0..<3, using: &random) {
        case 0 where !untold.isEmpty:
            defer { untold = [:] }
            return untold.values.sorted { ($0.rev, $0.key) < ($1.rev, $1.key) }.map { .changed($0) }
        case 1 where !answers.isEmpty && isFirst(answers[0]): return [answers.removeFirst()]
        case 2 where !refusals.isEmpty: return [refusals.removeFirst()]
        default: return []
        }
    }

    /// Whether an answer isn't to a later request than a refusal.
    private func isFirst(_ answer: Message) -> Bool {
        refusals.allSatisfy { $0.number > answer.number }
    }

    /// All values are told as a snapshot, and then only what changes.
    mutating func subscribe() { untold = [:] }

    /// The connection ends: what is on its way is lost, and of the requests those that weren't read.
    mutating func reconnect() {
        (untold, answers, refusals, requests) = ([:], [], [], [])
        connection += 1
    }
}
