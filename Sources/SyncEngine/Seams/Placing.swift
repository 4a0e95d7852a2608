// How a file came to a path's name.

/// How a file came to a path's name, as far as it tells what its maker had read.
package enum Placing: Equatable, Sendable {
    /// Created where no file was, or where one was renamed away.
    case created
    /// Created in the place of one that was removed. git, tar, `install` and `mv` from another disk do that; of
    /// 86 writers that were recorded, no editor does.
    case replaced
    /// Renamed to the name, as most programs do that replace a file.
    case renamed
    /// Renamed to the name, where another file has come to the folder since the old one was opened last, and is
    /// there still: perhaps a backup that its maker had read the old text for.
    case renamedBesideAnother
}
