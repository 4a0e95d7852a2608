// What happens when the kernel has no more of something.

import CLinux
import Foundation
import Glibc
import SettingsModel
import SyncEngine
import Testing

@testable import SyncPlatform

/// inotify_init(2), past the library, to use instances up.
@_silgen_name("inotify_init1") private func rawInotify(_ flags: Int32) -> Int32

private let isRoot = geteuid() == 0

/// In a user namespace of its own, a test may lower limits without touching anybody else's.
private let ownsWatchLimit: Bool = {
    let map = try? String(contentsOfFile: "/proc/self/uid_map", encoding: .utf8)
    return map?.contains("4294967295") == false
        && access("/proc/sys/user/max_inotify_watches", W_OK) == 0
}()

extension `Watched` {
    @Suite struct `At its limits, watching` {
        private static var quick: PlatformTiming {
            var timing = PlatformTiming()
            timing.poll = .milliseconds(30)
            timing.retry = .milliseconds(100)
            return timing
        }

        @Test func `says so after lost events, and sees what comes after`() throws {
            let watching = try Watching()
            let folder = try Folder()
            try folder.write("1", to: "s")
            let replica = folder.replica("s")
            watching.watcher.watch(replica)
            let queue = try #require(
                Int(
                    shell("cat /proc/sys/fs/inotify/max_queued_events")
                        .trimmingCharacters(in: .whitespacesAndNewlines)
                )
            )
            for number in 0...queue / 2 {
                close(open(folder["x\(number % 2)"], O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
                unlink(folder["x\(number % 2)"])
            }

            watching.settle()

            #expect(watching.events.contains(.overflowed))
            watching.forgetEvents()
            try folder.write("2", to: "s")
            try watching.waitForTouch(of: replica)
        }

        @Test func `polls without an instance, says so once, and recovers`() throws {
            var others: [Int32] = []
            defer { for descriptor in others { close(descriptor) } }
            while true {
                let descriptor = rawInotify(Int32(O_CLOEXEC))
                if descriptor < 0 { break }
                others.append(descriptor)
            }
            let storing = try Storing(timing: Self.quick)
            let watching = storing.watching
            let replica = try storing.replica("s", holding: "1")
            #expect(watching.reported.map(\.code) == [.noWatchInstances])
            #expect(
                watching.reported.first?.advice
                    == "Raise the limit: sysctl fs.inotify.max_user_instances=512"
            )
            guard case .polling = watching.watcher.state(of: replica) else {
                Issue.record("not polled")
                return
            }
            try storing.folder.replace("s", with: "2")
            try watching.waitForTouch(of: replica)
            // Nobody would have told of a reader.
            let content = try storing.content(of: replica)
            watching.settle()
            #expect(watching.events.contains(.read(replica, content.identity)))

            for descriptor in others { close(descriptor) }
            others = []
            try watching.wait(for: "it still polls") {
                watching.watcher.state(of: replica) == .events
            }
            #expect(watching.reported.count == 1)
            watching.forgetEvents()
            try shell("cat '\(replica.path)'")
            watching.settle()
            #expect(watching.events.contains(.read(replica, content.identity)))
        }

        @Test(.enabled(if: ownsWatchLimit, "needs a user namespace: unshare -Ur"))
        func `polls without a watch left, says so once, and recovers`() throws {
            let limit = "/proc/sys/user/max_inotify_watches"
            let before = try shell("cat \(limit)")
            defer { _ = try? shell("echo \(before) > \(limit)") }  // It ends soon.
            try shell("echo 3 > \(limit)")
            let watching = try Watching(timing: Self.quick)
            let folder = try Folder()
            try shell("cd '\(folder.path)'; mkdir -p a/b/c; echo 1 > a/b/c/s")
            let replica = folder.replica("a/b/c/s")
            watching.watcher.watch(replica)
            #expect(watching.reported.map(\.code) == [.noWatches])
            #expect(
                watching.reported.first?.advice
                    == "Raise the limit: sysctl fs.inotify.max_user_watches=524288"
            )
            try folder.replace("a/b/c/s", with: "2")
            try watching.waitForTouch(of: replica)

