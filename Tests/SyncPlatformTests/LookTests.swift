// What a look at a path sees.

import CLinux
import Foundation
import Glibc
import SettingsModel
import SyncEngine
import Testing

@testable import SyncPlatform

extension `Watched` {
    @Suite struct `A look` {
        @Test func `sees a file's bytes, identity and time`() throws {
            let storing = try Storing()
            let replica = try storing.replica("s", holding: "size = 1\n")
            try shell("touch -d '2021-02-03 04:05:06.789 UTC' '\(replica.path)'")

            let content = try storing.content(of: replica)

            #expect(content.bytes == Array("size = 1\n".utf8))
            #expect(content.modified == 1_612_325_106_789)
            #expect(content.changed > content.modified)
            #expect(content.identity == (try FileStatus.named(replica.path)).identity)
        }

        // ext4 has no time before 1901; a file of Windows that has none is of 1601.
        @Test(arguments: ["1601-01-01", "2400-01-01"])
        func `sees a file of another century`(date: String) throws {
            let storing = try Storing()
            let replica = try storing.replica("s")
            let file = "/dev/shm/\(replica.path.split(separator: "/")[1])"
            try shell("echo a=1 > \(file); touch -d \(date) \(file); ln -s \(file) \(replica.path)")
            defer { unlink(file) }
            #expect(try storing.content(of: replica).bytes == Array("a=1\n".utf8))
        }

        @Test(arguments: ["nothing", "no/folder", "dangling", "file/below"])
        func `sees nothing where there is nothing`(name: String) throws {
            let storing = try Storing()
            try shell("cd '\(storing.folder.path)'; ln -s void dangling; echo x > file")
            let replica = try storing.replica(name)
            #expect(storing.store.look(at: replica, patience: .untilClosed) == .absent)
        }

        @Test(arguments: [
            ("folder", StorageError.Code.notRegular), ("fifo", .notRegular),
            ("device", .notRegular),
            ("loop", .symlinkLoop),
        ])
        func `says what it found instead of a file`(name: String, code: StorageError.Code) throws {
            let storing = try Storing()
            try shell(
                "cd '\(storing.folder.path)'; mkdir folder; mkfifo fifo; ln -s /dev/zero device; ln -s loop loop"
            )
            let replica = try storing.replica(name)
            let sighting = storing.store.look(at: replica, patience: .untilStill)
            guard case .unreadable(let error) = sighting else {
                Issue.record("saw \(sighting)")
                return
            }
            #expect(error.code == code)
            #expect(!error.problem.isEmpty && !error.advice.isEmpty)
        }

        // Its size is 0, and it says more than that.
        @Test func `says that what the kernel makes up is no file to keep settings in`() throws {
            let storing = try Storing()
            try shell("ln -s /proc/version '\(storing.folder.path)/v'")
            let replica = try storing.replica("v")
            var sighting = storing.store.look(at: replica, patience: .untilClosed)
            // Its time is when it was first asked for, which may be now.
            let end = SystemClock.monotonicMilliseconds + 5_000
            while case .busy = sighting, SystemClock.monotonicMilliseconds < end {
                sighting = storing.store.look(at: replica, patience: .untilClosed)
            }
            guard case .unreadable(let error) = sighting else {
                Issue.record("saw \(sighting)")
                return
            }
            #expect(error.code == .notRegular)
            #expect(error.advice == "Link a file that is kept on a disk")
        }

        @Test func `is told the limit before a byte of a large file is read`() throws {
            let storing = try Storing()
            let replica = try storing.replica("large")
            try shell("truncate -s 1G '\(replica.path)'")
            let start = SystemClock.monotonicMilliseconds
            let sighting = storing.store.look(at: replica, patience: .untilClosed)
            guard case .unreadable(let error) = sighting else {
                Issue.record("saw \(sighting)")
                return
            }
            #expect(error.code == .tooLarge)
            #expect(
                error.problem
                    == "'\(replica.path)' has 1073741824 bytes, at most 4194304 are read"
            )
            #expect(SystemClock.monotonicMilliseconds - start < 1_000)
        }

