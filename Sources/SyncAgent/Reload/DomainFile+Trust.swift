// Which hooks a domain file may have, by who could have written it.

import SettingsModel
import SyncEngine
import SyncPlatform

extension DomainFile {
    /// Refuses the hooks that the writer of the file they stand in may not ask for.
    ///
    /// A command is run as the user, so it must be the user's own word. What root has installed for
    /// all users may signal and reload programs.
    ///
    /// - Parameter trust: Whose word a file is, by its path.
    mutating func refuseHooks(as trust: (String) -> FileTrust) {
        let trusts = Dictionary(hooks.map { ($0.file, trust($0.file)) }) { first, _ in first }
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
