// Files that were replaced: their writers, and when they are let go.

import Foundation
import Glibc
import SettingsModel
import SyncEngine
import Testing

@testable import SyncPlatform

extension `Watched` {
    @Suite struct `A displaced file` {
        /// Quick enough to see several times of rest in one test.
        private static var quick: PlatformTiming {
            var timing = PlatformTiming()
            timing.rest = .milliseconds(40)
            timing.firstWrite = .milliseconds(20)
            timing.still = .milliseconds(100)
            return timing
        }

        /// A file that was replaced by "ours" while somebody had it open for writing.
        private struct Story {
            var storing: Storing
            var replica: ReplicaID
            var staged: StagedFile
            var writer: Int32
        }

        private func replacedUnderAWriter() throws -> Story {
            let storing = try Storing(timing: Self.quick)
            let replica = try storing.replica("s", holding: "old")
            let old = try storing.content(of: replica)
            let ours = Array("ours".utf8)
            let staged = try storing.store.stage(ours, for: replica, expecting: old)
            let writer = open(replica.path, O_WRONLY | O_CLOEXEC)
            try storing.store.publish(staged, for: replica, expecting: old)
            return Story(storing: storing, replica: replica, staged: staged, writer: writer)
        }

        @Test func `is busy until its last writer has closed it`() throws {
            let story = try replacedUnderAWriter()
            let store = story.storing.store
            func look() -> Sighting {
                store.lookAtDisplaced(story.staged, of: story.replica, patience: .untilClosed)
            }
            guard case .busy = look() else {
                Issue.record("not busy")
                return
            }
            pwrite(story.writer, "new", 3, 0)
            close(story.writer)
            let sighting = story.storing.whenClosed(look)
            guard case .content(let content) = sighting else {
                Issue.record("saw \(sighting)")
                return
            }
            #expect(content.bytes == Array("new".utf8))
        }

        @Test func `of two domains is let go by both`() throws {
            let storing = try Storing(timing: Self.quick)
            let replica = try storing.replica("s", holding: "old")
            let other = ReplicaID(domain: try Domain("org.example.other"), path: replica.path)
            for id in [replica, other] { _ = try storing.content(of: id) }
            let identity = try FileStatus.named(replica.path).identity
            try storing.folder.replace("s", with: "new")
            for id in [replica, other] { _ = try storing.content(of: id) }
            #expect(storing.store.held.inode(identity)?.replicas == [replica, other])
            try storing.watching.wait(for: "it is held still") {
                storing.store.held.inode(identity) == nil
            }
        }

        @Test func `is let go in the end, with nothing woken after that`() throws {
            let storing = try Storing(timing: Self.quick)
            let replica = try storing.replica("s", holding: "old")
            for number in 0..<10 { try storing.write("\(number)", to: replica) }
            try storing.watching.wait(for: "still \(storing.store.openCount) open") {
                storing.store.openCount == 0 && storing.store.restTimer == nil
            }
            // The kernel tells of the end of each watch once more.
            storing.watching.settle()
            // Other tests mount and unmount meanwhile, which wakes whoever watches the mount table; a
            // timer of the store's own would leave no moment quiet.
            let hasQuietMoment = (0..<20).contains { _ in
                let before = storing.watching.loop.wakeUps
                storing.watching.loop.schedule(after: .milliseconds(400)) {
                    storing.watching.loop.stop()
                }
                storing.watching.loop.run()
                return storing.watching.loop.wakeUps - before == 1
            }
            #expect(hasQuietMoment)
        }
    }

    @Suite struct `A file that is written but not closed` {
        private static var quick: PlatformTiming {
            var timing = PlatformTiming()
            timing.firstWrite = .milliseconds(30)
            timing.still = .milliseconds(150)
            return timing
        }

        @Test func `touches its path soon, and again when it has been still`() throws {
            let watching = try Watching(timing: Self.quick)
            let folder = try Folder()
            try folder.write("old", to: "s")
            let replica = folder.replica("s")
            watching.watcher.watch(replica)
            let writer = open(folder["s"], O_WRONLY | O_CLOEXEC)
            defer { close(writer) }
            pwrite(writer, "new", 3, 0)
            watching.settle()
            // Written, but it may be the first of many writes.
            #expect(watching.events.isEmpty)
            try watching.wait(for: "two touches") { watching.touches(of: replica) == 2 }
        }

        @Test func `is noticed after truncate(2), which nobody closes`() throws {
            let watching = try Watching(timing: Self.quick)
            let folder = try Folder()
            try folder.write("old", to: "s")
            let replica = folder.replica("s")
            watching.watcher.watch(replica)
            truncate(folder["s"], 0)
            try watching.waitForTouch(of: replica)
        }
    }
}
