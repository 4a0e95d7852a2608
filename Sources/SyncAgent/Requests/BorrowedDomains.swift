// Domains that are there only as long as somebody looks at them, as `settingsctl ui FILE` does.

import SettingsModel
import SettingsProtocol
import SyncEngine
import SyncPlatform

/// The domains of files that somebody looks at without owning them, and who does.
package final class BorrowedDomains {
    private let agent: Agent
    private let domains: DomainDirectory
    private let subscriptions: Subscriptions
    private let loop: EventLoop
    /// The sessions that look at a borrowed domain without a subscription to it.
    private var holders: [Domain: Set<ObjectIdentifier>] = [:]
    /// How long after the agent's start those who look at a file have to come back.
    private static let returnTime = Duration.seconds(10)

    init(
        _ agent: Agent,
        _ domains: DomainDirectory,
        _ subscriptions: Subscriptions,
        loop: EventLoop
    ) {
        self.agent = agent
        self.domains = domains
        self.subscriptions = subscriptions
        self.loop = loop
    }

    /// Notes that a session looks at a borrowed domain until it ends.
    ///
    /// A domain that is the user's own by now isn't held.
    func hold(_ domain: Domain, by session: Session) {
        guard domains.borrowed.contains(domain) else { return }
        holders[domain, default: []].insert(ObjectIdentifier(session))
    }

    /// Whether a session looks at a borrowed domain.
    func isHeld(_ domain: Domain, by session: Session) -> Bool {
        holders[domain]?.contains(ObjectIdentifier(session)) ?? false
    }

    /// Notes that a session looks at a borrowed domain no more.
    func release(_ domain: Domain, by session: Session) {
        holders[domain]?.remove(ObjectIdentifier(session))
        letGoOfUnheld()
    }

    /// Notes that a session looks at nothing any more, however it ended.
    func releaseAll(of session: Session) {
        for domain in holders.keys { holders[domain]?.remove(ObjectIdentifier(session)) }
        guard !domains.borrowed.isEmpty else { return }
        // Later: the session may be in the middle of something.
        loop.schedule(after: .zero) { [weak self] in self?.letGoOfUnheld() }
    }

    /// Lets go of what was borrowed from an agent before, unless those who did come back.
    package func letGoOfLeftovers() {
        guard !domains.borrowed.isEmpty else { return }
        loop.schedule(after: Self.returnTime) { [weak self] in self?.letGoOfUnheld() }
    }

    /// Whether a domain is borrowed and nobody looks at it.
    private func isUnheld(_ domain: Domain) -> Bool {
        domains.borrowed.contains(domain) && holders[domain]?.isEmpty ?? true
            && !subscriptions.hasSubscriber(domain)
    }

    /// Forgets the borrowed domains that nobody looks at.
    func letGoOfUnheld() {
        guard domains.borrowed.contains(where: isUnheld) else { return }
        // Their owner may have made one their own, and somebody may come to look meanwhile.
        domains.reload(agent)
        for domain in domains.borrowed where isUnheld(domain) {
            holders[domain] = nil
            do {
                try domains.letGo(of: domain, agent)
                agent.forget(domain, .everything)
            } catch {
                let advice = error.advice.asSentence
                agent.report(
                    Message(.warning, "settings-agent: \(error.problem)\nKept it. \(advice)")
                )
            }
        }
    }
}
