// What is never written, and disks that are full.

import CLinux
import FileReplacing
import Foundation
import Glibc
import SettingsModel
import SyncEngine
import Testing

@testable import SyncPlatform

private let isRoot = geteuid() == 0

extension `Watched` {
    @Suite struct `Writing` {
        @Test(arguments: [
            ("s", #"touch "$n"; ln -s "$n" s"#),
            ("s/f", #"mkdir "$n"; touch "$n/f"; ln -s "$n" s"#),
            ("s", #"mkdir "$n"; touch "$n/f"; ln -s "$n/f" s"#),
        ])
        func `refuses a link to a name that isn't UTF-8, which it can't say`(
            path: String,
            command: String
        ) throws {
            let storing = try Storing()
            try shell("cd '\(storing.folder.path)'; n=$(printf 'r\\351glages'); \(command)")
            let replica = try storing.replica(path)
            let content = try storing.content(of: replica)
            let error = #expect(throws: StorageError.self) {
                try storing.store.stage([0x31], for: replica, expecting: content)
            }
            #expect(error?.code == .foreignName)
            #expect(error?.problem.contains("isn't UTF-8") == true)
        }

        private func refusal(_ storing: Storing, _ replica: ReplicaID) throws -> StorageError? {
            var expected: FileContent?
            if case .content(let content) = storing.store.look(at: replica, patience: .untilClosed)
            {
                expected = content
            }
            do throws(StorageError) {
                let staged = try storing.store.stage([0x31], for: replica, expecting: expected)
                storing.store.discard(staged, of: replica)
                return nil
            } catch {
                return error
            }
        }

        @Test func `is refused in a folder that all may write, which is still read`() throws {
            let storing = try Storing()
            try shell("cd '\(storing.folder.path)'; mkdir d; echo 1 > d/s; chmod 777 d")
            let replica = try storing.replica("d/s")
            #expect(try storing.content(of: replica).bytes == Array("1\n".utf8))
            let error = try #require(try refusal(storing, replica))
            #expect(error.code == .unsafe)
            #expect(
                error.problem
                    == "'\(storing.folder["d/"])' can be written by others, who could replace what is in it"
            )
            #expect(error.advice == "Run: chmod go-w \(storing.folder["d/"])")
            #expect(storing.folder.names(in: "d") == ["s"])
        }

        @Test(arguments: [
            "chmod 777 .", "setfacl -m u:12345:rwx d", "setfacl -m g:12345:rwx d",
            "mkdir l; chmod 777 l; ln -s ../d/s l/s; rm -f p; ln -s l/s p",
        ])
        func `is refused when others could lead it astray`(command: String) throws {
            let storing = try Storing()
            try shell("cd '\(storing.folder.path)'; mkdir d; echo 1 > d/s; ln -s d/s p; \(command)")
            let replica = try storing.replica("p")
            #expect(try refusal(storing, replica)?.code == .unsafe)
        }

        @Test(arguments: [
            "chmod 777 d; chmod 600 d/s", "chmod 777 d; mv d/s s; ln -s ../s d/s",
            "chmod 777 d; mkdir d/e; mv d/s d/e; ln -s e/s d/s",
            "chmod 777 .; chmod 700 d",
        ])
        func `lets nobody have what he couldn't read, by a file that others lead to`(
            command: String
        ) throws {
            let storing = try Storing()
            try shell("cd '\(storing.folder.path)'; mkdir d; echo 1 > d/s; \(command)")
            let sighting = storing.store.look(
                at: storing.folder.replica("d/s"),
                patience: .untilStill
            )
            guard case .unreadable(let error) = sighting else {
                Issue.record("it was read: \(sighting)")
                return
            }
            #expect(error.code == .unsafe)
            #expect(error.problem.contains("isn't read, as others could have put it there"))
        }

        @Test(arguments: ["chmod 1777 d", "chmod 755 d", "chmod 700 d"])
        func `is done where only the user can change the way`(command: String) throws {
            let storing = try Storing()
            try shell("cd '\(storing.folder.path)'; mkdir d; echo 1 > d/s; \(command)")
            #expect(try refusal(storing, storing.replica("d/s")) == nil)
        }

        @Test(
            .enabled(if: isRoot, "only root may give files away"),
            arguments: [
                "chgrp 54321 d; chmod 775 d", "chown 54321 d", "chmod 1777 d; chown 54321 d/s",
                "chmod 1777 d; mv d/s s; ln -s ../s d/s; chown -h 54321 d/s",
            ]
        )
        func `is refused where others own or share the way`(command: String) throws {
            let storing = try Storing()
            try shell("cd '\(storing.folder.path)'; mkdir d; echo 1 > d/s; \(command)")
            #expect(try refusal(storing, storing.replica("d/s"))?.code == .unsafe)
        }

        @Test func `is refused for a file that its owner made read-only`() throws {
            let storing = try Storing()
            let replica = try storing.replica("s", holding: "old")
            chmod(replica.path, 0o444)
            let error = try #require(try refusal(storing, replica))
            #expect(error.code == .readOnly)
            #expect(error.advice == "Run: chmod u+w \(replica.path)")
        }

        @Test(.enabled(if: !isRoot, "root may write every folder"))
        func `is refused where the folder takes no new file`() throws {
            let storing = try Storing()
            try shell("cd '\(storing.folder.path)'; mkdir d; echo 1 > d/s; chmod 500 d")
            let error = try #require(try refusal(storing, storing.replica("d/s")))
            #expect(error.code == .readOnly)
            #expect(error.advice == "Run: chmod u+w \(storing.folder["d/"])")
            #expect(storing.folder.text("d/s") == "1\n")
        }

        @Test func `is refused for a file with two names`() throws {
            let storing = try Storing()
            let replica = try storing.replica("s", holding: "old")
            try shell("cd '\(storing.folder.path)'; ln s t")
            let error = try #require(try refusal(storing, replica))
            #expect(error.code == .irreplaceable)
            #expect(
                error.problem
                    == "'\(replica.path)' has 2 names, and a new file in its place would part them"
            )
            #expect(error.advice == "Make each of its other names a symbolic link to it (ln -sf)")
            #expect(storing.folder.text("s") == "old")
        }

