// Many interleavings, on every core.

/// The sums over many interleavings.
package struct Tally: Sendable {
    /// The sums of one mix.
    struct Row: Sendable {
        var runs = 0
        var edits = 0
        var writes = 0
        var losses = 0
        var lostComments = 0
        var violations = 0
    }
    private var rows: [String: Row] = [:]
    /// The first violations, with their seeds.
    package private(set) var violations: [String] = []
    package private(set) var violationCount = 0
    /// Edits lost but in the history, with their seeds.
    package private(set) var losses: [String] = []

    /// Creates an empty tally.
    package init() {}

    mutating func add(_ outcome: Outcome, of mix: Mix) {
        var row = rows[mix.name] ?? Row()
        row.runs += 1
        row.edits += outcome.edits
        row.writes += outcome.writes
        row.losses += outcome.losses.count
        row.lostComments += outcome.lostComments.count
        row.violations += outcome.violations.count
        rows[mix.name] = row
        violationCount += outcome.violations.count
        losses += (outcome.losses + outcome.lostComments).map {
            "\(mix.name), seed \(outcome.seed): \($0)"
        }
        if violations.count < 20 {
            violations += outcome.violations.map { "seed \(outcome.seed): \($0)" }
        }
    }

    mutating func add(_ other: Tally) {
        for (name, row) in other.rows {
            var sum = rows[name] ?? Row()
            sum.runs += row.runs
            sum.edits += row.edits
            sum.writes += row.writes
            sum.losses += row.losses
            sum.lostComments += row.lostComments
            sum.violations += row.violations
            rows[name] = sum
        }
        violations = Array((violations + other.violations).prefix(20))
        violationCount += other.violationCount
        losses += other.losses
    }

    /// The figures of each mix per 1,000 interleavings, and the first violations.
    package var report: String {
        var lines: [String] = []
        for mix in Mix.all {
            guard let row = rows[mix.name], row.runs > 0 else { continue }
            func perThousand(_ count: Int) -> String {
                let tenths = (count * 10_000 + row.runs / 2) / row.runs
                return "\(tenths / 10).\(tenths % 10)"
            }
            lines.append(
                "\(mix.name): \(row.runs) runs, \(row.edits) edits, \(row.writes) writes; per 1,000 runs "
                    + "\(perThousand(row.losses)) edits lost to an older one but in the history, "
                    + "\(perThousand(row.lostComments)) comments lost, "
                    + "\(perThousand(row.violations)) violations"
            )
        }
        let runs = rows.values.reduce(0) { $0 + $1.runs }
        lines.append("\(runs) interleavings, \(violationCount) violations")
        return (lines + violations).joined(separator: "\n")
    }
}

/// Plays consecutive seeds one after another, through all mixes in turn.
///
/// - Throws: Only if a world can't be built.
package func playInTurn(seeds: Range<UInt64>) throws -> Tally {
    var tally = Tally()
    let beginnings = Beginnings()
    for seed in seeds {
        let mix = Mix.of(seed: seed)
        tally.add(try play(seed: seed, mix: mix, like: beginnings), of: mix)
    }
    return tally
}

/// Plays consecutive seeds on as many cores as there are.
///
/// - Throws: Only if a world can't be built.
package func playOnEveryCore(seeds: Range<UInt64>) async throws -> Tally {
    try await onEveryCore(seeds: seeds) { try playInTurn(seeds: $0) }
        .reduce(into: Tally()) { $0.add($1) }
}

/// What work on consecutive seeds gives, done in pieces on as many cores as there are; in no order.
func onEveryCore<Part: Sendable>(
    seeds: Range<UInt64>,
    _ work: @escaping @Sendable (Range<UInt64>) throws -> Part
) async throws -> [Part] {
    let piece: UInt64 = 500
    return try await withThrowingTaskGroup(of: Part.self) { group in
        for start in stride(from: seeds.lowerBound, to: seeds.upperBound, by: Int(piece)) {
            let end = min(start + piece, seeds.upperBound)
            group.addTask { try work(start..<end) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
    }
}

/// Plays a mistake, or none (nil), until the checks find one.
///
/// One editor with truthful clocks loses next to nothing to an older edit, so losses that history
/// has are found too where they become many.
///
/// - Returns: How many interleavings it took, and what was found; nil when it survived them all.
/// - Throws: Only if a world can't be built.
package func interleavingsUntilCaught(
    _ weakness: Weakness?,
    in mixes: [Mix],
    limit: UInt64
) throws -> (count: UInt64, finding: String)? {
    var losses = 0
    let beginnings = Beginnings()
    for seed in 1...limit {
        let mix = mixes[Int(seed % UInt64(mixes.count))]
        let outcome = try play(seed: seed, mix: mix, weakness: weakness, like: beginnings)
        if let finding = outcome.violations.first { return (seed, finding) }
        guard mix.losesNothing else { continue }
        losses += outcome.losses.count
        guard losses > lossesAllowed(in: seed, mixes) else { continue }
        return (seed, "\(losses) edits lost to older ones")
    }
    return nil
}

extension Mix {
    /// Whether one editor and truthful clocks leave next to nothing to be lost to an older edit.
    fileprivate var losesNothing: Bool {
        editors == 1 && clockSteps == 0 && !sharesFile && !undoes && !undoesSteps && !clamps
            && !mounts && mapped == .none && (!restores && !hasTools || isUnhurried)
    }
}

/// Of so many interleavings, how many edits one editor may lose to an older one.
private func lossesAllowed(in interleavings: UInt64, _ mixes: [Mix]) -> Int {
    2 + Int(interleavings) * (mixes.map(\.lossesPerThousand).max() ?? 0) / 1_000
}
