// Readers that come before the version that they read.

import Testing

@testable import SyncEngine

@Suite struct `Early reads` {
    private func file(_ number: Int) -> FileIdentity {
        FileIdentity(device: 1, inode: UInt64(number))
    }

    @Test func `are counted until they are taken`() {
        var reads = EarlyReads()
        reads.note(file(1))
        reads.note(file(2))
        reads.note(file(1))
        #expect(reads.take(file(1)) == 2)
        #expect(reads.take(file(1)) == 0)
        #expect(reads.take(file(2)) == 1)
    }

    @Test func `of as many files as there may be are all kept`() {
        var reads = EarlyReads()
        for number in 1...EarlyReads.limit { reads.note(file(number)) }
        #expect(reads.take(file(1)) == 1)
        #expect(reads.take(file(EarlyReads.limit)) == 1)
    }

    @Test func `of one file more drop what was read longest ago`() {
        var reads = EarlyReads()
        for number in 1...EarlyReads.limit { reads.note(file(number)) }
        reads.note(file(1))
        reads.note(file(EarlyReads.limit + 1))
        #expect(reads.take(file(1)) == 2)
        #expect(reads.take(file(2)) == 0)
        #expect(reads.take(file(3)) == 1)
    }
}
