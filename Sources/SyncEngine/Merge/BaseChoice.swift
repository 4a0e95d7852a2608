// The search for the version that the writer of a new content had in the editor.

import SettingsModel

/// The version that a new content is compared with.
struct BaseChoice: Equatable, Sendable {
    /// Why this version was chosen.
    enum Reason: String, Sendable {
        /// The newest version, which somebody is known to have read.
        case fresh
        /// Nobody has read the newest version, so nobody can have meant to overwrite it.
        case unread
        /// The newest was read, but an older version explains the content with fewer edits.
        case staleLikely = "stale-likely"
        /// Exactly an older version, by somebody who has seen the newest.
        case reverted
        /// Exactly an older version: saved again from an old buffer, or restored.
        case resaveOrRestore = "resave-or-restore"
        /// Exactly an older version, with a time from before the newest.
        case restored
        /// In a file that was created in the place of one that was removed, as no editor does it.
        case replaced
        /// In another file, which was made by somebody who had just read the newest.
        case remade
        /// The version that the content is from isn't kept any more.
        case forgotten
        /// Exactly an older version, for the second time within a minute.
        case repeated
        /// The agent displaced this content, so its writer hadn't read what displaced it.
        case displaced

        /// Whether the content was placed by a program that holds no text of the file.
        var isPlaced: Bool { self == .restored || self == .replaced }
    }
    /// An index into the versions that were given.
    var index: Int
    var reason: Reason
    /// Whether no other version could have been in the writer's buffer, or it would make no difference.
    var isCertain: Bool
    /// Whether the base explains the content strictly better than every other.
    var isUnique: Bool
}

/// The search for the base of one content.
struct BaseSearch {
    /// The versions known of the file, oldest first; not empty.
    ///
    /// What had to be read of them is kept in them.
    private(set) var versions: [KnownVersion]
    /// The index of the version that the path showed when the content came.
    let top: Int
    private let content: ReadText
    private let isDisplaced: Bool
    /// Whether the newest version says what the domain does, so that nothing waits to be written.
    private let isWritten: Bool
    /// The versions that the writer can have read, by index.
    private let known: [Int]
    private let read: (KnownVersion) -> ReadText?

    /// Prepares a search; a `limit` says that the content is known to predate that version,
    /// `isWritten` that nothing waits to be written, and `read` gives nil for a text that can't be
    /// read (any more).
    init(
        versions: [KnownVersion],
        top: Int,
        content: ReadText,
        before limit: UInt64?,
        isWritten: Bool,
        read: @escaping (KnownVersion) -> ReadText?
    ) {
        self.versions = versions
        self.content = content
        self.read = read
        self.isWritten = isWritten
        isDisplaced = limit != nil
        known = versions.indices.filter { index in
            limit.map { versions[index].version.number < $0 } ?? true
        }
        self.top = isDisplaced ? known.last ?? top : top
    }

    /// The base: the newest version where the content is meant as a whole, else the most likely one.
    ///
    /// - Parameters:
    ///   - evidence: What is known of the content besides what it says.
    ///   - forgotten: The newest version that somebody may hold and that isn't kept any more, or 0.
    /// - Returns: The choice.
    mutating func choice(
        _ evidence: SaveEvidence = .newText,
        forgotten: UInt64 = 0
    ) -> BaseChoice {
        if let reason = evidence.reason {
            return BaseChoice(
                index: top,
                reason: reason,
                isCertain: evidence.isCertain || rival == nil,
                // Else nobody's buffer has moved on.
                isUnique: evidence == .remade
            )
        }
        let choice = likeliest
        guard number(choice.index) < forgotten, showsMore(than: choice.index) else { return choice }
        // The text that its writer had in hand may not be kept any more, and with it what they changed.
        return BaseChoice(index: top, reason: .forgotten, isCertain: false, isUnique: false)
    }

    /// Whether the content shows something that changed after a version, so that it may be from a later one.
    private mutating func showsMore(than index: Int) -> Bool {
        guard let older = keys(of: index) else { return false }
        let changed = Set(content.keys.differences(from: older).map(\.keyPath))
        return versions.indices.contains { later in
            guard number(later) > number(index), let keys = keys(of: later) else { return false }
            return keys.differences(from: older).contains { changed.contains($0.keyPath) }
        }
    }

    /// The version of those that somebody may hold that explains the content best.
    private var likeliest: BaseChoice {
        mutating get {
            let held = holders
            let topIsHeld = held.contains(top)
            if topIsHeld, isContent(top) {
                return BaseChoice(index: top, reason: .fresh, isCertain: true, isUnique: true)
            }
            let older = held.filter { $0 != top }
            guard topIsHeld else { return best(of: older, topIsHeld: false) }
            if older.contains(where: isContent) {
                return BaseChoice(index: top, reason: .reverted, isCertain: false, isUnique: true)
            }
            return best(of: older + [top], topIsHeld: true)
        }
    }

    /// The keys whose edits another reading of the content wouldn't have than the one that was chosen.
    mutating func disputedKeys(by choice: BaseChoice) -> Set<SettingKeyPath> {
        guard choice.index == top, let newest = keys(of: top) else { return [] }
        if choice.reason == .forgotten {
            return Set(content.keys.differences(from: newest).map(\.keyPath))
        }
        guard let rival, let older = keys(of: rival) else { return [] }
        let changes = newest.differences(from: older)
        return Set(changes.filter { content.keys[$0.keyPath] == $0.old }.map(\.keyPath))
    }

