// Keys whose values went to others: their lines go there, with all that is on them.

import SettingsDocument
package import SettingsModel

/// A key's removal from a file, and the new key that has its value.
struct KeyMove {
    var removal: KeyEdit
    var addition: KeyEdit
}

extension ReadText {
    /// Which of the edits move values, in the order of the file.
    ///
    /// By the domain's rules, either way, as an undo goes back; and by a client's step that did nothing
    /// but give keys another name.
    func moves(
        among edits: [KeyEdit],
        by renames: [SettingKeyPath: SettingKeyPath],
        and registers: Registers
    ) -> [KeyMove] {
        let removals = edits.filter { $0.value == nil && keys[$0.keyPath] != nil }
        let additions = edits.filter { $0.value != nil && keys[$0.keyPath] == nil }
        guard !removals.isEmpty, !additions.isEmpty, bytes.count <= mostRecalledBytes
        else { return [] }
        let ruled = ruledMoves(removals, additions, renames)
        let known = Set(ruled.flatMap { [$0.removal.keyPath, $0.addition.keyPath] })
        let asked = askedMoves(
            removals.filter { !known.contains($0.keyPath) },
            additions.filter { !known.contains($0.keyPath) },
            registers
        )
        let moves = ruled + asked
        guard moves.count <= mostMovedLines else { return [] }
        return inOrder(moves)
    }

    private func ruledMoves(
        _ removals: [KeyEdit],
        _ additions: [KeyEdit],
        _ renames: [SettingKeyPath: SettingKeyPath]
    ) -> [KeyMove] {
        guard !renames.isEmpty else { return [] }
        var free = Dictionary(additions.map { ($0.keyPath, $0) }) { first, _ in first }
        return removals.compactMap { removal in
            let former = renames.filter { $0.value == removal.keyPath }.map(\.key).sorted()
            let names = [renames[removal.keyPath]].compactMap(\.self) + former
            guard let name = names.first(where: { free[$0] != nil }),
                let addition = free.removeValue(forKey: name)
            else { return nil }
            return KeyMove(removal: removal, addition: addition)
        }
    }

    private func askedMoves(
        _ removals: [KeyEdit],
        _ additions: [KeyEdit],
        _ registers: Registers
    ) -> [KeyMove] {
        let gone = Dictionary(grouping: removals) { registers.step(of: $0.keyPath) }
        let come = Dictionary(grouping: additions) { registers.step(of: $0.keyPath) }
        return gone.flatMap { step, removals -> [KeyMove] in
            guard let step, let additions = come[step], additions.count <= mostMovedLines,
                let names = renamedKeys(
                    from: removals.map(\.keyPath),
                    to: additions.map(\.keyPath)
                )
            else { return [] }
            let moves = removals.compactMap { removal in
                additions.first { $0.keyPath == names[removal.keyPath] }
                    .map { KeyMove(removal: removal, addition: $0) }
            }
            let isSame = moves.allSatisfy { keys[$0.removal.keyPath] == $0.addition.value }
            return isSame ? moves : []
        }
    }

    private func inOrder(_ moves: [KeyMove]) -> [KeyMove] {
        guard moves.count > 1 else { return moves }
        let places = Dictionary(
            document.entries.map { ($0.keyPath, $0.offset) },
            uniquingKeysWith: max
        )
        return moves.sorted {
            let (first, second) = ($0.removal.keyPath, $1.removal.keyPath)
            return (places[first] ?? 0, first) < (places[second] ?? 0, second)
        }
    }
}

/// How many lines are moved one by one: each costs some readings of its file.
private let mostMovedLines = 100

/// One client's edit, which all that it changed has in common.
private struct ClientStep: Hashable {
    var counter: UInt64
    var agent: String
}

extension Registers {
    /// The client's step that a key's register is from; nil for anybody else's.
    fileprivate func step(of path: SettingKeyPath) -> ClientStep? {
        guard let register = all[path], case .client = register.origin else { return nil }
        return ClientStep(counter: register.timestamp.counter, agent: register.timestamp.agent)
    }
}

/// For each key that went the one that came, where a step only gave keys another name with all below.
///
/// - Returns: nil for keys that came and went in any other way.
package func renamedKeys(
    from removed: [SettingKeyPath],
    to added: [SettingKeyPath]
) -> [SettingKeyPath: SettingKeyPath]? {
    let (removed, added) = (removed.sorted(), added.sorted())
    guard removed.count == added.count, let old = removed.first?.segments,
        let new = added.first?.segments
    else { return nil }
    let count = zip(old.reversed(), new.reversed()).prefix { $0.isSame(as: $1) }.count
    let (oldName, newName) = (old.dropLast(count), new.dropLast(count))
    var names: [SettingKeyPath: SettingKeyPath] = [:]
    // Keys below one name are in the same order as below the other.
    for (gone, come) in zip(removed, added) {
        let rest = gone.segments.dropFirst(oldName.count)
        guard gone.segments.elementsEqual(oldName + rest, by: { $0.isSame(as: $1) }),
            come.segments.elementsEqual(newName + rest, by: { $0.isSame(as: $1) })
        else { return nil }
        names[gone] = come
    }
    return names
}