            try shell("echo 1000 > \(limit)")
            try watching.wait(for: "it still polls") {
                watching.watcher.state(of: replica) == .events
            }
            #expect(watching.reported.count == 1)
        }

        @Test(.enabled(if: !isRoot, "root may list every folder"))
        func `polls a file in a folder that may not be listed`() throws {
            let watching = try Watching(timing: Self.quick)
            let folder = try Folder()
            try shell("cd '\(folder.path)'; mkdir d; echo 1 > d/s; chmod 300 d")
            let replica = folder.replica("d/s")
            watching.watcher.watch(replica)
            guard case .polling(let reason) = watching.watcher.state(of: replica) else {
                Issue.record("not polled")
                return
            }
            #expect(reason.hasSuffix("can't be watched: this user may not list it"))
            try folder.write("2", to: "d/s")
            try watching.waitForTouch(of: replica)
        }

        @Test(.enabled(if: isRoot, "only root mounts"))
        func `notices a mount over a folder, and its end`() throws {
            let watching = try Watching()
            let folder = try Folder()
            try shell("cd '\(folder.path)'; mkdir -p a/d; echo 1 > a/d/s")
            let replica = folder.replica("a/d/s")
            watching.watcher.watch(replica)
            try shell("mount -t tmpfs none '\(folder["a"])'")
            defer { _ = try? shell("umount '\(folder["a"])'") }  // Unmounted below already.
            try watching.waitForTouch(of: replica)
            watching.forgetEvents()
            try shell("mkdir '\(folder["a/d"])'; echo 2 > '\(replica.path)'")
            try watching.waitForTouch(of: replica)
            watching.forgetEvents()

            try shell("umount '\(folder["a"])'")

            try watching.waitForTouch(of: replica)
            watching.forgetEvents()
            try folder.write("3", to: "a/d/s")
            try watching.waitForTouch(of: replica)
        }

        @Test(.enabled(if: isRoot, "only root mounts"))
        func `notices a mount right on the file, and its end`() throws {
            let watching = try Watching()
            let folder = try Folder()
            try shell("cd '\(folder.path)'; echo 1 > s; echo 2 > other; echo 1 > beside")
            let replica = folder.replica("s")
            let beside = folder.replica("beside")
            for each in [replica, beside] { watching.watcher.watch(each) }
            watching.forgetEvents()
            try shell("cd '\(folder.path)'; mount --bind other s")
            defer { _ = try? shell("umount '\(replica.path)'") }  // Unmounted below already.
            try watching.waitForTouch(of: replica)
            watching.forgetEvents()

            try shell("umount '\(replica.path)'")

            try watching.waitForTouch(of: replica)
            #expect(watching.touches(of: beside) == 0)
        }

