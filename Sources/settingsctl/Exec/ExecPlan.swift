// When a program that 'exec' runs is reloaded, and when that is its end: decisions alone.

/// What becomes of a running program, with the time as an argument in milliseconds.
struct ExecPlan {
    /// How a running program comes to have new settings.
    enum Reload: Equatable {
        case signal(Int32)
        case restart
    }
    /// What is to be done now.
    enum Order: Equatable {
        /// Write what has changed to where the program reads it, then signal it.
        case signal(Int32)
        /// Write what has changed, then ask it to end, so that it can be started again.
        case end
        /// It didn't end when asked to.
        case kill
    }
    /// What its end means.
    enum Ending: Equatable {
        case startAgain
        case exit(Int32)
    }

    /// How long to wait for further changes.
    static let settle: Int64 = 100
    /// Changes that never stop put a reload off for so long, and no longer.
    static let longestSettling: Int64 = 1_000
    /// How long a program has to end before it is killed.
    static let patience: Int64 = 10_000
    /// How long until the file is written again that couldn't be; a change comes before.
    static let retry: Int64 = 5_000
    private static let terminate: Int32 = 15
    /// SIGHUP, SIGINT and SIGQUIT, at which some programs end and others don't.
    private static let interrupting: Set<Int32> = [1, 2, 3]

    private let reload: Reload
    private var settling: (first: Int64, due: Int64)?
    private var killTime: Int64?
    private var isRestarting = false
    private var isEnding = false

    init(_ reload: Reload) { self.reload = reload }

    /// When ``nextOrder(at:)`` has something to say; nil for never.
    var deadline: Int64? { [settling?.due, killTime].compactMap(\.self).min() }

    /// The settings have changed, as far as the program sees them.
    mutating func changed(at now: Int64) {
        let first = settling?.first ?? now
        settling = (first, min(now + Self.settle, first + Self.longestSettling))
    }

    /// The settings are again what the program has: nothing is to come.
    mutating func changedBack() { settling = nil }

    /// What the program reads couldn't be written; it runs on, and that is tried again.
    mutating func failed(at now: Int64) {
        settling = (now, now + Self.retry)
        isRestarting = false
        killTime = nil
    }

    /// Somebody has signalled us, or both of us; a program that is asked to end isn't started again.
    mutating func signalled(_ signal: Int32) {
        if signal == Self.terminate { isEnding = true }
        if isRestarting, Self.interrupting.contains(signal) { isEnding = true }
    }

    /// What is due.
    mutating func nextOrder(at now: Int64) -> Order? {
        if let time = killTime, time <= now {
            killTime = nil
            return .kill
        }
        guard let due = settling?.due, due <= now else { return nil }
        settling = nil
        guard !isEnding, !isRestarting else { return nil }
        guard case .signal(let signal) = reload else {
            isRestarting = true
            killTime = now + Self.patience
            return .end
        }
        return .signal(signal)
    }

    /// The program has ended.
    mutating func ended(with code: Int32) -> Ending {
        guard isRestarting, !isEnding else { return .exit(code) }
        isRestarting = false
        killTime = nil
        // It starts with what is so now.
        settling = nil
        return .startAgain
    }
}
