// What a crash left beside a file: removed, or kept where it may be somebody's save.

import CLinux
import FileReplacing
import Glibc
package import SyncEngine

extension DiskFileStore {
    package func sweep(_ replica: ReplicaID, keeping kept: Set<String>) {
        // Where the journal failed, not a crash but this agent itself left some.
        let own = (temporaryPaths[replica] ?? []).subtracting(kept)
        for path in own { letGo(of: path, replica) }
        let walk = PathWalk(replica.path)
        for name in temporaryNames(in: walk.folder.path) {
            let path = walk.folder.path + name
            guard TemporaryName(name)?.isFor(walk.name) == true, !kept.contains(path),
                !temporaryPaths.values.contains(where: { $0.contains(path) })
            else { continue }
            sweep(path, beside: walk, of: replica, isOwn: own.contains(path))
        }
    }

    /// The names in a folder that the agent gives; it isn't listed again for another file before it has changed.
    ///
    /// A folder that can't be read can't be swept.
    private func temporaryNames(in folder: String) -> [String] {
        // nil: it isn't there.
        guard let changed = (try? FileStatus.following(folder))?.changed else { return [] }
        if let known = listedNames[folder], known.changed == changed { return known.names }
        let names = ((try? SystemFile.names(in: folder)) ?? []).filter { TemporaryName($0) != nil }
        listedNames[folder] = (changed, names)
        return names
    }

    /// Removes one temporary file, unless somebody still writes it: then the next start may.
    ///
    /// One that can't be read or is too large isn't ours: it was saved, and left there. Without the
    /// journal that knew, so may any be that has a text of its own: a write displaced it. What this agent
    /// made itself, the journal that it has knows.
    private func sweep(_ path: String, beside walk: PathWalk, of replica: ReplicaID, isOwn: Bool) {
        guard let status = try? FileStatus.named(path), status.kind == .regular,
            status.userID == safety.user, status.size <= Int64(reader.sizeLimit)
        else { return }
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        if memory == .lost, !isOwn, status.size > 0, !holdsSame(descriptor, as: walk.targetPath) {
            keep(path, beside: walk, of: replica)
            return
        }
        let isBusy =
            clinux_take_read_lease(descriptor) != 0 && errno == EAGAIN
            && !watcher.refusesLeases(status.identity.device)
        if !isBusy { unlink(path) }
    }

    private func holdsSame(_ descriptor: Int32, as target: String) -> Bool {
        let file = open(target, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        func bytes(of descriptor: Int32) -> [UInt8]? {
            try? SystemFile.contents(
                of: descriptor,
                expectedSize: 4_096,
                limit: reader.sizeLimit
            )
        }
        return bytes(of: file).map { $0 == bytes(of: descriptor) } ?? false
    }

    /// Gives a file a name that no later start sweeps, and tells it.
    private func keep(_ path: String, beside walk: PathWalk, of replica: ReplicaID) {
        let name = walk.folder.path + TemporaryName(for: walk.name).kept
        // Where that can't be done it stays as it is, and is told all the same.
        onKept(replica, calls.create(path, name) == 0 ? name : path)
    }
}
