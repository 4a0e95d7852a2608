// What linking a file would change, found out by doing it with a copy of the engine.

import SettingsDocument
package import SettingsModel

/// A setting for which a file and its domain have different values.
package struct LinkDifference: Equatable, Sendable {
    package var keyPath: SettingKeyPath
    /// What the file says.
    package var here: SettingValue?
    /// What the domain says; nil where something is in its place, or where it was removed.
    package var there: SettingValue?
    /// Whether the file's value is the newer one.
    package var isNewer: Bool
}

/// What linking a file would change.
package struct LinkComparison: Equatable, Sendable {
    /// In key order.
    package private(set) var differences: [LinkDifference] = []
    /// What only the file has, in key order.
    package private(set) var taken: [SettingKeyPath] = []
    /// What the file lacks and is given, in key order.
    package private(set) var added: [SettingKeyPath] = []
    /// Whether the domain has settings.
    package private(set) var hasOthers = false
    /// Why the file can't be compared now; nil where it could be.
    package private(set) var problem: String?

    /// Compares a file with its domain, as if it were linked by `configurations`.
    ///
    /// Cost: the file is read once, and twice more where it differs; for the first file of a domain without
    /// rules, that is all.
    package init(
        of id: ReplicaID,
        as configurations: [DomainConfiguration],
        seeing sighting: Sighting,
        in engine: Engine,
        at now: Instant
    ) {
        var base = engine
        _ = base.step(.configure(configurations), at: now)
        let before = Self.settings(of: id.domain, in: base)
        hasOthers = !before.isEmpty
        if let keys = Self.firstKeys(of: id, in: sighting, base) {
            taken = keys
            return
        }
        func linked(preferring preference: LinkPreference) -> Engine {
            var copy = base
            _ = copy.step(.prefer(preference, id), at: now)
            _ = copy.step(.sighted(id, sighting), at: now)
            return copy
        }
        let others = linked(preferring: .others)
        problem = Self.obstacle(to: id, in: others)
        guard problem == nil else { return }
        let after = Self.settings(of: id.domain, in: others)
        taken = after.keys.filter { before[$0] == nil }.sorted()
        let found = others.differences(of: id)
        added = found.filter { $0.inFile == nil }.map(\.keyPath)
        let differing = found.filter { $0.inFile != nil }
        guard !differing.isEmpty else { return }
        let this = Self.settings(of: id.domain, in: linked(preferring: .this))
        let newer = Self.settings(of: id.domain, in: linked(preferring: .newer))
        differences = differing.compactMap { difference in
            let path = difference.keyPath
            // What a rule refuses, or what both sides add to, is the same whoever is preferred.
            guard this[path] != after[path] else { return nil }
            return LinkDifference(
                keyPath: path,
                here: difference.inFile,
                there: difference.inRegisters,
                isNewer: newer[path] != after[path]
            )
        }
    }

    /// A text that is another once the file or its domain has changed.
    ///
    /// It holds for this process: another has other hashes.
    package static func token(
        for id: ReplicaID,
        seeing sighting: Sighting,
        in engine: Engine
    ) -> String {
        var hasher = Hasher()
        hasher.combine(id.path)
        if case .content(let content) = sighting {
            hasher.combine(content.bytes)
            hasher.combine(content.modified)
        }
        hasher.combine(engine.domains[id.domain]?.changedCounter)
        hasher.combine(engine.changes.lastRev(of: id.domain))
        return String(UInt64(bitPattern: Int64(hasher.finalize())), radix: 16)
    }

    /// What the user's files of a domain are to have.
    private static func settings(
        of domain: Domain,
        in engine: Engine
    ) -> [SettingKeyPath: SettingValue] {
        engine.domains[domain]?.registers.visible ?? [:]
    }

    /// Why a file that was looked at has not been read.
    private static func obstacle(to id: ReplicaID, in engine: Engine) -> String? {
        switch engine.replicas[id]?.condition {
        case .ok, .absent, nil: nil
        case .unwritable(let problem), .broken(let problem), .beingWritten(let problem),
            .away(let problem):
            problem.problem
        case .unknown, .busy, .missing: "another program is writing it"
        }
    }

    /// What a file that comes has, in key order, where its domain takes all of it; nil where only doing it
    /// shows what is taken.
    ///
    /// Nothing may be known of the domain, and no rule may refuse a value.
    private static func firstKeys(
        of id: ReplicaID,
        in sighting: Sighting,
        _ engine: Engine
    ) -> [SettingKeyPath]? {
        guard case .content(let content) = sighting, !content.isOpen,
            let domain = engine.domains[id.domain], domain.registers.all.isEmpty,
            domain.rules == nil, let replica = engine.replicas[id],
            replica.configuration.layer == .user, replica.top == nil,
            case .taken(let text) = engine.read(content, of: replica)
        else { return nil }
        let keys = text.keys.keyPaths.sorted()
        // One of two keys hides the other where one leads through it.
        let isHiding = zip(keys, keys.dropFirst()).contains { $0.isPrefix(of: $1) }
        return isHiding ? nil : keys
    }
}
