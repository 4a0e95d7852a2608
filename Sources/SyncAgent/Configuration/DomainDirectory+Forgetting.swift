// Domains that are forgotten: the user's files that describe them are removed.

import SettingsModel
import SyncEngine
import SyncPlatform

extension DomainDirectory {
    /// Removes the user's files that describe a domain; it is unknown then.
    ///
    /// - Throws: ``LinkError``, also where others describe it, too: it would come back.
    func forget(_ domain: Domain, _ agent: Agent) throws(LinkError) {
        let others =
            paths.domainFolders.map { $0 + "/\(domain).toml" }
            + paths.additionFolders.map { $0 + "/\(domain).d" }
        let other = others.first {
            !$0.begins(with: paths.domainFolder + "/") && OwnFiles.exists($0)
        }
        if let other {
            throw LinkError(
                code: .invalid,
                problem: "'\(domain)' is described by '\(other)', which isn't yours",
                advice: "Nothing was removed. To reset its settings: "
                    + "settingsctl reset \(domain) --all"
            )
        }
        do {
            let folder = paths.additionFolder(of: domain)
            let names = OwnFiles.exists(folder) ? try OwnFiles.names(in: folder) : []
            for name in names where name.hasSuffix(".toml") {
                try OwnFiles.remove(folder + "/" + name)
            }
            try OwnFiles.remove(path(of: domain))
        } catch {
            throw LinkError(
                code: .storage,
                problem: "'\(error.path)' can't be removed: \(error.problem)",
                advice: error.advice
            )
        }
        drop(domain, agent)
    }
}
