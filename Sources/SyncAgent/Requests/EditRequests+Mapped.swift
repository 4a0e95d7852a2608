// Requests about files that say settings in their own words.

import SettingsModel
import SettingsProtocol
import SyncEngine

extension EditRequests {
    /// Has a key's value written where mapped files have texts of their own; answers when they have it.
    func follow(
        _ domain: Domain,
        _ key: SettingKeyPath,
        _ file: String?,
        _ session: Session,
        _ address: ReplyAddress
    ) throws(RPCError) {
        guard agent.engine.entry(domain, key, in: .user) != nil else {
            throw RPCError(
                .keyNotFound,
                "'\(key)' is not set, so no file can follow it",
                advice: "Set it: settingsctl set \(domain) \(key.description.quotedForShell) VALUE"
            )
        }
        let path = file.map { domains.linkedPath($0, in: domain) }
        let isOwn = agent.engine.explain(domain, key).contains { place in
            place.mapped?.isOwn == true && (path.map { place.path?.isSame(as: $0) == true } ?? true)
        }
        guard isOwn else {
            throw RPCError(
                .keyNotFound,
                "no mapped file has a text of its own for '\(key)'"
                    + (file.map { " in '\($0.escapedForDisplay)'" } ?? ""),
                advice: "See what each file says: settingsctl explain \(domain) "
                    + key.description.quotedForShell
            )
        }
        var request = RescanRequest(domain: domain)
        request.path = path
        (request.follows, request.client) = (key, session.clientName)
        rescan(request, session, address)
    }
}
