// Domains whose rules are others than before.

import SettingsModel
import SettingsSchema

extension Engine {
    /// Gives every domain the rules that schemas have for it now.
    ///
    /// - Returns: The domains that have others than before.
    mutating func adoptRules(of configurations: [DomainConfiguration]) -> Set<Domain> {
        let rules = DomainRules.all(of: configurations)
        var changed: Set<Domain> = []
        for domain in domains.keys where domains[domain]?.rules != rules[domain] {
            let old = domains[domain]?.rules
            domains[domain]?.secrets.adopt(rules[domain], after: old)
            domains[domain]?.rules = rules[domain]
            recordSecrets(of: domain)
            firstLooks.unreconciled.insert(domain)
            domains[domain]?.rebuildLayers(from: replicas)
            changed.insert(domain)
        }
        if !changed.isEmpty { rulesEdition += 1 }
        return changed
    }

    /// Has the journal keep what is known to be a secret, if it doesn't.
    mutating func recordSecrets(of domain: Domain) {
        guard let record = domains[domain]?.secrets.record(of: domain) else { return }
        outbox.transaction.secrets.append(record)
    }

    /// Looks at the files of domains whose rules changed: what was refused may be right now, and
    /// what a layer says may be wrong.
    mutating func lookAgain(at domains: Set<Domain>, but fresh: Set<ReplicaID>) {
        for id in domains.sorted().flatMap(files) where !fresh.contains(id) {
            replicas[id]?.agreedCounter = nil
            lookSoon(id, .atOnce)
        }
    }
}
