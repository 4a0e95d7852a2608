// The standard error that nobody reads.

import Glibc
import Testing

@testable import SyncPlatform

/// The two ends of a pipe or a pair of sockets.
private final class Ends {
    let reading: Int32
    let writing: Int32

    enum Kind: CaseIterable {
        case pipe
        case sockets
    }

    init(_ kind: Kind) {
        var ends: [Int32] = [-1, -1]
        switch kind {
        case .pipe: Glibc.pipe(&ends)
        case .sockets: socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
        }
        reading = ends[0]
        writing = ends[1]
    }

    deinit {
        close(reading)
        close(writing)
    }

    /// Everything that is there now.
    func readAll() -> String {
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var room = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
        while poll(&room, 1, 0) == 1 {
            let count = read(reading, &buffer, buffer.count)
            guard count > 0 else { break }
            text += buffer[..<count]
        }
        return String(decoding: text, as: UTF8.self)
    }
}

@Suite(.timeLimit(.minutes(10))) struct `The standard error` {
    @Test(arguments: Ends.Kind.allCases)
    private func `never waits for its reader, and says what it dropped`(kind: Ends.Kind) throws {
        let ends = Ends(kind)
        let loop = try EventLoop()
        let standardError = StandardError(ends.writing) { "lost \($0)\n" }
        standardError.notice(on: loop)
        let line = String(repeating: "x", count: 99) + "\n"
        let count = 10_000

        for _ in 0..<count { standardError.tell(line) }
        var text = ends.readAll()
        // Once it flows again, without another message.
        loop.run {
            text += ends.readAll()
            return text.hasSuffix("\n") && text.contains("lost")
        }
        standardError.tell("after\n")
        text += ends.readAll()

        let lines = text.split(separator: "\n")
        let whole = lines.count { $0.utf8.count == 99 }
        #expect(whole > 0 && whole < count)
        #expect(lines.suffix(2) == ["lost \(count - whole)", "after"])
    }

    @Test func `leaves other programs' use of a pipe alone`() {
        let ends = Ends(.pipe)
        let others = dup(ends.writing)
        defer { close(others) }
        let standardError = StandardError(ends.writing) { "lost \($0)\n" }
        standardError.tell("a\n")
        #expect(fcntl(others, F_GETFL) & O_NONBLOCK == 0)
        #expect(fcntl(ends.writing, F_GETFL) & O_NONBLOCK != 0)
        #expect(ends.readAll() == "a\n")
    }
}
