// The agent's own folders and files, which must be its user's alone.

import FileReplacing
import Glibc
import SyncEngine
import Testing

@testable import SyncPlatform

private let isRoot = geteuid() == 0

@Suite struct `A folder of the agent's own` {
    @Test func `is created for its user alone`() throws {
        let folder = try Folder()
        try OwnFolder.make(folder["a/b/c"])
        for name in ["a", "a/b", "a/b/c"] {
            #expect(try FileStatus.named(folder[name]).mode & 0o777 == 0o700)
        }
        try OwnFolder.make(folder["a/b/c"])
    }

    @Test(arguments: [
        "chmod 777 d", "chmod 777 d/s", "setfacl -m u:12345:rwx d", "setfacl -m g:12345:rwx d",
        "chmod 777 .", "mv d e; mkdir l; chmod 777 l; ln -s ../e l/d; ln -s l/d d",
    ])
    func `is refused where others could change what is in it`(command: String) throws {
        let folder = try Folder()
        try shell("cd '\(folder.path)'; mkdir -p d/s; \(command)")
        for path in ["d/s", "d/s/new"] {
            let error = #expect(throws: StorageError.self) { try OwnFolder.make(folder[path]) }
            #expect(error?.code == .unsafe)
        }
        #expect(folder.names(in: "d/s").isEmpty)
    }

    @Test(
        .enabled(if: isRoot, "only root may give files away"),
        arguments: ["chown 54321 d", "chgrp 54321 d; chmod 775 d", "chmod 1777 d; chown 54321 d/s"]
    )
    func `is refused where others own or share the way`(command: String) throws {
        let folder = try Folder()
        try shell("cd '\(folder.path)'; mkdir -p d/s; \(command)")
        let error = #expect(throws: StorageError.self) { try OwnFolder.make(folder["d/s/new"]) }
        #expect(error?.code == .unsafe)
        #expect(folder.names(in: "d/s").isEmpty)
    }

    @Test(arguments: ["touch s", "touch f; ln -s f s", "ln -s nowhere s", "ln -s s s"])
    func `is no file, and no link to nowhere`(command: String) throws {
        let folder = try Folder()
        try shell("cd '\(folder.path)'; \(command)")
        #expect(throws: StorageError.self) { try OwnFolder.make(folder["s"]) }
        #expect(throws: StorageError.self) { try OwnFolder.make(folder["s/t"]) }
        #expect(!folder.names().contains("nowhere"))
    }
}

@Suite struct `A lock file` {
    @Test(arguments: ["ln victim lock", "ln -s victim lock", "mkfifo lock"])
    func `is refused where something else stands at its name`(command: String) throws {
        let folder = try Folder()
        try shell("cd '\(folder.path)'; echo mine > victim; \(command)")
        #expect(throws: PlatformError.self) { try LockedFile.attempt(folder["lock"]) }
        #expect(folder.text("victim") == "mine\n")
    }

    @Test func `may have a second name, as backups by hard links give it`() throws {
        let folder = try Folder()
        try shell("cd '\(folder.path)'; umask 077; : > lock; ln lock copy")
        _ = try LockedFile.attempt(folder["lock"])
    }

    @Test(arguments: ["ln victim socket.lock", "ln -s victim socket.lock", "mkfifo socket.lock"])
    func `of a socket is refused where something else stands at its name`(command: String) throws {
        let folder = try Folder()
        try shell("cd '\(folder.path)'; echo mine > victim; \(command)")
        #expect(throws: PlatformError.self) { try ListeningSocket(bindingTo: folder["socket"]) }
        #expect(folder.text("victim") == "mine\n")
        #expect(!folder.names().contains("socket"))
    }
}
