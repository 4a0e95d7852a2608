// Work that may take long, on a thread of its own, so that the loop needn't wait for it.

import CLinux
import Glibc

extension EventLoop {
    /// Does some work on a thread of its own and gives its outcome to the loop.
    ///
    /// Where the system has no thread for it, the work is done here; the outcome comes later all the
    /// same.
    ///
    /// - Parameters:
    ///   - name: What tools call the thread; at most 15 bytes, prctl(2).
    ///   - work: What is done; it must end by itself.
    ///   - take: Called on the loop.
    package func performInBackground<Outcome: Sendable>(
        _ name: StaticString,
        _ work: @escaping @Sendable () -> Outcome,
        then take: @escaping (Outcome) -> Void
    ) {
        let end = LoopOnly(take)
        let task = BackgroundTask {
            name.withUTF8Buffer { bytes in
                bytes.withMemoryRebound(to: CChar.self) { characters in
                    characters.baseAddress.map(clinux_name_thread)
                }
            }
            let thread = pthread_self()
            let outcome = work()
            self.perform {
                // It has nothing more to do than to end.
                pthread_join(thread, nil)
                end.value(outcome)
            }
        }
        guard !task.begin() else { return }
        let outcome = work()
        perform { end.value(outcome) }
    }
}

/// Something that crosses to another thread and back, and is used on the loop's alone.
// tidy: nobody but the loop looks at the value.
private struct LoopOnly<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}

/// What one thread does.
private final class BackgroundTask: Sendable {
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    /// Begins the thread; false where there is none to be had.
    func begin() -> Bool {
        // Signals are for the loop's thread; this one is born with all of them blocked.
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        var thread = pthread_t()
        let context = Unmanaged.passRetained(self)
        let result = pthread_create(
            &thread,
            nil,
            { context in
                guard let context else { return nil }
                Unmanaged<BackgroundTask>.fromOpaque(context).takeRetainedValue().body()
                return nil
            },
            context.toOpaque()
        )
        if result != 0 { context.release() }
        return result == 0
    }
}
