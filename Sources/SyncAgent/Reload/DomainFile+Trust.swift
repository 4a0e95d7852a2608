// Which commands a domain file may have run, by who could have written it.

import SettingsModel
import SyncEngine
import SyncPlatform

extension DomainFile {
    /// Refuses the commands that the writer of the file they stand in may not ask for.
    ///
    /// A command is run as the user, so it must be the user's own word. What root has installed for
    /// all users may signal and reload programs.
    ///
    /// - Parameter trust: Whose word a file is, by its path.
    mutating func refuseCommands(as trust: (String) -> FileTrust) {
        let checked = configuration.replicas.filter { $0.check != nil }
        let asked = [listing?.file].compactMap(\.self)
        let files = Set(hooks.map(\.file) + checked.compactMap { origins[$0.path] } + asked)
        let trusts = files.reduce(into: [:]) { $0[$1] = trust($1) }
        for index in configuration.replicas.indices {
            let replica = configuration.replicas[index]
            guard replica.check != nil, let file = origins[replica.path],
                let refusal = trusts[file].flatMap({
                    HookTrouble(refusing: "a check", as: $0, in: configuration.domain)
                })
            else { continue }
            configuration.replicas[index].check = nil
            problems.append(
                ConfigurationProblem(
                    path: file,
                    place: nil,
                    problem: refusal.problem,
                    consequence: "'\(replica.path.escapedForDisplay)' is written unchecked",
                    advice: refusal.advice
                )
            )
        }
        if let listing,
            let refusal = trusts[listing.file].flatMap({
                HookTrouble(refusing: "'describe'", as: $0, in: configuration.domain)
            })
        {
            dropListing()
            problems.append(
                ConfigurationProblem(
                    path: listing.file,
                    place: nil,
                    problem: refusal.problem,
                    consequence: "The settings of its bundle are shown alone",
                    advice: refusal.advice
                )
            )
        }
        for index in hooks.indices {
            guard let trust = trusts[hooks[index].file],
                let refusal = hooks[index].hook.action.refusal(
                    as: trust,
                    in: configuration.domain
                )
            else { continue }
            hooks[index].refusal = refusal
            problems.append(
                ConfigurationProblem(
                    path: hooks[index].file,
                    place: hooks[index].place,
                    problem: refusal.problem,
                    consequence: "The hook '\(hooks[index].hook.summary)' isn't run",
                    advice: refusal.advice
                )
            )
        }
    }
}

extension ReloadHook.Action {
    /// Why it isn't done; nil if it may be.
    fileprivate func refusal(as trust: FileTrust, in domain: Domain) -> HookTrouble? {
        switch (self, trust) {
        case (_, .user), (.signal, .system), (.unit, .system), (.touch, .system): nil
        case (.command, .system):
            HookTrouble(
                "a command is run only from a file of the user's own",
                advice: "To have it run, write its [[reload]] table into "
                    + "~/.config/settings-agent/domains/\(domain).d/reload.toml"
            )
        case (_, .others(let error)): HookTrouble(error.problem, advice: error.advice)
        }
    }
}

extension HookTrouble {
    /// Why a command that isn't a hook isn't run; nil if it may be.
    fileprivate init?(refusing what: String, as trust: FileTrust, in domain: Domain) {
        switch trust {
        case .user: return nil
        case .system:
            self.init(
                "\(what) is run only from a file of the user's own",
                advice: "To have it run, copy the domain file to "
                    + "~/.config/settings-agent/domains/\(domain).toml"
            )
        case .others(let error): self.init(error.problem, advice: error.advice)
        }
    }
}
