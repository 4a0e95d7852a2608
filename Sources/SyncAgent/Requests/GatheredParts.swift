// The parts of a request that is too large for one line.

import SettingsModel
import SettingsProtocol

/// The parts of `apply` requests that a client has sent so far, by their domain.
///
/// All or nothing holds for parts, too: one that is refused isn't kept, so that what comes after it
/// doesn't follow the one before and is refused with it.
struct GatheredParts {
    /// Bytes of lines that a client's parts may have together: twice as much as the largest file.
    static let mostBytes = 32 << 20
    /// Changes they may have: to take a full domain away and to put another in its place.
    static func mostChanges(_ limits: Limits) -> Int { 2 * limits.keysPerDomain }

    private struct Gathering {
        var changes: [Call.KeyChange] = []
        var lastPart: UInt64 = 0
        var parts: UInt64
        var bytes = 0
    }
    private var gatherings: [Domain: Gathering] = [:]

    /// Takes a part that came in a line of so many bytes.
    ///
    /// - Returns: All changes once the last part is there; nil before.
    /// - Throws: ``RPCError``; then nothing is kept of the domain's parts.
    mutating func add(
        _ apply: Call.Apply,
        lineBytes: Int,
        _ limits: Limits
    ) throws(RPCError) -> Call.Apply? {
        let domain = apply.domain
        // Whatever is asked for without parts, or begins anew, isn't a part of what came before.
        var gathering = gatherings.removeValue(forKey: domain)
        guard let part = apply.part else { return apply }
        if part.number == 1 { gathering = Gathering(parts: part.count) }
        guard gathering?.lastPart == part.number - 1, gathering?.parts == part.count else {
            throw Self.outOfOrder(part)
        }
        gathering?.changes += apply.changes
        gathering?.lastPart = part.number
        gathering?.bytes += lineBytes
        try checkSize(with: gathering, limits)
        guard part.number == part.count else {
            gatherings[domain] = gathering
            return nil
        }
        var whole = apply
        whole.changes = gathering?.changes ?? []
        return whole
    }

    private func checkSize(with last: Gathering?, _ limits: Limits) throws(RPCError) {
        let all = gatherings.values + [last].compactMap(\.self)
        let bytes = all.reduce(0) { $0 + $1.bytes }
        let changes = all.reduce(0) { $0 + $1.changes.count }
        guard bytes > Self.mostBytes || changes > Self.mostChanges(limits) else { return }
        throw RPCError(
            .tooLarge,
            "the parts have \(changes) changes and \(bytes) bytes, at most "
                + "\(Self.mostChanges(limits)) and \(Self.mostBytes)",
            advice: "Nothing was changed. Make fewer changes at once"
        )
    }

    private static func outOfOrder(_ part: Call.Part) -> RPCError {
        RPCError(
            .invalidParams,
            "part \(part.number) of \(part.count) doesn't follow the one before",
            advice: "Nothing was changed. Send all parts again, in order, on one connection"
        ).with { $0.parameter = "part" }
    }
}
