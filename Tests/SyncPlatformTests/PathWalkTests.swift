// Where a path leads.

import Testing

@testable import SyncPlatform

@Suite struct `The way to a file` {
    @Test func `is the same after other files have come and gone beside it`() throws {
        let folder = try Folder()
        try shell("cd '\(folder.path)'; mkdir -p a/b; echo 1 > a/b/s")
        let path = folder.path + "/a/b/s"
        let before = PathWalk(path)

        try shell("cd '\(folder.path)'; echo 1 > a/other; mkdir a/b/c")
        #expect(PathWalk(path) == before)

        try shell("cd '\(folder.path)'; mv a old; mkdir -p a/b; ln old/b/s a/b/s")
        #expect(PathWalk(path) != before)
    }
}