        @Test func `is refused for a file of another owner, but not to root`() throws {
            let folder = try Folder()
            try folder.write("old", to: "s")
            let path = folder["s"]
            let error = try #require(Irreplaceable(path, links: 1, owner: 1, user: 1_000))
            #expect(error == .owner(1))
            #expect(error.problem == "belongs to user 1, and a new file in its place would not")
            #expect(error.advice == "Use a file of your own")
            #expect(Irreplaceable(path, links: 1, owner: 1, user: 0) == nil)
            #expect(Irreplaceable(path, links: 1, owner: 1_000, user: 1_000) == nil)
        }

        @Test(.enabled(if: isRoot, "only root mounts"))
        func `is refused for a file that something is mounted on`() throws {
            let storing = try Storing()
            try shell("cd '\(storing.folder.path)'; echo 1 > real; echo 2 > s; mount --bind real s")
            defer { _ = try? shell("umount -l '\(storing.folder["s"])'") }  // Best effort.
            let replica = try storing.replica("s")
            let error = try #require(try refusal(storing, replica))
            #expect(error.code == .irreplaceable)
            #expect(
                error.problem.hasSuffix("is a mount point, and no other file can take its place")
            )
            #expect(storing.folder.text("real") == "1\n")
        }

        @Test(.enabled(if: isRoot, "only root mounts"))
        func `to a read-only file system is refused`() throws {
            let storing = try Storing()
            try shell(
                """
                cd '\(storing.folder.path)'; mkdir m; mount -t tmpfs none m; echo 1 > m/s
                mount -o remount,ro m
                """
            )
            defer { _ = try? shell("umount -l '\(storing.folder["m"])'") }  // Best effort.
            #expect(try refusal(storing, storing.replica("m/s"))?.code == .readOnly)
            #expect(try refusal(storing, storing.replica("m/new"))?.code == .readOnly)
        }

        @Test(.enabled(if: isRoot, "only root mounts"))
        func `to a full disk changes nothing`() throws {
            let storing = try Storing()
            try shell(
                "cd '\(storing.folder.path)'; mkdir m; mount -t tmpfs -o size=64k none m; echo old > m/s"
            )
            defer { _ = try? shell("umount -l '\(storing.folder["m"])'") }  // Best effort.
            let replica = try storing.replica("m/s")
            let error = #expect(throws: StorageError.self) {
                try storing.write(String(repeating: "x", count: 100_000), to: replica)
            }
            #expect(error?.code == .diskFull)
            #expect(storing.folder.text("m/s") == "old\n")
            #expect(storing.folder.names(in: "m") == ["s"])
        }
    }
}
