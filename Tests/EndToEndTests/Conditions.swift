// What a machine must have for some tests.

import Foundation
import Glibc

/// Whether the tests run as root, who can become somebody else and mount.
let isRoot = geteuid() == 0

/// Whether a program is there.
func hasProgram(_ name: String) -> Bool {
    (try? shell("command -v \(name)")) != nil
}

/// Whether this kernel lets the tests make namespaces; containers often don't.
let hasNamespaces =
    (try? shell("unshare --user --map-root-user --mount sh -c 'mount -t tmpfs none /mnt'")) != nil
