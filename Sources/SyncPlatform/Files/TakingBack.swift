// An exchange of names undone, as long as nobody has saved since.

import FileReplacing
package import SyncEngine

/// What a name showed at one moment.
private struct Seen {
    /// Devices may get another number with each mount; names in one folder have one device.
    var inode: UInt64
    /// nil while somebody writes it, and for what is no file.
    var bytes: [UInt8]?
    /// In milliseconds since 1970.
    var modified = Int64.max

    /// Whether a name shows the same still; what was being written then may have gone on.
    ///
    /// The same text may have been saved anew, which the time tells.
    func isStill(_ later: Seen) -> Bool {
        inode == later.inode
            && (bytes == nil || bytes == later.bytes && later.modified <= modified)
    }

    /// Whether it is a save that came after another, and not the file that a write replaced.
    ///
    /// That one isn't, whatever the times say: who saves after a crash may move an old file to the path, and
    /// a clock may have been set back. Its text alone doesn't tell it, as somebody may have saved the same.
    func isSave(after other: Seen, over old: FileContent?) -> Bool {
        let isOld = inode == old?.identity.inode && bytes == old?.bytes
        return bytes != nil && !isOld && modified > other.modified
    }
}

extension DiskFileStore {
    /// So many saves may come one after another, each in the moment of an exchange; what is displaced
    /// then is taken like any other save that a write displaced.
    private static let mostExchanges = 8

    package func takeBack(_ intent: PublishIntent, of replica: ReplicaID) -> Bool {
        let staged = intent.staged
        guard staged.method == .exchange,
            undoExchange(
                of: staged,
                holding: intent.new,
                writtenBefore: intent.decided,
                for: replica
            )
        else { return false }
        let use = HeldInode.Use.displaced(replica, staged.temporaryPath)
        for inode in held.inodes(for: use) {
            keepShown(inode, of: replica)
            held.release(inode, from: use)
        }
        shown[replica] = nil
        displaced[staged.temporaryPath] = nil
        return true
    }

    /// Exchanges the names again, if the target shows nothing but our bytes.
    ///
    /// A save that comes in that very moment, by another rename or into the file that is ours, stands
    /// under the temporary name then. It is the newest, so it goes to the path, and so on.
    ///
    /// - Parameters:
    ///   - staged: What was exchanged.
    ///   - bytes: What was staged.
    ///   - time: The last moment in which we may have written it, in milliseconds since 1970.
    ///   - replica: Whose file it is.
    /// - Returns: Whether the target shows what had been displaced, and nobody has saved since.
    func undoExchange(
        of staged: StagedFile,
        holding bytes: [UInt8],
        writtenBefore time: Int64,
        for replica: ReplicaID
    ) -> Bool {
        var placed = Seen(inode: staged.identity.inode, bytes: bytes, modified: time)
        guard let target = seen(at: staged.targetPath, staged, replica), placed.isStill(target)
        else { return false }
        for number in 0..<Self.mostExchanges {
            guard let next = seen(at: staged.temporaryPath, staged, replica),
                calls.exchange(staged.temporaryPath, staged.targetPath) == 0
            else { return false }
            if let out = seen(at: staged.temporaryPath, staged, replica), placed.isStill(out) {
                return number == 0
            }
            placed = next
        }
        return false
    }

    /// Puts a save into our file at the path, if a crash came after that file was taken from there and
    /// before anybody saw that it had been written into.
    func giveSaveBack(_ intent: PublishIntent, for replica: ReplicaID) -> Bool {
        let staged = intent.staged
        guard staged.method == .exchange, let old = intent.old,
            let saved = seen(at: staged.temporaryPath, staged, replica), saved.bytes != intent.new,
            let target = seen(at: staged.targetPath, staged, replica), target.bytes != old.bytes
        else { return false }
        return calls.exchange(staged.temporaryPath, staged.targetPath) == 0
    }

    /// Puts the later of two saves at the path, if a crash came while a mistake was put back there.
    ///
    /// Somebody who saves in that very moment has his save under the temporary name until the names are
    /// exchanged once more. A crash before that, or a power cut that undoes only that exchange, leaves
    /// the mistake at the path, and no file of ours at either name.
    func placeLaterSave(of staged: StagedFile, over old: FileContent?, for replica: ReplicaID) {
        guard staged.method == .exchange,
            let target = seen(at: staged.targetPath, staged, replica), target.bytes != nil,
            target.inode != staged.identity.inode,
            let displaced = seen(at: staged.temporaryPath, staged, replica),
            displaced.isSave(after: target, over: old)
        else { return }
        // Where it fails, the later one is taken as displaced, and no edit of it is lost.
        _ = calls.exchange(staged.temporaryPath, staged.targetPath)
    }

    private func seen(
        at path: String,
        _ staged: StagedFile,
        _ replica: ReplicaID
    ) -> Seen? {
        let use = HeldInode.Use.displaced(replica, staged.temporaryPath)
        let kept = held.inodes(for: use)
        guard case .held(let inode)? = try? held.open(path, links: .stay, for: use) else {
            return (try? FileStatus.named(path)).map { Seen(inode: $0.identity.inode) }
        }
        defer { if !kept.contains(where: { $0 === inode }) { held.release(inode, from: use) } }
        var seen = Seen(inode: inode.identity.inode)
        if case .content(let content) = reader.read(inode, path, .untilClosed) {
            seen.bytes = content.bytes
            seen.modified = content.modified
        }
        return seen
    }
}
