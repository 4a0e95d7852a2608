// Files that can't have what a client asked for, told with the answer.

import SettingsDocument
package import SettingsModel

extension Engine {
    /// The files that should say what some edits set and can't, each with the first reason.
    ///
    /// Known by the format alone, so that an answer needn't wait until every file is written.
    package func shortfalls(
        of edits: [KeyEdit],
        in domain: Domain
    ) -> [(replica: ReplicaID, problem: String)] {
        guard let state = domains[domain] else { return [] }
        let files = state.configuration.replicas.filter { $0.layer == .user }.compactMap {
            replicas[ReplicaID(domain: domain, path: $0.path)]
        }
        return files.compactMap { file in
            shortfall(of: edits, in: file).map { (file.id, $0) }
        }
    }

    private func shortfall(of edits: [KeyEdit], in file: ReplicaState) -> String? {
        guard let format = file.knownFormat, file.top != nil || file.configuration.isCreated else {
            return nil
        }
        for edit in edits {
            guard let value = edit.value else { continue }
            for (path, leaf) in value.leaves(at: edit.keyPath, limits: limits)
            where file.configuration.owns(path) && format.stored(leaf) == nil {
                let isThere = file.top?.keys?[path] != nil
                guard isThere || file.configuration.adoption != .present else { continue }
                return "'\(path)' can't be \(leaf.typeName) in a file of format \(format.rawValue)"
            }
        }
        return nil
    }
}
