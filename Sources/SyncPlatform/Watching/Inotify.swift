// libinotifytools, behind one thread and without its name map.

import CInotify
import FileReplacing
import Glibc
import Synchronization

/// One event of the kernel, copied out of the library's buffer.
struct InotifyEvent: Equatable {
    /// −1 for an overflow.
    var watch: Int32
    var mask: UInt32
    /// The entry of a watched folder; nil for the watched thing itself, or for a name that isn't UTF-8.
    var name: String?

    func has(_ bits: UInt32) -> Bool { mask & bits != 0 }
}

/// The bits of inotify(7) that we use.
enum InotifyMask {
    static let open = UInt32(IN_OPEN)
    static let access = UInt32(IN_ACCESS)
    static let modify = UInt32(IN_MODIFY)
    static let attributes = UInt32(IN_ATTRIB)
    static let closeWrite = UInt32(IN_CLOSE_WRITE)
    static let closeNoWrite = UInt32(IN_CLOSE_NOWRITE)
    static let movedFrom = UInt32(IN_MOVED_FROM)
    static let movedTo = UInt32(IN_MOVED_TO)
    static let create = UInt32(IN_CREATE)
    static let delete = UInt32(IN_DELETE)
    static let deleteSelf = UInt32(IN_DELETE_SELF)
    static let moveSelf = UInt32(IN_MOVE_SELF)
    static let unmount = UInt32(IN_UNMOUNT)
    static let overflow = UInt32(IN_Q_OVERFLOW)
    static let ignored = UInt32(IN_IGNORED)
    static let onlyFolder = UInt32(IN_ONLYDIR)
    static let noFollow = UInt32(IN_DONT_FOLLOW)
    /// Joins a watch's mask instead of replacing it: two paths may lead to one inode.
    static let join = UInt32(IN_MASK_ADD)
}

/// The one inotify instance that libinotifytools has.
///
/// Its state is global and knows no locks, so one thread makes every call: the one that makes this.
/// Its map of names keeps watches that the kernel has ended, and then gives their dead numbers for
/// a name that is used again (inotify-tools issues 1, 29, 228). Every watch is therefore added
/// under a spelling of its path that was never used before, and nothing else is asked of that map.
final class Inotify {
    private static let isInUse = Atomic<Bool>(false)
    /// select(2), which the library waits with, aborts at a descriptor past this.
    private static let descriptorLimit: Int32 = 1_024

    /// For epoll; readable when there are events.
    let descriptor: Int32
    /// Entries that the library holds and will never free but in ``deinit``, some 200 bytes each.
    private(set) var deadEntries = 0
    private var spellings: UInt64 = 0

    init() throws(PlatformError) {
        guard !Self.isInUse.exchange(true, ordering: .acquiringAndReleasing) else {
            throw .watching("libinotifytools is in use already")
        }
        do throws(PlatformError) {
            descriptor = try Self.open()
        } catch {
            Self.isInUse.store(false, ordering: .releasing)
            throw error
        }
    }

    deinit {
        // Else the next instance would be given what is left of this one in the library's buffer.
        while inotifytools_next_events(0, 1) != nil {}
        inotifytools_cleanup()
        Self.isInUse.store(false, ordering: .releasing)
    }

    private static func open() throws(PlatformError) -> Int32 {
        let others = try descriptors()
        guard inotifytools_initialize() == 1 else {
            throw .noWatchInstances(Errno(number: inotifytools_error()))
        }
        guard let descriptor = try descriptors().subtracting(others).first,
            descriptor < descriptorLimit
        else {
            inotifytools_cleanup()
            throw .watching("the descriptor is \(descriptorLimit) or above")
        }
        // The library leaves it open for programs that are started.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return descriptor
    }

