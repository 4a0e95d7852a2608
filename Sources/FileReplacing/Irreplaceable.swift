// Files whose place no other file can take.

import CLinux
import Glibc

/// Why a file isn't written: a new text is always a new file in its place, so that every file is whole at
/// every moment, and here that would be another file.
package enum Irreplaceable: Error, Equatable {
    /// It has so many names (hard links): the others would go on to show the old text.
    case severalNames(Int)
    /// Something is mounted on it.
    case mountPoint
    /// It belongs to another user, whose number this is, and the new one would not.
    case owner(UInt32)

    /// Why a file can't be replaced by this user; nil where it can.
    package init?(_ path: String, links: Int, owner: UInt32, user: UInt32 = geteuid()) {
        if owner != user, user != 0 {
            self = .owner(owner)
        } else if links > 1 {
            self = .severalNames(links)
        } else if clinux_is_mount_root(path) == 1 {
            self = .mountPoint
        } else {
            return nil
        }
    }

    /// What is in the way: the rest of a sentence that begins with the file's name.
    package var problem: String {
        switch self {
        case .severalNames(let count):
            "has \(count) names, and a new file in its place would part them"
        case .mountPoint: "is a mount point, and no other file can take its place"
        case .owner(let user): "belongs to user \(user), and a new file in its place would not"
        }
    }

    /// What the reader can do about it.
    package var advice: String {
        switch self {
        case .severalNames: "Make each of its other names a symbolic link to it (ln -sf)"
        case .mountPoint: "Mount the folder that it is in"
        case .owner: "Use a file of your own"
        }
    }
}
