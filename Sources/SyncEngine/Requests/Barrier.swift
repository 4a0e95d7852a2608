// A request that waits until everything has been read and written.

import SettingsModel

/// A request that is answered when its files are settled.
struct Barrier: Sendable {
    var id: AnswerID
    /// nil for all.
    var domains: [Domain]?
    /// When it's answered all the same, in monotonic milliseconds; nil for never.
    var deadline: Int64?
}
