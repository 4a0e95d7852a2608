// An agent for tests: a socket, a thread, and answers that each test gives.

import Foundation
import Glibc
import SettingsModel
import SettingsProtocol
import Synchronization

/// What a test's agent does with a request.
enum Answer: Sendable {
    case result(any ReplyResult)
    case failure(RPCError)
    /// A result, then notifications, each for the subscription 1.
    case stream(any ReplyResult, [SettingsProtocol.Notification])
    /// As `stream`, and then the connection is closed.
    case streamAndClose(any ReplyResult, [SettingsProtocol.Notification])
}

/// Listens on a socket of its own and answers as it is told; takes only what the protocol allows.
final class FakeAgent: Sendable {
    let path: String
    private let listener: Int32
    private let domains: [DomainReport]
    private let answer: @Sendable (Call) -> Answer
    /// The files that can't have a change once it was tried; every command waits for that.
    private let warnings: [Warning]
    /// What linking a file would change; every link asks for that first.
    private let plan: LinkPlan
    private let seen = Mutex<[Call]>([])

    /// Every request so far, in order, but those that only ask who is there.
    var calls: [Call] { seen.withLock { $0 } }

    /// Starts to listen at a path.
    init(
        path: String,
        domains: [DomainReport],
        warnings: [Warning] = [],
        plan: LinkPlan = LinkPlan(token: "t"),
        answer: @escaping @Sendable (Call) -> Answer
    ) throws {
        self.path = path
        self.domains = domains
        self.warnings = warnings
        self.plan = plan
        self.answer = answer
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard isBound == 0, listen(listener, 16) == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
        Thread { [self] in accept() }.start()
    }

    /// Ends listening; open connections end with their clients.
    func close() {
        shutdown(listener, Int32(SHUT_RDWR))
        Glibc.close(listener)
    }

    private func accept() {
        while true {
            let connection = Glibc.accept(listener, nil, nil)
            guard connection >= 0 else { return }
            // Another test's process must not hold this connection open.
            _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
            Thread { [self] in serve(connection) }.start()
        }
    }

    private func serve(_ connection: Int32) {
        defer { Glibc.close(connection) }
        var splitter = LineSplitter(limits: .standard)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            splitter.append(Array(buffer[..<count]))
            do {
                while let line = try splitter.next() {
                    guard reply(to: line, on: connection) else { return }
                }
            } catch {
                send(ReplyAddress(id: .null).reply(error), connection)
                return
            }
        }
    }

    /// Answers one line; false when the connection is to end.
    private func reply(to line: [UInt8], on connection: Int32) -> Bool {
        do {
            let request = try Request(line, limits: .standard)
            do {
                let call = try request.call()
                if case .ping = call {
                    return give(.result(Position(seq: 1)), to: request.address, on: connection)
                }
                if case .domains = call {
                    let reports = SettingsProtocol.Domains(domains)
                    return give(.result(reports), to: request.address, on: connection)
                }
                if case .resolve(_, let text) = call {
                    // Its keys are nested; nil: no test has such a text.
                    let resolved = ResolvedKey((try? SettingKeyPath(parsing: text)) ?? "wrong")
                    return give(.result(resolved), to: request.address, on: connection)
                }
                if case .compare = call {
                    return give(.result(plan), to: request.address, on: connection)
                }
                if case .settle = call {
                    let settled = BatchAcceptance(seq: 1, revs: nil, warnings: warnings)
                    return give(.result(settled), to: request.address, on: connection)
                }
                seen.withLock { $0.append(call) }
                return give(answer(call), to: request.address, on: connection)
            } catch {
                send(request.address.reply(error), connection)
            }
        } catch {
            send(error.address.reply(error.error), connection)
        }
        return true
    }

    private func give(_ answer: Answer, to address: ReplyAddress, on connection: Int32) -> Bool {
        switch answer {
        case .result(let result): send(address.reply(result), connection)
        case .failure(let error): send(address.reply(error), connection)
        case .stream(let result, let notifications), .streamAndClose(let result, let notifications):
            var bytes = address.reply(result)
            for notification in notifications {
                notification.append(to: &bytes, sub: 1)
            }
            send(bytes, connection)
        }
        if case .streamAndClose = answer { return false }
        return true
    }

    private func send(_ bytes: [UInt8], _ connection: Int32) {
        // The client may be gone already, which is its right.
        _ = Glibc.send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }
}
