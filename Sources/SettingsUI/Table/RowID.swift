// The names of rows.

import SettingsModel

/// A row's name, by which the focus finds it again when the table is another.
enum RowID: Hashable, Sendable {
    case setting(SettingPlace)
    /// One of a setting's options, in the order of the schema.
    case option(SettingPlace, Int)
    /// A stored value that is none of the options.
    case stored(SettingPlace)
    /// A stored member of several choices that is none of them.
    case member(SettingPlace, StrayMember)
    /// The last row of a list, which adds an element.
    case add(SettingPlace)
    case program(Domain)
    /// The last row of the programs, which links more of them.
    case adoptable
    /// Nothing but its place tells the row apart.
    case position(section: Int, row: Int)
}

/// A stored member of several choices that is none of them.
///
/// Not its number: others come and go before it while its row has the focus.
struct StrayMember: Hashable, Sendable {
    var value: SettingValue
    /// How many of the same value are stored before it.
    var sameBefore: Int
}

extension RowID {
    /// The setting, or the part of one, that the row is about; nil for other rows.
    var place: SettingPlace? {
        switch self {
        case .setting(let place), .option(let place, _), .stored(let place), .member(let place, _),
            .add(let place):
            place
        case .program, .adoptable, .position: nil
        }
    }
}
