// Folders, pipes, sockets and threads that tests own and clean up.

import Foundation
import Glibc
import SettingsModel
import SyncEngine

@testable import SyncPlatform

/// A call of a fixture that failed; the test is at fault or the machine is full.
struct FixtureError: Error {
    var call: String
    var number = errno
}

/// A folder of a test's own.
final class Folder {
    let path: String

    init() throws {
        var template = Array("/tmp/sync-platform-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw FixtureError(call: "mkdtemp") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        // Even what a test made unreadable.
        _ = try? shell("chmod -R u+rwx '\(path)'; rm -rf '\(path)'")  // What stays is in /tmp.
    }

    subscript(_ name: String) -> String { path + "/" + name }

    func text(_ name: String) -> String? {
        FileManager.default.contents(atPath: self[name]).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Writes in place, as most editors do.
    func write(_ text: String, to name: String) throws {
        let file = open(self[name], O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw FixtureError(call: "open \(name)") }
        defer { close(file) }
        guard Glibc.write(file, text, text.utf8.count) == text.utf8.count else {
            throw FixtureError(call: "write \(name)")
        }
    }

    /// Writes a new file and renames it over the old one, as the other editors do.
    func replace(_ name: String, with text: String) throws {
        try write(text, to: name + ".new")
        guard rename(self[name + ".new"], self[name]) == 0 else {
            throw FixtureError(call: "rename \(name)")
        }
    }

    func names(in sub: String = ".") -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: self[sub])) ?? []).sorted()
    }

    func replica(_ name: String) -> ReplicaID {
        ReplicaID(domain: testDomain, path: self[name])
    }
}

let testDomain: Domain = {
    guard let domain = try? Domain("org.example.test") else { fatalError("not a domain") }
    return domain
}()

/// Runs a command line and gives what it printed.
@discardableResult
func shell(_ command: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    let output = Foundation.Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
        throw FixtureError(call: command, number: process.terminationStatus)
    }
    return String(decoding: bytes, as: UTF8.self)
}

struct Pipe: ~Copyable {
    let reading: Int32
    let writing: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw FixtureError(call: "pipe") }
        (reading, writing) = (ends[0], ends[1])
    }

    deinit {
        close(reading)
        close(writing)
    }
}

final class SocketPair {
    let ours: Int32
    private(set) var theirs: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
            throw FixtureError(call: "socketpair")
        }
        (ours, theirs) = (ends[0], ends[1])
    }

    func closeTheirs() {
        if theirs >= 0 { close(theirs) }
        theirs = -1
    }

    deinit {
        close(ours)
        closeTheirs()
    }
}

/// A thread to wait for.
final class Thread {
    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
    private var thread = pthread_t()

    init(_ body: @escaping @Sendable () -> Void) throws {
        let box = Unmanaged.passRetained(Body(body))
        let result = pthread_create(
            &thread,
            nil,
            { raw in
                guard let raw else { return nil }
                Unmanaged<Body>.fromOpaque(raw).takeRetainedValue().run()
                return nil
            },
            box.toOpaque()
        )
        guard result == 0 else { throw FixtureError(call: "pthread_create", number: result) }
    }

    func join() { pthread_join(thread, nil) }
}
