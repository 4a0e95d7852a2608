// Writing into a file with two names, while others read and save it.

import FileReplacing
import Glibc
import SettingsModel
import SyncEngine
import Synchronization
import Testing

@testable import SyncPlatform

/// fcntl(2) F_GETLEASE, which Swift doesn't show.
private let getLease: Int32 = 1_025

@Suite struct `A file update in place whose bytes the disk refuses` {
    private let folder: Folder
    private var path: String { folder.path + "/s" }

    init() throws {
        folder = try Folder()
        // The kernel sends it when somebody else opens a leased file; a loop of another test may not have
        // been made yet, which would ignore it (FileUpdate).
        signal(SIGIO, SIG_IGN)
        try folder.write("old", to: "s")
        try shell("cd '\(folder.path)'; ln s t")
    }

    /// Writes the file; `meanwhile` is done to it while the disk is waited for.
    private func write(meanwhile command: String) -> FileUpdate.Problem? {
        let calls = RenameCalls(sync: { [path] _ in
            _ = try? shell("path='\(path)'; \(command)")  // The file tells.
            errno = EIO
            return -1
        })
        let old = Array("old".utf8)
        let update = FileUpdate(of: path, expecting: old, by: folder.path + "/.new", calls)
        return #expect(throws: FileUpdate.Problem.self) {
            try update.write(Array("new text".utf8), mode: 0o644)
        }
    }

    @Test func `has its old bytes again`() {
        #expect(write(meanwhile: ":") == .failed(Errno(number: EIO), call: "fsync(2)"))
        #expect(folder.text("s") == "old")
    }

    @Test func `keeps what somebody saved meanwhile`() {
        #expect(write(meanwhile: #"printf theirs > "$path""#) == .changed)
        #expect(folder.text("s") == "theirs")
    }
}

extension `Watched` {
    @Suite struct `A write in place` {
        /// A file with two names, as it was seen and as it's to be.
        private struct Desk {
            let storing: Storing
            let replica: ReplicaID
            let old: FileContent
            let staged: StagedFile

            init(calls: RenameCalls = RenameCalls()) throws {
                storing = try Storing(calls: calls)
                replica = try storing.replica("s", holding: "old text")
                try shell("cd '\(storing.folder.path)'; ln s t")
                old = try storing.content(of: replica)
                staged = try storing.store.stage(Self.new, for: replica, expecting: old)
                #expect(staged.method == .inPlace)
            }

            static let new = Array("new".utf8)

            func publish() throws {
                try storing.store.publish(
                    staged,
                    bytes: Self.new,
                    for: replica,
                    expecting: old
                )
            }

            func save(_ text: String) throws { try storing.folder.write(text, to: "t") }
        }

        @Test func `leaves what was saved since it was compared`() throws {
            var path = ""
            let calls = RenameCalls(reserve: { _, _ in
                _ = try? shell("printf theirs > '\(path)'")  // The file tells.
                return 0
            })
            let desk = try Desk(calls: calls)
            path = desk.replica.path

            let error = #expect(throws: StorageError.self) { try desk.publish() }

            #expect(error?.code == .raced)
            #expect(desk.storing.folder.text("t") == "theirs")
            #expect(desk.storing.watching.watcher.drain().contains(.touched(desk.replica)))
        }

        @Test(.timeLimit(.minutes(10)))
        func `has whoever opens the file meanwhile wait and save over it`() throws {
            let hasSaved = Mutex(false)
            var path = ""
            var saver: Thread?
            let calls = RenameCalls(truncate: { descriptor, size in
                saver = try? Thread { [path] in
                    _ = try? shell("printf theirs > '\(path)'")  // The file tells.
                    hasSaved.withLock { $0 = true }
                }
                // While somebody waits, the kernel shows what is to become of the lease.
                let isAlone = fcntl(descriptor, getLease) == F_WRLCK
                while isAlone ? fcntl(descriptor, getLease) == F_WRLCK : !hasSaved.withLock({ $0 })
                {
                    poll(nil, 0, 1)
                }
                return ftruncate(descriptor, size)
            })
            let desk = try Desk(calls: calls)
            path = desk.replica.path

            try desk.publish()
            saver?.join()

            #expect(desk.storing.folder.text("t") == "theirs")
            #expect(try desk.storing.content(of: desk.replica).bytes == Array("theirs".utf8))
        }

        @Test func `is done too while somebody has the file open for reading`() throws {
            let desk = try Desk()
            let reader = open(desk.replica.path, O_RDONLY | O_CLOEXEC)
            try desk.publish()
            #expect(desk.storing.folder.text("t") == "new")

            desk.storing.watching.forgetEvents()
            close(reader)

            desk.storing.watching.settle()
            let identity = desk.staged.identity
            #expect(desk.storing.watching.events.contains(.read(desk.replica, identity)))
        }

        @Test func `is no reading, and keeps nobody from leasing or reading the file`() throws {
            let desk = try Desk()
            desk.storing.watching.forgetEvents()
            try desk.publish()
            #expect(try desk.storing.content(of: desk.replica).bytes == Desk.new)
            desk.storing.watching.settle()
            let reading = FileEvent.read(desk.replica, desk.staged.identity)
            #expect(!desk.storing.watching.events.contains(reading))

            try shell("cat '\(desk.replica.path)'")

            desk.storing.watching.settle()
            #expect(desk.storing.watching.events.count { $0 == reading } == 1)
        }

        @Test func `is taken back where the disk refuses the text`() throws {
            let calls = RenameCalls(sync: { _ in
                errno = EIO
                return -1
            })
            let desk = try Desk(calls: calls)

            let error = #expect(throws: StorageError.self) { try desk.publish() }

            #expect(error?.code == .inputOutput)
            #expect(desk.storing.folder.text("t") == "old text")
        }
    }
}
