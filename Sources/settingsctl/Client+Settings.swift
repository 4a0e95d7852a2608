// The requests that several commands make.

import Glibc
import SettingsClient
import SettingsModel
import SettingsProtocol

extension Client {
    /// A client of the agent that listens already; nil where none does.
    static var ofRunningAgent: Client? {
        guard let place = try? SocketPlace.current(),
            let connection = try? Connection(path: place.path)
        else { return nil }
        return Client(connection)
    }

    /// Asks again until something is so: domain files are read by the agent itself, a moment after they
    /// change.
    ///
    /// On a busy machine that moment is long where every program is adopted at once.
    ///
    /// - Returns: Whether it came to be so within a minute.
    func waits(until isSo: () throws -> Bool) throws -> Bool {
        for _ in 0..<1_200 {
            if try isSo() { return true }
            poll(nil, 0, 50)
        }
        return false
    }

    /// Every entry of a domain, or of all domains, in the order of the paths.
    ///
    /// - Parameters:
    ///   - domain: nil for all.
    ///   - prefix: Only this key and what is below it.
    ///   - layer: nil for the values in force.
    /// - Returns: Entries with values.
    /// - Throws: ``ClientError``.
    func entries(
        of domain: Domain?,
        prefix: SettingKeyPath? = nil,
        layer: Layer? = nil
    ) throws(ClientError) -> [Entry] {
        var entries: [Entry] = []
        var next: String?
        repeat {
            let page: Page = try call(.list) {
                $0.member("domain", domain?.name)
                $0.member("prefix", prefix?.segments)
                $0.member("after", next)
                $0.member("layer", layer?.rawValue)
            }
            entries += page.entries
            // A page that leads to itself would be asked for again and again.
            next = page.next == next ? nil : page.next
        } while next != nil
        return entries
    }

    /// Every domain.
    func domains() throws(ClientError) -> [DomainReport] {
        try call(.domains, returning: SettingsProtocol.Domains.self).domains
    }

    /// Says that a domain isn't known, where a command that only reads found nothing in it.
    ///
    /// - Parameter domain: nil for all, which is always well.
    /// - Throws: ``Failure`` with status `.notSet`, or ``ClientError``.
    func requireKnown(_ domain: Domain?) throws {
        guard let domain, try !domains().contains(where: { $0.domain == domain }) else { return }
        throw Failure(
            .notSet,
            "no domain '\(domain)' is known",
            advice: didYouMean(try meantDomain(by: domain))
                + "List the domains with: settingsctl domains"
        )
    }

    /// Says that a domain isn't known to somebody who waits for its changes all the same.
    func reportUnknown(_ domain: Domain?) throws {
        do {
            try requireKnown(domain)
        } catch var failure as Failure {
            failure.problem += "; it is waited for"
            failure.report()
        }
    }

    /// Every replica, bundle and schema, of one domain or of all.
    func replicas(of domain: Domain?) throws(ClientError) -> SettingsProtocol.Replicas {
        try call(.replicas) { $0.member("domain", domain?.name) }
    }

    /// One value; nil where there is none.
    func setting(
        _ domain: Domain,
        _ key: SettingKeyPath,
        layer: Layer? = nil
    ) throws(ClientError) -> Setting? {
        do {
            return try call(.get) {
                $0.member("domain", domain.name)
                $0.member("key", key.segments)
                $0.member("layer", layer?.rawValue)
            }
        } catch {
            if error.refusal == .keyNotFound { return nil }
            throw error
        }
    }

    /// Which layers have a say in a key's value.
    func explanation(
        of key: SettingKeyPath,
        in domain: Domain
    ) throws(ClientError) -> Explanation {
        try call(.explain) {
            $0.member("domain", domain.name)
            $0.member("key", key.segments)
        }
    }
}

extension Entry {
    /// The entry's value; nil where keys are summed up, or it's a secret that isn't told.
    var value: SettingValue? {
        if case .value(let value, _, _, _) = content { return value }
        return nil
    }
}

