// Which domains there are, and which files and keys each has.

import SettingsDocument
import SettingsModel
import SyncEngine
import TestSupport

/// How the domains of a world share its first file.
enum Sharing {
    /// There is one domain.
    case none
    /// Two, each with keys of its own in that file.
    case byKey
    /// Two, with all keys of that file both.
    case all

    /// The domains, each with the file and a mirror of its own, in another format; the first with the
    /// mapped files.
    func configurations(
        of keys: [SettingKeyPath],
        _ mapping: Mapping?
    ) throws -> [DomainConfiguration] {
        let half = keys.count / 2
        let shares = [Array(keys[..<half]), Array(keys[half...])]
        var first = try configuration(of: "org.example.simulated", "/mirror.jsonc", shares[0])
        first.replicas += mapping?.replicas ?? []
        let plain = try mapping?.plainDomain()
        guard self != .none else { return [first] + (plain.map { [$0] } ?? []) }
        return [first, try configuration(of: "org.example.second", "/second.jsonc", shares[1])]
    }

    private func configuration(
        of name: String,
        _ mirror: String,
        _ share: [SettingKeyPath]
    ) throws -> DomainConfiguration {
        let patterns = self == .byKey ? share.map(KeyPattern.exactly) : nil
        return DomainConfiguration(
            domain: try Domain(name),
            replicas: [
                ReplicaConfiguration(path: "/settings.toml", format: .toml, keys: patterns),
                ReplicaConfiguration(path: mirror, format: .jsonc, keys: patterns, adoption: .all),
            ]
        )
    }

    /// The domains that a key is in, one at least.
    func domains(
        of key: SettingKeyPath,
        in configurations: [DomainConfiguration]
    ) -> [Domain] {
        configurations.filter { $0.replicas[0].owns(key) }.map(\.domain)
    }
}

extension World {
    var domains: [Domain] { configuration.map(\.domain) }

    /// A domain that a key is in.
    func owner(of key: SettingKeyPath) -> Domain {
        sharing.domains(of: key, in: configuration)[0]
    }

    /// The keys that somebody may edit in a file.
    func keys(in path: String) -> [SettingKeyPath] {
        let replicas = configuration.flatMap(\.replicas).filter { $0.path == path }
        return keys.filter { key in replicas.contains { $0.owns(key) } }
    }

    /// The files that people edit.
    var paths: [String] {
        ["/settings.toml"] + mirrors + (mapping?.paths ?? [])
    }

    /// Those of them that only one domain has.
    var mirrors: [String] {
        configuration.flatMap { $0.replicas.dropFirst().prefix(1) }.map(\.path)
    }
}
