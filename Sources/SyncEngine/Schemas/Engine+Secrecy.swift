// Which values are told to whom, and what is known to be a secret.

import SettingsDocument
package import SettingsModel
import SettingsSchema

extension Engine {
    /// Whether a setting's value is a secret.
    package func isSecret(_ domain: Domain, _ path: SettingKeyPath) -> Bool {
        if let state = domains[domain] { return state.isSecret(path) }
        return recollection.isSecret(domain, path)
    }

    /// The settings of a domain that are secrets or were, of those that a rule names or that have a value.
    package func secretKeys(of domain: Domain) -> [SettingKeyPath] {
        guard let state = domains[domain] else { return [] }
        return state.secrets.named(among: state.effectiveKeys)
    }

    /// Whether any setting of a domain is a secret, or was one.
    package func hasSecrets(_ domain: Domain) -> Bool {
        domains[domain]?.hasSecrets == true
    }

    /// Whether any setting of a domain is a secret, was one, or may be one.
    package func mayHaveSecrets(_ domain: Domain) -> Bool {
        domains[domain]?.mayHaveSecrets == true
    }

    /// Whether a setting's value is kept from those who didn't ask for its domain.
    ///
    /// Where rules can't be read in full, or couldn't since the agent began, what no row speaks of
    /// may be a secret.
    package func hides(_ domain: Domain, _ path: SettingKeyPath) -> Bool {
        domains[domain]?.hides(path) ?? false
    }

    /// A text that couldn't be read, as it may be told: where a line may have a secret in it, with
    /// its place alone.
    func shown(_ problem: Problem) -> Problem {
        guard let state = domains[problem.replica.domain],
            state.hasSecrets || state.rules?.mayHaveMoreSecrets == true, let place = problem.place
        else { return problem }
        var problem = problem
        problem.excerpt = ""
        problem.problem = "line \(place.line) can't be read"
        problem.advice = DocumentError.adviceOnHiddenText
        return problem
    }

    /// A problem as the log may have it, which more people than the file's owner may read.
    ///
    /// Of a file that others can't read, and of environment variables, it has the place alone.
    package func logged(_ problem: Problem) -> Problem {
        guard problem.place != nil || problem.keyPath != nil,
            let replica = replicas[problem.replica],
            !replica.isOpenToOthers || replica.isEnvironment
        else { return problem }
        var problem = problem
        problem.excerpt = ""
        problem.problem =
            "there is a mistake, which isn't logged because its line may have a secret"
        problem.advice = "Show it: settingsctl doctor"
        return problem
    }
}

extension DomainState {
    /// What is to be remembered of the domain when it goes.
    var knownSecrets: KnownSecrets {
        var known = self.secrets
        if self.rules?.isIncomplete == true { known.isIncomplete = true }
        return known
    }

    /// Whether any setting is a secret, was one, or may be one.
    var mayHaveSecrets: Bool {
        hasSecrets || self.secrets.isIncomplete || self.rules?.mayHaveMoreSecrets == true
    }

    /// Whether any setting is a secret, or was one.
    var hasSecrets: Bool { self.rules?.hasSecrets == true || !self.secrets.keys.isEmpty }

    /// Whether a key's value may be shown: a secret stays one when its row is gone, until another row
    /// calls it open.
    func secrecy(of path: SettingKeyPath) -> Secrecy {
        if self.rules?.secrecy(of: path) == .secret { return .secret }
        let wasSecret = self.secrets.keys.contains(path) && self.rules?.isKnown(path) != true
        return wasSecret ? .secret : .open
    }

    /// Whether a key's value is a secret.
    func isSecret(_ path: SettingKeyPath) -> Bool { secrecy(of: path) == .secret }

    /// Whether a key's value is kept from those who didn't ask for the domain.
    func hides(_ path: SettingKeyPath) -> Bool {
        guard mayHaveSecrets else { return false }
        if isSecret(path) || self.rules?.hides(path) == true { return true }
        return self.secrets.isIncomplete && self.rules?.isKnown(path) != true
    }
}

extension ReplicaState {
    /// Whether it holds environment variables, of which many are passwords of services.
    fileprivate var isEnvironment: Bool {
        let configuration = self.configuration
        let format = configuration.format ?? Format.detect(name: configuration.path, bytes: [])
        return format?.holdsEnvironment == true
    }
}
