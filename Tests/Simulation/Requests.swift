// What clients ask of the agent, and what they mean by it.

import SettingsModel
import SyncEngine
import TestSupport

/// A client's request on its way.
struct Pending {
    enum Request {
        case edit(EditRequest)
        case undo([HistoryEntry])
    }
    var id: AnswerID
    var request: Request
}

/// What a session's layer must hold; it goes with the agent.
struct SessionValues {
    private(set) var values: [ChangedKey: SettingValue] = [:]
    /// Keys with a request that was never answered: both is right.
    private(set) var uncertain: Set<ChangedKey> = []

    /// Takes a client's value, or that it was asked for.
    mutating func note(_ intent: Intent) {
        guard let domain = intent.domain else { return }
        let key = ChangedKey(domain, intent.key)
        if intent.isPromised {
            values[key] = intent.value
            uncertain.remove(key)
        } else {
            uncertain.insert(key)
        }
    }

    /// The agent ended.
    mutating func end() { self = SessionValues() }
}

extension World {
    /// Asks for a value, or for none, in one layer.
    func request(_ key: SettingKeyPath, _ value: SettingValue?, in layer: Layer) {
        let domain = random.pick(sharing.domains(of: key, in: configuration))
        let edits = [KeyEdit(key, value)]
        var edit = EditRequest(domain: domain, edits: edits, layer: layer, client: "tui")
        if weakness == .forgetsLayers { edit.layer = .user }
        let intent = Intent(
            time: now,
            key: key,
            value: value,
            who: "client",
            domain: domain,
            layer: layer
        )
        ask(.edit(edit), meaning: [intent])
    }

    /// Asks to undo an entry of the history, or all of one change; one that had two sides if there is any.
    func requestUndo() {
        let ambiguous = journal.history.filter(\.hasTwoSides)
        let choices = ambiguous.isEmpty || random.chance(0.3) ? journal.history : ambiguous
        guard !choices.isEmpty else { return }
        let entry = random.pick(choices)
        let isWhole = entry.seq > 0 && random.chance(0.3)
        let entries = isWhole ? journal.history.filter { $0.isTogether(with: entry) } : [entry]
        var meant: [SettingKeyPath: Intent] = [:]
        for entry in entries {
            meant[entry.keyPath] = Intent(
                time: now,
                key: entry.keyPath,
                value: entry.otherSide,
                who: "client",
                domain: entry.domain
            )
        }
        var asked = entries
        if weakness == .undoesBlindly {
            for index in asked.indices {
                asked[index].kind = .set
                asked[index].kept = nil
            }
        }
        ask(.undo(asked), meaning: meant.values.sorted { $0.key < $1.key })
    }

    private func ask(_ request: Pending.Request, meaning intents: [Intent]) {
        requestCount += 1
        let id = AnswerID(requestCount)
        asked[id] = intents
        inbox.append(Pending(id: id, request: request))
    }

    /// The agent has taken a request: that, not its answer, is when the edit was made.
    func took(_ id: AnswerID, _ engine: Engine) {
        guard let intents = asked[id] else { return }
        asked[id] = intents.map { intent in
            var intent = intent
            intent.time = now
            let layer = intent.layer
            let current = engine.entry(intent.domain ?? domain, intent.key, in: layer)?.value
            // An edit to an equal value is no edit.
            if layer == .user, current == intent.value { intent.isPromised = false }
            return intent
        }
    }

    /// Complains when an undo didn't take the other side of what it was asked to undo.
    func checkUndone(_ id: AnswerID, _ engine: Engine) {
        for intent in asked[id] ?? [] {
            let found = engine.entry(intent.domain ?? domain, intent.key, in: .user)?.value
            if found != intent.value {
                complaints.append(
                    "an undo made '\(intent.key)' \(found.shown), not \(intent.value.shown)"
                )
            }
        }
    }

    /// The agent has answered a request.
    func acknowledged(_ id: AnswerID, _ result: Result<EditReceipt, Refusal>) {
        guard let intents = asked.removeValue(forKey: id), case .success = result else { return }
        for intent in intents {
            tell("a client meant \(intent.key) = \(String(legibly: intent.value as Any))")
            note(intent)
        }
    }
}

extension HistoryEntry {
    /// Whether another reading of a save was possible.
    fileprivate var hasTwoSides: Bool { kept != nil || kind == .ambiguous || kind == .concurrent }

    /// What undoing it means: the other side, or what was there before.
    fileprivate var otherSide: SettingValue? {
        let isFileSide = kind == .superseded || kind == .keptNewer || kept != nil
        return isFileSide ? value : old
    }

    fileprivate func isTogether(with other: HistoryEntry) -> Bool {
        seq == other.seq && domain == other.domain
    }
}

extension Findings {
    /// The session's values are in force, and none of one that ended.
    func checkSession(_ engine: Engine, _ outcome: inout Outcome) {
        for domain in world.domains {
            for key in world.keys where !world.session.uncertain.contains(.init(domain, key)) {
                let expected = world.session.values[ChangedKey(domain, key)]
                let found = engine.entry(domain, key, in: .session)?.value
                if found != expected {
                    outcome.violations.append(
                        "the session's '\(key)' is \(found.shown), not \(expected.shown)"
                    )
                }
                let inForce = engine.entry(domain, key)
                if let found, inForce?.value != found {
                    outcome.violations.append("the session's '\(key)' isn't in force")
                }
            }
        }
    }

    /// Nothing is in force that nobody set; a table that was emptied may stay as one without keys.
    func checkInvented(_ engine: Engine, _ outcome: inout Outcome) {
        let intents = world.intents + (world.rules?.broken ?? [])
        let meant = Dictionary(grouping: intents, by: \.key).mapValues { $0.map(\.value) }
        for domain in world.domains {
            for entry in engine.entries(domain, below: nil, in: .user)
            where world.keys.contains(entry.keyPath)
                && meant[entry.keyPath]?.contains(entry.value) != true
            {
                outcome.violations.append(
                    "'\(entry.keyPath)' is \(SettingValue?(entry.value).shown), which nobody set"
                )
            }
        }
    }
}
