// Who is to be told of what, found by the domain that has news.

import SettingsModel

/// The sessions that have subscriptions or polls, by what these are about.
///
/// A change costs those whom it concerns: whoever listens to another domain isn't looked at.
struct Listeners {
    /// Sessions, each with how many of its subscriptions and polls are about this.
    private typealias Group = [ObjectIdentifier: (session: Session, count: Int)]

    private var toAll: Group = [:]
    private var toDomain: [Domain: Group] = [:]

    /// Adds one interest of a session; to be matched by ``remove(_:_:)``.
    mutating func add(_ session: Session, _ interest: Interest) {
        guard let domains = interest.domains else { return Self.add(session, to: &toAll) }
        for domain in domains { Self.add(session, to: &toDomain[domain, default: [:]]) }
    }

    /// Takes one interest of a session out.
    mutating func remove(_ session: Session, _ interest: Interest) {
        guard let domains = interest.domains else { return Self.remove(session, from: &toAll) }
        for domain in domains {
            Self.remove(session, from: &toDomain[domain, default: [:]])
            if toDomain[domain]?.isEmpty == true { toDomain[domain] = nil }
        }
    }

    private static func add(_ session: Session, to group: inout Group) {
        group[ObjectIdentifier(session), default: (session, 0)].count += 1
    }

    private static func remove(_ session: Session, from group: inout Group) {
        let id = ObjectIdentifier(session)
        group[id]?.count -= 1
        if group[id]?.count == 0 { group[id] = nil }
    }

    /// Everybody, in no order; who listens to several domains more than once.
    var all: [Session] {
        toAll.values.map(\.session) + toDomain.values.flatMap { $0.values.map(\.session) }
    }

    /// Those who named the domain, each once, in no order.
    func naming(_ domain: Domain) -> [Session] {
        toDomain[domain]?.values.map(\.session) ?? []
    }

    /// Those whom a domain concerns, each once, in no order.
    func listening(to domain: Domain) -> [Session] {
        toAll.values.map(\.session)
            + naming(domain).filter { toAll[ObjectIdentifier($0)] == nil }
    }
}
