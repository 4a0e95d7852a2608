// Looking every two seconds where the kernel tells nothing.

import CLinux
import FileReplacing
import Glibc
import SettingsModel
import SyncEngine

extension ReplicaWatcher {
    /// File systems whose files change on another machine, or behind a program (statfs(2)).
    private static let remoteFileSystemNames: [Int: String] = [
        0x6969: "NFS", 0xFF53_4D42: "SMB", 0xFE53_4D42: "SMB", 0x517B: "SMB", 0x6573_5546: "FUSE",
        0x0102_1997: "9p", 0x00C3_6400: "Ceph", 0x5346_414F: "AFS", 0x6B41_4653: "AFS",
        0x7375_7245: "Coda", 0x564C: "NCP", 0xAAD7_AAEA: "PanFS", 0x0BD0_0BD0: "Lustre",
    ]

    /// Notes whether a path ends in a file system that can change without an event.
    func noteFileSystem(of walks: [PathWalk], _ number: Int) {
        if walks.contains(where: { remoteFileSystem(of: $0) != nil }) {
            remoteEntries.insert(number)
        } else {
            remoteEntries.remove(number)
        }
    }

    /// Whether a device that a path was watched on may refuse a lease (EAGAIN) though nobody writes:
    /// NFS and SMB do where the server hasn't lent them the file.
    func refusesLeases(_ device: UInt64) -> Bool {
        switch remoteFileSystems[device] {
        case "NFS", "SMB": true
        default: false
        }
    }

    private func remoteFileSystem(of walk: PathWalk) -> String? {
        let device = walk.folder.identity.device
        if let known = remoteFileSystems[device] { return known }
        let name = Self.remoteFileSystemNames[clinux_file_system_type(walk.folder.path)]
        remoteFileSystems[device] = .some(name)
        return name
    }

    /// Why a path is polled; nil when events tell everything.
    func pollingReason(of number: Int) -> String? {
        if let startFailure { return startFailure.problem }
        guard let entry = entries[number] else { return nil }
        for need in entry.needs {
            if let failure = failures[need.hop] {
                let path = need.hop.path.escapedForDisplay
                return "'\(path)' can't be watched: \(failure.watchingText)"
            }
        }
        guard let name = entry.walks.lazy.compactMap({ self.remoteFileSystem(of: $0) }).first
        else { return nil }
        return "\(name) doesn't tell of changes made elsewhere"
    }

    private var polled: Set<Int> {
        if startFailure != nil { return Set(entries.keys) }
        return failures.keys.reduce(into: remoteEntries) {
            $0.formUnion(users[$1]?.entries ?? [])
        }
    }

    /// Starts or stops looking every two seconds.
    func updatePolling() {
        let isNeeded =
            !entries.isEmpty
            && (startFailure != nil || !failures.isEmpty || !remoteEntries.isEmpty)
        if isNeeded, pollTimer == nil {
            lastRetry = SystemClock.monotonicNanoseconds
            schedulePoll()
        } else if !isNeeded, let timer = pollTimer {
            loop.cancel(timer)
            pollTimer = nil
        }
        if startFailure == nil, !failures.values.contains(Errno(number: ENOSPC)) {
            recovered([.noWatches])
        }
    }

    private func schedulePoll() {
        pollTimer = loop.schedule(after: timing.poll) { [weak self] in
            guard let self else { return }
            schedulePoll()
            poll()
        }
    }

    private func poll() {
        let now = SystemClock.monotonicNanoseconds
        if Duration.nanoseconds(now - lastRetry) >= timing.retry {
            lastRetry = now
            retryWatching()
        }
        for number in polled {
            guard let entry = entries[number], Self.walks(to: entry.subject) != entry.walks else {
                continue
            }
            resolve(number)
            touch(number)
        }
    }

    private func retryWatching() {
        guard table != nil else {
            start()
            if table != nil { watchEverything() }
            return
        }
        let numbers = polled
        failures = [:]
        for number in numbers { resolve(number) }
        updatePolling()
    }

    // MARK: Problems, each told once

    /// Reports that the kernel gives no more watches; other errors concern their path alone.
    func report(watching path: String, _ error: Errno) {
        guard error.number == ENOSPC else { return }
        report(
            PlatformError(
                code: .noWatches,
                problem: "no inotify watch is left for this user (the agent has \(watchCount)), "
                    + "so some files are looked at every 2 s",
                advice: "Raise the limit: sysctl fs.inotify.max_user_watches=524288"
            )
        )
    }

    /// Reports a problem, once until it is gone.
    func report(_ problem: PlatformError) {
        if reported.insert(problem.code).inserted { onProblem(problem) }
    }

    /// Notes that problems are gone: they are reported again when they come back.
    func recovered(_ codes: Set<PlatformError.Code>) { reported.subtract(codes) }
}

extension Errno {
    fileprivate var watchingText: String {
        switch number {
        case ENOSPC: "no inotify watch is left (sysctl fs.inotify.max_user_watches)"
        case EACCES: "this user may not list it"
        default: text
        }
    }
}