extension Client {
    /// Waits until an accepted change is in the domain's files, for a second at most, and tells of
    /// those that can't take it.
    ///
    /// - Parameters:
    ///   - warnings: What the agent said when it accepted the change.
    ///   - keys: What was changed.
    ///   - domain: nil where that isn't known; then nothing is waited for.
    ///   - tell: Prints the change, with all that keeps files from having it.
    /// - Throws: ``ExitStatus/replicaTrouble`` if there is any.
    func report(
        _ warnings: [Warning],
        of keys: [SettingKeyPath] = [],
        in domain: Domain?,
        tell: ([Warning]) -> Void = { _ in }
    ) throws {
        let places = [domain].compactMap(\.self).map { (domain: $0, keys: keys) }
        try report(warnings, of: places, tell: tell)
    }

    /// The same for what was changed in several domains.
    func report(
        _ warnings: [Warning],
        of places: [(domain: Domain, keys: [SettingKeyPath])],
        tell: ([Warning]) -> Void
    ) throws {
        // Also where a file can't have it: the others have it when this ends.
        let settled = try places.flatMap { try settledWarnings(of: $0.keys, in: $0.domain) }
        // What was said of a file when the change was accepted may be over by now.
        let others = places.isEmpty ? warnings : warnings.filter { $0.file == nil }
        tell(others + settled)
        try settingsctl.report(others + settled)
    }

    /// Waits for a domain's files, and gives those that can't have what is set.
    private func settledWarnings(
        of keys: [SettingKeyPath],
        in domain: Domain
    ) throws -> [Warning] {
        let runs = keys.runs(atMost: Self.batchBytes) { $0.description.utf8.count + 3 }
        var warnings: [Warning] = []
        for run in keys.isEmpty ? [0..<0] : runs {
            let settled: BatchAcceptance = try call(.settle) {
                $0.member("domain", domain.name)
                $0.member("keys", run.isEmpty ? nil : keys[run].map(\.description))
            }
            let others = settled.warnings.filter { !warnings.contains($0) }
            warnings += others
        }
        return warnings
    }
}

/// Tells of replicas that can't take an accepted change.
///
/// - Throws: ``ExitStatus/replicaTrouble`` if there is any.
private func report(_ warnings: [Warning]) throws {
    guard !warnings.isEmpty else { return }
    for warning in warnings {
        guard let file = warning.file else {
            writeError(
                "settingsctl: \(warning.problem.escapedForDisplay)\n"
                    + "Saved, but only in the agent's database.\n"
            )
            continue
        }
        let outcome =
            switch warning.state {
            case .differs: "Saved. This file isn't changed."
            case .unrecorded:
                "Saved. The file may not have it before the agent's database can be written."
            case .broken:
                "Saved. The file will be updated once it is correct. "
                    + "See what to do: settingsctl doctor"
            case .held:
                "Saved. The file will be updated once it is restored or its save is accepted. "
                    + "See what to do: settingsctl doctor"
            default: "Saved. The file will be updated as soon as it can be written."
            }
        writeError(
            "settingsctl: '\(file.escapedForDisplay)' is \(warning.state.phrase): "
                + "\(warning.problem.escapedForDisplay)\n\(outcome)\n"
        )
    }
    throw ExitStatus.replicaTrouble
}

extension ReplicaReport.State {
    /// Whether there is nothing to do.
    var isWell: Bool { gravity < Self.absent.gravity }

    /// How it stands out on a terminal.
    var accent: Accent { self == .ok ? .good : isWell ? .warning : .bad }

    /// The state as a sentence has it.
    var phrase: String {
        switch self {
        case .ok: "in sync"
        case .differs: "different"
        case .broken: "broken"
        case .held: "held"
        case .absent: "absent"
        case .readOnly: "read-only"
        case .busy: "busy"
        case .polling: "polled"
        case .unrecorded: "not recorded"
        }
    }
}
