// What becomes of one container's children, whatever the language they are written in.

import SettingsModel

/// What is asked of a container that stands in a document, child by child.
struct ContainerPlan {
    /// A new child.
    struct Insertion {
        /// The child that it follows, or -1 for the front.
        var after: Int
        /// Its key, or nil in an array.
        var key: String?
        var value: SettingValue
    }
    /// One for each child, in the order of the file.
    var requests: [ChangeRequest]
    /// In the order in which they shall stand.
    var insertions: [Insertion] = []

    /// Plans changes below a dictionary.
    ///
    /// - Parameters:
    ///   - keys: The keys of all children; where one stands twice, the last counts.
    ///   - kinds: What the children are.
    ///   - changes: The changes, their paths beginning at the dictionary.
    /// - Throws: ``EditError`` with code `.ambiguous`: a key to be removed stands twice.
    init(
        keys: [String],
        kinds: [ContainerKind],
        changes: ChangeTree
    ) throws(EditError) {
        try self.init(keys: keys, kinds: kinds, inherited: [:], changes: changes)
    }

    /// Plans changes below a dictionary or an array of a tree.
    ///
    /// - Parameters:
    ///   - node: The container.
    ///   - tree: What it stands in.
    ///   - keys: The key of a child.
    ///   - changes: The changes, their paths beginning at the container.
    /// - Throws: ``EditError`` with code `.ambiguous`: a key to be removed stands twice.
    init(
        below node: Int,
        _ tree: SourceTree,
        keys: (Int) -> String,
        changes: ChangeTree
    ) throws(EditError) {
        let children = tree.children(of: node)
        let kinds = children.map { tree.nodes[$0].containerKind }
        if tree.nodes[node].kind == .dictionary {
            try self.init(keys: children.map(keys), kinds: kinds, changes: changes)
        } else {
            try self.init(kinds: kinds, changes: changes.indexed)
        }
    }

    /// Plans changes below a dictionary that takes over entries of others.
    ///
    /// - Parameters:
    ///   - keys: The keys of all children; nil for one that isn't an entry.
    ///   - kinds: What the children are.
    ///   - inherited: The entries without a child; a child with the key takes their place.
    ///   - changes: The changes, their paths beginning at the dictionary.
    /// - Throws: ``EditError`` with code `.ambiguous`: a key to be removed stands twice; with code
    ///   `.shared`: it is inherited.
    init(
        keys: [String?],
        kinds: [ContainerKind],
        inherited: [ExactText: SettingValue],
        changes: ChangeTree
    ) throws(EditError) {
        requests = Array(repeating: .keep, count: keys.count)
        let places = Places(of: keys) { changes.child($0) != nil }
        for key in changes.keys {
            guard let change = changes.child(key) else { continue }
            guard let position = places.last[ExactText(key)] else {
                let handedDown = inherited[ExactText(key)]
                let value = try change.applied(to: handedDown)
                if value == nil, handedDown != nil { throw .inherited(key) }
                if let value, value != handedDown { insert(key, value) }
                continue
            }
            requests[position] = try change.request(of: kinds[position])
            try places.check(requests[position], of: key)
        }
    }

    /// Plans a dictionary over a dictionary.
    ///
    /// - Throws: ``EditError`` with code `.ambiguous`: a key to be removed stands twice.
    init(keys: [String], becoming entries: [SettingValue.Entry]) throws(EditError) {
        try self.init(keys: keys, inherited: [:], becoming: entries)
    }

    /// Plans a dictionary over one that takes over entries of others.
    ///
    /// - Throws: ``EditError`` with code `.ambiguous`: a key to be removed stands twice; with code
    ///   `.shared`: it is inherited.
    init(
        keys: [String?],
        inherited: [ExactText: SettingValue],
        becoming entries: [SettingValue.Entry]
    ) throws(EditError) {
        requests = Array(repeating: .keep, count: keys.count)
        let places = Places(of: keys) { _ in true }
        for position in places.last.values { requests[position] = .remove }
        for entry in entries {
            if let position = places.last[ExactText(entry.key)] {
                requests[position] = .set(entry.value)
            } else if entry.value != inherited[ExactText(entry.key)] {
                insert(entry.key, entry.value)
            }
        }
        if !inherited.isEmpty {
            let stays = Set(entries.map { ExactText($0.key) })
            let gone = inherited.keys.filter { !stays.contains($0) }.map(\.text)
            if let lost = gone.min(by: { $0.precedes($1) }) { throw .inherited(lost) }
        }
        for (key, position) in places.last { try places.check(requests[position], of: key.text) }
    }

