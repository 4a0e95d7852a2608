// Settings that were renamed.

package import SettingsModel

/// A value that goes from an old key to the one that took its place.
package struct Move: Equatable, Sendable {
    package var domain: Domain?
    package var from: SettingKeyPath
    package var to: SettingKeyPath
    package var value: SettingValue

    /// Creates a move.
    package init(
        domain: Domain?,
        from old: SettingKeyPath,
        to new: SettingKeyPath,
        value: SettingValue
    ) {
        self.domain = domain
        from = old
        to = new
        self.value = value
    }
}

extension Schema {
    /// The values to be moved from old keys, in the order of the panes.
    ///
    /// A key that has a value keeps it, and an old key beside it is left alone; of several old keys,
    /// the first that is named counts. A value that the new row refuses stays where it is, and so
    /// does one whose key is still a row's own. `stored` leaves defaults out.
    package func moves(
        stored: (_ domain: Domain?, _ keyPath: SettingKeyPath) -> SettingValue?
    ) -> [Move] {
        var moves: [Move] = []
        var taken: Set<[String]> = []
        for pane in allPanes where !pane.isOfElements {
            for row in pane.rows {
                guard let keyPath = row.keyPath, !row.renamedFrom.isEmpty else { continue }
                let domain = row.domain ?? pane.domain
                guard stored(domain, keyPath) == nil,
                    let move = move(of: row, to: keyPath, in: domain, stored: stored)
                else { continue }
                // Two rows may have one old key, or one key and two old ones.
                let ends = [move.from, move.to].map { [domain?.name ?? ""] + $0.segments }
                guard taken.isDisjoint(with: ends) else { continue }
                taken.formUnion(ends)
                moves.append(move)
            }
        }
        return moves
    }

    private func move(
        of row: Specifier,
        to keyPath: SettingKeyPath,
        in domain: Domain?,
        stored: (Domain?, SettingKeyPath) -> SettingValue?
    ) -> Move? {
        for old in row.renamedFrom where old != keyPath && specifier(at: old, in: domain) == nil {
            guard let value = stored(domain, old) else { continue }
            guard row.rule.refusal(of: value) == nil else { return nil }
            return Move(domain: domain, from: old, to: keyPath, value: value)
        }
        return nil
    }
}
