// What is known to be a secret in a domain.

import SettingsDocument
import SettingsModel
import SettingsSchema

/// What the rules of a domain call a secret, or called one.
struct KnownSecrets: Sendable {
    private(set) var keys = SecretKeys()
    /// Whether a part of rules that are gone couldn't be read.
    var isIncomplete = false
    /// What the history can't say of them.
    var formerValues = FormerValues()
    /// What the journal has of the keys.
    private var recorded = SecretKeys()

    init() {}

    /// What a journal says.
    init(_ record: SecretRecord) {
        for key in record.keys { keys.insert(key) }
        for table in record.tables { keys.insertAll(in: table.path, but: table.openKeys) }
        recorded = keys
    }

    /// Adds what new rules call a secret, and lets go of what they call open.
    mutating func adopt(_ new: DomainRules?, after old: DomainRules?) {
        if old?.isIncomplete == true { isIncomplete = true }
        guard let new else { return }
        keys.remove { new.isKnown($0) && new.secrecy(of: $0) == .open }
        keys.formUnion(new.secretKeys)
    }

    /// What is to be recorded, as the journal doesn't have it yet; nil for nothing.
    mutating func record(of domain: Domain) -> SecretRecord? {
        guard keys != recorded else { return nil }
        recorded = keys
        return SecretRecord(
            domain: domain,
            keys: keys.paths.sorted(),
            tables: keys.openKeys.map { SecretRecord.Table(path: $0.table, openKeys: $0.names) }
        )
    }

    /// The same where a commit failed, with what the journal has in truth, up to an entry of the history.
    func recovered(as kept: KnownSecrets?, upTo historyID: UInt64) -> KnownSecrets {
        var known = self
        known.recorded = kept?.recorded ?? SecretKeys()
        known.formerValues.drop(after: historyID)
        return known
    }

    /// The keys that are secrets by themselves, and those of others that are for another reason, in order.
    func named(among others: Set<SettingKeyPath>) -> [SettingKeyPath] {
        let named = keys.paths
        let unnamed = others.filter { key in
            keys.contains(key) && !named.contains { $0.isPrefix(of: key) }
        }
        return named.union(unnamed).sorted()
    }
}
