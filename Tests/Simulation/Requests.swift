// What clients ask of the agent, and what they mean by it.

import SettingsModel
import SyncEngine
import TestSupport

/// A client's request on its way.
struct Pending {
    enum Request {
        case edit(EditRequest)
        case undo([HistoryEntry])
        /// The newest step there is when the agent takes it.
        case step(UndoSearch.Aim)
        /// That mapped files, or the one at a path, give up their own texts for a key.
        case follow(SettingKeyPath, in: String?)
        /// To take the saves that are held.
        case acceptance
    }
    var id: AnswerID
    var request: Request
}

extension World {
    /// Asks for a value, or for none.
    func request(_ key: SettingKeyPath, _ value: SettingValue?) {
        let domain = random.pick(sharing.domains(of: key, in: configuration))
        let edit = EditRequest(domain: domain, edits: [KeyEdit(key, value)], client: "tui")
        let intent = Intent(time: now, key: key, value: value, who: "client", domain: domain)
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
        var asked = entries
        if weakness == .undoesBlindly {
            for index in asked.indices {
                asked[index].kind = .set
                asked[index].kept = nil
            }
        }
        ask(.undo(asked), meaning: intents(undoing: entries))
    }

    /// What somebody means who takes entries back, of which the last of a key counts.
    private func intents(undoing entries: [HistoryEntry]) -> [Intent] {
        var meant: [ChangedKey: Intent] = [:]
        for entry in entries where entry.place == nil {
            meant[ChangedKey(entry.domain, entry.keyPath)] = Intent(
                time: now,
                key: entry.keyPath,
                value: entry.otherSide,
                who: "client",
                domain: entry.domain
            )
        }
        return meant.values.sorted { ($0.key, $0.domain ?? domain) < ($1.key, $1.domain ?? domain) }
    }

    @discardableResult
    func ask(_ request: Pending.Request, meaning intents: [Intent]) -> AnswerID {
        requestCount += 1
        let id = AnswerID(requestCount)
        asked[id] = intents
        inbox.append(Pending(id: id, request: request))
        return id
    }

    /// It turned out which entries a request takes back.
    func chose(_ entries: [HistoryEntry], for id: AnswerID) {
        asked[id] = intents(undoing: entries)
    }

    /// The agent has taken a request: that, not its answer, is when the edit was made.
    func took(_ id: AnswerID, _ engine: Engine) {
        guard let intents = asked[id] else { return }
        asked[id] = intents.map { intent in
            var intent = intent
            intent.time = now
            let current = engine.entry(intent.domain ?? domain, intent.key, in: .user)?.value
            // An edit to an equal value is no edit.
            if current == intent.value { intent.isPromised = false }
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
        guard let intents = asked.removeValue(forKey: id) else { return }
        answers[id] = result
        following.asked[id] = nil
        guard case .success(let receipt) = result else { return }
        if let group = receipt.group {
            promisedEntries += journal.expectedHistory.filter { $0.group == group }
        }
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
    /// What clients were told of is in the history, whatever happened since.
    func checkPromised(_ outcome: inout Outcome) {
        let history = world.journal.history
        for entry in world.promisedEntries where !history.contains(entry) {
            outcome.violations.append("the history has lost '\(entry.keyPath)' (\(entry.kind))")
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
                && !isRounded(entry.value, at: entry.keyPath, meant[entry.keyPath] ?? [])
            {
                outcome.violations.append(
                    "'\(entry.keyPath)' is \(SettingValue?(entry.value).shown), which nobody set"
                )
            }
        }
    }
}
