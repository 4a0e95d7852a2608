// Which settings hold a secret.

package import SettingsModel

/// The settings whose values are never shown: those of secret rows, lists with a secret in their
/// elements, and tables with a secret in them.
struct SecretPaths {
    private(set) var byDomain: [Domain?: Set<SettingKeyPath>] = [:]
    private let panes: [String: Pane]

    init(of panes: [Pane]) {
        self.panes = Dictionary(panes.map { ($0.name, $0) }) { first, _ in first }
        for pane in panes where !pane.isOfElements {
            for section in pane.sections {
                for row in section.rows where holdsSecret(row) {
                    var path = row.keyPath
                    while let current = path {
                        byDomain[row.domain ?? pane.domain, default: []].insert(current)
                        path = current.parent
                    }
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
                pending += panes[opened.name]?.rows ?? []
            }
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
        guard let secrets = secrets.byDomain[domain] else { return .open }
        if secrets.contains(keyPath) { return .secret }
        // Above a secret there are tables, so only a row's own path speaks for what is below it.
        var path = keyPath.parent
        while let current = path {
            if secrets.contains(current), specifier(at: current, in: domain) != nil {
                return .secret
            }
            path = current.parent
        }
        return .open
    }

    /// Whether any setting of a domain is a secret.
    package func hasSecrets(in domain: Domain? = nil) -> Bool { secrets.byDomain[domain] != nil }

    /// Whether any setting, of whichever domain, is a secret.
    package var hasAnySecrets: Bool { !secrets.byDomain.isEmpty }

    /// Whether a part is missing, so that what isn't known of may be a secret.
    package var isIncomplete: Bool {
        let codes: Set<SchemaProblem.Code> = [
            .unreadable, .syntax, .missingFile, .limit, .fileName,
        ]
        return problems.contains { $0.severity == .error && codes.contains($0.code) }
    }
}