    /// The version that somebody may have had that explains the content no worse than the newest, and in
    /// another way.
    private var rival: Int? {
        mutating get {
            var best: (index: Int, cost: Int)?
            let limit = cost(top)
            for index in known
            where index != top && versions[index].version.isHeld && !comesToTheSame(index, as: top)
            {
                let cost = cost(index)
                if cost <= best?.cost ?? limit { best = (index, cost) }
            }
            return best?.index
        }
    }

    /// The versions that somebody may have in a buffer.
    private var holders: [Int] {
        // Who is known to have read the newest can have meant to overwrite it. If nobody is, those who
        // may have read another while nobody watched count like those who did.
        let isRead = versions[top].version.holders > 0
        var held = known.filter {
            versions[$0].version.holders > 0 || !isRead && wasUnwatched($0)
        }
        if versions[top].version.possibleHolders > 0, !held.contains(top) { held.append(top) }
        if held.isEmpty { held = known.filter { versions[$0].version.possibleHolders > 0 } }
        if held.isEmpty,
            let foreign = known.last(where: { versions[$0].version.author == .foreign })
        {
            held = [foreign]
        }
        return held.isEmpty ? Array(known.prefix(1)) : held
    }

    /// Whether a version was shown while nobody watched, so that somebody may have read it.
    ///
    /// A file's first version was so before the agent came, mostly long before. Whoever had it then
    /// counts only where nobody holds another: else going back to a first value would pass for that.
    private func wasUnwatched(_ index: Int) -> Bool {
        let version = versions[index].version
        return version.possibleHolders > (version.number == 1 ? 1 : 0)
    }

    /// Fewest edits explain best; among equals the newest.
    private mutating func best(of candidates: [Int], topIsHeld: Bool) -> BaseChoice {
        let costs = candidates.count > 1 ? candidates.map { cost($0) } : [0]
        let lowest = costs.min() ?? 0
        let cheapest = zip(candidates, costs).filter { $0.1 == lowest }.map(\.0)
        // Candidates are in the order of their numbers but for the top, which is the newest.
        let index = cheapest.max { number($0) < number($1) } ?? top
        return BaseChoice(
            index: index,
            reason: reason(for: index, topIsHeld: topIsHeld),
            isCertain: isCertain(index, among: candidates),
            isUnique: cheapest.count == 1
        )
    }

    private func reason(for index: Int, topIsHeld: Bool) -> BaseChoice.Reason {
        if index == top { return .fresh }
        if isContent(index) { return .resaveOrRestore }
        if isDisplaced { return .displaced }
        return topIsHeld ? .staleLikely : .unread
    }

    private mutating func isCertain(_ index: Int, among candidates: [Int]) -> Bool {
        guard index == top || !isContent(index) else { return false }
        guard candidates.allSatisfy({ comesToTheSame($0, as: index) }) else { return false }
        // Somebody may have read another version that explains the content as well.
        let rivals = known.filter {
            versions[$0].version.possibleHolders > 0 && !candidates.contains($0)
        }
        guard !rivals.isEmpty else { return true }
        let cost = cost(index)
        return !rivals.contains { self.cost($0) <= cost && !comesToTheSame($0, as: index) }
    }

    /// Whether the same settings follow from either version as the base.
    ///
    /// Where the content says something else than the newest version, its writer changed that against
    /// both, or against neither and the newest stays. Every tool that writes a file keeps what it wrote
    /// in hand for ever, as far as anybody knows, and mostly that makes no difference.
    /// While the domain says something else than the newest version, the newest doesn't stay, and
    /// each key counts on which the two bases differ.
    private mutating func comesToTheSame(_ other: Int, as index: Int) -> Bool {
        if versions[other].bytes == versions[index].bytes { return true }
        guard let newest = keys(of: top), let first = keys(of: index), let second = keys(of: other)
        else { return false }
        let changes =
            isWritten ? content.keys.differences(from: newest) : first.differences(from: second)
        return changes.lazy.map(\.keyPath).allSatisfy { path in
            (first[path] == content.keys[path]) == (second[path] == content.keys[path])
        }
    }

    /// Edits from a version to the content; each change of the newest version that shows in it
    /// speaks against an older one and counts again.
    private mutating func cost(_ index: Int) -> Int {
        guard let keys = keys(of: index) else { return .max / 4 }
        let distance = content.keys.differences(from: keys).count
        guard index != top, let newest = self.keys(of: top) else { return distance }
        let shown = newest.differences(from: keys).count { change in
            content.keys[change.keyPath] == change.new
        }
        return distance + shown
    }

    /// What a version says, read if that isn't known yet; nil for a text that can't be read.
    private mutating func keys(of index: Int) -> SharedMap<SettingValue>? {
        if let keys = versions[index].keys { return keys }
        let keys = read(versions[index])?.keys
        versions[index].keys = keys
        return keys
    }

    private func number(_ index: Int) -> UInt64 { versions[index].version.number }
    private func isContent(_ index: Int) -> Bool { versions[index].bytes == content.bytes }
}
