// Which settings hold a secret.

package import SettingsModel

/// The settings whose values are never shown: those of secret rows, lists with a secret in their
/// elements, and tables with a secret in them.
struct SecretPaths {
    private(set) var byDomain: [Domain?: SecretKeys] = [:]
    /// By name: one for each kind of screen.
    private let panes: [String: [Pane]]

    init(of panes: [Pane]) {
        self.panes = Dictionary(grouping: panes, by: \.name)
        for pane in panes where !pane.isOfElements {
            if let undrawn = pane.undrawnSecrets {
                byDomain[pane.domain, default: SecretKeys()].insert(undrawn)
            }
            for section in pane.sections {
                for row in section.rows where holdsSecret(row) {
                    guard let path = row.keyPath else { continue }
                    byDomain[row.domain ?? pane.domain, default: SecretKeys()].insert(path)
                }
            }
        }
    }

    private func holdsSecret(_ row: Specifier) -> Bool {
        if row.isSecret { return true }
        guard case .list(let group) = row.control else { return false }
        var pending = [group.item] + (group.add.map { [$0] } ?? [])
        var known: Set<String> = []
        while let next = pending.popLast() {
            if next.isSecret { return true }
            if case .list(let inner) = next.control {
                pending += [inner.item] + (inner.add.map { [$0] } ?? [])
            }
            for opened in next.openedPanes where known.insert(opened.name).inserted {
                for pane in panes[opened.name] ?? [] {
                    if pane.undrawnSecrets != nil { return true }
                    pending += pane.rows
                }
            }
        }
        return false
    }
}

/// The keys of secrets in one domain.
package struct SecretKeys: Equatable, Sendable {
    private var secrets: Set<SettingKeyPath> = []
    /// What holds a secret: it's hidden, and what stands beside the secret in it isn't.
    private var tables: Set<SettingKeyPath> = []
    /// Tables in which everything but the named is a secret; nil for the whole domain.
    private var opaque: [SettingKeyPath?: Set<ExactText>] = [:]

    package init() {}

    package var isEmpty: Bool { secrets.isEmpty && opaque.isEmpty }

    /// The keys that are secrets by themselves.
    package var paths: Set<SettingKeyPath> { secrets }

    /// Tables in which everything but the named keys is a secret, in order; nil for the whole domain.
    package var openKeys: [(table: SettingKeyPath?, names: [String])] {
        let tables = opaque.map { (table: $0.key, names: $0.value.map(\.text).sorted()) }
        return tables.sorted { ($0.table?.description ?? "") < ($1.table?.description ?? "") }
    }

    /// Adds a key.
    package mutating func insert(_ path: SettingKeyPath) {
        secrets.insert(path)
        insert(tablesFrom: path.parent)
    }

    mutating func insert(_ undrawn: UndrawnSecrets) {
        for key in undrawn.keys {
            insert(SettingKeyPath(segments: undrawn.table + [key.text]))
        }
        guard undrawn.hasOthers else { return }
        let table = undrawn.table.isEmpty ? nil : SettingKeyPath(segments: undrawn.table)
        opaque[table, default: undrawn.rows].formIntersection(undrawn.rows)
        insert(tablesFrom: table)
    }

    /// Adds all keys of a table but the named ones; nil for the whole domain's.
    package mutating func insertAll(in table: SettingKeyPath?, but names: [String]) {
        opaque[table] = Set(names.map(ExactText.init))
        insert(tablesFrom: table)
    }

    /// Removes the keys that aren't secrets any more; what tables have that nobody named stays one.
    package mutating func remove(where isOpen: (SettingKeyPath) -> Bool) {
        let left = secrets.filter { !isOpen($0) }
        guard left.count < secrets.count else { return }
        (secrets, tables) = (left, [])
        for path in left { insert(tablesFrom: path.parent) }
        for table in opaque.keys { insert(tablesFrom: table) }
    }

    private mutating func insert(tablesFrom lowest: SettingKeyPath?) {
        var table = lowest
        while let current = table {
            tables.insert(current)
            table = current.parent
        }
    }

    /// Adds those of another set.
    package mutating func formUnion(_ others: SecretKeys) {
        secrets.formUnion(others.secrets)
        tables.formUnion(others.tables)
        opaque.merge(others.opaque) { $0.intersection($1) }
    }

    /// Whether a key is a secret's, a part of one or a table that holds one.
    package func contains(_ path: SettingKeyPath) -> Bool {
        if tables.contains(path) { return true }
        var above: SettingKeyPath? = path
        while let current = above {
            if secrets.contains(current) { return true }
            if let named = opaque[current.parent], let key = current.segments.last,
                !named.contains(ExactText(key))
            {
                return true
            }
            above = current.parent
        }
        return false
    }
}

extension Schema {
    /// Whether a setting's value may be shown.
    ///
    /// A part of a secret is one, and so is what holds one: a table with a password in it, a list
    /// of accounts whose rows have one.
    package func secrecy(of keyPath: SettingKeyPath, in domain: Domain? = nil) -> Secrecy {
        secretKeys(in: domain).contains(keyPath) ? .secret : .open
    }

    /// Whether a setting's value is a secret, or may be one.
    package func hides(_ keyPath: SettingKeyPath, in domain: Domain? = nil) -> Bool {
        secrecy(of: keyPath, in: domain) == .secret || isIncomplete && !isKnown(keyPath, in: domain)
    }

    /// The keys of a domain's secrets.
    package func secretKeys(in domain: Domain? = nil) -> SecretKeys {
        secrets.byDomain[domain] ?? SecretKeys()
    }

    /// Whether any setting of a domain is a secret.
    package func hasSecrets(in domain: Domain? = nil) -> Bool { secrets.byDomain[domain] != nil }

    /// Whether a part is missing, so that what isn't known of may be a secret.
    package var isIncomplete: Bool { extent != .whole }
}
