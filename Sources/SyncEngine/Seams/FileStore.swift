// What the engine needs to know of files: what was seen at a path, and a replacement in two steps.

package import SettingsModel

/// Which replica: one file as a copy of one domain's settings.
package struct ReplicaID: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let domain: Domain
    /// The absolute path as the domain file names it, symlinks unresolved.
    package let path: String
    /// The path's hash, as an id is looked up many times a step.
    ///
    /// The path alone, as it's seldom in two domains.
    private let code: UInt64

    package init(domain: Domain, path: String) {
        self.domain = domain
        self.path = path
        code = path.digest()
    }

    package var description: String { path }
    package static func == (a: ReplicaID, b: ReplicaID) -> Bool {
        a.code == b.code && a.domain == b.domain && a.path.isSame(as: b.path)
    }
    package func hash(into hasher: inout Hasher) { hasher.combine(code) }
    package static func < (a: ReplicaID, b: ReplicaID) -> Bool {
        a.domain == b.domain ? a.path.precedes(b.path) : a.domain < b.domain
    }
}

/// Which file of the file system.
///
/// Numbers are used again at once after an unlink, so this alone never proves that a file is the
/// same: compare bytes.
package struct FileIdentity: Hashable, Sendable {
    package var device: UInt64
    package var inode: UInt64

    package init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }
}

/// A file that was read whole while nobody wrote in it.
package struct FileContent: Equatable, Sendable {
    package var bytes: [UInt8]
    package var identity: FileIdentity
    /// The file's modification time, in milliseconds since 1970; whatever its writer set.
    package var modified: Int64
    /// When the file last changed in any way or got its name, in milliseconds since 1970; nobody can set it.
    ///
    /// ``modified`` where that isn't known.
    package var changed: Int64
    /// When the newest symlink on the way to the file was made; nil where there is none.
    package var linked: Int64?
    /// When it came to be at its path, as far as the times tell.
    var arrival: Int64 { max(modified, changed, linked ?? 0) }
    /// Whether ``arrival`` doesn't tell when the content came.
    package var countsByDate = false
    /// Where the path led to it; nil where that isn't known.
    package var place: FilePlace?
    /// Whether somebody had the file open for writing while it was read, as far as anything tells, so that
    /// more may be to come.
    package var isOpen = false
    /// Whether more people than its owner may read the file.
    package var isOpenToOthers = false

    /// Creates a content of a file that only its owner may read, which came when it was modified.
    package init(bytes: [UInt8], identity: FileIdentity, modified: Int64) {
        self.bytes = bytes
        self.identity = identity
        self.modified = modified
        changed = modified
    }
}

/// What one look at a path saw.
package enum Sighting: Equatable, Sendable {
    case content(FileContent)
    case absent
    /// Somebody has it open for writing, or it changed while it was read. The mark stays the same
    /// as long as nothing was written.
    case busy(mark: UInt64)
    case unreadable(StorageError)
}

/// New content, written beside the final target but not in its place yet.
package struct StagedFile: Equatable, Sendable {
    /// The temporary file.
    package var temporaryPath: String
    /// The file that will be replaced: the end of the symlink chain.
    package var targetPath: String
    /// The temporary file's identity.
    package var identity: FileIdentity
    package var method: PublishMethod

    package init(
        temporaryPath: String,
        targetPath: String,
        identity: FileIdentity,
        method: PublishMethod
    ) {
        self.temporaryPath = temporaryPath
        self.targetPath = targetPath
        self.identity = identity
        self.method = method
    }

    /// Whether what one of the two names shows is the staged file.
    ///
    /// The inode alone tells, as both names are in one folder: a device may get another number with
    /// each mount, so after a power cut the journal's may be an old one.
    package func isFile(_ shown: FileIdentity) -> Bool { shown.inode == identity.inode }
}

/// What the names say after a crash, of a replacement that was intended.
package enum StagedState: Equatable, Sendable {
    /// The temporary name still has our file: it never happened.
    case notPublished
    /// It happened; the temporary name has what was displaced, unless the file was new.
    case published
    /// The temporary name is gone: it never happened, or it was finished.
    case gone
    /// Neither name is there, so the folder may have gone away with both.
    case away
}