    private mutating func insert(_ key: String, _ value: SettingValue) {
        insertions.append(Insertion(after: requests.count - 1, key: key, value: value))
    }

    /// Where the keys with changes stand.
    private struct Places {
        var last: [ExactText: Int] = [:]
        var duplicates: Set<ExactText> = []

        init(of keys: [String?], where isWanted: (String) -> Bool) {
            for (position, key) in keys.enumerated() {
                guard let key, isWanted(key) else { continue }
                let name = ExactText(key)
                if last.updateValue(position, forKey: name) != nil { duplicates.insert(name) }
            }
        }

        func check(_ request: ChangeRequest, of key: String) throws(EditError) {
            if case .remove = request, duplicates.contains(ExactText(key)) { throw .duplicate(key) }
        }
    }
}

// MARK: What stays

extension ContainerPlan {
    /// New children that stand together.
    struct Run {
        /// The last child before them that stays, or -1.
        var after: Int
        var insertions: [Insertion]
        /// Whether nothing follows them.
        var isLast: Bool
    }

    /// The insertions by the child that they follow, in the order of the file.
    var runs: [Run] {
        var runs: [Run] = []
        var position = -1
        var kept = -1
        for insertion in insertions {
            while position < insertion.after {
                position += 1
                if !isRemoved(position) { kept = position }
            }
            if let last = runs.last, last.after == kept {
                runs[runs.count - 1].insertions.append(insertion)
            } else {
                runs.append(Run(after: kept, insertions: [insertion], isLast: false))
            }
        }
        if let last = runs.last, last.after >= lastKept { runs[runs.count - 1].isLast = true }
        return runs
    }

    /// The last child that stays, or -1.
    var lastKept: Int { requests.indices.last { !isRemoved($0) } ?? -1 }

    /// The first child that stays, or the count for none.
    var firstKept: Int { requests.indices.first { !isRemoved($0) } ?? requests.count }

    /// Whether children come or go.
    var movesChildren: Bool { !insertions.isEmpty || requests.indices.contains(where: isRemoved) }

    /// Whether a child goes.
    func isRemoved(_ child: Int) -> Bool {
        if case .remove = requests[child] { true } else { false }
    }
}

// MARK: Arrays

extension ContainerPlan {
    /// Plans changes at positions of an array, made one after the other.
    ///
    /// - Throws: ``EditError`` with code `.noSuchPath`: a position past the end.
    init(
        kinds: [ContainerKind],
        changes: [DocumentChange]
    ) throws(EditError) {
        var slots = kinds.indices.map { Slot(origin: $0, changes: []) }
        for change in changes {
            guard case .index(let index) = change.path.elements.first, index >= 0 else {
                throw .noPosition
            }
            let rest = DocumentPath(Array(change.path.elements.dropFirst()))
            if rest.elements.isEmpty, change.value == nil {
                if index < slots.count { slots.remove(at: index) }
                continue
            }
            if index == slots.count, change.value != nil {
                slots.append(Slot(origin: nil, changes: []))
            }
            guard index < slots.count else { throw .noPosition }
            slots[index].changes.append(DocumentChange(rest, change.value))
        }
        requests = Array(repeating: .remove, count: kinds.count)
        var previous = -1
        for slot in slots {
            let tree = ChangeTree(slot.changes)
            if let origin = slot.origin {
                requests[origin] =
                    slot.changes.isEmpty ? .keep : try tree.request(of: kinds[origin])
                previous = origin
            } else if let value = try tree.applied(to: nil) {
                insertions.append(Insertion(after: previous, key: nil, value: value))
            }
        }
    }

