// Who may read a file that is made of another, or of secrets.

import FileReplacing
import Glibc

/// The rights of new files.
struct FileRights {
    /// As the umask leaves them.
    static let usual = FileRights(mask: 0, group: nil)
    static let ownersAlone = FileRights(mask: S_IRWXG | S_IRWXO, group: nil)

    /// The rights that nobody gets.
    let mask: mode_t
    /// The group that the group's rights are for; nil for whichever the file has.
    private let group: gid_t?

    private init(mask: mode_t, group: gid_t?) {
        self.mask = mask
        self.group = group
    }

    /// The rights of a file that is for whoever may read `source`, a file or `-`.
    init(asOpenAs source: String) {
        var status = stat()
        guard source != "-", stat(source, &status) == 0 else {
            self = .usual
            return
        }
        var mask: mode_t = 0
        if status.st_mode & S_IRGRP == 0 { mask |= S_IRWXG }
        if status.st_mode & S_IROTH == 0 { mask |= S_IRWXO }
        self.init(mask: mask, group: status.st_gid)
    }

    /// The mode that a new file is opened with.
    var mode: mode_t { 0o666 & ~mask }

    /// Takes the group's rights from a new file that has another group, but for everybody's.
    func apply(to descriptor: Int32) throws(Errno) {
        guard let group, mask & S_IRWXO != 0 else { return }
        var status = stat()
        try Errno.check { fstat(descriptor, &status) }
        guard status.st_gid != group else { return }
        try Errno.check { fchmod(descriptor, status.st_mode & ~S_IRWXG) }
    }
}