/// A call to the operating system that failed on a file.
package struct StorageError: Error, Equatable, Sendable {
    /// What kind of thing was wrong; the raw value is the stable name for scripts.
    package enum Code: String, Sendable {
        case unreadable
        case notRegular = "not-regular"
        case tooLarge = "too-large"
        case symlinkLoop = "symlink-loop"
        /// A name on the way isn't UTF-8, so that no text can say which file it is.
        case foreignName = "not-utf8"
        case readOnly = "read-only"
        case diskFull = "disk-full"
        case noDescriptors = "no-descriptors"
        /// The folder in which the file was seen isn't there, or another one is in its place.
        case noFolder = "no-folder"
        /// Others may write the folder, or the file isn't the user's.
        case unsafe = "unsafe-folder"
        /// No other file can take its place: it has several names, is a mount point, or is another user's.
        case irreplaceable
        /// The target changed, vanished or appeared since it was read: look again.
        case raced
        /// The program's own check refuses the new text, and took the old one.
        case failedCheck = "check-failed"
        case inputOutput = "io-error"
    }
    package var code: Code
    package var path: String
    package var errno: Int32
    /// What was there and what was expected, as a sentence without its period.
    package var problem: String
    /// What the reader can do about it.
    package var advice: String

    package init(
        code: Code,
        path: String,
        errno: Int32,
        problem: String,
        advice: String
    ) {
        self.code = code
        self.path = path
        self.errno = errno
        self.problem = problem
        self.advice = advice
    }
}

/// Who may read a file that is made anew.
package enum FileAccess: Sendable {
    /// Whoever the user's umask lets.
    case asUsual
    /// Its owner alone.
    case ownerOnly
    /// Whoever could when it was last seen there; its owner alone where nobody knows that.
    case asBefore
}

/// How carefully a look must make sure that no writer is at work.
package enum Patience: Sendable {
    /// A file that is open for writing is busy.
    case untilClosed
    /// A file that is open for writing but has stopped changing is taken: some programs never close.
    case untilStill
}

/// Files as the agent reads and replaces them.
///
/// Nothing here merges or decides; it never writes over bytes it wasn't told to expect.
package protocol FileStore: AnyObject {
    /// Reads a replica's file.
    func look(at replica: ReplicaID, patience: Patience) -> Sighting

    /// Writes new content beside the target: same mode, owner, ACL and extended attributes, and
    /// watched for readers before it has a public name.
    ///
    /// - Parameters:
    ///   - bytes: The new content.
    ///   - replica: The file.
    ///   - expected: What the target holds now; nil for no file.
    ///   - access: Who may read it if it is new; one that is there keeps its mode.
    ///   - place: Where a file that isn't there was seen last, and may be made again; nil for one that may
    ///     be made with its folders.
    /// - Returns: The staged file, for publishing.
    /// - Throws: ``StorageError``; nothing is left behind.
    func stage(
        _ bytes: [UInt8],
        for replica: ReplicaID,
        expecting expected: FileContent?,
        access: FileAccess,
        in place: FilePlace?
    ) throws(StorageError) -> StagedFile

    /// What waits until the disk has a staged file's bytes; for any thread.
    ///
    /// Publishing does it where nobody has, and fails where it failed.
    func contentSync(of staged: StagedFile, for replica: ReplicaID) -> @Sendable () -> Void

    /// Puts a staged file in its place.
    ///
    /// - Parameters:
    ///   - staged: What ``stage(_:for:expecting:access:in:)`` gave.
    ///   - replica: The file.
    ///   - expected: As for staging; compared where the method can't tell afterwards.
    /// - Throws: ``StorageError`` with code `.raced` when the target appeared or vanished. The
    ///   target is as it was.
    func publish(
        _ staged: StagedFile,
        for replica: ReplicaID,
        expecting expected: FileContent?
    ) throws(StorageError)

    /// What waits until the disk has a published file's names; for any thread.
    ///
    /// To be done before the intent of the replacement is dropped from the journal.
    func namesSync(of staged: StagedFile) -> @Sendable () -> Void

    /// Reads what publishing displaced; busy until its last writer has closed it.
    ///
    /// - Returns: `.absent` when nothing is at the temporary name, or what was published itself.
    func lookAtDisplaced(
        _ staged: StagedFile,
        of replica: ReplicaID,
        patience: Patience
    ) -> Sighting

    /// What became of a replacement, by the names that are there.
    ///
    /// The names are synced afterwards, whatever it was.
    func stagedState(of staged: StagedFile) -> StagedState

    /// Removes the temporary file: what was displaced has been taken, or nothing was published.
    func discard(_ staged: StagedFile, of replica: ReplicaID)

    /// Gives what was displaced a name beside the target that nobody has, and under which no sweep finds it.
    ///
    /// A second time it has the name of the first. The temporary name may stay until the staged file is
    /// discarded. The names are synced afterwards.
    ///
    /// - Returns: The path; nil where that failed, and it stays under the temporary name.
    func leave(_ staged: StagedFile, of replica: ReplicaID) -> String?

    /// Whether nothing is at a path.
    func isGone(_ path: String) -> Bool

    /// Lets go of what is kept for a replica that is no longer linked.
    func forget(_ replica: ReplicaID)

    /// Removes temporary files of a crash before their intent was recorded, but for the paths that
    /// any write needs; what can't be read isn't one of them. Where intents may have been lost, what
    /// may be a save is kept.
    func sweep(_ replica: ReplicaID, keeping paths: Set<String>)
}
