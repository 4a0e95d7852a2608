// New content beside its target: written, synced, watched, and with the target's attributes.

import CLinux
import FileReplacing
import Glibc
import SettingsModel
package import SyncEngine

extension DiskFileStore {
    package func stage(
        _ bytes: [UInt8],
        for replica: ReplicaID,
        expecting expected: FileContent?,
        access: FileAccess,
        in place: FilePlace?
    ) throws(StorageError) -> StagedFile {
        var walk = PathWalk(replica.path)
        if case .failed(let error) = walk.end {
            throw StorageError(error, replica.path, while: .writing)
        }
        try safety.check(walk)
        switch (walk.end, expected) {
        case (.found(let status), .some):
            return try stageReplacement(bytes, for: replica, walk, status)
        case (.found, nil):
            throw .raced(walk.targetPath, "appeared")
        case (_, .some):
            throw .raced(walk.targetPath, "vanished")
        case (_, nil):
            if let place { try checkFolder(of: walk, is: place) }
            if !walk.rest.isEmpty { walk = try createFolders(for: replica, walk) }
            return try stageNew(bytes, for: replica, walk, access)
        }
    }

    /// A drive that isn't mounted, or a folder that was moved away, comes back with its file: another one in
    /// its place would be hidden by it, or pass for a save.
    private func checkFolder(
        of walk: PathWalk,
        is place: FilePlace
    ) throws(StorageError) {
        guard walk.rest.isEmpty, place.holds(inode: walk.folder.identity.inode) else {
            throw .noFolder(walk)
        }
    }

    private func stageNew(
        _ bytes: [UInt8],
        for replica: ReplicaID,
        _ walk: PathWalk,
        _ access: FileAccess
    ) throws(StorageError) -> StagedFile {
        let path = walk.folder.path + TemporaryName(for: walk.name).text
        do throws(Errno) {
            // The kernel takes the umask, or the folder's default ACL, away from this mode.
            let mode: mode_t =
                switch access {
                case .asUsual: 0o666
                case .ownerOnly: 0o600
                case .asBefore: lastModes[replica] ?? 0o600
                }
            let inode = try write(bytes, to: path, mode: mode, as: nil, for: replica)
            return StagedFile(
                temporaryPath: path,
                targetPath: walk.targetPath,
                identity: inode.identity,
                method: .create
            )
        } catch {
            throw StorageError(error, walk.targetPath, while: .writing)
        }
    }

    private func stageReplacement(
        _ bytes: [UInt8],
        for replica: ReplicaID,
        _ walk: PathWalk,
        _ status: FileStatus
    ) throws(StorageError) -> StagedFile {
        let target = walk.targetPath
        guard status.kind == .regular else { throw .notRegular(target, status.kind) }
        try checkMode(of: target, status)
        try checkReplaceable(target, status)
        let path = walk.folder.path + TemporaryName(for: walk.name).text
        do throws(Errno) {
            let attributes = FileAttributes(of: target, status)
            let inode = try write(bytes, to: path, mode: 0o600, as: attributes, for: replica)
            return StagedFile(
                temporaryPath: path,
                targetPath: target,
                identity: inode.identity,
                method: exchangeWorks(beside: walk, status) ? .exchange : .compareAndRename
            )
        } catch {
            // The file may be well, and its folder takes no new one.
            let place = [EACCES, EPERM].contains(error.number) ? walk.folder.path : target
            throw StorageError(error, place, while: .writing)
        }
    }

    private func checkMode(of target: String, _ status: FileStatus) throws(StorageError) {
        guard status.userID != safety.user || status.mode & 0o200 != 0 else {
            throw StorageError(Errno(number: EACCES), target, while: .writing)
        }
    }

    private func checkReplaceable(
        _ target: String,
        _ status: FileStatus
    ) throws(StorageError) {
        let reason = Irreplaceable(
            target,
            links: Int(status.links),
            owner: status.userID,
            user: safety.user
        )
        if let reason { throw .irreplaceable(target, reason) }
        if isMounted(target) { throw .irreplaceable(target, .mountPoint) }
    }

