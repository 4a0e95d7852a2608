// A folder that goes away with its file and comes back: a drive, an encrypted home, a folder with another name.

import SyncEngine
import TestSupport

/// Somebody who takes the first file's folder away and brings it back.
final class Mounter: Person {
    private let path: String
    private var left: Int
    private var isAway = false

    init(_ path: String, times: Int) {
        self.path = path
        left = times
    }

    var isDone: Bool { left == 0 && !isAway }

    func step(_ world: World) {
        if isAway {
            guard world.random.chance(0.3) else { return world.pass(200) }
            return finish(world)
        }
        // A file system isn't unmounted while somebody has a file there open for writing.
        guard world.whoSaves == nil, world.agent?.isIdle != false, world.journal.isIdle,
            let inode = world.files.inode(path), inode.writers == 0
        else { return }
        left -= 1
        isAway = true
        world.files.takeAway(path)
    }

    func finish(_ world: World) {
        if isAway { world.files.bringBack(path) }
        isAway = false
    }
}
