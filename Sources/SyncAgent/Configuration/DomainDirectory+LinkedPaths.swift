// Which linked file a path leads to.

import SettingsModel
import SyncEngine
import SyncPlatform

extension DomainDirectory {
    /// The path by which a file is linked that a path leads to, by whatever folders and symlinks; the path
    /// itself where that is no linked file of the domain, or of any.
    func linkedPath(_ path: String, in domain: Domain?) -> String {
        let path = paths.expanded(path)
        let domains = domain.map { [description(of: $0)].compactMap(\.self) } ?? configurations
        let linked = domains.flatMap(\.replicas).map(\.path)
        guard !linked.contains(where: { $0.isSame(as: path) }) else { return path }
        let place = OwnFiles.place(of: path)
        return linked.first { OwnFiles.place(of: $0) == place } ?? path
    }
}
