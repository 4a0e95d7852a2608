// Transactions of all kinds, from a seed.

package import SettingsModel
package import SyncEngine

/// Makes transactions as an agent might, each possible after the ones before it.
package struct RandomTransactions {
    private var random: SeededRandom
    private var clock = ClockRecord()
    private var versions: [ReplicaID: [UInt64: FileVersion]] = [:]
    private var numbers: [ReplicaID: UInt64] = [:]
    private let domains: [Domain]
    private let keyPaths: [SettingKeyPath]

    /// Creates a source of transactions.
    package init(seed: UInt64) {
        random = SeededRandom(seed: seed)
        domains = ["org.example.editor", "NSGlobalDomain"].compactMap { try? Domain($0) }
        keyPaths =
            (0..<30).map { SettingKeyPath(segments: ["font", "k\($0)"]) }
            + [
                SettingKeyPath(segments: ["a.b", "", "tab\tquote\"back\\slash"]),
                SettingKeyPath(segments: [""]),
                SettingKeyPath(segments: ["größe", "日本", "\u{7}\u{1B}[31m"]),
            ]
    }

    /// The next transaction.
    package mutating func next() -> Transaction {
        var transaction = Transaction()
        clock.seq += 1
        for keyPath in pick(upTo: 4) {
            set(keyPath, in: domains[index(domains.count)], &transaction)
        }
        for _ in 0..<index(3) { changeVersions(of: replica(), &transaction) }
        if chance(3) { changeRecord(of: replica(), &transaction) }
        if chance(25) { remove(replica(), &transaction) }
        if chance(8), let change = transaction.changes.first {
            transaction.forgotten.append(ChangedKey(change.domain, change.keyPath))
        }
        if chance(8), let record = transaction.registers.first {
            transaction.pruned.append(ChangedKey(record.domain, record.keyPath))
        }
        if chance(4) {
            transaction.hooks.append(
                HookRecord(
                    domain: domains[index(domains.count)],
                    hook: ["reload 'x'", "größe"][index(2)],
                    seq: chance(4) ? nil : clock.seq
                )
            )
        }
        if chance(6) { changeSecrets(&transaction) }
        if !chance(4) || !transaction.changes.isEmpty { transaction.clock = clock }
        return transaction
    }

    /// A value of any type.
    package mutating func value(depth: Int = 0) -> SettingValue {
        switch index(depth > 2 ? 8 : 10) {
        case 0: .null
        case 1: .boolean(chance(2))
        case 2: .integer(Int64(bitPattern: random.next()))
        case 3: .real(Double(index(1_000)) / 7)
        case 4: .string(["", "plain", "'; DROP TABLE \"x\"\u{0}", "größe 日本 \u{1F600}"][index(4)])
        case 5: .date(SettingDate(seconds: Int64(index(2_000_000_000)), nanoseconds: 5))
        case 6: .data((0..<index(9)).map { _ in UInt8(truncatingIfNeeded: random.next()) })
        case 7: .raw("1979-05-27")
        case 8: .array((0..<index(3)).map { _ in value(depth: depth + 1) })
        default: .dictionary((0..<index(3)).map { .init("k\($0)", value(depth: depth + 1)) })
        }
    }
}

// MARK: Parts

extension RandomTransactions {
    private mutating func set(
        _ keyPath: SettingKeyPath,
        in domain: Domain,
        _ transaction: inout Transaction
    ) {
        let new = chance(5) ? nil : value()
        let origin: Origin =
            [.agent, .client("settingsctl"), .file("~/.config/x.toml")][index(3)]
        transaction.registers.append(
            RegisterRecord(
                domain: domain,
                keyPath: keyPath,
                register: Register(timestamp: timestamp(), value: new, origin: origin)
            )
        )
        transaction.changes.append(
            Change(
                domain: domain,
                keyPath: keyPath,
                value: new,
                old: value(),
                rev: clock.seq,
                layer: chance(2) ? .user : .managed,
                origin: origin
            )
        )
        clock.historyID += 1
        transaction.history.append(
            HistoryEntry(
                id: clock.historyID,
                seq: clock.seq,
                time: 1_700_000_000_000 + Int64(clock.seq),
                domain: domain,
                keyPath: keyPath,
                value: new,
                old: chance(2) ? value() : nil,
                kept: chance(4) ? value() : nil,
                origin: origin,
                kind: chance(2) ? .set : .keptNewer,
                reason: chance(2) ? "fresh" : nil
            )
        )
    }

