// A file that is kept open, so that its number stays its own and every other open is somebody else's.

import Glibc
import SyncEngine

/// An inode that we have open for reading and watch.
///
/// We read it through this one descriptor and close that only after the watch on it has ended. So
/// each OPEN and CLOSE that the kernel tells of it was made by another process.
final class HeldInode {
    /// Why it is kept.
    enum Use: Hashable {
        /// The replica's path shows it.
        case current(ReplicaID)
        /// It will be published for the replica; the path of the temporary file.
        case staged(ReplicaID, String)
        /// Publishing for the replica displaced it, and it hasn't been taken yet.
        case displaced(ReplicaID, String)
        /// The replica's path showed it until lately: readers may still finish, writers still write.
        case parked(ReplicaID)

        var replica: ReplicaID {
            switch self {
            case .current(let id), .staged(let id, _), .displaced(let id, _), .parked(let id): id
            }
        }
        /// Whether what is written into it may be what the replica's user saves now.
        var isLive: Bool {
            switch self {
            case .current, .displaced: true
            case .staged, .parked: false
            }
        }
    }

    let descriptor: Int32
    let identity: FileIdentity
    var uses: Set<Use> = []
    /// nil while it can't be watched.
    var watch: Int32?
    /// Whether somebody who may have it open for writing too has read in it.
    var wasAccessed = false
    /// Counts the kernel's notices that somebody wrote.
    var writes: UInt64 = 0
    /// Whether it was written and not closed by a writer since.
    var isBeingWritten = false
    /// Since when it is at rest, where no lease tells that.
    var rest = Rest()
    /// Called after events in which it was written, or closed by a writer.
    var onWrite: (() -> Void)?

    /// Takes over the descriptor.
    init(descriptor: Int32, identity: FileIdentity) {
        self.descriptor = descriptor
        self.identity = identity
    }

    deinit { close(descriptor) }

    /// A path to it that needs no name in any folder.
    var path: String { "/proc/self/fd/\(descriptor)" }

    var replicas: Set<ReplicaID> { Set(uses.map(\.replica)) }
}
