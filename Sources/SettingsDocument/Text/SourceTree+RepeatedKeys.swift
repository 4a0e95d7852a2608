// The keys that stand again in a tree of objects.

import SettingsModel

extension SourceTree {
    /// The keys that stand again, each once, in the order of the file; the last one of each counts.
    ///
    /// `key` says what an entry is called.
    func repeatedKeys(called key: (SourceNode) -> String) -> [RepeatedKey] {
        // Nearly every file has none.
        guard nodes.contains(where: \.isShadowed) else { return [] }
        var found: [RepeatedKey] = []
        func look(in node: Int, _ path: [PathElement]) {
            var shadowed: [ExactText: [Int]] = [:]
            for (position, child) in children(of: node).enumerated() {
                guard nodes[node].kind == .dictionary else {
                    look(in: child, path + [.index(position)])
                    continue
                }
                let name = key(nodes[child])
                if nodes[child].isShadowed {
                    shadowed[ExactText(name), default: []].append(child)
                    continue
                }
                let inner = path + [.key(name)]
                if let without = shadowed[ExactText(name)] {
                    found.append(
                        RepeatedKey(
                            path: DocumentPath(inner),
                            withoutEffect: without.map { nodes[$0].from..<Int(nodes[$0].end) },
                            hasContainer: without.contains { nodes[$0].isContainer },
                            countingOffset: nodes[child].from,
                            counting: .last
                        )
                    )
                }
                if nodes[child].isContainer { look(in: child, inner) }
            }
        }
        look(in: 0, [])
        return found.sorted { $0.offset < $1.offset }
    }
}
