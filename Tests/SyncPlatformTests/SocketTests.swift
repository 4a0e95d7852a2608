// The sockets that clients connect to.

import Foundation
import Glibc
import SettingsModel
import SyncEngine
import Testing

@testable import SyncPlatform

/// A plain client: a descriptor connected to a path, or −1.
private func connected(to path: String) throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    let isConnected = try ListeningSocket.withAddress(path) { connect(descriptor, $0, $1) == 0 }
    if isConnected { return descriptor }
    close(descriptor)
    return -1
}

extension `Watched` {
    @Suite struct `A listening socket` {
        private func accepted(_ listener: ListeningSocket) -> (StreamSocket, Peer)? {
            guard
                case .connection(let descriptor, let peer) = listener.accept(
                    sparing: ConnectionReserve()
                )
            else { return nil }
            return (StreamSocket(descriptor), peer)
        }

        @Test func `is the user's alone, and says who connects`() throws {
            let folder = try Folder()
            let listener = try ListeningSocket(bindingTo: folder["socket"])
            #expect(try FileStatus.named(folder["socket"]).mode == 0o600)
            let client = try connected(to: folder["socket"])
            defer { close(client) }
            let (_, peer) = try #require(accepted(listener))
            #expect(peer == Peer(process: getpid(), user: geteuid()))
            #expect(fcntl(listener.descriptor, F_GETFD) & FD_CLOEXEC != 0)
        }

        @Test func `accepts nobody without waiting when nobody is there`() throws {
            let folder = try Folder()
            let listener = try ListeningSocket(bindingTo: folder["socket"])
            #expect(accepted(listener) == nil)
        }

        @Test func `is refused to a second agent and removed with the first`() throws {
            let folder = try Folder()
            do {
                let first = try ListeningSocket(bindingTo: folder["socket"])
                let error = #expect(throws: PlatformError.self) {
                    _ = try ListeningSocket(bindingTo: folder["socket"])
                }
                #expect(error?.code == .alreadyRunning)
                let client = try connected(to: folder["socket"])
                #expect(client >= 0)
                close(client)
                withExtendedLifetime(first) {}
            }
            #expect(!folder.names().contains("socket"))
        }

