// How much of a long test is played.

import Glibc

/// Long tests play every case in a campaign (`CAMPAIGN=1`), and otherwise a part that is the same each time.
package enum LongRun {
    /// Whether every case is played.
    package static let isOn = getenv("CAMPAIGN") != nil

    /// Whether case `number` is played: each in a campaign, otherwise one in `stride`.
    package static func plays(_ number: Int, oneIn stride: Int) -> Bool {
        isOn || number % stride == 0
    }
}
