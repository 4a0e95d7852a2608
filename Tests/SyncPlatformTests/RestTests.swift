// Files that can't be leased: when they are taken for written.

import Testing

@testable import SyncPlatform

@Suite struct `A file without a lease` {
    private static let second: Int64 = 1_000_000_000
    private let now: Int64 = 1_700_000_000 * second

    @Test(arguments: [second, 3_600 * second, Int64.max - 1_700_000_000 * second])
    func `that is dated ahead is at rest once it was seen unchanged for a while`(ahead: Int64) {
        var rest = Rest()
        func isQuiet(_ mark: UInt64, after nanoseconds: Int64) -> Bool {
            rest.notice(mark, modified: now + ahead, wall: now, monotonic: nanoseconds)
        }
        #expect(!isQuiet(1, after: 0))
        #expect(!isQuiet(1, after: Rest.time - 1))
        #expect(!isQuiet(2, after: Rest.time))
        #expect(isQuiet(2, after: 2 * Rest.time))
    }

    @Test(arguments: [
        (0, false), (-Rest.time + 1, false), (-Rest.time, true), (-second, true), (.min, true),
    ])
    func `that isn't dated ahead is at rest some time after its last write`(
        age: Int64,
        isQuiet: Bool
    ) {
        var rest = Rest()
        let modified = age == .min ? age : now + age
        #expect(rest.notice(1, modified: modified, wall: now, monotonic: 0) == isQuiet)
    }
}
