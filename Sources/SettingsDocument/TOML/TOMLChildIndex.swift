// The children of a TOML file's tables by their keys, without a copy of any key.

import SettingsModel

/// Finds the children of tables: a hash table of node indices, whose keys are those of the nodes.
///
/// A dictionary with a table and a key for each child took eight times the room, and a third of the
/// time that reading a file takes.
struct TOMLChildIndex {
    /// Indices of nodes, or none; as many as a power of two, and at most three quarters in use.
    private var slots: [Int32]
    private var count = 0

    /// Creates an index with room for so many children.
    init(capacity: Int) {
        var size = 8
        while size * 3 / 4 < capacity { size *= 2 }
        slots = Array(repeating: Int32(TOMLTree.none), count: size)
    }

    /// The child of a table with that key.
    func child(of table: Int, _ key: String, in nodes: [TOMLNode]) -> Int? {
        let node = Int(slots[slot(of: table, key, in: nodes)])
        return node == TOMLTree.none ? nil : node
    }

    /// Finds the child of a table with that key; where there is none, it is `new`, a node that comes next.
    mutating func findOrInsert(
        _ new: Int,
        as key: String,
        of table: Int,
        in nodes: [TOMLNode]
    ) -> Int {
        if (count + 1) * 4 > slots.count * 3 { grow(nodes) }
        let slot = slot(of: table, key, in: nodes)
        if slots[slot] == TOMLTree.none {
            slots[slot] = Int32(new)
            count += 1
        }
        return Int(slots[slot])
    }

    /// The slot of a child, or the free one where it belongs.
    private func slot(of table: Int, _ key: String, in nodes: [TOMLNode]) -> Int {
        // Seeded, so that no file can be made to have all its keys in one place.
        let digest = key.digest(after: UInt64(table))
        var slot = Int(truncatingIfNeeded: digest) & (slots.count - 1)
        while slots[slot] != TOMLTree.none {
            let node = Int(slots[slot])
            if nodes[node].parent == table, nodes[node].key.isSame(as: key) { return slot }
            slot = (slot + 1) & (slots.count - 1)
        }
        return slot
    }

    private mutating func grow(_ nodes: [TOMLNode]) {
        let old = slots
        slots = Array(repeating: Int32(TOMLTree.none), count: old.count * 2)
        for node in old where node != TOMLTree.none {
            slots[slot(of: nodes[Int(node)].parent, nodes[Int(node)].key, in: nodes)] = node
        }
    }
}
