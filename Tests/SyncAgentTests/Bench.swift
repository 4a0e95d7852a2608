// An agent among doubles: files and journal in memory, connections without sockets.

import Foundation
import SettingsModel
import SettingsProtocol
import SyncEngine
import SyncPlatform
import TestSupport
import Testing

@testable import SyncAgent

/// The domain of most tests.
let editor = domain("org.example.editor")

/// A domain by its name.
func domain(_ name: String) -> Domain {
    guard let domain = try? Domain(name) else { fatalError("'\(name)' is no domain") }
    return domain
}

/// A key path by its text.
func key(_ text: String) -> SettingKeyPath {
    guard let path = try? SettingKeyPath(parsing: text) else { fatalError("'\(text)' is no key") }
    return path
}

/// Every way to read the setting `a`, as a method and its parameters.
let reads = [
    ("get", #"["org.example.editor","a"]"#),
    ("getMany", #"{"domain":"org.example.editor","keys":["a"]}"#),
    ("list", #"{"domain":"org.example.editor"}"#),
    ("list", "{}"),
    ("explain", #"["org.example.editor","a"]"#),
]

/// A connection without a socket: it takes as many bytes as the test lets it.
final class FakeTransport: Transport {
    /// How many bytes may still be taken.
    var room = Int.max
    private(set) var taken: [UInt8] = []
    private(set) var isClosed = false
    var isBroken = false
    private var wanted = Wanted.bytes
    /// Whether the session wants to read on.
    var wantsBytes: Bool { wanted.contains(.bytes) }
    /// How often anything was sent.
    private(set) var sends = 0
    let peerProcess: Int32 = 4_711
    /// Whether what is sent is thrown away, for measuring.
    var isSink = false

    func send(_ bytes: ArraySlice<UInt8>) -> SendResult {
        sends += 1
        guard !isBroken, !isClosed else { return .broken }
        let count = min(room, bytes.count)
        if !isSink { taken += bytes.prefix(count) }
        if room != .max { room -= count }
        return .taken(count)
    }

    func want(_ wanted: Wanted) { self.wanted = wanted }

    func close() { isClosed = true }

    /// Everything sent since the last call.
    func takeAll() -> [UInt8] {
        defer { taken = [] }
        return taken
    }

    /// Takes out the whole lines that were sent; a part of one stays.
    func takeLines() -> [[UInt8]] {
        guard let end = taken.lastIndex(of: 0x0A) else { return [] }
        defer { taken.removeSubrange(...end) }
        return taken[..<end].split(separator: 0x0A).map(Array.init)
    }
}

/// One JSON object that the agent sent.
@dynamicMemberLookup
struct Line: CustomStringConvertible {
    let json: [String: Any]
    let description: String

    init(_ bytes: [UInt8]) {
        description = String(decoding: bytes, as: UTF8.self)
        // What is no JSON becomes an empty line, which no test expects.
        let object = try? JSONSerialization.jsonObject(with: Data(bytes))
        json = object as? [String: Any] ?? [:]
    }

    var id: Int? { json["id"] as? Int }
    var result: [String: Any] { json["result"] as? [String: Any] ?? [:] }
    var error: [String: Any] { json["error"] as? [String: Any] ?? [:] }
    var data: [String: Any] { error["data"] as? [String: Any] ?? [:] }
    var params: [String: Any] { json["params"] as? [String: Any] ?? [:] }
    var method: String { json["method"] as? String ?? "" }
    subscript(dynamicMember name: String) -> Any? { result[name] ?? params[name] }
    /// A number of the result or of the notification.
    func number(_ name: String) -> Int? { (result[name] ?? params[name]) as? Int }
    /// A text of the result or of the notification.
    func text(_ name: String) -> String? { (result[name] ?? params[name]) as? String }
    /// Objects of the result or of the notification.
    func list(_ name: String) -> [[String: Any]] {
        (result[name] ?? params[name]) as? [[String: Any]] ?? []
    }
    /// Keys and values of the changes, `nil` for removals.
    var changes: [String] {
        list("changes").map { change in
            let value = change["deleted"] as? Bool == true ? "nil" : change["value"] ?? "?"
            return "\(change["key"] ?? "?")=\(value)"
        }
    }
}

/// An agent, its sessions, and everything they stand on.
final class Bench {
    let loop: EventLoop
    let files = MemoryFiles()
    let log: MemoryLog
    let agent: Agent
    let host: SessionHost
    let settings: AgentSettings
    let reloads: ReloadHooks
    let directory: DomainDirectory
    let home: Home
    let messages: Messages

    /// Makes an agent; `domains` become domain files of an own home.
    init(
        domains: [String: String] = [:],
        limits: Limits = .standard,
        log: MemoryLog? = nil,
        clock: AgentClock = .system,
        loop: EventLoop? = nil,
        preparing prepare: (Home) throws -> Void = { _ in },
        files prepareFiles: (MemoryFiles) -> Void = { _ in }
    ) throws {
        let loop = try loop ?? EventLoop()
        let messages = Messages()
        let home = try Home()
        for (name, text) in domains { try home.write(text, to: "domains/\(name).toml") }
        try prepare(home)
        prepareFiles(files)
        self.loop = loop
        self.home = home
        self.messages = messages
        settings = AgentSettings(limits: limits)
        self.log = log ?? MemoryLog { body in loop.perform(body) }
        agent = try Agent(
            setup: EngineSetup(limits: limits, agent: "test"),
            files: files,
            watcher: files,
            log: self.log,
            loop: loop,
            clock: clock,
            report: messages.add
        )
        directory = DomainDirectory(paths: home.paths, report: messages.add)
        reloads = ReloadHooks(agent, directory, loop: loop, report: messages.add)
        host = SessionHost(
            agent: agent,
            domains: directory,
            reloads: reloads,
            settings: settings,
            loop: loop
        )
        directory.load()
        agent.configure(directory.configurations)
        settle()
    }

    // What a hook started is waited for: Swift Testing hears of the end of no process of its own
    // while another child has ended and nobody asked for it.
    deinit { run { reloads.running.isEmpty } }

    /// Runs the loop until a condition holds; a condition that never does fails the test.
    func run(until isDone: () -> Bool) {
        var isLate = false
        // A busy machine is slow.
        let alarm = loop.schedule(after: .seconds(120)) { isLate = true }
        loop.run { isDone() || isLate }
        loop.cancel(alarm)
        if isLate, !isDone() { Issue.record("what the test waits for doesn't happen") }
    }

    /// Runs everything that is under way to its end, timers aside.
    func settle() {
        var quietRounds = 0
        var last: (commits: Int, seq: UInt64) = (-1, 0)
        loop.perform {}
        loop.run {
            let now = (commits: log.commits, seq: agent.announcedSeq)
            quietRounds = now == last ? quietRounds + 1 : 0
            last = now
            if quietRounds < 5 { loop.perform {} }
            return quietRounds >= 5
        }
    }

    /// A new connection.
    func connect() -> Client { Client(self, on: .requests) }

    /// A new connection to the events socket.
    func connectToEvents() -> Client { Client(self, on: .events) }

    /// What follows the agent's own files.
    func follower() -> ConfigurationFollower {
        ConfigurationFollower(
            agent,
            directory,
            settings,
            file: AgentFile(at: home.paths.agentFile),
            loop: loop,
            report: messages.add
        )
    }

    /// Has a domain known as one that somebody is about to set a value of.
    func know(_ domain: Domain) {
        directory.take(domain, agent, for: .writing)
        settle()
    }

    /// Makes an edit as a client would and waits until it is durable.
    @discardableResult
    func set(_ name: String, _ value: SettingValue?, in domain: Domain = editor) -> EditReceipt? {
        var receipt: Result<EditReceipt, EditFailure>?
        directory.take(domain, agent, for: .writing)
        agent.edit(EditRequest(name, value, in: domain)) { receipt = $0 }
        run { receipt != nil }
        return try? receipt?.get()
    }

    /// What the agent says of a domain now.
    func values(of domain: Domain = editor) -> [String: SettingValue] {
        Dictionary(
            uniqueKeysWithValues: agent.engine.entries(domain, below: nil).map {
                ($0.keyPath.description, $0.value)
            }
        )
    }
}

extension EditRequest {
    /// An edit of one key, as a client makes it.
    init(_ name: String, _ value: SettingValue?, in domain: Domain = editor) {
        self.init(domain: domain, edits: [KeyEdit(key(name), value)], client: "test")
    }
}

/// What the agent told people.
final class Messages {
    private(set) var all: [Message] = []
    var texts: [String] { all.map(\.text) }
    func add(_ message: Message) { all.append(message) }
    func clear() { all = [] }
}

/// One client's side of a connection.
final class Client {
    let transport = FakeTransport()
    let session: Session
    private let bench: Bench
    private var lastID = 0
    /// Lines that were read but not asked for yet.
    private var unread: [Line] = []

    init(_ bench: Bench, on role: SocketRole) {
        self.bench = bench
        session = bench.host.accept(transport, on: role)
    }

    /// Sends text as it is.
    func send(_ text: String) { send(Array(text.utf8)) }
    func send(_ bytes: [UInt8]) { bytes.withUnsafeBytes { session.received($0) } }

    /// Sends a request; gives its id.
    @discardableResult
    func request(_ method: String, _ params: String = "{}") -> Int {
        lastID += 1
        send(#"{"id":\#(lastID),"method":"\#(method)","params":\#(params)}"# + "\n")
        return lastID
    }

    /// Sends a request and waits for its answer; notifications before it stay to be read.
    func call(_ method: String, _ params: String = "{}") -> Line {
        let id = request(method, params)
        return answer(to: id)
    }

    /// Waits for the answer to a request.
    func answer(to id: Int) -> Line {
        var found: Line?
        bench.run {
            read()
            if let index = unread.firstIndex(where: { $0.id == id }) {
                found = unread.remove(at: index)
            }
            return found != nil || transport.isClosed
        }
        return found ?? Line([])
    }

    /// Waits for the next notification with this method.
    func next(_ method: String) -> Line {
        var found: Line?
        bench.run {
            read()
            if let index = unread.firstIndex(where: { $0.method == method }) {
                found = unread.remove(at: index)
            }
            return found != nil || transport.isClosed
        }
        return found ?? Line([])
    }

    /// Every line so far that nobody has asked for.
    func rest() -> [Line] {
        bench.settle()
        read()
        defer { unread = [] }
        return unread
    }

    private func read() { unread += transport.takeLines().map(Line.init) }
}

/// A home folder of a test's own.
final class Home {
    let path: String
    let paths: AgentPaths

    init() throws {
        var template = Array("/tmp/sync-agent-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw POSIXError(.EIO) }
        let path = String(
            decoding: template.dropLast().map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
        self.path = path
        paths = AgentPaths { name in
            switch name {
            case "HOME": path
            case "XDG_DATA_DIRS": path + "/share"
            case "XDG_CONFIG_DIRS": path + "/etc"
            default: nil
            }
        }
    }

    deinit { _ = try? FileManager.default.removeItem(atPath: path) }  // What stays is in /tmp.

    /// Writes one of the agent's own files; the name begins in its folder, or in the home with `/`.
    func write(_ text: String, to name: String) throws {
        let full = self[name]
        let folder = URL(fileURLWithPath: full).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: full))
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: self[name]) }

    func text(_ name: String) -> String? {
        FileManager.default.contents(atPath: self[name]).map { String(decoding: $0, as: UTF8.self) }
    }

    subscript(_ name: String) -> String {
        name.hasPrefix("/") ? path + name : paths.agentFolder + "/" + name
    }
}
