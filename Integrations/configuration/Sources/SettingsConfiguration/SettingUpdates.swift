// Changes of settings as a sequence that never fails.

import SettingsClient

/// What a watched domain says.
enum SettingEvent {
    /// The watched settings, all of one moment.
    case values(KnownSettings)
    /// What is watched can't be had now; it's tried again, and the same failure isn't told twice.
    ///
    /// `known` is what was told before; nil for nothing yet.
    case failed(ClientError, known: KnownSettings?)
}

/// What a program makes of each event; events that it makes nothing of are passed over.
struct SettingUpdates<Changes: AsyncSequence & Sendable, Element: Sendable>: AsyncSequence, Sendable
where Changes.Element == ChangeBatch, Changes.Failure == ClientError {
    typealias Failure = Never

    private let changes: Changes
    private let pause: Pause
    private let make: @Sendable (SettingEvent) -> Element?

    /// Waits after a failure that was told before; throws when the task is cancelled.
    typealias Pause = @Sendable () async throws -> Void

    init(
        _ changes: Changes,
        pausing pause: @escaping Pause = { try await Task.sleep(for: .seconds(1)) },
        _ make: @escaping @Sendable (SettingEvent) -> Element?
    ) {
        self.changes = changes
        self.pause = pause
        self.make = make
    }

    struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var changes: Changes.AsyncIterator
        fileprivate let pause: Pause
        fileprivate let make: @Sendable (SettingEvent) -> Element?
        private var known: KnownSettings?
        private var failure: ClientError?

        fileprivate init(_ updates: SettingUpdates) {
            changes = updates.changes.makeAsyncIterator()
            pause = updates.pause
            make = updates.make
        }

        mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async -> Element? {
            while !Task.isCancelled {
                guard let event = await nextEvent(isolation: actor) else { return nil }
                if let element = make(event) { return element }
            }
            return nil
        }

        /// The next event; nil when the task is cancelled.
        private mutating func nextEvent(
            isolation actor: isolated (any Actor)?
        ) async
            -> SettingEvent?
        {
            while true {
                do {
                    guard let batch = try await changes.next(isolation: actor) else { return nil }
                    var known = self.known ?? KnownSettings()
                    known.take(batch)
                    self.known = known
                    failure = nil
                    return .values(known)
                } catch {
                    if error == failure {
                        // Where no descriptor is left, it fails again at once.
                        do { try await pause() } catch { return nil }
                        continue
                    }
                    failure = error
                    return .failed(error, known: known)
                }
            }
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}
