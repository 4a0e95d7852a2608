// Files in memory, with their watcher, that fail on demand.

import SettingsModel
package import SyncEngine

/// A file system without folders, and the watcher of its paths.
package final class MemoryFiles: FileStore, FileWatcher {
    private struct File {
        var bytes: [UInt8]
        var identity: FileIdentity
        var modified: Int64
    }
    /// What a look at a path fails with.
    package var unreadable: [String: StorageError] = [:]
    /// Paths that a writer has open.
    package var busy: Set<String> = []
    /// What writing beside a path fails with.
    package var unwritable: [String: StorageError] = [:]
    /// Called before each look, stage and publish with its name and path.
    package var willTouch: (String, String) -> Void = { _, _ in }
    /// How the watcher watches; events by default.
    package var watchStates: [ReplicaID: WatchState] = [:]
    /// Whether others may read the files.
    package var areOpenToOthers = false
    package private(set) var watched: Set<ReplicaID> = []
    package private(set) var watchedFolders: [String] = []

    private var files: [String: File] = [:]
    private var events: [FileEvent] = []
    private var lastNumber: UInt64 = 1

    /// Creates an empty file system.
    package init() {}

    // MARK: What people do

    /// A file's text; nil when there is none.
    package func text(_ path: String) -> String? {
        files[path].map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    /// Every path that there is, temporary files among them, in order.
    package var paths: [String] { files.keys.sorted() }

    /// Replaces a file as an editor does, by a new one; it's an old one unless its time is given.
    package func write(_ text: String, to path: String, modified: Int64? = nil) {
        var file = newFile(Array(text.utf8))
        file.modified = modified ?? file.modified
        files[path] = file
        touched(path)
    }

    /// Removes a file.
    package func remove(_ path: String) {
        files[path] = nil
        touched(path)
    }

    /// Closes a file that a writer had open.
    package func close(_ path: String) {
        busy.remove(path)
        touched(path)
    }

    /// Lets the watcher tell of something.
    package func notice(_ event: FileEvent) { events.append(event) }

    private func touched(_ path: String) {
        for replica in watched.sorted() where replica.path == path {
            events.append(.touched(replica))
        }
    }

    private func newFile(_ bytes: [UInt8]) -> File {
        lastNumber += 1
        let identity = FileIdentity(device: 1, inode: lastNumber)
        return File(bytes: bytes, identity: identity, modified: 1_000_000 + Int64(lastNumber))
    }

    // MARK: As a store

    /// What the path shows, or the failure that was asked for.
    package func look(at replica: ReplicaID, patience: Patience) -> Sighting {
        willTouch("look", replica.path)
        if let error = unreadable[replica.path] { return .unreadable(error) }
        if busy.contains(replica.path) { return .busy(mark: lastNumber) }
        return sighting(replica.path)
    }

    private func sighting(_ path: String) -> Sighting {
        guard let file = files[path] else { return .absent }
        var content = FileContent(
            bytes: file.bytes,
            identity: file.identity,
            modified: file.modified
        )
        content.isOpenToOthers = areOpenToOthers
        return .content(content)
    }

    /// Puts the bytes beside the path.
    package func stage(
        _ bytes: [UInt8],
        for replica: ReplicaID,
        expecting expected: FileContent?,
        access: FileAccess,
        in place: FilePlace?
    ) throws(StorageError) -> StagedFile {
        willTouch("stage", replica.path)
        if let error = unwritable[replica.path] { throw error }
        let file = newFile(bytes)
        let temporary = Self.temporaryPath(of: replica)
        files[temporary] = file
        return StagedFile(
            temporaryPath: temporary,
            targetPath: replica.path,
            identity: file.identity,
            method: expected == nil ? .create : .exchange
        )
    }

    /// Nothing, as there is no disk.
    package func contentSync(
        of staged: StagedFile,
        for replica: ReplicaID
    ) -> @Sendable () -> Void { {} }

    /// Nothing, as there is no disk.
    package func namesSync(of staged: StagedFile) -> @Sendable () -> Void { {} }

    /// Exchanges the staged file and the path.
    package func publish(
        _ staged: StagedFile,
        for replica: ReplicaID,
        expecting expected: FileContent?
    ) throws(StorageError) {
        willTouch("publish", replica.path)
        guard (files[replica.path] == nil) == (expected == nil) else {
            throw .sample(.raced, replica.path)
        }
        let displaced = files[replica.path]
        files[replica.path] = files[staged.temporaryPath]
        files[staged.temporaryPath] = displaced
        touched(replica.path)
    }

    /// What publishing put beside the path.
    package func lookAtDisplaced(
        _ staged: StagedFile,
        of replica: ReplicaID,
        patience: Patience
    ) -> Sighting {
        sighting(staged.temporaryPath)
    }

    /// What became of a replacement.
    package func stagedState(of staged: StagedFile) -> StagedState {
        guard let file = files[staged.temporaryPath] else {
            return files[staged.targetPath]?.identity == staged.identity ? .published : .gone
        }
        return file.identity == staged.identity ? .notPublished : .published
    }

    /// Removes what is beside the path.
    package func discard(_ staged: StagedFile, of replica: ReplicaID) {
        files[staged.temporaryPath] = nil
    }

    /// Gives what is beside the path another name.
    package func leave(_ staged: StagedFile, of replica: ReplicaID) -> String? {
        let path = staged.targetPath + ".saved"
        files[path] = files.removeValue(forKey: staged.temporaryPath)
        return path
    }

    /// Whether there is no such file.
    package func isGone(_ path: String) -> Bool { files[path] == nil }

    /// Keeps nothing for a replica, so there is nothing to let go of.
    package func forget(_ replica: ReplicaID) {}

    /// Removes what a crash left beside the path.
    package func sweep(_ replica: ReplicaID, keeping paths: Set<String>) {
        let temporary = Self.temporaryPath(of: replica)
        if !paths.contains(temporary) { files[temporary] = nil }
    }

    private static func temporaryPath(of replica: ReplicaID) -> String {
        "\(replica.path).\(replica.domain).tmp"
    }

    // MARK: As a watcher

    /// Begins to note what happens at the path.
    package func watch(_ replica: ReplicaID) { watched.insert(replica) }
    /// Ends noting.
    package func unwatch(_ replica: ReplicaID) { watched.remove(replica) }
    /// Notes that the folder is to be watched.
    package func watchFolder(_ path: String) { watchedFolders.append(path) }
    /// Notes that the folder is no longer watched.
    package func unwatchFolder(_ path: String) { watchedFolders.removeAll { $0 == path } }

    /// Everything noted since the last call.
    package func drain() -> [FileEvent] {
        defer { events = [] }
        return events
    }

    /// How the path is watched.
    package func state(of replica: ReplicaID) -> WatchState { watchStates[replica] ?? .events }

    package var watchCount: Int { watched.count }
}

extension StorageError {
    /// An error as the file store makes it.
    package static func sample(
        _ code: Code,
        _ path: String,
        problem: String = "the call failed",
        advice: String = "Try again"
    ) -> StorageError {
        StorageError(
            code: code,
            path: path,
            errno: 1,
            problem: problem,
            advice: advice
        )
    }
}
