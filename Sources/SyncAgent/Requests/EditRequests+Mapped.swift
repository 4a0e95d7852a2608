// Requests about files that say settings in their own words.

import SettingsModel
import SettingsProtocol
import SyncEngine

extension EditRequests {
    /// Has a key's value written where mapped files have texts of their own, or makes these the words for it;
    /// answers when that is so.
    func follow(
        _ follow: Call.Follow,
        _ session: Session,
        _ address: ReplyAddress
    ) throws(RPCError) {
        let (domain, key) = (follow.domain, follow.key)
        guard agent.engine.entry(domain, key, in: .user) != nil else {
            throw RPCError(
                .keyNotFound,
                "'\(key)' is not set, so no file can follow it",
                advice: "Set it: settingsctl set \(domain) \(key.description.quotedForShell) VALUE"
            )
        }
        let path = follow.file.map { domains.linkedPath($0, in: domain) }
        let texts = agent.engine.explain(domain, key).filter { place in
            place.mapped?.isOwn == true && (path.map { place.path?.isSame(as: $0) == true } ?? true)
        }
        guard !texts.isEmpty else {
            throw RPCError(
                .keyNotFound,
                "no mapped file has a text of its own for '\(key)'"
                    + (follow.file.map { " in '\($0.escapedForDisplay)'" } ?? ""),
                advice: "See what each file says: settingsctl explain \(domain) "
                    + key.description.quotedForShell
            )
        }
        var request = RescanRequest(domain: domain)
        request.path = path
        request.client = session.clientName
        if follow.isAsIs {
            let words = texts.filter { $0.mapped?.table != nil }
            try learn(words.isEmpty ? texts : words, of: key, in: domain)
        } else {
            request.follows = key
        }
        rescan(request, session, address)
    }

    /// Makes texts of mapped files the words for a key's value.
    private func learn(
        _ texts: [LayerExplanation],
        of key: SettingKeyPath,
        in domain: Domain
    ) throws(RPCError) {
        let engine = agent.engine
        var values: [SettingKeyPath: SettingValue] = [:]
        var own: [OwnText] = []
        for text in texts {
            guard let path = text.path, let mapped = text.mapped,
                let format = engine.status(of: ReplicaID(domain: domain, path: path))?.format
            else { continue }
            if let secret = mapped.keys.first(where: { engine.hides(domain, $0) }) {
                throw RPCError(
                    .denied,
                    "'\(secret)' is a secret, or may be one, and a domain file has none",
                    advice: "Have the file follow: settingsctl follow \(domain) "
                        + key.description.quotedForShell
                )
            }
            for key in mapped.keys { values[key] = engine.entry(domain, key, in: .user)?.value }
            own.append(
                OwnText(
                    place: MappedPlace(file: path, key: mapped.fileKey),
                    key: key,
                    text: mapped.text,
                    format: format.mapped
                )
            )
        }
        do {
            try domains.learn(own, in: domain, saying: values, agent)
        } catch {
            throw RPCError(error)
        }
    }
}