    private mutating func changeVersions(of replica: ReplicaID, _ transaction: inout Transaction) {
        func record(_ number: UInt64, _ version: FileVersion?) {
            versions[replica, default: [:]][number] = version
            transaction.versions.append(
                VersionRecord(replica: replica, number: number, version: version)
            )
        }
        let known = (versions[replica] ?? [:]).keys.sorted()
        if known.count > 5, let oldest = known.first { record(oldest, nil) }
        guard let newest = known.last, let top = versions[replica]?[newest] else {
            return record(1, version(after: nil, number: 1))
        }
        let any = known[index(known.count)]
        switch index(8) {
        case 0:  // Somebody else holds it.
            guard var version = versions[replica]?[any] else { return }
            version.holders += 1
            record(any, version)
        case 1:  // It is other than was thought.
            guard let old = versions[replica]?[any] else { return }
            record(any, version(after: old, number: any))
        case 2: record(any, nil)
        case 3: record(newest, nil)
        case 4:  // Numbers may have gaps, and be filled later.
            record(newest + 2, version(after: top, number: newest + 2))
        case 5 where newest > 1 && versions[replica]?[newest - 1] == nil:
            record(newest - 1, version(after: top, number: newest - 1))
        default: record(newest + 1, version(after: top, number: newest + 1))
        }
    }

    private mutating func version(after old: FileVersion?, number: UInt64) -> FileVersion {
        var version = FileVersion(
            number: number,
            text: edited(old?.text ?? Array("# A file\n".utf8)),
            timestamps: edited(old?.timestamps ?? [:]),
            author: chance(2) ? .agent : .foreign,
            holders: index(3),
            possibleHolders: index(2),
            identity: identity(),
            recorded: Int64(index(1_000_000))
        )
        let time = version.recorded
        if time % 2 == 0 {
            let place = FilePlace(nameFolder: .max, fileFolder: UInt64(time))
            version.stamp = FileStamp(modified: time, changed: time + 1, place: place)
        }
        return version
    }

    private mutating func changeRecord(of replica: ReplicaID, _ transaction: inout Transaction) {
        let top = versions[replica]?.values.max { $0.number < $1.number }
        let text = top?.text ?? []
        var record = ReplicaRecord(replica: replica, top: top?.number)
        if chance(2) {
            let staged = StagedFile(
                temporaryPath: "\(replica.path).tmp\(index(100))",
                targetPath: replica.path,
                identity: identity(),
                method: PublishMethod.allCases[index(3)]
            )
            let old = FileContent(bytes: text, identity: identity(), modified: Int64(index(99)))
            record.intent = PublishIntent(
                staged: staged,
                old: chance(4) ? nil : old,
                new: edited(text),
                timestamps: edited(top?.timestamps ?? [:]),
                decided: Int64(index(99))
            )
        }
        if chance(4) { record.missingSince = clock.seq }
        if chance(4) { record.left = ["\(replica.path).saved", "\(replica.path).saved.2"] }
        transaction.replicas.append(record)
    }

    private mutating func changeSecrets(_ transaction: inout Transaction) {
        var record = SecretRecord(domain: domains[index(domains.count)], keys: pick(upTo: 3))
        if chance(3) {
            let table = chance(2) ? nil : keyPaths[index(keyPaths.count)]
            record.tables = [SecretRecord.Table(path: table, openKeys: ["size", "größe \"x\""])]
        }
        transaction.secrets.append(record)
    }

    private mutating func remove(_ replica: ReplicaID, _ transaction: inout Transaction) {
        versions[replica] = nil
        transaction.removedReplicas.append(replica)
    }
}

// MARK: Small things

extension RandomTransactions {
    private mutating func index(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    private mutating func chance(_ oneIn: Int) -> Bool { index(oneIn) == 0 }

    private mutating func pick(upTo count: Int) -> [SettingKeyPath] {
        Array(keyPaths.shuffled(using: &random).prefix(index(count + 1)))
    }

    private mutating func replica() -> ReplicaID {
        ReplicaID(domain: domains[index(domains.count)], path: "/home/x/\(index(2)).toml")
    }

    private mutating func identity() -> FileIdentity {
        FileIdentity(device: random.next(), inode: random.next())
    }

    private mutating func timestamp() -> Timestamp {
        clock.counter += 1
        return Timestamp(wallTime: Int64(index(1_000)), counter: clock.counter, agent: "a1")
    }

    private mutating func edited(_ text: [UInt8]) -> [UInt8] {
        guard !chance(6) else { return text }
        var text = text
        let start = index(text.count + 1)
        let end = min(text.count, start + index(12))
        text.replaceSubrange(start..<end, with: (0..<index(20)).map { UInt8($0 + 90) })
        return text
    }

    private mutating func edited(
        _ shown: SharedMap<Timestamp>
    ) -> SharedMap<Timestamp> {
        var shown = shown
        for keyPath in pick(upTo: 4) { shown[keyPath] = chance(3) ? nil : timestamp() }
        return shown
    }
}
