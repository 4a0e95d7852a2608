// Which hooks a domain file may have, by who could have written it.

import SettingsModel
import SyncEngine
import SyncPlatform

extension DomainFile {
    /// Refuses the hooks that the file's writer may not ask for.
    ///
    /// A command is run as the user, so it must be the user's own word. What root has installed for
    /// all users may signal and reload programs.
    mutating func refuseHooks(as trust: FileTrust) {
        for index in hooks.indices {
            guard let refusal = hooks[index].hook.action.refusal(as: trust) else { continue }
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
    fileprivate func refusal(as trust: FileTrust) -> HookTrouble? {
        switch (self, trust) {
        case (_, .user), (.signal, .system), (.unit, .system), (.touch, .system): nil
        case (.command, .system):
            HookTrouble(
                "a command is run only from a domain file of the user's own",
                advice: "Copy the file into ~/.config/settings-agent/domains to have it run"
            )
        case (_, .others(let error)): HookTrouble(error.problem, advice: error.advice)
        }
    }
}