    private struct Slot {
        var origin: Int?
        var changes: [DocumentChange]
    }

    /// Plans an array over an array: equal elements stay where they are, with their comments.
    ///
    /// Between two that stay, as many old elements as new ones are changes of one another, and so are
    /// dictionaries in order; else the old ones went and the new ones came.
    init(values old: [SettingValue], becoming new: [SettingValue]) {
        requests = Array(repeating: .remove, count: old.count)
        var oldStart = 0
        var newStart = 0
        for (oldEnd, newEnd) in Self.matches(old, new) + [(old.count, new.count)] {
            let oldCount = oldEnd - oldStart
            let newCount = newEnd - newStart
            let isPaired = oldCount == newCount || old.count == new.count
            let paired = zip(old[oldStart..<oldEnd], new[newStart..<newEnd]).prefix {
                isPaired || $0.isDictionary && $1.isDictionary
            }.count
            for offset in 0..<paired { requests[oldStart + offset] = .set(new[newStart + offset]) }
            for value in new[(newStart + paired)..<newEnd] {
                insertions.append(Insertion(after: oldEnd - 1, key: nil, value: value))
            }
            if oldEnd < old.count { requests[oldEnd] = .keep }
            oldStart = oldEnd + 1
            newStart = newEnd + 1
        }
    }

    /// Plans an array over one of `count` elements, each a change of what stands at its position.
    init(pairing count: Int, with new: [SettingValue]) {
        requests = new.prefix(count).map(ChangeRequest.set)
        requests += Array(repeating: .remove, count: count - requests.count)
        insertions = new.dropFirst(count).map {
            Insertion(after: count - 1, key: nil, value: $0)
        }
    }

    /// Comparisons that a longest common part may cost; past it, elements are paired by position.
    private static let comparisons = 40_000

    /// Pairs of positions with equal values, growing in both arrays.
    private static func matches(
        _ old: [SettingValue],
        _ new: [SettingValue]
    ) -> [(Int, Int)] {
        let shorter = min(old.count, new.count)
        let prefix = (0..<shorter).prefix { old[$0] == new[$0] }.count
        let suffix = (0..<shorter - prefix).prefix {
            old[old.count - 1 - $0] == new[new.count - 1 - $0]
        }.count
        let front = (0..<prefix).map { ($0, $0) }
        let back = (0..<suffix).map { (old.count - suffix + $0, new.count - suffix + $0) }
        let oldMiddle = prefix..<old.count - suffix
        let newMiddle = prefix..<new.count - suffix
        guard !oldMiddle.isEmpty, !newMiddle.isEmpty,
            oldMiddle.count * newMiddle.count <= comparisons
        else { return front + back }
        return front + longestCommonPart(old, oldMiddle, new, newMiddle) + back
    }

    private static func longestCommonPart(
        _ old: [SettingValue],
        _ oldRange: Range<Int>,
        _ new: [SettingValue],
        _ newRange: Range<Int>
    ) -> [(Int, Int)] {
        let width = newRange.count + 1
        var lengths = Array(repeating: 0, count: (oldRange.count + 1) * width)
        for i in oldRange.reversed() {
            for j in newRange.reversed() {
                let cell = (i - oldRange.lowerBound) * width + j - newRange.lowerBound
                lengths[cell] =
                    old[i] == new[j]
                    ? lengths[cell + width + 1] + 1
                    : max(lengths[cell + width], lengths[cell + 1])
            }
        }
        var pairs: [(Int, Int)] = []
        var (i, j) = (oldRange.lowerBound, newRange.lowerBound)
        while i < oldRange.upperBound, j < newRange.upperBound {
            let cell = (i - oldRange.lowerBound) * width + j - newRange.lowerBound
            if old[i] == new[j] {
                pairs.append((i, j))
                (i, j) = (i + 1, j + 1)
            } else if lengths[cell + width] >= lengths[cell + 1] {
                i += 1
            } else {
                j += 1
            }
        }
        return pairs
    }
}

extension SettingValue {
    fileprivate var isDictionary: Bool { if case .dictionary = self { true } else { false } }
}
