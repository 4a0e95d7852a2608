// Saves of others that race with ours, thousands of them, none lost.

import CLinux
import Glibc
import SettingsModel
import SyncEngine
import Synchronization
import Testing

@testable import SyncPlatform

extension `Watched` {
    @Suite struct `Racing saves` {
        /// Another program that saves by exchange, so that it knows which texts it displaced itself.
        private static func save(_ count: Int, at path: String) -> Set<String> {
            var displaced: Set<String> = []
            for number in 0..<count {
                let temporary = path + ".theirs"
                let text = "theirs \(number)"
                let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
                write(file, text, text.utf8.count)
                close(file)
                _ = clinux_rename_exchange(temporary, path)
                displaced.insert(SystemFile.text(of: temporary) ?? "unreadable")
                unlink(temporary)
            }
            return displaced
        }

        @Test func `are each seen, or displaced by the next of their own kind`() throws {
            let count = 1_500
            let storing = try Storing()
            let replica = try storing.replica("s", holding: "first")
            let theirs = Mutex<Set<String>?>(nil)
            let path = replica.path
            let thread = try Thread {
                let displaced = Self.save(count, at: path)
                theirs.withLock { $0 = displaced }
            }
            var seen: Set<String> = []
            var published = 0
            var interleaved = 0
            func note(_ sighting: Sighting) -> FileContent? {
                guard case .content(let content) = sighting else { return nil }
                seen.insert(String(decoding: content.bytes, as: UTF8.self))
                return content
            }
            while theirs.withLock({ $0 == nil }) {
                guard let old = note(storing.store.look(at: replica, patience: .untilClosed)),
                    let staged = try? storing.store.stage([0x31], for: replica, expecting: old)
                else { continue }
                try storing.store.publish(staged, bytes: [0x31], for: replica, expecting: old)
                published += 1
                var out: FileContent?
                while out == nil {
                    out = note(
                        storing.store.lookAtDisplaced(staged, of: replica, patience: .untilClosed)
                    )
                }
                if out?.bytes != old.bytes { interleaved += 1 }
                storing.store.discard(staged, of: replica)
            }
            thread.join()
            _ = note(storing.store.look(at: replica, patience: .untilClosed))

            let accounted = seen.union(theirs.withLock { $0 ?? [] })
            let lost = (0..<count).map { "theirs \($0)" }.filter { !accounted.contains($0) }

            #expect(lost.isEmpty)
            // Else the test showed nothing.
            #expect(published > 50)
            #expect(interleaved > 0)
        }
    }
}
