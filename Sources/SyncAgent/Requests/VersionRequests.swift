// Requests for the kept versions of files.

import SettingsModel
import SettingsProtocol
import SyncEngine

/// What clients ask of the kept versions of files.
struct VersionRequests {
    let agent: Agent
    let domains: DomainDirectory

    /// The kept versions of a file, oldest first.
    ///
    /// - Throws: ``RPCError`` with code `.keyNotFound` where none is kept.
    func list(of file: String) throws(RPCError) -> VersionList {
        let (_, kept) = try kept(of: file)
        return VersionList(
            kept.versions.map { version in
                VersionSummary(
                    number: version.number,
                    time: version.recorded,
                    writer: version.author.isAgent ? .agent : .other,
                    byteCount: version.text.count,
                    isShown: version.number == kept.shown
                )
            }
        )
    }

    /// A kept text; one that is to be restored is taken whole when the file says it within a minute.
    ///
    /// - Throws: ``RPCError`` with code `.keyNotFound` where there is none.
    func text(_ request: Call.Version) throws(RPCError) -> VersionText {
        let (id, kept) = try kept(of: request.file)
        let found =
            switch request.choice {
            case .number(let number): kept.version(number)
            case .time(let time): kept.version(at: time)
            case .former: kept.former
            }
        guard let version = found else {
            throw RPCError(
                .keyNotFound,
                "'\(request.file.escapedForDisplay)' has no such version",
                advice: "List them with: settingsctl versions " + request.file.quotedForShell
            )
        }
        if request.isRestored {
            for id in files(at: request.file) {
                agent.take(.believe(id, version.text))
            }
        }
        return VersionText(
            domain: id.domain,
            number: version.number,
            time: version.recorded,
            bytes: version.text,
            isSecret: agent.engine.hasSecrets(id.domain)
        )
    }

    private func files(at path: String) -> [ReplicaID] {
        agent.engine.files(of: nil, at: domains.linkedPath(path, in: nil))
    }

    private func kept(of file: String) throws(RPCError) -> (ReplicaID, KeptVersions) {
        for id in files(at: file) {
            if let kept = agent.engine.keptVersions(of: id), !kept.versions.isEmpty {
                return (id, kept)
            }
        }
        throw RPCError(
            .keyNotFound,
            "no version of '\(file.escapedForDisplay)' is kept",
            advice: "List the linked files with: settingsctl status"
        )
    }
}
