// The keys that stand again in a file of lines.

import SettingsModel

extension LineDocument {
    package var repeatedKeys: [RepeatedKey] {
        switch dialect.repeats {
        case .list, .listWithReset, .refused: return []
        case .firstCounts, .lastCounts: break
        }
        return outline.leaves.indices.compactMap { index -> RepeatedKey? in
            let leaf = outline.leaves[index]
            guard leaf.count > 1 else { return nil }
            let name = name(of: index)
            guard !isListKey(name), !dialect.adding.cumulative.contains(LineText.folded(name))
            else {
                return nil
            }
            let isFirst = dialect.repeats == .firstCounts
            let all = allEntries(ofLeaf: index)
            // Lines that add to the last whole value count, too.
            let items = items(ofLeaf: index)
            let without = isFirst ? all.dropFirst() : all.dropLast(items.count)
            guard !without.isEmpty else { return nil }
            let counts = isFirst ? Int(leaf.first) : items[0]
            let path = outline.path(of: Int(leaf.group)) + [name]
            return RepeatedKey(
                path: DocumentPath(path.map(PathElement.key)),
                withoutEffect: without.map { entry in
                    lineEntries[entry].key.lowerBound..<lineEntries[entry].value.upperBound
                },
                countingOffset: lineEntries[counts].key.lowerBound,
                counting: isFirst ? .first : .last,
                mayAddUp: dialect.adding.mayBeAny
            )
        }.sorted { $0.offset < $1.offset }
    }
}

extension Document {
    /// Whether the key at a path stands in several lines of a file of lines.
    package func hasSeveralLines(at path: DocumentPath) -> Bool {
        guard let lines = self as? LineDocument, let keyPath = path.keyPath,
            case .leaf(let leaf)? = lines.place(at: keyPath.segments)
        else { return false }
        return lines.outline.leaves[leaf].count > 1
    }
}
