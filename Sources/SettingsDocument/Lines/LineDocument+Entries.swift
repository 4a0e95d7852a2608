// The leaves of a file of lines, all of them or those at some keys.

package import SettingsModel

extension LineDocument {
    package var entries: [DocumentEntry] {
        effective.map { entry(ofLeaf: Int(outline.leafOfEntry[Int($0)])) }
    }

    package func entries(at paths: Set<SettingKeyPath>) -> [DocumentEntry] {
        paths.compactMap { path in
            var group = 0
            for name in path.segments.dropLast() {
                guard let child = outline.child(name, of: group) else { return nil }
                group = child
            }
            let name = path.segments[path.segments.count - 1]
            guard let leaf = leaf(name, in: group) else { return nil }
            let entry = entry(ofLeaf: leaf)
            // It may be spelled in another case.
            return entry.keyPath == path ? entry : nil
        }
    }

    private func entry(ofLeaf leaf: Int) -> DocumentEntry {
        DocumentEntry(
            keyPath: keyPath(of: leaf),
            value: value(ofLeaf: leaf),
            offset: lineEntries[outline.effectiveEntry(of: leaf)].key.lowerBound
        )
    }
}
