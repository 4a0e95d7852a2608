// A file that we watch, and that is open while something is done with it.

import Glibc
import SyncEngine

/// An inode that we watch and read.
///
/// While we have it open, its number stays its own, and so it does while the watch on it lasts. It's closed
/// some time after its last use, so that nothing keeps its file system from being unmounted. Our own close
/// is told to the watch as any other, and counted (``ownCloses``): each further one that the kernel tells of
/// was made by another process. What is let go of is closed only after the watch has ended.
final class HeldInode {
    /// Why it is kept.
    enum Use: Hashable {
        /// The replica's path shows it.
        case current(ReplicaID)
        /// It will be published for the replica; the path of the temporary file.
        case staged(ReplicaID, String)
        /// Publishing for the replica displaced it, and it hasn't been taken yet.
        case displaced(ReplicaID, String)
        /// The replica's path showed it until lately: readers may still finish.
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
        /// Whether it is part of a write, whose end ends it.
        var isOfWrite: Bool {
            switch self {
            case .staged, .displaced: true
            case .current, .parked: false
            }
        }
        var isParked: Bool { if case .parked = self { true } else { false } }
    }

    /// -1 while it isn't open.
    private(set) var descriptor: Int32
    let identity: FileIdentity
    var uses: Set<Use> = []
    /// When something was done with it last, in monotonic nanoseconds.
    var lastUse = SystemClock.monotonicNanoseconds
    /// nil while it can't be watched.
    var watch: Int32?
    /// Closes of our own that the kernel hasn't told yet.
    private var ownCloses = 0
    /// The same of opens.
    private var ownOpens = 0
    /// Whether somebody who has it open still was told as a reader.
    private var isReaderTold = false
    /// Whether we are reading it, so that what the kernel tells of readers is our own doing.
    var isReadByUs = false
    /// Whether somebody has read in it who hasn't closed it, as far as told.
    var isBeingRead = false
    /// Whether somebody who may have it open for writing too has read in it.
    var wasAccessed = false
    /// Counts the kernel's notices that somebody wrote.
    var writes: UInt64 = 0
    /// Whether it was written and not closed by a writer since.
    var isBeingWritten = false
    /// Since when it is at rest, where no lease tells that.
    var rest = Rest()

    /// Takes over the descriptor.
    init(descriptor: Int32, identity: FileIdentity) {
        self.descriptor = descriptor
        self.identity = identity
    }

    deinit { if isOpen { Glibc.close(descriptor) } }

    var isOpen: Bool { descriptor >= 0 }

    /// Takes over a descriptor that has it open again.
    func open(as descriptor: Int32) {
        self.descriptor = descriptor
        if watch != nil { ownOpens += 1 }
    }

    /// Closes the descriptor; it stays watched.
    func close() {
        guard isOpen else { return }
        Glibc.close(descriptor)
        descriptor = -1
        if watch != nil { ownCloses += 1 }
    }

    /// Notes that somebody has read in it, perhaps ourselves.
    func noteAccess() {
        wasAccessed = true
        isBeingRead = true
    }

    /// Notes that somebody has opened it, and gives whether it was somebody else.
    func noteOpening() -> Bool {
        guard ownOpens > 0 else { return true }
        ownOpens -= 1
        return false
    }

    /// Notes that a reader was told who hasn't closed it.
    func noteReaderTold() { isReaderTold = true }

    /// Notes that somebody who only read has closed it, and gives whether that is somebody else and not told yet.
    func noteReadersClose() -> Bool {
        guard ownCloses == 0 else {
            ownCloses -= 1
            return false
        }
        defer { isReaderTold = false }
        return !isReaderTold
    }

    /// Notes that its watch is gone with what the kernel had to tell of it.
    func loseEvents() {
        watch = nil
        (ownCloses, ownOpens) = (0, 0)
        wasAccessed = true
    }

    /// A path to it that needs no name in any folder, while it is open.
    var path: String { "/proc/self/fd/\(descriptor)" }

    var replicas: Set<ReplicaID> { Set(uses.map(\.replica)) }
}
