// Changes of settings as a sequence that never fails.

import SettingsClient

/// What a watched domain says.
enum SettingEvent {
    /// The watched settings, all of one moment.
    case values([SettingKeyPath: SettingValue])
    /// What is watched can't be had now; it's tried again, and the same failure isn't told twice.
    ///
    /// `known` is what was told before; nil for nothing yet.
    case failed(ClientError, known: [SettingKeyPath: SettingValue]?)
}

/// What a program makes of each event; events that it makes nothing of are passed over.
struct SettingUpdates<Element: Sendable>: AsyncSequence, Sendable {
    typealias Failure = Never

    private let changes: SettingsChanges
    private let make: @Sendable (SettingEvent) -> Element?

    init(_ changes: SettingsChanges, _ make: @escaping @Sendable (SettingEvent) -> Element?) {
        self.changes = changes
        self.make = make
    }

    struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var changes: SettingsChanges.AsyncIterator
        fileprivate let make: @Sendable (SettingEvent) -> Element?
        private var values: [SettingKeyPath: SettingValue]?
        private var failure: ClientError?
        /// How long to wait after a failure that was told before.
        private let pause = Duration.seconds(1)

        fileprivate init(
            _ changes: SettingsChanges.AsyncIterator,
            _ make: @escaping @Sendable (SettingEvent) -> Element?
        ) {
            self.changes = changes
            self.make = make
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
                    var values = self.values ?? [:]
                    for change in batch.changes { values[change.key] = change.value }
                    self.values = values
                    failure = nil
                    return .values(values)
                } catch {
                    if error == failure {
                        // Where no descriptor is left, it fails again at once.
                        do { try await Task.sleep(for: pause) } catch { return nil }
                        continue
                    }
                    failure = error
                    return .failed(error, known: values)
                }
            }
        }
    }

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(changes.makeAsyncIterator(), make)
    }
}
