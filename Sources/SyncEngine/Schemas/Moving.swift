// Values at keys that were renamed since, moved to where their rows are now.

import SettingsDocument
import SettingsModel
import SettingsSchema

extension Engine {
    /// Moves values from old keys in the domains where there may be some.
    ///
    /// Only once all of a domain's files have been read is it known that the new key has none.
    mutating func makeMoves(_ step: inout Step) {
        for domain in awaitingMoves.sorted() where hasReadAll(domain) {
            awaitingMoves.remove(domain)
            let (made, unmade) = sorted(moves(in: domain), in: domain)
            let all = unmade + refusedMoves(in: domain)
            let isNew = domains[domain]?.unmadeMoves != all
            domains[domain]?.unmadeMoves = all
            if !made.isEmpty { make(made, in: domain, &step) }
            guard isNew else { continue }
            for id in files(of: domain) {
                guard let top = replicas[id]?.top, let text = replicas[id]?.read(top) else {
                    continue
                }
                reportUnmadeMoves(in: text, id, &step)
            }
        }
    }

    /// Notes that something was set at a key that was renamed.
    mutating func expectMoves(after changes: [RegisterChange], in domain: Domain) {
        guard let renamed = domains[domain]?.rules?.renames, !renamed.isEmpty else { return }
        let isOld = changes.contains { $0.new.value != nil && renamed[$0.keyPath] != nil }
        if isOld { awaitingMoves.insert(domain) }
    }

    private func hasReadAll(_ domain: Domain) -> Bool {
        files(of: domain).allSatisfy { id in
            guard let replica = replicas[id] else { return true }
            switch replica.condition {
            case .unknown: return false
            case .busy, .beingWritten:
                return replica.top != nil || replica.configuration.layer != .user
            default: return true
            }
        }
    }

    /// The moves to be made: none to a key that somebody removed, as after an undo, that a file has
    /// and a rule refuses, or that is locked.
    private func moves(in domain: Domain) -> [Move] {
        guard let state = domains[domain], let rules = state.rules, !rules.renames.isEmpty
        else { return [] }
        return rules.moves { state.registers.value(at: $0) }.filter { move in
            isFree(move.to, in: state)
        }
    }

    /// Whether a value may be moved to a key: nobody removed it, no file says it without being in
    /// force, and it isn't locked.
    func isFree(_ path: SettingKeyPath, in state: DomainState) -> Bool {
        state.registers.all[path] == nil
            && heldTimestamp(of: path, in: state.configuration.domain) == .zero
            && state.lock(on: path) == nil
    }

    private mutating func make(_ moves: [Move], in domain: Domain, _ step: inout Step) {
        let edits = moves.edits
        var outcome = EditOutcome()
        recordingChanges(in: domain, of: edits.map(\.keyPath), origin: .agent, &step) {
            engine,
            step in
            let applied = engine.domains[domain]?.registers.apply(
                edits,
                at: step.now.wall,
                sight: .everything { _ in .zero },
                origin: .agent,
                clock: &engine.clock
            )
            outcome = applied ?? EditOutcome()
        }
        domains[domain]?.changedCounter = clock.counter
        open(outcome.applied.map(\.keyPath), in: domain)
        for change in outcome.applied {
            save(change, in: domain, &step)
            note(change, kind: .moved, reason: nil, in: domain, &step)
        }
        projectSoon(domain, &step)
    }
}

extension DomainRules {
    /// The keys whose values go to a key, or nil for none.
    func oldKeys(of path: SettingKeyPath) -> [SettingKeyPath]? {
        renames.isEmpty ? nil : renames.filter { $0.value == path }.map(\.key)
    }
}

extension ReadText {
    /// The text with moved keys under their new names where they stand, so that a comment stays.
    ///
    /// Where the new name needs another place, all is left to the edits of the file.
    func renaming(
        _ moves: [SettingKeyPath: SettingKeyPath],
        by registers: Registers,
        as configuration: ReplicaConfiguration
    ) -> ReadText {
        var text = self
        let pairs = moves.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        // An undo goes the other way.
        for (old, new) in pairs + pairs.map({ ($1, $0) }) {
            guard configuration.owns(old), configuration.owns(new), text.keys[old] != nil,
                text.keys[new] == nil, registers.all[old]?.isTombstone == true,
                registers.value(at: new) != nil,
                let renamed = text.renaming(old, to: new, as: configuration)
            else { continue }
            text = renamed
        }
        return text
    }

    /// The text with a key's other name in its place; nil where that needs another place.
    func renaming(
        _ old: SettingKeyPath,
        to new: SettingKeyPath,
        as configuration: ReplicaConfiguration
    ) -> ReadText? {
        let oldName = Array((old.segments.last ?? "").utf8)
        let newName = Array((new.segments.last ?? "").utf8)
        let place = DocumentPath(configuration.filePath(old))
        guard old.parent == new.parent, !oldName.isEmpty, newName.allSatisfy(\.isPlainInNames),
            let entry = document.entries.last(where: {
                $0.keyPath == configuration.filePath(old)
            }), let value = document.span(of: place), entry.offset < value.lowerBound,
            let range = bytes[entry.offset..<value.lowerBound].lastRange(of: oldName)
        else { return nil }
        var changed = bytes
        changed.replaceSubrange(range, with: newName)
        // What isn't exactly the same text with the other name is no renaming.
        guard let parsed = try? document.format.parse(changed) else { return nil }
        let renamed = ReadText(parsed, as: configuration)
        var expected = keys
        expected[new] = expected[old]
        expected[old] = nil
        return renamed.keys == expected ? renamed : nil
    }
}

extension UInt8 {
    /// Whether the byte means itself in a key of every format.
    fileprivate var isPlainInNames: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}

extension ArraySlice<UInt8> {
    /// Where some bytes stand last.
    fileprivate func lastRange(of bytes: [UInt8]) -> Range<Int>? {
        guard count >= bytes.count else { return nil }
        for start in stride(from: endIndex - bytes.count, through: startIndex, by: -1)
        where self[start..<start + bytes.count].elementsEqual(bytes) {
            return start..<start + bytes.count
        }
        return nil
    }
}
