// An agent that says what a test has written for it.

import Foundation
import Glibc
import SettingsClient
import Testing

/// Listens on a socket of its own; what it does over each connection is a part of the test.
final class ScriptedAgent: Sendable {
    /// How a program meets it.
    let options: ClientOptions
    private let folder: String
    private let listener: Int32

    /// What an agent does over one connection, which then ends.
    typealias Part = @Sendable (Peer) -> Void

    /// Plays one part for each connection that comes; further ones are not taken.
    init(_ parts: Part...) throws {
        folder = try makeShortFolder()
        var options = ClientOptions()
        options.socket = folder + "/s"
        options.start = .never
        self.options = options
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let listener = socket(AF_UNIX, type, 0)
        self.listener = listener
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: (folder + "/s").utf8) }
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard isBound == 0, listen(listener, 16) == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
        Thread.detachNewThread {
            for part in parts {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { return }
                let peer = Peer(descriptor: connection)
                part(peer)
                close(connection)
            }
        }
    }

    /// Takes every connection that waits, and ends it when the test does.
    func acceptAll() {
        _ = fcntl(listener, F_SETFL, O_NONBLOCK)
        while accept(listener, nil, nil) >= 0 {}
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        _ = try? FileManager.default.removeItem(atPath: folder)  // what stays is in /tmp
    }

    /// The agent's end of a connection.
    struct Peer {
        fileprivate let descriptor: Int32

        /// Waits until the program has closed its end, whatever it sends meanwhile.
        func waitForEnd() {
            var entry = pollfd(fd: descriptor, events: 0, revents: 0)
            poll(&entry, 1, -1)
        }

        /// Waits until the program has sent something, and leaves it unread.
        func waitForBytes() {
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            poll(&entry, 1, -1)
        }

        /// Sends lines.
        func send(_ lines: String...) {
            for line in lines {
                let bytes = Array((line + "\n").utf8)
                // A program that has gone is one of the things that are tested.
                _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
            }
        }

        /// Reads so many bytes; fewer at the end.
        @discardableResult
        func read(_ count: Int) -> [UInt8] {
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while bytes.count < count {
                let count = recv(descriptor, &buffer, min(buffer.count, count - bytes.count), 0)
                guard count > 0 else { break }
                bytes += buffer[..<count]
            }
            return bytes
        }

        /// Reads a line; what there was at the end.
        @discardableResult
        func readLine() -> String {
            var line: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                // Looks first: what comes after the line is for the next call.
                let seen = recv(descriptor, &buffer, buffer.count, Int32(MSG_PEEK))
                guard seen > 0 else { break }
                let end = buffer[..<seen].firstIndex(of: 0x0A)
                let taken = recv(descriptor, &buffer, end.map { $0 + 1 } ?? seen, 0)
                guard taken > 0 else { break }
                line += buffer[..<(end ?? taken)]
                if end != nil { break }
            }
            return String(decoding: line, as: UTF8.self)
        }
    }
}

extension ScriptedAgent.Peer {
    /// Reads the request that is to come, and answers it with these members.
    func answer(_ method: String, _ members: String) {
        let request = readLine()
        #expect(request.contains(#""method":"\#(method)""#))
        let id = request.split { ":,".contains($0) }.dropFirst().first ?? "?"
        send(#"{"id":\#(id),"result":{\#(members)}}"#)
    }

    /// Takes a subscription; gives what was asked.
    @discardableResult
    func takeSubscription(seq: Int, mode: String) -> String {
        let request = readLine()
        send(#"{"id":2,"result":{"sub":7,"epoch":"e","seq":\#(seq),"mode":"\#(mode)"}}"#)
        return request
    }

    /// Tells everything there is.
    func sendSnapshot(_ changes: String..., at seq: Int) {
        tell("snapshot", changes, #""first":true,"more":false,"epoch":"e","seq":\#(seq)"#)
    }

    /// Tells of changes.
    func sendChanged(_ changes: String..., from: Int, to seq: Int) {
        tell("changed", changes, #""epoch":"e","from":\#(from),"seq":\#(seq)"#)
    }

    private func tell(_ method: String, _ changes: [String], _ members: String) {
        let list = changes.map { change in
            let words = change.split(separator: "=").map(String.init)
            return #"{"domain":"a.b","path":["\#(words[0])"],"value":\#(words[1]),"rev":1,"#
                + #""layer":"user","origin":"test"}"#
        }.joined(separator: ",")
        send(#"{"method":"\#(method)","params":{"sub":7,\#(members),"changes":[\#(list)]}}"#)
    }
}
