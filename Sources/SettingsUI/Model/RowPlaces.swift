// Where each setting's row is.

import SettingsModel

/// Every row with a value, by where the value lives.
struct RowPlaces: Sendable {
    /// A row, and the program whose pane it is in.
    struct Owned {
        var program: Int32
        var row: RowIndex
    }

    private var rows: [Domain: [SettingKeyPath: Owned]] = [:]

    /// The rows of some programs; the first one of each setting.
    init(_ programs: [Program]) {
        for (number, program) in programs.enumerated() {
            program.forEachSetting { _, _, place, row in
                guard rows[place.domain]?[place.keyPath] == nil else { return }
                let owned = Owned(program: Int32(number), row: row)
                rows[place.domain, default: [:]][place.keyPath] = owned
            }
        }
    }

    /// How many settings have a row.
    var count: Int { rows.values.reduce(0) { $0 + $1.count } }

    /// How many settings of each domain have one.
    var counts: [Domain: Int] { rows.mapValues(\.count) }

    /// The row of a whole setting; nil where no pane has it.
    subscript(place: SettingPlace) -> Owned? { rows[place.domain]?[place.keyPath] }

    /// The same place with the key path that its row has: two copies of 50,000 take megabytes.
    func shared(_ place: SettingPlace) -> SettingPlace {
        guard let rows = rows[place.domain], let index = rows.index(forKey: place.keyPath) else {
            return place
        }
        return SettingPlace(domain: place.domain, keyPath: rows.keys[index])
    }
}