        @Test func `is free at once, though a program that is being started has its lock`() throws {
            let folder = try Folder()
            let copy: Int32
            do {
                let first = try ListeningSocket(bindingTo: folder["socket"])
                let files = FileManager.default
                let lock = try files.contentsOfDirectory(atPath: "/proc/self/fd").first {
                    let path = try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
                    return path == folder["socket.lock"]
                }
                copy = fcntl(try #require(lock.flatMap { Int32($0) }), F_DUPFD_CLOEXEC, 0)
                withExtendedLifetime(first) {}
            }
            defer { close(copy) }
            _ = try ListeningSocket(bindingTo: folder["socket"])
        }

        @Test func `takes the place of one whose agent died`() throws {
            let folder = try Folder()
            let dead = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            _ = try ListeningSocket.withAddress(folder["socket"]) { bind(dead, $0, $1) }
            close(dead)
            let listener = try ListeningSocket(bindingTo: folder["socket"])
            let client = try connected(to: folder["socket"])
            defer { close(client) }
            #expect(accepted(listener) != nil)
        }

        @Test func `leaves one alone that answers without a lock`() throws {
            let folder = try Folder()
            let other = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(other) }
            _ = try ListeningSocket.withAddress(folder["socket"]) { bind(other, $0, $1) }
            listen(other, 1)
            let error = #expect(throws: PlatformError.self) {
                _ = try ListeningSocket(bindingTo: folder["socket"])
            }
            #expect(error?.code == .alreadyRunning)
            #expect(folder.names().contains("socket"))
        }

        @Test(arguments: ["echo precious > socket", "mkdir socket"])
        func `never removes what isn't a socket`(command: String) throws {
            let folder = try Folder()
            try shell("cd '\(folder.path)'; \(command)")
            let before = try shell("ls -l '\(folder.path)' | grep -v lock | tail -n +2")
            _ = #expect(throws: PlatformError.self) {
                _ = try ListeningSocket(bindingTo: folder["socket"])
            }
            #expect(try shell("ls -l '\(folder.path)' | grep -v lock | tail -n +2") == before)
        }

        @Test(arguments: [(107, true), (108, false)])
        func `says when its path is too long`(length: Int, isPossible: Bool) throws {
            let folder = try Folder()
            let name = String(repeating: "x", count: length - folder.path.utf8.count - 1)
            let listener = try? ListeningSocket(bindingTo: folder[name])
            #expect((listener != nil) == isPossible)
        }

        @Test func `sheds a client when no descriptor is left, and serves again after`() throws {
            let folder = try Folder()
            let listener = try ListeningSocket(bindingTo: folder["socket"])
            let reserve = ConnectionReserve()
            let client = try connected(to: folder["socket"])
            defer { close(client) }
            var taken: [Int32] = []
            while true {
                let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
                if descriptor < 0 { break }
                taken.append(descriptor)
            }
            let first = listener.accept(sparing: reserve)
            let second = listener.accept(sparing: reserve)
            for descriptor in taken { close(descriptor) }
            guard case .shed = first, case .nobody = second else {
                Issue.record("got \(first), then \(second)")
                return
            }
            var byte: UInt8 = 0
            #expect(read(client, &byte, 1) == 0)

            let next = try connected(to: folder["socket"])
            defer { close(next) }
            #expect(accepted(listener) != nil)
        }

        @Test func `says that it is unable to when not even the reserve is there`() throws {
            let folder = try Folder()
            let listener = try ListeningSocket(bindingTo: folder["socket"])
            let client = try connected(to: folder["socket"])
            defer { close(client) }
            var taken: [Int32] = []
            while let descriptor = [dup(client)].first(where: { $0 >= 0 }) {
                taken.append(descriptor)
            }
            let outcome = listener.accept(sparing: ConnectionReserve())
            for descriptor in taken { close(descriptor) }
            guard case .unable = outcome else {
                Issue.record("got \(outcome)")
                return
            }
            #expect(accepted(listener) != nil)
        }

        @Test func `is adopted when it listens, and only then`() throws {
            let folder = try Folder()
            let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            _ = try ListeningSocket.withAddress(folder["socket"]) { bind(descriptor, $0, $1) }
            let error = #expect(throws: PlatformError.self) {
                _ = try ListeningSocket(adopting: descriptor)
            }
            #expect(error?.code == .badActivation)
            listen(descriptor, 1)
            do {
                let listener = try ListeningSocket(adopting: descriptor)
                #expect(listener.path == folder["socket"])
                #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
                #expect(fcntl(descriptor, F_GETFL) & O_NONBLOCK != 0)
            }
            // It is the service manager's: it stays for the next start.
            #expect(folder.names() == ["socket"])
        }
    }

    @Suite struct `A connection` {
        @Test func `neither waits for bytes nor for room`() throws {
            let pair = try SocketPair()
            let ours = StreamSocket(dup(pair.ours))
            _ = fcntl(ours.descriptor, F_SETFL, O_NONBLOCK)
            var buffer = [UInt8](repeating: 0, count: 8)
            #expect(buffer.withUnsafeMutableBytes { ours.read(into: $0) } == .nothingNow)
            let bytes = [UInt8](repeating: 1, count: 1 << 20)
            var total = 0
            while let count = ours.write(bytes[...]), count > 0 { total += count }
            #expect(total > 0)
            #expect(ours.write(bytes[...]) == 0)
        }

        @Test func `reads what came before the end, then the end`() throws {
            let pair = try SocketPair()
            let ours = StreamSocket(dup(pair.ours))
            _ = fcntl(ours.descriptor, F_SETFL, O_NONBLOCK)
            write(pair.theirs, "last", 4)
            shutdown(pair.theirs, Int32(SHUT_WR))
            var buffer = [UInt8](repeating: 0, count: 8)
            #expect(buffer.withUnsafeMutableBytes { ours.read(into: $0) } == .bytes(4))
            #expect(buffer.withUnsafeMutableBytes { ours.read(into: $0) } == .ended)
            #expect(ours.write([1][...]) == 1)
        }

        @Test func `survives that the other side is gone`() throws {
            let pair = try SocketPair()
            let ours = StreamSocket(dup(pair.ours))
            pair.closeTheirs()
            #expect(ours.write([1][...]) == nil)
        }
    }
}