        @Test func `costs one walk for a touched path among thousands`() throws {
            let watching = try Watching()
            let folder = try Folder()
            for number in 0..<3_000 {
                try folder.write("1", to: "s\(number)")
                watching.watcher.watch(folder.replica("s\(number)"))
            }
            // The folders on the way and no more: files with one name need no watch of their own.
            #expect(watching.watcher.watchCount <= 4)
            watching.forgetEvents()
            try folder.replace("s1500", with: "2")
            watching.settle()
            #expect(
                watching.events == [
                    .placed(folder.replica("s1500"), .renamed), .touched(folder.replica("s1500")),
                ]
            )
        }

        @Test func `begins anew before the library's dead entries pile up`() throws {
            let watching = try Watching()
            let folder = try Folder()
            let replica = folder.replica("d/s")
            watching.watcher.watch(replica)
            for _ in 0..<ReplicaWatcher.deadEntryLimit / 2 + 10 {
                mkdir(folder["d"], 0o700)
                watching.settle()
                rmdir(folder["d"])
                watching.settle()
            }
            let dead = try #require(watching.watcher.table).inotify.deadEntries
            #expect(dead < ReplicaWatcher.deadEntryLimit)
            watching.forgetEvents()
            mkdir(folder["d"], 0o700)
            try folder.write("1", to: "d/s")
            try watching.waitForTouch(of: replica)
        }
    }

    @Suite struct `A watched folder` {
        @Test(arguments: [
            "echo 1 > d/new.toml", "echo 2 > d/a.toml", "rm d/a.toml", "mv d/a.toml d/b.toml",
            "rm -r d", "mv d e", "echo 2 > x/linked.toml", "echo 2 > t; mv t x/linked.toml",
        ])
        func `tells of every name in it and what links in it lead to`(command: String) throws {
            let watching = try Watching()
            let folder = try Folder()
            try shell(
                """
                cd '\(folder.path)'; mkdir d x; echo 1 > d/a.toml; echo 1 > x/linked.toml
                ln -s ../x/linked.toml d/linked.toml
                """
            )
            watching.watcher.watchFolder(folder["d"])
            watching.forgetEvents()
            try shell("cd '\(folder.path)'; \(command)")
            try watching.wait(for: "not told") {
                watching.events.contains(.folderTouched(folder["d"]))
            }
        }

        @Test func `may appear later`() throws {
            let watching = try Watching()
            let folder = try Folder()
            watching.watcher.watchFolder(folder["a/d"])
            try shell("mkdir -p '\(folder["a/d"])'")
            try watching.wait(for: "not told") {
                watching.events.contains(.folderTouched(folder["a/d"]))
            }
            watching.forgetEvents()
            try folder.write("1", to: "a/d/x.toml")
            try watching.wait(for: "not told") {
                watching.events.contains(.folderTouched(folder["a/d"]))
            }
        }

        @Test(arguments: ["touch d/e/new", "rm d/e/s", "rm -r d/e", "mv d/e x", "mv d x"])
        func `whose names alone are watched tells of them and of its end`(command: String) throws {
            let watching = try Watching()
            let folder = try Folder()
            try shell("cd '\(folder.path)'; mkdir -p d/e; echo > d/e/s")
            watching.watcher.watchNames(in: folder["d/e"])
            watching.forgetEvents()
            try shell("cd '\(folder.path)'; \(command)")
            try watching.wait(for: "not told") {
                watching.events.contains(.folderTouched(folder["d/e"]))
            }
        }

        /// The kernel goes through all names of a folder whose files a watch may tell of.
        @Test func `whose names alone are watched asks of those above only whether they are there`()
            throws
        {
            let watching = try Watching()
            let folder = try Folder()
            try shell("mkdir -p '\(folder["d/e"])'")
            watching.watcher.watchNames(in: folder["d/e"])

            let table = try #require(watching.watcher.table)
            let watches = try String(
                contentsOfFile: "/proc/self/fdinfo/\(table.inotify.descriptor)",
                encoding: .utf8
            )
            // proc_pid_fdinfo(5): "inotify wd:3 ino:9e7e sdev:800013 mask:800afce …"
            let masks = try watches.split(separator: "\n").filter { $0.hasPrefix("inotify wd:") }
                .map { line in
                    let fields = line.split(separator: " ").map { $0.split(separator: ":") }
                    return try #require(UInt32(fields[4][1], radix: 16))
                }
            let tellOfFiles = masks.filter { $0 & UInt32(IN_ATTRIB | IN_MODIFY) != 0 }
            #expect(tellOfFiles.count == 1, "\(watches)")
            #expect(masks.count > 2)
            #expect(masks.allSatisfy { $0 & UInt32(IN_MOVE_SELF) != 0 })
        }

        @Test func `is quiet about what happens beside it`() throws {
            let watching = try Watching()
            let folder = try Folder()
            try shell("mkdir '\(folder["d"])'")
            watching.watcher.watchFolder(folder["d"])
            watching.forgetEvents()
            try folder.write("1", to: "other")
            watching.settle()
            #expect(watching.events.isEmpty)
        }
    }
}
