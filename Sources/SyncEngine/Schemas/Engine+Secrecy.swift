// Which values are told to whom, and what is known to be a secret.

import SettingsDocument
package import SettingsModel
import SettingsSchema

extension Engine {
    /// Whether a setting's value is a secret.
    package func isSecret(_ domain: Domain, _ path: SettingKeyPath) -> Bool {
        if let state = domains[domain] { return state.secrecy(of: path) == .secret }
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
        guard let state = domains[domain], state.mayHaveSecrets else { return false }
        if state.secrecy(of: path) == .secret || state.rules?.hides(path) == true { return true }
        return state.secrets.isIncomplete && state.rules?.isKnown(path) != true
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

    /// The line of a place in a file, as it may be told: empty where a secret is on it, of whichever
    /// domain the file has.
    func excerpt(
        at place: SourcePlace?,
        in excerpts: inout Excerpts,
        of id: ReplicaID
    ) -> String {
        guard let place else { return "" }
        let owners = replicas.values.filter {
            $0.id.path == id.path && domains[$0.id.domain]?.mayHaveSecrets == true
        }
        guard !owners.isEmpty else { return excerpts.excerpt(at: place) }
        return excerpts.excerpt(at: place) { path in
            owners.contains { owner in
                owner.configuration.keys(at: path).contains { hides(owner.id.domain, $0) }
            }
        }
    }

    /// Refuses a secret that none of the files would take, as others can read them.
    func checkPrivacy(
        of path: SettingKeyPath,
        in owners: [ReplicaConfiguration],
        of domain: Domain
    ) throws(Refusal) {
        guard isSecret(domain, path) else { return }
        let files = owners.compactMap { replicas[ReplicaID(domain: domain, path: $0.path)] }
        guard let first = files.first(where: \.isOpenToOthers) ?? files.first,
            !files.contains(where: \.takesSecrets)
        else { return }
        throw Refusal(
            code: .invalid,
            problem: "'\(path)' is a secret, and others can read '\(first.id.path)'",
            advice: "Take the right from them: chmod 600 \(first.id.path.quotedForShell)"
        )
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
    fileprivate var mayHaveSecrets: Bool {
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
}

extension ReplicaState {
    /// Whether a secret can be written to the file: it's there for its owner alone, or made so.
    fileprivate var takesSecrets: Bool {
        switch self.condition {
        case .absent, .missing:
            self.configuration.creation != .never && self.configuration.adoption != .present
        default: !self.isOpenToOthers
        }
    }
}

extension ReplicaState {
    /// Whether it holds environment variables, of which many are passwords of services.
    fileprivate var isEnvironment: Bool {
        let configuration = self.configuration
        let format = configuration.format ?? Format.detect(name: configuration.path, bytes: [])
        return format == .dotenv
    }
}
