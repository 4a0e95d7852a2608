// What the event loop promises: order, punctuality, and rest.

import CLinux
import Glibc
import Synchronization
import Testing

@testable import SyncPlatform

@Suite struct `An event loop` {
    @Test func `sleeps without waking while nothing happens`() throws {
        let loop = try EventLoop()
        let silent = try Pipe()
        let registration = try loop.watch(silent.reading, for: .readable) { _ in }
        loop.cancel(loop.schedule(after: .milliseconds(5)) {})
        let before = loop.wakeUps
        loop.schedule(after: .milliseconds(300)) { loop.stop() }

        loop.run()

        // The one wake-up is the timer that ends the test.
        #expect(loop.wakeUps - before == 1)
        loop.forget(registration)
    }

    @Test func `fires timers in the order of their times, never early`() throws {
        let loop = try EventLoop()
        let start = SystemClock.monotonicNanoseconds
        var fired: [Int] = []
        var isEarly = false
        // So far apart that a busy machine may pause between two of these calls.
        for delay in [900, 300, 600] {
            loop.schedule(after: .milliseconds(delay)) {
                fired.append(delay)
                isEarly =
                    isEarly
                    || SystemClock.monotonicNanoseconds - start < Int64(delay) * 1_000_000
            }
        }

        loop.run { fired.count == 3 }

        #expect(fired == [300, 600, 900])
        #expect(!isEarly)
    }

    @Test func `does not fire a timer that was cancelled`() throws {
        let loop = try EventLoop()
        var fired: [String] = []
        let timer = loop.schedule(after: .milliseconds(1)) { fired.append("cancelled") }
        loop.schedule(after: .milliseconds(5)) { fired.append("kept") }
        loop.cancel(timer)

        loop.run { !fired.isEmpty }

        #expect(fired == ["kept"])
    }

    @Test(arguments: [
        Duration.milliseconds(1 << 53), .seconds(Int64.max), .seconds(Int64.max / 1_000_000_000),
    ])
    func `takes a delay longer than anybody lives`(delay: Duration) throws {
        let loop = try EventLoop()
        var fired: [String] = []
        loop.schedule(after: delay) { fired.append("late") }
        loop.schedule(after: .milliseconds(1)) { fired.append("soon") }

        loop.run { !fired.isEmpty }

        #expect(fired == ["soon"])
    }

    @Test func `keeps a thousand timers in order when most are cancelled`() {
        var queue = DeadlineQueue<Int>()
        let ids = (0..<1_000).map { queue.insert($0, due: Int64(($0 * 7_919) % 1_000)) }
        for (index, id) in ids.enumerated() where index % 10 != 0 { queue.remove(id) }

        var dues: [Int] = []
        while let body = queue.popDue(at: .max) { dues.append((body * 7_919) % 1_000) }

        #expect(dues.count == 100)
        #expect(dues == dues.sorted())
        #expect(queue.nextDue == nil)
    }

    @Test func `tells of a descriptor that is readable, writable, hung up`() throws {
        let loop = try EventLoop()
        let pair = try SocketPair()
        var told: [Readiness] = []
        let registration = try loop.watch(pair.ours, for: .readable) { told.append($0) }
        write(pair.theirs, "x", 1)
        loop.run { !told.isEmpty }
        #expect(told.last == .readable)

        var byte: UInt8 = 0
        read(pair.ours, &byte, 1)
        try loop.change(registration, to: .writable)
        told = []
        loop.run { !told.isEmpty }
        #expect(told.last == .writable)

        try loop.change(registration, to: .readable)
        told = []
        pair.closeTheirs()
        loop.run { !told.isEmpty }
        #expect(told.last?.isDisjoint(with: .hangup) == false)
        loop.forget(registration)
    }

    @Test func `calls no handler of a descriptor that another handler forgot`() throws {
        let loop = try EventLoop()
        let first = try SocketPair()
        let second = try SocketPair()
        var calls = 0
        var registrations: [Registration] = []
        for pair in [first, second] {
            registrations.append(
                try loop.watch(pair.ours, for: .readable) { _ in
                    calls += 1
                    for registration in registrations { loop.forget(registration) }
                }
            )
            write(pair.theirs, "x", 1)
        }
        loop.schedule(after: .milliseconds(20)) { loop.stop() }

        loop.run()

        #expect(calls == 1)
    }

    @Test func `runs what other threads hand over, all of it, in their order`() throws {
        let loop = try EventLoop()
        let got = Mutex<[Int]>([])
        let thread = try Thread {
            for number in 0..<10_000 { loop.perform { got.withLock { $0.append(number) } } }
            loop.stop()
        }

        loop.run()
        thread.join()

        #expect(got.withLock { $0 } == Array(0..<10_000))
    }

    @Test func `rests after an alarm for work that it has done already`() throws {
        let loop = try EventLoop()
        // As of a thread that handed over work and was held up before it rang.
        loop.ring()
        let before = loop.wakeUps
        loop.schedule(after: .milliseconds(100)) { loop.stop() }

        loop.run()

        // The alarm, and the timer that ends the test.
        #expect(loop.wakeUps - before == 2)
    }

    @Test func `is the executor of an actor`() throws {
        let loop = try EventLoop()
        let counter = Counter(loop: loop)
        let task = Task(executorPreference: loop) { @concurrent in
            for _ in 0..<100 { await counter.increment() }
            let count = await counter.count
            loop.stop()
            return count
        }

        loop.run()

        // Its result is there: the loop was stopped by the task's last act but one.
        loop.schedule(after: .milliseconds(1)) { loop.stop() }
        loop.run()
        #expect(counter.assumeIsolated { $0.count } == 100)
        #expect(counter.assumeIsolated { $0.wasElsewhere } == false)
        task.cancel()
    }

    @Test func `turns a signal into a call`() throws {
        let loop = try EventLoop()
        var got: [Int32] = []
        let source = try SignalSource([SIGUSR1], on: loop) { got.append($0) }
        pthread_kill(pthread_self(), SIGUSR1)

        loop.run { !got.isEmpty }

        #expect(got == [SIGUSR1])
        withExtendedLifetime(source) {}
    }
}

private actor Counter {
    nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
    private(set) var count = 0
    private(set) var wasElsewhere = false

    init(loop: EventLoop) { self.loop = loop }

    func increment() {
        count += 1
        wasElsewhere = wasElsewhere || !loop.isOnLoop
    }
}
