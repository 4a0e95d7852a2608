// What a program that watches is told of failures, without an agent or a clock.

import SettingsClient
import Synchronization
import Testing

@testable import SettingsConfiguration

@Suite(.timeLimit(.minutes(1))) struct `Updates of settings that can't be had` {
    @Test func `tell a failure once, and pause before each further try`() async throws {
        let failures = Failures(try await noAgent())
        let pauses = Mutex(0)
        // The third pause is one in which the task is cancelled.
        let pause: @Sendable () async throws -> Void = {
            let count = pauses.withLock { count in
                count += 1
                return count
            }
            if count == 3 { throw CancellationError() }
        }
        var told: [ClientError] = []
        for await event in SettingUpdates(failures, pausing: pause, { $0 }) {
            guard case .failed(let error, known: nil) = event else { throw NoFailure() }
            told.append(error)
        }
        #expect(told == [failures.error])
        #expect(pauses.withLock(\.self) == 3)
        #expect(failures.tries.withLock(\.self) == 4)
    }

    /// An error as the library makes it.
    private func noAgent() async throws -> ClientError {
        var options = ClientOptions()
        options.socket = "/nonexistent/socket"
        options.start = .never
        let settings = Settings(of: try Domain("a.b"), options: options)
        return try #require(await #expect(throws: ClientError.self) { try await settings.get("a") })
    }
}

/// Changes that fail at once, each time that they are asked for.
private final class Failures: AsyncSequence, Sendable {
    typealias Element = ChangeBatch
    typealias Failure = ClientError

    let error: ClientError
    let tries = Mutex(0)

    init(_ error: ClientError) { self.error = error }

    struct AsyncIterator: AsyncIteratorProtocol {
        let failures: Failures

        mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(ClientError) -> ChangeBatch? {
            failures.tries.withLock { $0 += 1 }
            throw failures.error
        }

        mutating func next() async throws(ClientError) -> ChangeBatch? {
            try await next(isolation: nil)
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(failures: self) }
}

private struct NoFailure: Error {}