        @Test(arguments: [(10, true), (11, false)])
        func `takes a file at the limit and none past it`(size: Int, isTaken: Bool) throws {
            var limits = Limits.standard
            limits.fileBytes = 10
            let storing = try Storing(limits: limits)
            let replica = try storing.replica("s", holding: String(repeating: "x", count: size))
            let sighting = storing.store.look(at: replica, patience: .untilClosed)
            if case .content(let content) = sighting {
                #expect(isTaken && content.bytes.count == size)
            } else {
                #expect(!isTaken)
            }
        }

        @Test(.enabled(if: geteuid() != 0, "root may read everything"))
        func `says that a file may not be read`() throws {
            let storing = try Storing()
            let replica = try storing.replica("s", holding: "x")
            chmod(replica.path, 0)
            guard
                case .unreadable(let error) = storing.store.look(
                    at: replica,
                    patience: .untilClosed
                )
            else {
                Issue.record("it was read")
                return
            }
            #expect(error.code == .unreadable)
            #expect(error.problem == "'\(replica.path)' may not be read by this user")
        }

        @Test func `finds a file busy until its writer has closed it`() throws {
            let storing = try Storing()
            let replica = try storing.replica("s", holding: "old")
            let writer = open(replica.path, O_WRONLY | O_CLOEXEC)
            guard case .busy(let mark) = storing.store.look(at: replica, patience: .untilClosed)
            else {
                Issue.record("not busy")
                return
            }
            #expect(storing.store.look(at: replica, patience: .untilClosed) == .busy(mark: mark))
            pwrite(writer, "new", 3, 0)
            guard case .busy(let later) = storing.store.look(at: replica, patience: .untilClosed)
            else {
                Issue.record("not busy")
                return
            }
            #expect(later != mark)
            #expect(try storing.content(of: replica, .untilStill).bytes == Array("new".utf8))
            #expect(try storing.content(of: replica, .untilStill).isOpen)

            close(writer)

            #expect(try storing.content(of: replica).bytes == Array("new".utf8))
            #expect(try !storing.content(of: replica, .untilStill).isOpen)
        }

        @Test func `still answers when no descriptor is left`() throws {
            let storing = try Storing()
            let known = try storing.replica("known", holding: "1")
            let new = try storing.replica("new", holding: "2")
            _ = try storing.content(of: known)
            var taken: [Int32] = []
            defer { for descriptor in taken { close(descriptor) } }
            while true {
                let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
                if descriptor < 0 { break }
                taken.append(descriptor)
            }

            #expect(try storing.content(of: known).bytes == [0x31])
            #expect(try storing.content(of: new).bytes == [0x32])
        }

        @Test func `leaves no file open, whatever replaces it`() throws {
            let storing = try Storing.resting()
            let replica = try storing.replica("s", holding: "0")
            for number in 1...50 {
                try storing.folder.replace("s", with: "\(number)")
                _ = try storing.content(of: replica)
            }
            try storing.rest()
            #expect(try storing.content(of: replica).bytes == Array("50".utf8))
        }

