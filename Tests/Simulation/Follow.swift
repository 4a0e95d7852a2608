// Mapped files that are asked to follow, and the texts that they give up.

import SettingsMapping
import SettingsModel
import SyncEngine
import TestSupport

/// What clients had written in the place of texts of mapped files.
struct Following {
    /// The places of the requests that the agent has taken and not answered.
    var asked: [AnswerID: Set<MappedPlace>] = [:]
    /// The places of those that it won't answer: they may be written or not, with an entry of the history
    /// or without.
    private(set) var unanswered: Set<MappedPlace> = []
    /// How many requests were about texts.
    private(set) var count = 0

    /// The agent has taken a request that is about some places.
    mutating func take(_ id: AnswerID, _ places: Set<MappedPlace>) {
        guard !places.isEmpty else { return }
        asked[id] = places
        count += 1
    }

    mutating func forgetUnanswered() {
        for places in asked.values { unanswered.formUnion(places) }
        asked = [:]
    }
}

extension World {
    /// Asks to have a key followed where a mapped file has a text of its own for it, if there is any.
    func requestFollow() {
        guard let mapping, let engine = agent?.engine else { return }
        let keys = mapping.map.keys.sorted()
        let own = keys.filter { !engine.ownTexts(of: $0, in: domain).isEmpty }
        let key = random.pick(own.isEmpty || random.chance(0.1) ? keys : own)
        ask(.follow(key, in: random.chance(0.5) ? nil : random.pick(mapping.paths)), meaning: [])
    }

    /// The texts that a place had before and after each request since a time, as the history has it.
    func texts(givenTo place: MappedPlace, since time: Int64) -> [SettingValue] {
        journal.history.filter { $0.place == place && $0.time >= time }
            .flatMap { [$0.old, $0.value].compactMap(\.self) }
    }
}

extension SimulatedAgent {
    /// Does what an agent does with a request to follow.
    func follow(_ key: SettingKeyPath, in path: String?, _ id: AnswerID) {
        let texts = engine.ownTexts(of: key, in: world.domain, at: path)
        guard !texts.isEmpty else {
            let refusal = Refusal(code: .notFound, problem: "no own text", advice: "Nothing to do")
            return world.acknowledged(id, .failure(refusal))
        }
        world.following.take(id, Set(texts.keys))
        var request = RescanRequest(domain: world.domain)
        request.path = weakness == .followsEverywhere ? nil : path
        request.follows = key
        request.client = "tui"
        take(.rescan(id, request))
    }
}

extension Engine {
    /// Where mapped files have texts of their own for a key that has a value, and what would follow that; at
    /// one path, or at any.
    func ownTexts(
        of key: SettingKeyPath,
        in domain: Domain,
        at path: String? = nil
    ) -> [MappedPlace: MappedSaying] {
        guard entry(domain, key, in: .user) != nil else { return [:] }
        return explain(domain, key).reduce(into: [:]) { texts, said in
            guard let mapped = said.mapped, mapped.isOwn, let file = said.path,
                path.map({ $0 == file }) ?? true
            else { return }
            texts[MappedPlace(file: file, key: mapped.fileKey)] = mapped
        }
    }
}
