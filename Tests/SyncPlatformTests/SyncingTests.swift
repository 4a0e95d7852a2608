// A staged file's bytes reach the disk before its name does.

import FileReplacing
import Glibc
import SettingsModel
import SyncEngine
import Synchronization
import Testing

@testable import SyncPlatform

extension `Watched` {
    @Suite struct `A staged file` {
        @Test(arguments: [false, true])
        func `is synced once before it is published, by whoever comes first`(
            isDoneBefore: Bool
        ) throws {
            let count = Count()
            let storing = try Storing(calls: RenameCalls(sync: { count.sync($0) }))
            let replica = try storing.replica("s", holding: "old")
            let old = try storing.content(of: replica)
            let staged = try storing.store.stage([0x31], for: replica, expecting: old)
            #expect(count.all == 0)

            let work = storing.store.contentSync(of: staged, for: replica)
            if isDoneBefore {
                onAnotherThread(work)
                #expect(count.all == 1)
            }
            try storing.store.publish(staged, for: replica, expecting: old)

            #expect(count.all == 1)
            onAnotherThread(storing.store.namesSync(of: staged))
            storing.store.discard(staged, of: replica)
            // Syncing is no reading that anybody must hear of.
            storing.watching.settle()
            #expect(!storing.watching.events.contains(.read(replica, staged.identity)))
            #expect(storing.folder.text("s") == "1")
        }

        @Test func `is never published when the disk didn't take its bytes`() throws {
            let calls = RenameCalls(sync: { _ in
                errno = ENOSPC
                return -1
            })
            let storing = try Storing(calls: calls)
            let replica = try storing.replica("s", holding: "old")
            let old = try storing.content(of: replica)
            let staged = try storing.store.stage([0x31], for: replica, expecting: old)
            onAnotherThread(storing.store.contentSync(of: staged, for: replica))

            let error = #expect(throws: StorageError.self) {
                try storing.store.publish(staged, for: replica, expecting: old)
            }

            #expect(error?.code == .diskFull)
            #expect(storing.folder.text("s") == "old")
            storing.store.discard(staged, of: replica)
            #expect(storing.folder.names() == ["s"])
        }

        @Test func `that was never put down is let go of when it is swept`() throws {
            let storing = try Storing()
            let replica = try storing.replica("s", holding: "old")
            let old = try storing.content(of: replica)
            let held = storing.store.openCount
            for _ in 0..<3 {
                let staged = try storing.store.stage([0x31], for: replica, expecting: old)
                _ = storing.store.contentSync(of: staged, for: replica)

                // The journal didn't take the intent, so nobody knows the staged file.
                storing.store.sweep(replica, keeping: [])
            }

            #expect(storing.store.openCount == held)
            #expect(storing.store.contentSyncs.isEmpty, "each has a descriptor of its own")
            #expect(storing.folder.names() == ["s"])
        }

        @Test func `whose intent was put down survives sweeping`() throws {
            let storing = try Storing()
            let replica = try storing.replica("s", holding: "old")
            let old = try storing.content(of: replica)
            let staged = try storing.store.stage([0x31], for: replica, expecting: old)

            storing.store.sweep(replica, keeping: [staged.temporaryPath])

            try storing.store.publish(staged, for: replica, expecting: old)
            #expect(storing.folder.text("s") == "1")
        }

        /// Counts calls of fsync(2), and makes them.
        private final class Count: Sendable {
            private let count = Mutex(0)
            var all: Int { count.withLock { $0 } }

            func sync(_ descriptor: Int32) -> Int32 {
                count.withLock { $0 += 1 }
                return fsync(descriptor)
            }
        }

        private func onAnotherThread(_ work: @escaping @Sendable () -> Void) {
            var thread = pthread_t()
            let box = Unmanaged.passRetained(Box(work))
            pthread_create(
                &thread,
                nil,
                { context in
                    guard let context else { return nil }
                    Unmanaged<Box>.fromOpaque(context).takeRetainedValue().work()
                    return nil
                },
                box.toOpaque()
            )
            pthread_join(thread, nil)
        }

        private final class Box {
            let work: @Sendable () -> Void
            init(_ work: @escaping @Sendable () -> Void) { self.work = work }
        }
    }
}