    /// The library doesn't tell its descriptor; /proc does.
    private static func descriptors() throws(PlatformError) -> Set<Int32> {
        let names: [String]
        do throws(Errno) {
            names = try SystemFile.names(in: "/proc/self/fd")
        } catch {
            throw .noProc(error)
        }
        var found: Set<Int32> = []
        for name in names {
            var target = [CChar](repeating: 0, count: 32)
            let count = readlink("/proc/self/fd/" + name, &target, target.count)
            let kind = target.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
            if kind.elementsEqual("anon_inode:inotify".utf8), let number = Int32(name) {
                found.insert(number)
            }
        }
        return found
    }

    /// Adds a watch, or adds to the mask of the one that its inode has, and gives its number.
    func add(_ path: String, _ mask: UInt32) throws(Errno) -> Int32 {
        let spelled = spelling(of: path)
        guard inotifytools_watch_file(spelled, Int32(bitPattern: mask | InotifyMask.join)) == 1
        else { throw Errno(number: inotifytools_error()) }
        let watch = inotifytools_wd_from_filename(spelled)
        // The library puts a slash behind a folder's name.
        return watch >= 0 ? watch : inotifytools_wd_from_filename(spelled + "/")
    }

    /// Ends a watch that the kernel hasn't ended yet; what is queued still comes.
    func remove(_ watch: Int32) {
        _ = inotifytools_remove_watch_by_wd(watch)  // Ended this moment: its end is told as well.
    }

    /// Counts an entry that the library keeps for a watch that ended or that has another entry.
    func noteDeadEntry() { deadEntries += 1 }

    /// What the kernel queues by default (fs.inotify.max_queued_events) and the library's buffer of
    /// 64 KiB together: whatever was there when draining began is among so many.
    private static let drainLimit = 16_384 + 4_096

    /// Takes all events that are there now; waits for none.
    ///
    /// - Returns: false when more may have come meanwhile: a program that writes without pause would
    ///   keep us here for ever. The library may hold some of them, of which epoll says nothing.
    func drain(_ take: (InotifyEvent) -> Void) -> Bool {
        for _ in 0..<Self.drainLimit {
            guard let event = inotifytools_next_events(0, 1) else { return true }
            // The name is a flexible array member, which Swift doesn't see.
            let name = UnsafeRawBufferPointer(
                start: UnsafeRawPointer(event) + MemoryLayout<inotify_event>.size,
                count: Int(event.pointee.len)
            ).prefix { $0 != 0 }
            take(
                InotifyEvent(
                    watch: event.pointee.wd,
                    mask: event.pointee.mask,
                    name: name.isEmpty ? nil : String(validating: name, as: UTF8.self)
                )
            )
        }
        return false
    }

    /// The same path with a number in it that says nothing to the kernel: `/` is 0, `./` is 1.
    private func spelling(of path: String) -> String {
        spellings += 1
        var spelled = "/"
        var bits = spellings
        while bits > 0 {
            spelled += bits & 1 == 0 ? "/" : "./"
            bits >>= 1
        }
        return spelled + path.drop { $0 == "/" }
    }
}

extension PlatformError {
    static func noProc(_ error: Errno) -> PlatformError {
        PlatformError(
            code: .noProc,
            problem: "'/proc/self/fd' can't be read: \(error.text)",
            advice: [EMFILE, ENFILE].contains(error.number)
                ? "Raise the limit on open files (ulimit -n)"
                : "Mount it: mount -t proc proc /proc"
        )
    }

    static func noWatchInstances(_ error: Errno) -> PlatformError {
        PlatformError(
            code: error.number == EMFILE ? .noWatchInstances : .watching,
            problem: "no inotify instance is left for this user, so files are looked at every 2 s",
            advice: "Raise the limit: sysctl fs.inotify.max_user_instances=512"
        )
    }

    static func watching(_ problem: String) -> PlatformError {
        PlatformError(
            code: .watching,
            problem: "\(problem), so files are looked at every 2 s",
            advice: "Report this with the output of: ls -l /proc/$(pidof settings-agent)/fd"
        )
    }
}
