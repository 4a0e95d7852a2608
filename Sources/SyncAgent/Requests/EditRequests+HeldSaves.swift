// Held saves, which clients accept.

import SettingsModel
import SettingsProtocol
import SyncEngine

extension EditRequests {
    /// Takes what held files say now; answers when that is done.
    ///
    /// - Throws: ``RPCError`` with code `.keyNotFound` where nothing is held, or `.invalid` where
    ///   neither is given.
    func accept(
        _ domain: Domain?,
        _ file: String?,
        _ session: Session,
        _ address: ReplyAddress
    ) throws(RPCError) {
        guard domain != nil || file != nil else {
            throw RPCError(
                .invalid,
                "neither 'file' nor 'domain' says what is accepted",
                advice: "Name the held file, or the domain whose files are accepted"
            )
        }
        let path = file.map { domains.linkedPath($0, in: domain) }
        guard !agent.engine.heldFiles(of: domain, at: path).isEmpty else {
            let name = file ?? domain?.name ?? ""
            throw RPCError(
                .keyNotFound,
                "no save of '\(name.escapedForDisplay)' is held",
                advice: "See how the files are with: settingsctl status"
            )
        }
        var request = RescanRequest(domain: domain)
        request.path = path
        request.acceptsHeld = true
        rescan(request, session, address)
    }
}
