// Reading whole files, also those whose size nobody knows before.

import FileReplacing
import Glibc
import Testing

@testable import SyncPlatform

@Suite struct `A file that is longer than it was to be` {
    private let folder: Folder

    init() throws {
        folder = try Folder()
        try folder.write(String(repeating: "0123456789", count: 10_000), to: "s")
    }

    /// How often this thread has asked the kernel for bytes, as proc_pid_io(5) counts.
    private var reads: Int {
        let lines = SystemFile.text(of: "/proc/thread-self/io")?.split(separator: "\n") ?? []
        let count = lines.first { $0.hasPrefix("syscr: ") }?.dropFirst("syscr: ".count)
        return count.flatMap { Int($0) } ?? 0
    }

    @Test func `is read in a few calls`() throws {
        let before = reads
        let text = SystemFile.text(of: folder["s"])
        let after = reads

        #expect(text?.utf8.count == 100_000)
        try #require(after > 0)
        // Two of them are those of the counting.
        #expect(after - before < 12)
    }

    @Test func `is read up to the limit and a byte more, which tells`() throws {
        let descriptor = open(folder["s"], O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        func count(limit: Int) throws -> Int {
            try SystemFile.contents(of: descriptor, expectedSize: 10, limit: limit).count
        }
        #expect(try count(limit: 1_000) == 1_001)
        #expect(try count(limit: 99_999) == 100_000)
        #expect(try count(limit: 100_000) == 100_000)
        #expect(try count(limit: 5) == 6)
    }
}
