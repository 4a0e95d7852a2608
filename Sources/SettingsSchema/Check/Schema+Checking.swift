// Checks settings against a schema: the one way for files, clients, the command line and the screen.

import SettingsDocument
package import SettingsModel

extension Schema {
    /// Why a setting can't be given a value, or nil if it can.
    ///
    /// A key that the schema doesn't know may have any value, unless the schema says otherwise.
    package func refusal(
        of value: SettingValue,
        at keyPath: SettingKeyPath,
        in domain: Domain? = nil
    ) -> RuleRefusal? {
        refusal(of: value, at: keyPath, in: domain, within: CheckBudget(for: value))
    }

    /// Why a setting can't be given a value; nil if it can, or if that takes more steps than there
    /// are.
    package func refusal(
        of value: SettingValue,
        at keyPath: SettingKeyPath,
        in domain: Domain? = nil,
        within budget: CheckBudget
    ) -> RuleRefusal? {
        guard let rule = rules[domain], !isReference(keyPath, rule) else { return nil }
        var current = [rule]
        for segment in keyPath.segments {
            var following: [ValueRule] = []
            for rule in current {
                switch rule.member(segment, budget) {
                case .free: continue
                case .refused(let expected):
                    if budget.isSpent { return nil }
                    return RuleRefusal(.unknownKey, at: .root, found: "there", expected: expected)
                case .ruled(let rules): following += rules
                }
            }
            current = following
        }
        for rule in current {
            if let refusal = rule.refusal(of: value, within: budget) { return refusal }
        }
        return nil
    }

    /// What is wrong with a whole file of settings, setting by setting in the order of the file.
    ///
    /// The paths are from the domain; secrets are hidden. If each setting is right by itself but they
    /// don't go together, one refusal says so.
    package func refusals(in root: SettingValue, of domain: Domain? = nil) -> [RuleRefusal] {
        findings(in: root, of: domain, within: nil).refusals
    }

    /// What is wrong with a whole file of settings, and the settings whose check takes more steps than
    /// there are, so that they are taken unchecked; both in the order of the file.
    package func findings(
        in root: SettingValue,
        of domain: Domain?,
        within shared: CheckBudget?
    ) -> (refusals: [RuleRefusal], unchecked: [SettingKeyPath]) {
        guard case .dictionary(let entries) = root, let rule = rules[domain] else {
            return ([], [])
        }
        var found: [RuleRefusal] = []
        var unchecked: [SettingKeyPath] = []
        let leaves = entries.flatMap { $0.value.leaves(at: SettingKeyPath(segments: [$0.key])) }
        for (keyPath, value) in leaves {
            let budget = CheckBudget(for: value, within: shared)
            let refusal = refusal(of: value, at: keyPath, in: domain, within: budget)
            if budget.isSpent { unchecked.append(keyPath) }
            guard let refusal else { continue }
            let isSecret = secrecy(of: keyPath, in: domain) == .secret
            found.append((isSecret ? refusal.hidingValue() : refusal).below(keyPath))
        }
        let settings = SettingValue.dictionary(
            entries.filter { !isReference(SettingKeyPath(segments: [$0.key]), rule) }
        )
        let budget = CheckBudget(for: settings, within: shared)
        if found.isEmpty, let refusal = rule.refusal(of: settings, within: budget) {
            let keys = refusal.path.elements.prefix { if case .key = $0 { true } else { false } }
            let keyPath = DocumentPath(Array(keys)).keyPath
            let isSecret = keyPath.map { secrecy(of: $0, in: domain) == .secret } ?? false
            found.append(isSecret ? refusal.hidingValue() : refusal)
        }
        return (found, unchecked)
    }

    /// Whether a key is `$schema`, by which an editor finds the schema of a file: no setting, and
    /// right even where no other keys are.
    private func isReference(_ keyPath: SettingKeyPath, _ rule: ValueRule) -> Bool {
        keyPath.segments == ["$schema"] && rule.members[ExactText("$schema")] == nil
    }
}
