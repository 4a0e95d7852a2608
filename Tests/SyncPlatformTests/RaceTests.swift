// Saves of others that race with ours, hundreds of times, none lost.

import CLinux
import FileReplacing
import Glibc
import SettingsModel
import SyncEngine
import Synchronization
import Testing

@testable import SyncPlatform

extension `Watched` {
    @Suite struct `Racing saves` {
        /// What the other program did.
        private struct Theirs {
            var saves = 0
            var displaced: Set<String> = []
            var isDone = false
        }

        /// Another program that saves by exchange, so that it knows which texts it displaced itself.
        ///
        /// It saves once for each look that `looks` announces, until nobody can write there any more: saves
        /// without a pause would let hardly any look see the same file twice and end.
        private static func save(
            at path: String,
            afterEach looks: Int32,
            _ theirs: borrowing Mutex<Theirs>
        ) {
            var number = 0
            var announced = [UInt8](repeating: 0, count: 4_096)
            while read(looks, &announced, announced.count) > 0 {
                let temporary = path + ".theirs"
                let text = "theirs \(number)"
                let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
                write(file, text, text.utf8.count)
                close(file)
                _ = clinux_rename_exchange(temporary, path)
                let displaced = SystemFile.text(of: temporary) ?? "unreadable"
                unlink(temporary)
                number += 1
                theirs.withLock {
                    $0.saves = number
                    $0.displaced.insert(displaced)
                }
            }
            theirs.withLock { $0.isDone = true }
        }

        @Test(.timeLimit(.minutes(10)))
        func `are each seen, or displaced by the next of their own kind`() throws {
            let storing = try Storing()
            let replica = try storing.replica("s", holding: "first")
            let theirs = Mutex(Theirs())
            let path = replica.path
            var ends: [Int32] = [0, 0]
            try #require(clinux_make_pipe(&ends) == 0)
            let (announced, announcing) = (ends[0], ends[1])
            defer { close(announced) }
            let thread = try Thread { Self.save(at: path, afterEach: announced, theirs) }
            var isAnnouncing = true
            var seen: Set<String> = []
            let limit = ProcessLimits.raiseDescriptors()
            var looks = 0
            var published = 0
            var interleaved = 0
            func note(_ sighting: Sighting) -> FileContent? {
                guard case .content(let content) = sighting else { return nil }
                seen.insert(String(decoding: content.bytes, as: UTF8.self))
                return content
            }
            while !theirs.withLock({ $0.isDone }) {
                // Fewer would show nothing. What was replaced stays open for a while, and no loop runs here
                // that closes it: each look may take four descriptors. Where they ran out, the other
                // program couldn't read what it displaced, and its saves would seem lost.
                looks += 1
                let isEnough = published >= 200 && interleaved >= 50 || looks >= limit / 5
                if isEnough, isAnnouncing {
                    close(announcing)
                    isAnnouncing = false
                }
                if isAnnouncing { write(announcing, [0x31], 1) }
                guard let old = note(storing.store.look(at: replica, patience: .untilClosed)),
                    let staged = try? storing.store.stage([0x31], for: replica, expecting: old)
                else { continue }
                do {
                    try storing.store.publish(staged, for: replica, expecting: old)
                } catch {
                    // Saved since the look, and seen by the next one.
                    #expect(error.code == .raced)
                    storing.store.discard(staged, of: replica)
                    continue
                }
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

            let (saves, accounted) = theirs.withLock { ($0.saves, seen.union($0.displaced)) }
            let lost = (0..<saves).map { "theirs \($0)" }.filter { !accounted.contains($0) }

            #expect(lost.isEmpty)
            // Else nothing has raced, and nothing is shown.
            #expect(published > 0)
            #expect(interleaved > 0)
        }
    }
}
