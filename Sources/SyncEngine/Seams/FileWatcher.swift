// What the engine needs to hear of files.

/// Something that happened to a replica's file: only a hint to look, as the file system is the truth.
package enum FileEvent: Equatable, Sendable {
    /// The path may show something else now.
    case touched(ReplicaID)
    /// A file has come to the path's name; told before what it says is taken.
    case placed(ReplicaID, Placing)
    /// Somebody else is reading a file, and hasn't closed it yet.
    case reading(ReplicaID, FileIdentity)
    /// Somebody else has read a file to its end and closed it: who did may hold that text in a buffer.
    case read(ReplicaID, FileIdentity)
    /// Somebody is writing into a file: from here on its readers see text that wasn't recorded.
    case modified(ReplicaID, FileIdentity)
    /// Events were lost: any path may show something else, and anybody may have read anything.
    case overflowed
    /// Something in a watched folder, or the folder itself, may be another now. The engine passes over it.
    case folderTouched(String)
}

/// How a replica is being watched.
package enum WatchState: Equatable, Sendable {
    case events
    /// The kernel gives no events here, so the path is looked at every two seconds.
    case polling(reason: String)
}

/// The watching of replicas' paths, and of the folders that say which replicas there are.
package protocol FileWatcher: AnyObject {
    /// Begins watching a replica's path, whether it exists yet or not.
    func watch(_ replica: ReplicaID)
    /// Ends watching.
    func unwatch(_ replica: ReplicaID)
    /// Begins watching the names in a folder and their files' contents, whether it exists yet or not;
    /// where there's a file, that file.
    ///
    /// After ``FileEvent/overflowed``, any folder may have been touched. A second call makes no
    /// difference.
    func watchFolder(_ path: String)
    /// Ends watching a folder.
    func unwatchFolder(_ path: String)
    /// The events since the last call, oldest first. Drained before a content is taken, so that
    /// reads that came before it are known.
    func drain() -> [FileEvent]
    func state(of replica: ReplicaID) -> WatchState
    /// How many watches the kernel holds for us.
    var watchCount: Int { get }
}
