// Many requests at once.

import Testing

@testable import SettingsClient

@Suite(.timeLimit(.minutes(10))) struct `A limit on requests` {
    private func filled() async throws -> RequestLimit {
        let limit = RequestLimit()
        for _ in 0..<RequestLimit.most { try await limit.begin() }
        return limit
    }

    @Test func `lets as many in as it says, and one more when one has ended`() async throws {
        let limit = try await filled()
        #expect(limit.waitingCount == 0)
        async let late: Void = limit.begin()
        while limit.waitingCount == 0 { await Task.yield() }
        limit.end()
        try await late
        #expect(limit.waitingCount == 0)
    }

    @Test func `is left by a task that is cancelled, before and while it waits`() async throws {
        let limit = try await filled()
        for _ in 0..<200 {
            let task = Task { try await limit.begin() }
            if Bool.random() { await Task.yield() }
            task.cancel()
            await #expect(throws: ClientError.cancelled) { try await task.value }
        }
        #expect(limit.waitingCount == 0)
    }
}
