// What is watched, and what is known of it.

import SyncEngine

/// What is watched, and told of.
enum WatchSubject: Hashable {
    case replica(ReplicaID)
    /// All names in a folder, and what they lead to.
    case folder(String)
    /// All names in a folder that is there, until it is taken away.
    case names(String)
}

/// One watched path.
struct WatchEntry {
    var subject: WatchSubject
    var needs: Set<WatchNeed> = []
    /// The way to it; for a folder, then the ways to all that is in it.
    var walks: [PathWalk] = []
    var writing: FileWriting?
    var placing = NamePlacing()
}

/// A writer is at work in a file.
struct FileWriting {
    var last: Int64
    var soon: TimerID
    var still: TimerID
}
