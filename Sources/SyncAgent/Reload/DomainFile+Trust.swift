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
        refuseChecks(as: trusts)
        refuseListing(as: trusts)
        refuseHooks(as: trusts)
    }

    private mutating func refuseChecks(as trusts: [String: FileTrust]) {
        for index in configuration.replicas.indices {
            let replica = configuration.replicas[index]
            guard replica.check != nil, let file = origins[replica.path],
                let refusal = refusal(of: "a check", in: file, as: trusts)
            else { continue }
            configuration.replicas[index].check = nil
            let path = replica.path.escapedForDisplay
            add(refusal, in: file, "'\(path)' is written unchecked")
        }
    }

    private mutating func refuseListing(as trusts: [String: FileTrust]) {
        guard let file = listing?.file,
            let refusal = refusal(of: "'describe'", in: file, as: trusts)
        else { return }
        dropListing()
        add(refusal, in: file, "The settings of its bundle are shown alone")
    }

    private mutating func refuseHooks(as trusts: [String: FileTrust]) {
        for index in hooks.indices {
            let described = hooks[index]
            guard let trust = trusts[described.file],
                let refusal = described.hook.action.refusal(as: trust, in: configuration.domain)
            else { continue }
            hooks[index].refusal = refusal
            let consequence = "The hook '\(described.hook.summary)' isn't run"
            add(refusal, in: described.file, at: described.place, consequence)
        }
    }

    /// Why a command that isn't a hook isn't run; nil if it may be.
    private func refusal(
        of what: String,
        in file: String,
        as trusts: [String: FileTrust]
    ) -> CommandTrouble? {
        trusts[file].flatMap { CommandTrouble(refusing: what, as: $0, in: configuration.domain) }
    }

    private mutating func add(
        _ refusal: CommandTrouble,
        in file: String,
        at place: SourcePlace? = nil,
        _ consequence: String
    ) {
        problems.append(
            ConfigurationProblem(
                path: file,
                place: place,
                problem: refusal.problem,
                consequence: consequence,
                advice: refusal.advice
            )
        )
    }
}

extension ReloadHook.Action {
    /// Why it isn't done; nil if it may be.
    fileprivate func refusal(as trust: FileTrust, in domain: Domain) -> CommandTrouble? {
        switch (self, trust) {
        case (_, .user), (.signal, .system), (.unit, .system), (.touch, .system): nil
        case (.command, .system):
            CommandTrouble(
                "a command is run only from a file of the user's own",
                advice: "To have it run, write its [[reload]] table into "
                    + "~/.config/settings-agent/domains/\(domain).d/reload.toml"
            )
        case (_, .others(let error)): CommandTrouble(error.problem, advice: error.advice)
        }
    }
}

extension CommandTrouble {
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