        @Test(.enabled(if: geteuid() == 0, "only root mounts"))
        func `lets a file system be unmounted`() throws {
            let storing = try Storing.resting()
            try shell("cd '\(storing.folder.path)'; mkdir m; mount -t tmpfs none m; echo 1 > m/s")
            var isMounted = true
            defer {
                // Best effort.
                if isMounted { _ = try? shell("umount -l '\(storing.folder["m"])'") }
            }
            let replica = try storing.replica("m/s")
            try storing.write("2\n", to: replica)
            try storing.rest()
            try shell("umount '\(storing.folder["m"])'")
            isMounted = false
            #expect(storing.store.look(at: replica, patience: .untilClosed) == .absent)
        }
    }

    @Suite struct `Evidence of reading` {
        private func reads(_ storing: Storing) -> [FileIdentity] {
            storing.watching.settle()
            return storing.watching.events.compactMap { event in
                if case .read(_, let identity) = event { identity } else { nil }
            }
        }

        @Test func `is none of our own`() throws {
            let storing = try Storing()
            let replica = try storing.replica("s", holding: "1")
            for number in 0..<20 {
                _ = try storing.content(of: replica)
                try storing.write("\(number)", to: replica)
                _ = storing.store.look(at: replica, patience: .untilStill)
            }
            #expect(reads(storing).isEmpty)
        }

        @Test func `is none of our own where files are closed in between`() throws {
            let storing = try Storing.resting()
            let replica = try storing.replica("s", holding: "1")
            for number in 0..<5 {
                _ = try storing.content(of: replica)
                try storing.rest()
                try storing.write("\(number)", to: replica)
                try storing.rest()
            }
            #expect(reads(storing).isEmpty)
        }

        @Test func `is seen of who has it open while it is closed`() throws {
            let storing = try Storing.resting()
            let replica = try storing.replica("s", holding: "1\n")
            let identity = try storing.content(of: replica).identity
            let reader = open(replica.path, O_RDONLY | O_CLOEXEC)
            var buffer: [UInt8] = [0, 0]
            #expect(read(reader, &buffer, 2) == 2)
            try storing.rest()
            close(reader)
            #expect(reads(storing).contains(identity))
        }

        @Test(
            arguments: ["cat s", "sha1sum s", "cp s copy", "sed -i s/1/1/ s", "grep -q 1 s"],
            [true, false]
        )
        func `is seen of others`(command: String, isAtRest: Bool) throws {
            let storing = try Storing.resting()
            let replica = try storing.replica("s", holding: "1\n")
            let identity = try storing.content(of: replica).identity
            if isAtRest { try storing.rest() }
            try shell("cd '\(storing.folder.path)'; \(command)")
            #expect(reads(storing).contains(identity))
        }

        @Test(arguments: ["stat s", "ls -l s", "echo 2 > s", "echo 2 >> s", "echo 2 > t; mv t s"])
        func `is not seen where nothing was read`(command: String) throws {
            let storing = try Storing()
            let replica = try storing.replica("s", holding: "1\n")
            _ = try storing.content(of: replica)
            try shell("cd '\(storing.folder.path)'; \(command)")
            #expect(reads(storing).isEmpty)
        }

        @Test func `of who reads and writes through one descriptor comes before the writing`()
            throws
        {
            let storing = try Storing()
            let replica = try storing.replica("s", holding: "1\n")
            let identity = try storing.content(of: replica).identity
            try shell("cd '\(storing.folder.path)'; exec 3<>s; read x <&3; echo 2 >&3; exec 3>&-")
            storing.watching.settle()
            let events = storing.watching.events
            let read = try #require(events.firstIndex(of: .read(replica, identity)))
            let modified = try #require(events.firstIndex(of: .modified(replica, identity)))
            #expect(read < modified)
        }

        @Test func `is seen of a published file, from the first moment on`() throws {
            let storing = try Storing()
            let replica = try storing.replica("s", holding: "1\n")
            let staged = try storing.write("2\n", to: replica)
            #expect(reads(storing).isEmpty)
            try shell("cat '\(replica.path)'")
            #expect(reads(storing) == [staged.identity])
        }

        @Test func `is seen of a reader that closes after the file was replaced`() throws {
            let storing = try Storing()
            let replica = try storing.replica("s", holding: "1\n")
            let old = try storing.content(of: replica).identity
            let reader = open(replica.path, O_RDONLY | O_CLOEXEC)
            try storing.write("2\n", to: replica)
            close(reader)
            #expect(reads(storing) == [old])
        }

        @Test func `is assumed where the kernel tells of none`() throws {
            let storing = try Storing()
            let replica = try storing.replica("s", holding: "1\n")
            let device = try FileStatus.named(storing.folder.path).identity.device
            storing.watching.watcher.remoteFileSystems[device] = "NFS"
            storing.watching.watcher.unresolved = [1]
            storing.watching.watcher.collect()
            #expect(
                storing.watching.watcher.state(of: replica)
                    == .polling(reason: "NFS doesn't tell of changes made elsewhere")
            )
            let identity = try storing.content(of: replica).identity
            #expect(reads(storing) == [identity])
        }
    }
}
