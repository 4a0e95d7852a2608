// A key of a table that gets another name: its line keeps its place and its comments.

import SettingsDocument
import SettingsModel

extension Projection {
    /// Gives keys another name where they stand.
    ///
    /// A client's step is a renaming if it took one key out of a table and set one new key in it to the
    /// same value, and changed nothing else in the file. A key that the template has comes back as it was there.
    ///
    /// - Returns: The edits that are left.
    mutating func rename(
        _ edits: [KeyEdit],
        by registers: Registers,
        from template: Template?,
        as configuration: ReplicaConfiguration
    ) -> [KeyEdit] {
        let steps = Dictionary(grouping: edits) { registers.clientStep(of: $0.keyPath) }
        var renamed: Set<SettingKeyPath> = []
        for removal in edits where removal.value == nil {
            let (old, step) = (removal.keyPath, registers.clientStep(of: removal.keyPath))
            guard step != nil, let both = steps[step], both.count == 2,
                let addition = both.first(where: { $0.keyPath != old }),
                let value = addition.value, value == text.keys[old],
                text.keys[addition.keyPath] == nil,
                template?.text.keys[addition.keyPath] == nil,
                let result = text.renaming(old, to: addition.keyPath, as: configuration)
            else { continue }
            text = result
            renamed.formUnion([old, addition.keyPath])
        }
        return edits.filter { !renamed.contains($0.keyPath) }
    }
}

/// One client's step: all that it changed has this in common.
private struct ClientStep: Hashable {
    var counter: UInt64
    var agent: String
}

extension Registers {
    /// The client's step that a key's register is from; nil for anybody else's.
    fileprivate func clientStep(of path: SettingKeyPath) -> ClientStep? {
        guard let register = all[path], case .client = register.origin else { return nil }
        return ClientStep(counter: register.timestamp.counter, agent: register.timestamp.agent)
    }
}

extension ReadText {
    /// The text with another name in a key's place; nil where the new key belongs into another.
    fileprivate func renaming(
        _ old: SettingKeyPath,
        to new: SettingKeyPath,
        as configuration: ReplicaConfiguration
    ) -> ReadText? {
        guard old.parent == new.parent, let newName = new.segments.last,
            let place = document.name(of: configuration.filePath(old))
        else { return nil }
        var changed = bytes
        changed.replaceSubrange(place.range, with: Array(newName.utf8))
        // What isn't exactly the same text with the other name is no renaming.
        guard let parsed = try? document.format.parse(changed) else { return nil }
        let renamed = ReadText(parsed, as: configuration)
        var expected = keys
        expected[new] = expected[old]
        expected[old] = nil
        guard renamed.keys == expected else { return nil }
        if place.isQuoted { return renamed }
        // Others may read a bare name otherwise: in YAML, `on` needs quotes.
        let added = document.revised(by: [configuration.change(of: new, to: keys[old])]).document
        return added.name(of: configuration.filePath(new))?.isQuoted == false ? renamed : nil
    }
}

extension Document {
    /// Where a key's own name stands; nil where it isn't spelled as it is, or the key isn't there.
    fileprivate func name(of path: SettingKeyPath) -> (range: Range<Int>, isQuoted: Bool)? {
        let name = Array((path.segments.last ?? "").utf8)
        guard !name.isEmpty, let entry = entries.last(where: { $0.keyPath == path }),
            let value = span(of: DocumentPath(path)), entry.offset < value.lowerBound,
            let range = bytes[entry.offset..<value.lowerBound].lastRange(of: name)
        else { return nil }
        let isFirst = range.lowerBound == entry.offset
        return (range, !isFirst && "\"'".utf8.contains(bytes[range.lowerBound - 1]))
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
