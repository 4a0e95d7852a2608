// A text that its writer is still writing, taken in part.

import SettingsDocument
import SettingsModel

extension Engine {
    /// Takes what a text has that its writer may not have finished.
    mutating func takePart(_ content: FileContent, of id: ReplicaID) {
        if case .beingWritten = replicas[id]?.condition {
            endReports(.reading, id)
            replicas[id]?.condition = .busy
        }
        let isNew = replicas[id]?.waitForWriter(of: content, at: now.monotonic, setup.timing)
        if isNew == true, let replica = replicas[id],
            case .taken(let text) = read(content, of: replica)
        {
            cacheTopKeys(in: id.domain)
            knowHeld(id)
            takeEdits(ofPart: text, content, replica)
        }
        becomeIdle(id)
    }

    private mutating func takeEdits(
        ofPart text: ReadText,
        _ content: FileContent,
        _ replica: ReplicaState
    ) {
        let id = replica.id
        let evidence = replicas.evidence(of: content, id, before: nil, at: now)
        guard var part = observe(text, content, id, before: nil, evidence),
            let registers = domains[id.domain]?.registers
        else { return }
        part.omitRest(of: text, content, replica, registers)
        part.kept = []
        var outcome = EditOutcome()
        var refused: Set<SettingKeyPath> = []
        let keys = part.edits.map(\.keyPath)
        if !keys.isEmpty { domains[id.domain]?.endFinding(with: ledger.changes) }
        recordingChanges(in: id.domain, of: keys, origin: .file(id.path)) { engine in
            outcome = engine.apply(part, text, content, to: id)
            // What rules refuse is told of the whole text.
            refused = Set(outcome.refused.map(\.keyPath))
            outcome.refused = []
            engine.remember(part, outcome, text, id)
        }
        part.edits.removeAll { refused.contains($0.keyPath) }
        replicas[id]?.writer?.part.note(part.edits)
        open(keys, in: id.domain)
        if !outcome.applied.isEmpty { projectOthers(than: id) }
    }
}