    /// Whether names couldn't be exchanged for a mount on the file, as far as this path tells.
    private func isMounted(_ target: String) -> Bool {
        // By this path it isn't: the mount may be gone, or lie elsewhere. The next write tells.
        if clinux_is_mount_root(target) == 0 { return mountedTargets.remove(target) != nil }
        return mountedTargets.contains(target)
    }

    /// Creates the folders that the path lacks, for the user alone (XDG Base Directory).
    private func createFolders(
        for replica: ReplicaID,
        _ walk: PathWalk
    ) throws(StorageError) -> PathWalk {
        var parent = walk.folder.path
        for name in [walk.name] + walk.rest.dropLast() {
            if mkdir(parent + name, 0o700) != 0 {
                let error = Errno.last
                guard error.number == EEXIST,
                    (try? FileStatus.named(parent + name))?.kind == .folder
                else {
                    if error.number == EEXIST { throw .notFolder(parent + name) }
                    throw StorageError(error, parent + name, while: .writing)
                }
            }
            SystemFile.syncFolder(parent)
            parent += name + "/"
        }
        let walk = PathWalk(replica.path)
        guard walk.rest.isEmpty, walk.end == .missing else {
            throw .raced(replica.path, "changed")
        }
        return walk
    }

    // MARK: The temporary file

    /// Writes a temporary file and keeps it open for reading, watched, with no writer left; not synced.
    func write(
        _ bytes: [UInt8],
        to path: String,
        mode: mode_t,
        as attributes: FileAttributes?,
        for replica: ReplicaID
    ) throws(Errno) -> HeldInode {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let writing = try Errno.check { open(path, flags, mode) }
        do throws(Errno) {
            let reading: Int32
            let identity: FileIdentity
            do throws(Errno) {
                try SystemFile.write(bytes, to: writing)
                try attributes?.apply(to: writing)
                identity = try FileStatus.of(writing).identity
                reading = try Errno.check {
                    open("/proc/self/fd/\(writing)", O_RDONLY | O_CLOEXEC | O_NOCTTY)
                }
            } catch {
                close(writing)
                throw error
            }
            // Our own open for writing would defeat our leases, so it ends here. Some file systems
            // write only now, and tell of a full disk only here (close(2)).
            let inode = held.adopt(reading, identity, for: .staged(replica, path))
            do throws(Errno) {
                try Errno.check { close(writing) }
            } catch {
                held.release(inode, from: .staged(replica, path))
                throw error
            }
            temporaryPaths[replica, default: []].insert(path)
            return inode
        } catch {
            unlink(path)
            throw error
        }
    }

    /// Tries once for each device, with two empty files.
    ///
    /// With the file itself, a second exchange that failed would leave its bytes under a name that
    /// nobody looks at.
    private func exchangeWorks(beside walk: PathWalk, _ status: FileStatus) -> Bool {
        let device = status.identity.device
        if let known = canExchange[device] { return known }
        // Names that the next start sweeps, should this one end in between.
        let paths = (0..<2).map { _ in walk.folder.path + TemporaryName(for: walk.name).text }
        defer { for path in paths { unlink(path) } }
        for path in paths {
            let probe = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard probe >= 0 else { return true }
            close(probe)
        }
        if calls.exchange(paths[0], paths[1]) == 0 {
            canExchange[device] = true
        } else if Errno.last.isUnsupported {
            canExchange[device] = false
        }
        return canExchange[device] ?? true
    }
}

extension StorageError {
    fileprivate static func notFolder(_ path: String) -> StorageError {
        StorageError(
            code: .notRegular,
            path: path,
            errno: EEXIST,
            problem: "'\(path.escapedForDisplay)' is a file, expected a folder",
            advice: "Move it away, or link another path"
        )
    }
}
