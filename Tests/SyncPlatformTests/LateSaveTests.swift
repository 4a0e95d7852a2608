// Writers that were at it when their file was replaced.

import Foundation
import Glibc
import SettingsModel
import SyncEngine
import Testing

@testable import SyncPlatform

extension `Watched` {
    @Suite struct `A displaced file` {
        /// Quick enough to see several ends of parking in one test.
        private static var quick: PlatformTiming {
            var timing = PlatformTiming()
            timing.parking = .milliseconds(40)
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
            try storing.store.publish(staged, bytes: ours, for: replica, expecting: old)
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
            guard case .content(let content) = look() else {
                Issue.record("no content")
                return
            }
            #expect(content.bytes == Array("new".utf8))
        }

        @Test func `brings a later write by its old writer to the path`() throws {
            let story = try replacedUnderAWriter()
            let (storing, replica) = (story.storing, story.replica)
            _ = storing.store.lookAtDisplaced(story.staged, of: replica, patience: .untilStill)
            storing.store.discard(story.staged, of: replica)
            #expect(storing.folder.names() == ["s"])
            storing.watching.forgetEvents()

            pwrite(story.writer, "late", 4, 0)
            close(story.writer)

            try storing.watching.waitForTouch(of: replica)
            try storing.watching.wait(for: "not at the path") {
                storing.folder.text("s") == "late"
            }
            #expect(storing.folder.names() == ["s"])
        }

        @Test func `brings each write of a writer that never closes it`() throws {
            let story = try replacedUnderAWriter()
            let (storing, replica) = (story.storing, story.replica)
            _ = storing.store.lookAtDisplaced(story.staged, of: replica, patience: .untilStill)
            storing.store.discard(story.staged, of: replica)
            for text in ["one!", "two!", "last"] {
                pwrite(story.writer, text, 4, 0)
                try storing.watching.wait(for: "'\(text)' is not at the path") {
                    storing.folder.text("s") == text
                }
            }
            close(story.writer)
        }

        @Test func `brings what was written between the look and the end of it`() throws {
            let story = try replacedUnderAWriter()
            let (storing, replica) = (story.storing, story.replica)
            _ = storing.store.lookAtDisplaced(story.staged, of: replica, patience: .untilStill)
            pwrite(story.writer, "late", 4, 0)
            close(story.writer)
            storing.watching.forgetEvents()
            storing.store.discard(story.staged, of: replica)
            try storing.watching.wait(for: "not at the path") {
                storing.folder.text("s") == "late"
            }
        }

        @Test func `leaves a newer save of somebody else at the path`() throws {
            let story = try replacedUnderAWriter()
            let (storing, replica) = (story.storing, story.replica)
            _ = storing.store.lookAtDisplaced(story.staged, of: replica, patience: .untilStill)
            storing.store.discard(story.staged, of: replica)
            try storing.folder.replace("s", with: "newer")
            pwrite(story.writer, "late", 4, 0)
            close(story.writer)
            try storing.watching.wait(for: "still \(storing.store.heldCount) open") {
                storing.store.heldCount <= 1 && storing.store.parked.isEmpty
            }
            #expect(storing.folder.text("s") == "newer")
        }

        @Test func `never costs an unseen save in place its text`() throws {
            let story = try replacedUnderAWriter()
            let (storing, replica) = (story.storing, story.replica)
            _ = storing.store.lookAtDisplaced(story.staged, of: replica, patience: .untilStill)
            storing.store.discard(story.staged, of: replica)
            try storing.folder.write("theirs", to: "s")
            pwrite(story.writer, "late", 4, 0)
            close(story.writer)
            // Not looked at yet, so it stays whatever the late writer did.
            storing.watching.loop.schedule(after: .milliseconds(200)) {
                storing.watching.loop.stop()
            }
            storing.watching.loop.run()
            #expect(storing.folder.text("s") == "theirs")

            _ = try storing.content(of: replica)

            // Once it was taken, the late save may follow.
            try storing.watching.wait(for: "the late save is lost") {
                storing.folder.text("s") == "late"
            }
            #expect(storing.folder.names() == ["s"])
        }

        @Test func `is let go where a refused lease may mean no writer`() throws {
            let story = try replacedUnderAWriter()
            defer { close(story.writer) }
            let (storing, replica) = (story.storing, story.replica)
            let device = try FileStatus.named(storing.folder.path).identity.device
            storing.watching.watcher.remoteFileSystems[device] = "NFS"
            _ = storing.store.lookAtDisplaced(story.staged, of: replica, patience: .untilStill)
            storing.store.discard(story.staged, of: replica)
            try storing.watching.wait(for: "still \(storing.store.heldCount) open") {
                storing.store.parked.isEmpty
            }
        }

        @Test func `of two domains is let go by both`() throws {
            let storing = try Storing(timing: Self.quick)
            let replica = try storing.replica("s", holding: "old")
            _ = try storing.content(of: replica)
            let other = ReplicaID(domain: try Domain("org.example.other"), path: replica.path)
            let identity = try FileStatus.named(replica.path).identity
            let inode = try #require(storing.store.held.inode(identity))
            try storing.folder.replace("s", with: "new")
            _ = try storing.content(of: replica)
            let store = storing.store
            store.park(inode, of: replica, taken: Array("old".utf8))
            store.park(inode, of: other, taken: nil)
            // So that the other's time ends first.
            storing.watching.loop.schedule(after: .milliseconds(20)) {
                store.park(inode, of: replica, taken: Array("old".utf8))
                storing.watching.loop.stop()
            }
            storing.watching.loop.run()
            try storing.watching.wait(for: "still \(storing.store.heldCount) open") {
                storing.store.heldCount == 1 && storing.store.parked.isEmpty
            }
        }

        @Test func `is let go in the end, with nothing woken after that`() throws {
            let storing = try Storing(timing: Self.quick)
            let replica = try storing.replica("s", holding: "old")
            for number in 0..<10 { try storing.write("\(number)", to: replica) }
            try storing.watching.wait(for: "still \(storing.store.heldCount) open") {
                storing.store.heldCount == 1 && storing.store.parkTimer == nil
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
