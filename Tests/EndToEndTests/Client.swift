// A client on one of the agent's sockets, written here so that the tests share no code with it.

import Foundation
import Glibc
import SettingsModel
import SettingsProtocol

/// A request that the agent refused.
struct Refused: Error, Equatable {
    var slug: String
    var message: String
}

/// A connection to the agent.
final class Client {
    let descriptor: Descriptor
    private var buffer: [UInt8] = []
    private var lastID = 0
    /// Notifications that came before they were asked for, the oldest first.
    private var inbox: [SettingValue] = []

    /// Connects to a socket.
    init(to path: String) throws {
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        descriptor = try Descriptor(socket(AF_UNIX, type, 0), from: "socket")
        guard withSocketAddress(path, { connect(descriptor.number, $0, $1) }) == 0 else {
            throw TestFailure.call("connect")
        }
    }

    // MARK: Requests

    /// Sends a request with these parameters, as JSON, and gives its result.
    ///
    /// It throws ``Refused`` when the agent answers with an error.
    @discardableResult
    func call(_ method: String, _ params: String = "{}") throws -> SettingValue {
        try answer(to: try send(method, params))
    }

    /// Sends a request without waiting for its answer.
    func send(_ method: String, _ params: String = "{}") throws -> Int {
        lastID += 1
        try send(line: #"{"id":\#(lastID),"method":"\#(method)","params":\#(params)}"#)
        return lastID
    }

    /// Sends a line of any kind.
    func send(line: String) throws { try descriptor.write(Array((line + "\n").utf8)) }

    /// Waits for the answer to a request.
    func answer(to id: Int) throws -> SettingValue {
        let deadline = Deadline()
        while true {
            guard let line = try line(until: deadline, for: "the answer to request \(id)") else {
                throw TestFailure("the agent closed the connection before it answered")
            }
            guard line["method"] == nil else {
                inbox.append(line)
                continue
            }
            // An error without an id is about the connection.
            guard line["id"] == .integer(Int64(id)) || line["id"] == .null else { continue }
            if let result = line["result"] { return result }
            throw Refused(
                slug: line["error"]?["data"]?["slug"]?.text ?? "",
                message: line["error"]?["message"]?.text ?? ""
            )
        }
    }

    /// Sets a key of the tests' domain; JSON.
    @discardableResult
    func set(_ key: String, to value: String) throws -> SettingValue {
        try call("set", #"["\#(Home.domain)","\#(key)",\#(value)]"#)
    }

    /// A key of the tests' domain as JSON; nil when it isn't set.
    func get(_ key: String) throws -> String? {
        do {
            return try call("get", #"["\#(Home.domain)","\#(key)"]"#)["value"]?.json
        } catch let refused as Refused where refused.slug == "KeyNotFound" {
            return nil
        }
    }

    /// Waits until every file as it is now has been seen and written.
    func rescan() throws { try call("rescan") }

    /// What the agent says of one file.
    func replica(_ path: String) throws -> SettingValue {
        let replicas = try call("replicas", #"{"domain":"\#(Home.domain)"}"#)["replicas"]
        guard let found = replicas?.elements.first(where: { $0["file"]?.text == path }) else {
            throw TestFailure("'\(path)' is not among \(replicas?.json ?? "no replicas")")
        }
        return found
    }

    // MARK: Notifications

    /// The next notification of a kind; those before it are passed over.
    func next(_ method: String) throws -> SettingValue {
        try next("'\(method)'") { $0["method"]?.text == method }["params"] ?? .null
    }

    /// The next change of a key to a value; JSON, nil for its removal.
    func nextChange(of key: String, to value: String?) throws {
        _ = try next("a change of '\(key)' to \(value ?? "nothing")") { line in
            line["method"]?.text == "changed"
                && line["params"]?.changes.contains { $0 == (key, value) } == true
        }
    }

    /// The changes until a key has a value, as `key=value`, in alphabetical order.
    func changes(until key: String, is value: String) throws -> [String] {
        var found: [String] = []
        while !found.contains("\(key)=\(value)") {
            found += try next("changed").changes.map { "\($0.0)=\($0.1 ?? "")" }
        }
        return found.sorted()
    }

    /// The changes in all notifications that have come by now, as `key=value`.
    ///
    /// The asker is a connection on which a rescan shows that everything has come.
    func changesSoFar(asking asker: Client) throws -> [String] {
        try asker.rescan()
        // What was announced before the answer is in this socket already.
        while let bytes = descriptor.readNow() { buffer += bytes }
        while let line = try takeLine() { inbox.append(line) }
        defer { inbox = [] }
        return inbox.flatMap { $0["params"]?.changes ?? [] }.map { "\($0.0)=\($0.1 ?? "")" }
    }

    private func next(
        _ what: String,
        where isWanted: (SettingValue) -> Bool
    ) throws -> SettingValue {
        if let index = inbox.firstIndex(where: isWanted) {
            defer { inbox.removeFirst(index + 1) }
            return inbox[index]
        }
        inbox = []
        let deadline = Deadline()
        while let line = try line(until: deadline, for: what) {
            if isWanted(line) { return line }
        }
        throw TestFailure("the agent closed the connection before \(what)")
    }

    // MARK: Lines

    /// The next line; nil when the agent has closed the connection.
    func nextLine() throws -> SettingValue? { try line(until: Deadline(), for: "a line") }

    private func line(until deadline: Deadline, for what: String) throws -> SettingValue? {
        while true {
            if let line = try takeLine() { return line }
            guard let bytes = try descriptor.read(until: deadline, for: what) else { return nil }
            buffer += bytes
        }
    }

    private func takeLine() throws -> SettingValue? {
        guard let end = buffer.firstIndex(of: 0x0A) else { return nil }
        let line = buffer[..<end]
        buffer = Array(buffer[(end + 1)...])
        return try SettingValue(json: Array(line))
    }
}

/// Calls `body` with the address of a Unix socket; `@` begins an abstract name.
func withSocketAddress(
    _ path: String,
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var bytes = Array(path.utf8)
    let length = MemoryLayout<sa_family_t>.size + bytes.count
    if bytes.first == UInt8(ascii: "@") { bytes[0] = 0 }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(length)) }
    }
}

extension SettingValue {
    /// A member of an object.
    subscript(_ key: String) -> SettingValue? {
        guard case .dictionary(let entries) = self else { return nil }
        return entries.first { $0.key == key }?.value
    }

    /// The text of a string.
    var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The elements of an array; none of anything else.
    var elements: [SettingValue] {
        if case .array(let elements) = self { elements } else { [] }
    }

    /// The changes in a notification's parameters, by key path; as JSON, nil for a removal.
    fileprivate var changes: [(String, String?)] {
        (self["changes"]?.elements ?? []).map { change in
            (change["key"]?.text ?? change["key"]?.json ?? "", change["value"]?.json)
        }
    }
}
