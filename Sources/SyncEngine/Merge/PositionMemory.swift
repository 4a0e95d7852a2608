// Where a file had keys that it lacks now: its kept versions know.

import SettingsDocument
import SettingsModel

/// What the kept versions of a file tell of where keys stood that come back to it.
struct PositionMemory {
    /// Keys that come back to where one version of the file had them.
    struct Group {
        var former: FormerText
        var edits: [KeyEdit]
    }

    let replica: ReplicaState

    /// The versions that keys return from which a text lacks; a key that none had is in no group.
    ///
    /// Cost: a look-up in each version for each key; a reading of each version that is used.
    func groups(
        of edits: [KeyEdit],
        to text: ReadText,
        with registers: Registers
    ) -> [Group] {
        guard !edits.isEmpty, text.bytes.count <= mostRecalledBytes else { return [] }
        var search = Search(replica: replica, text: text, registers: registers)
        var groups: [Group] = []
        for edit in edits {
            guard let former = search.former(with: edit.keyPath) else { continue }
            let index = groups.firstIndex {
                $0.former.comments == former.comments
                    && $0.former.document.bytes == former.document.bytes
            }
            if let index {
                groups[index].edits.append(edit)
            } else {
                groups.append(Group(former: former, edits: [edit]))
            }
        }
        return groups
    }

    /// Whether a key isn't in the file because the agent took it out, as far as the kept versions
    /// tell: whoever has it set again wants it back there.
    func wasTakenOut(_ key: SettingKeyPath) -> Bool {
        guard let newest = replica.newestVersion(with: key),
            let next = replica.successor(of: newest, losing: key)
        else { return false }
        return replica.versions[next].version.author == .agent
    }

    /// Whether a key comes back into the file with a value that it has now.
    func takesBack(_ key: SettingKeyPath, _ value: SettingValue) -> Bool {
        guard replica.top != nil, replica.configuration.owns(key), wasTakenOut(key) else {
            return false
        }
        return Fitting([(key, value)], in: replica).map { $0.refusal(ofLeafAt: 0) == nil } ?? false
    }

    /// The search for the versions of some keys.
    private struct Search {
        let replica: ReplicaState
        let text: ReadText
        let registers: Registers
        private var documents: [Int: any Document] = [:]
        private var siblings: [SettingKeyPath?: [SettingKeyPath]]?

        private var versions: [KnownVersion] { replica.versions }

        init(replica: ReplicaState, text: ReadText, registers: Registers) {
            self.replica = replica
            self.text = text
            self.registers = registers
        }

        /// The text that a key returns from; nil where none had it.
        mutating func former(with key: SettingKeyPath) -> FormerText? {
            guard let newest = replica.newestVersion(with: key),
                let document = document(of: best(for: key, newest))
            else { return nil }
            guard let next = replica.successor(of: newest, losing: key) else {
                return FormerText(document, before: nil)
            }
            // A key that nobody has set since is only missing here: an old buffer was saved.
            let isMissing = versions[...newest].contains {
                $0.version.timestamps[key].map { $0 == registers.all[key]?.timestamp } ?? false
            }
            let isOurs = versions[next].version.author == .agent
            return FormerText(
                document,
                before: isMissing || isOurs ? self.document(of: next) : nil
            )
        }

        /// The newest version with a key, or an older one that has the same lines for it and more of
        /// the keys that stand beside it now.
        private mutating func best(for key: SettingKeyPath, _ newest: Int) -> Int {
            let shown = versions[newest].version.timestamps[key]
            var best = newest
            var most: Int?
            for index in versions[..<newest].indices.reversed() {
                guard versions[index].version.timestamps[key] == shown else { break }
                let known = most ?? neighbours(of: key, in: best)
                most = known
                let count = neighbours(of: key, in: index)
                guard count > known, let lines = lines(of: key, in: index),
                    lines == self.lines(of: key, in: newest)
                else { continue }
                (best, most) = (index, count)
            }
            return best
        }

        /// How many of the keys that stand beside a key now a version has.
        private mutating func neighbours(of key: SettingKeyPath, in index: Int) -> Int {
            let known =
                siblings ?? Dictionary(grouping: text.keys.keyPaths) { $0.parent }
            siblings = known
            let timestamps = versions[index].version.timestamps
            return known[key.parent]?.count { timestamps[$0] != nil } ?? 0
        }

        /// The lines of a key, if no other has part in them.
        private mutating func lines(of key: SettingKeyPath, in index: Int) -> [UInt8]? {
            guard let document = document(of: index) else { return nil }
            let own = DocumentLine.Anchor.entries([replica.configuration.filePath(key)])
            let line = document.lines.first { $0.anchor == own }
            return line.map { Array(document.bytes[$0.range]) }
        }

        mutating func document(of index: Int) -> (any Document)? {
            if let document = documents[index] { return document }
            let bytes = versions[index].bytes
            guard bytes.count <= mostRecalledBytes, let document = replica.document(of: bytes)
            else {
                return nil
            }
            documents[index] = document
            return document
        }
    }
}

extension ReplicaState {
    /// The index of the newest kept version that has a key; nil for none.
    fileprivate func newestVersion(with key: SettingKeyPath) -> Int? {
        self.versions.lastIndex { $0.version.timestamps[key] != nil }
    }

    /// The index of the version that took the place of the newest with a key; nil for none.
    fileprivate func successor(of newest: Int, losing key: SettingKeyPath) -> Int? {
        let versions = self.versions
        // What the agent's write displaced is noted after it, and in the same moment.
        if newest > 0, versions[newest - 1].version.author == .agent,
            versions[newest - 1].version.recorded == versions[newest].version.recorded,
            versions[newest - 1].version.timestamps[key] == nil
        {
            return newest - 1
        }
        let next = newest + 1 < versions.count ? newest + 1 : topIndex
        return next == newest ? nil : next
    }
}
