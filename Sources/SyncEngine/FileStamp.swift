// The times and folders by which a file is known again after it went away with its folder.

/// Where a file was seen, by the inodes of folders.
///
/// Devices don't count: their numbers may be others after each mount and each start of the machine. The
/// empty folder under a mount has another inode than the root of what is mounted there.
package struct FilePlace: Equatable, Sendable {
    /// The folder of the name that is linked.
    package var nameFolder: UInt64
    /// The folder of the file itself, to which symlinks may lead from there.
    package var fileFolder: UInt64

    package init(nameFolder: UInt64, fileFolder: UInt64) {
        self.nameFolder = nameFolder
        self.fileFolder = fileFolder
    }

    /// Whether the file may be made in a folder: in its own, or where a symlink to it was.
    package func holds(inode: UInt64) -> Bool { inode == nameFolder || inode == fileFolder }
}

/// When and where a content was seen.
package struct FileStamp: Equatable, Sendable {
    /// The file's two times, in milliseconds since 1970.
    package var modified: Int64
    package var changed: Int64
    package var place: FilePlace

    package init(modified: Int64, changed: Int64, place: FilePlace) {
        self.modified = modified
        self.changed = changed
        self.place = place
    }

    /// Whether nobody has written or placed a file since it had another stamp; `last` is where its path led
    /// in between.
    ///
    /// A file system that keeps no `ctime` shows the date in its place, which `cp -p` sets. There the file
    /// must have come with another folder.
    func isUnwritten(since old: FileStamp, _ last: FilePlace?) -> Bool {
        guard modified == old.modified, changed == old.changed else { return false }
        return changed != modified || last.map { $0 != place } ?? false
    }
}

extension FileContent {
    /// When somebody led a symlink to the file, if that was after a version was seen; nil where nobody did.
    func linked(since version: KnownVersion?) -> Int64? {
        guard let linked, let version, linked >= version.version.recorded else { return nil }
        return linked
    }

    /// nil where nobody knows in which folder it was seen.
    var stamp: FileStamp? {
        place.map { FileStamp(modified: modified, changed: changed, place: $0) }
    }
}
