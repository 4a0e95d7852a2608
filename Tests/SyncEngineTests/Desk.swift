// An engine among files in memory, for stories that people could tell.

import SettingsDocument
import SettingsModel
import Simulation
import SyncEngine

/// A desk with files on it and an agent beside it, which does at once whatever its engine asks.
final class Desk {
    private(set) var engine: Engine
    let journal = SimulatedJournal(weakness: nil)
    var files: [String: FileContent] = [:]
    /// What was asked for since the last ``forget()``, in order.
    private(set) var effects: [Effect] = []
    private(set) var problems: [Problem] = []
    private(set) var recoveries = 0
    /// The keys whose values are well again in a file in which others aren't.
    private(set) var mended: [SettingKeyPath] = []
    private(set) var answers: [AnswerID: Result<EditReceipt, Refusal>] = [:]

    /// Milliseconds; the wall clock shows the same until it's set back.
    private(set) var now: Int64 = 1_000_000
    /// How far the wall clock is behind.
    private var delay: Int64 = 0
    /// Files that a writer has open, by path, with the mark it left.
    var writers: [String: UInt64] = [:]
    var unreadable: [String: StorageError] = [:]
    /// The folders of files that aren't in the usual one, 1; 0 for none.
    var folders: [String: UInt64] = [:]
    /// What staging or publishing a file fails with.
    var stagingErrors: [String: StorageError] = [:]
    var publishingErrors: [String: StorageError] = [:]
    /// The saves that were given to their files' check, and what that says.
    private(set) var checked: [String] = []
    var checkProblem: Problem?
    /// Runs before an effect is carried out.
    var before: (Effect) -> Void = { _ in }
    /// Effects that may still be carried out before the agent dies; nil while it lives.
    var effectsToLive: Int?
    var isHoldingCommits = false

    let domain: Domain
    private(set) var configurations: [DomainConfiguration]
    private var setup: EngineSetup
    private var tasks: [Input] = []
    private var pending: [Effect] = []
    private var nextInode: UInt64 = 100
    private var nextRequest: UInt64 = 0

    init(
        _ texts: [String: String] = [:],
        replicas: [ReplicaConfiguration],
        limits: Limits = .standard,
        holdsWipes: Bool = true
    ) throws {
        let domain = try Domain("org.example.editor")
        self.domain = domain
        configurations = [DomainConfiguration(domain: domain, replicas: replicas)]
        setup = EngineSetup(limits: limits, holdsWipes: holdsWipes, agent: "desk")
        engine = Engine(setup, from: RecoveredState())
        for (path, text) in texts { put(text, at: path) }
        take(.configure(configurations))
        pass(5_000)
    }

    /// A desk with one TOML file.
    convenience init(toml: String, limits: Limits = .standard) throws {
        try self.init(
            ["/a.toml": toml],
            replicas: ["/a.toml"],
            limits: limits
        )
    }

    // MARK: What people do

    /// Saves a file by renaming a new one over it; nil for times of now.
    func save(
        _ path: String = "/a.toml",
        _ text: String,
        modified: Int64? = nil,
        changed: Int64? = nil,
        after milliseconds: Int64 = 1_000
    ) {
        pass(milliseconds)
        put(text, at: path, modified: modified)
        if let changed { files[path]?.changed = changed }
        take(.event(.touched(id(path))))
    }

    /// Removes a file and creates another one in its place, as git does.
    func recreate(_ path: String = "/a.toml", _ text: String) {
        pass(1_000)
        put(text, at: path)
        take(.event(.placed(id(path), .replaced)))
        take(.event(.touched(id(path))))
    }

    /// Reads a file and renames another one over it, as sed does.
    func remake(_ path: String = "/a.toml", _ text: String, as placing: Placing = .renamed) {
        read(path)
        put(text, at: path)
        take(.event(.placed(id(path), placing)))
        take(.event(.touched(id(path))))
    }

    /// Reads a file for a backup and writes into it, as vim does through a symlink.
    func rewrite(_ path: String = "/a.toml", _ text: String) {
        guard let identity = files[path]?.identity else { return }
        read(path)
        take(.event(.modified(id(path), identity)))
        overwrite(path, text)
        take(.event(.touched(id(path))))
    }

    /// Saves a file whatever its bytes.
    func save(_ path: String = "/a.toml", bytes: [UInt8]) {
        pass(1_000)
        put(bytes, at: path)
        take(.event(.touched(id(path))))
    }

    /// Gives others the right to read a file, or takes it.
    func open(_ path: String = "/a.toml", toOthers isOpen: Bool) {
        files[path]?.isOpenToOthers = isOpen
        take(.event(.touched(id(path))))
    }

    func delete(_ path: String = "/a.toml") {
        files[path] = nil
        take(.event(.touched(id(path))))
    }

    /// Reads a file to its end and closes it, as an editor does that opens it.
    func read(_ path: String = "/a.toml") {
        guard let file = files[path] else { return }
        take(.event(.reading(id(path), file.identity)))
        take(.event(.read(id(path), file.identity)))
    }

    func touch(_ path: String = "/a.toml") { take(.event(.touched(id(path)))) }

    /// Puts a file there without anybody noticing.
    func put(_ text: String, at path: String, modified: Int64? = nil) {
        put(Array(text.utf8), at: path, modified: modified)
    }

    private func put(_ bytes: [UInt8], at path: String, modified: Int64? = nil) {
        nextInode += 1
        let identity = FileIdentity(device: 1, inode: nextInode)
        var file = FileContent(bytes: bytes, identity: identity, modified: modified ?? now - delay)
        file.changed = now - delay
        file.place = place(of: path)
        files[path] = file
    }

    private func place(of path: String) -> FilePlace {
        FilePlace(nameFolder: folders[path] ?? 1, fileFolder: folders[path] ?? 1)
    }

    /// Sets the wall clock back.
    func setBack(by milliseconds: Int64) { delay += milliseconds }

    /// Writes into a file where it is, by all its names, without anybody noticing.
    func overwrite(_ path: String, _ text: String) { overwrite(path, Array(text.utf8)) }

    /// Writes bytes into a file where it is, without anybody noticing; nil for a time of now.
    func overwrite(_ path: String, _ bytes: [UInt8], modified: Int64? = nil) {
        let identity = files[path]?.identity
        for name in files.keys where files[name]?.identity == identity {
            files[name]?.bytes = bytes
            files[name]?.modified = modified ?? now - delay
            files[name]?.changed = now - delay
        }
    }

    /// Says that held saves were meant: of the desk's own domain, or at a path.
    @discardableResult
    func accept(_ path: String? = nil) -> Result<EditReceipt, Refusal>? {
        var request = RescanRequest(domain: path == nil ? domain : nil)
        request.path = path
        request.acceptsHeld = true
        return ask { .rescan($0, request) }
    }

    @discardableResult
    func set(
        _ key: SettingKeyPath,
        _ value: SettingValue?,
        if condition: EditRequest.Condition = .none,
        after milliseconds: Int64 = 1_000
    ) -> Result<EditReceipt, Refusal>? {
        edit([KeyEdit(key, value)], if: condition, after: milliseconds)
    }

    @discardableResult
    func edit(
        _ edits: [KeyEdit],
        if condition: EditRequest.Condition = .none,
        after milliseconds: Int64 = 1_000
    ) -> Result<EditReceipt, Refusal>? {
        pass(milliseconds)
        let request = EditRequest(
            domain: domain,
            edits: edits,
            condition: condition,
            client: "test"
        )
        return ask { .edit($0, request) }
    }

    @discardableResult
    func undo(_ entries: [HistoryEntry]) -> Result<EditReceipt, Refusal>? {
        ask { .undo($0, TakenBack(entries, as: .undo, by: Requester(client: "test"))) }
    }

    /// Asks for something; nil while there is no answer.
    @discardableResult
    func ask(_ input: (AnswerID) -> Input) -> Result<EditReceipt, Refusal>? {
        nextRequest += 1
        let id = AnswerID(nextRequest)
        take(input(id))
        return answers[id]
    }

    func configure(_ configurations: [DomainConfiguration]) {
        self.configurations = configurations
        take(.configure(configurations))
    }

    /// Adds a file to the domain, whose link prefers that; nil for one that a person adds by hand.
    func link(_ replica: ReplicaConfiguration, preferring preference: LinkPreference?) {
        if let preference { take(.prefer(preference, id(replica.path))) }
        var configuration = configurations[0]
        configuration.replicas.append(replica)
        configure([configuration])
        pass(1_000)
    }

    /// Takes a file out of the domain, with the settings that it alone has.
    func unlink(_ path: String) {
        take(.forget(domain, .own(LeavingFile(id(path), of: engine).own)))
        var configuration = configurations[0]
        configuration.replicas.removeAll { $0.path == path }
        if !configuration.replicas.isEmpty { configuration.replicas[0].adoption = .primary }
        configure([configuration])
        pass(1_000)
    }

    /// Lets time pass, with all that comes due in it.
    func pass(_ milliseconds: Int64) {
        let end = now + milliseconds
        while let deadline = engine.nextDeadline, deadline <= end {
            now = max(now, deadline)
            take(.timePassed)
        }
        now = end
    }

    /// The agent ends, and another begins from the journal.
    func restart(after end: AgentEnd = .death) {
        dies(by: end)
        take(.configure(configurations))
    }

    /// The agent ends; another knows what the journal holds, but hasn't been configured.
    func dies(by end: AgentEnd = .death) {
        if end == .farewell {
            pending += engine.farewell()
            work()
        }
        journal.crash()
        effectsToLive = nil
        isHoldingCommits = false
        tasks = []
        pending = []
        var state = journal.recovered
        state.previousEnd = end
        engine = Engine(setup, from: state)
    }

    func forget() {
        effects = []
        problems = []
    }

    /// Does something once, right before the next file is replaced.
    func beforePublishing(_ act: @escaping () -> Void) {
        before = { [unowned self] effect in
            guard case .publish = effect else { return }
            before = { _ in }
            act()
        }
    }

    // MARK: What there is to see

    func id(_ path: String) -> ReplicaID {
        let owner = configurations.first { $0.replicas.contains { $0.path == path } }
        return ReplicaID(domain: owner?.domain ?? domain, path: path)
    }

    func text(_ path: String = "/a.toml") -> String? {
        files[path].map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    func bytes(_ path: String) -> [UInt8]? { files[path]?.bytes }

    func value(_ key: SettingKeyPath) -> SettingValue? { engine.entry(domain, key)?.value }

    var history: [HistoryEntry] { journal.history }

    /// How often a file was published.
    var writes: Int { effects.count { if case .publish = $0 { true } else { false } } }

    func condition(_ path: String = "/a.toml") -> ReplicaCondition? {
        engine.status(of: id(path))?.condition
    }
}

// MARK: The agent

extension Desk {
    func take(_ input: Input) {
        tasks.append(input)
        work()
    }

    /// Commits what was held back.
    func flush() {
        pending += journal.flush()
        work()
    }

    private func work() {
        while true {
            if !pending.isEmpty {
                carryOut(pending.removeFirst())
            } else if !tasks.isEmpty {
                let input = tasks.removeFirst()
                pending += engine.step(input, at: Instant(wall: now - delay, monotonic: now))
            } else {
                return
            }
        }
    }

    private func carryOut(_ effect: Effect) {
        if let left = effectsToLive {
            guard left > 0 else { return }
            effectsToLive = left - 1
        }
        before(effect)
        effects.append(effect)
        switch effect {
        case .commit(let transaction, let written, let synced):
            journal.commit(transaction, written: written, synced: synced)
            if !isHoldingCommits { pending += journal.flush() }
        case .acknowledge(let id, let result): answers[id] = result
        case .announce(let seq): engine.announce(upTo: seq)
        case .look(let replica, let patience):
            tasks.append(.sighted(replica, sighting(replica.path, patience)))
        case .stage(let replica, let bytes, let expected, let access, let place):
            if let place, place != self.place(of: replica.path) {
                tasks.append(.stagingFailed(replica, .onDesk(.noFolder, replica.path)))
            } else {
                stage(bytes, replica, expected, access)
            }
        case .publish(let replica, let staged, let expected): publish(staged, replica, expected)
        case .lookAtDisplaced(let replica, let staged, let patience):
            let sighting: Sighting =
                staged.method == .exchange ? sighting(staged.temporaryPath, patience) : .absent
            tasks.append(.displaced(replica, sighting))
        case .resolve(let replica, let staged):
            let state: StagedState =
                switch files[staged.temporaryPath]?.identity {
                case nil: files[staged.targetPath] == nil ? .away : .gone
                case staged.identity: .notPublished
                default: .published
                }
            tasks.append(.resolved(replica, state))
        case .discard(_, let staged):
            files[staged.temporaryPath] = nil
        case .leave(let replica, let staged):
            tasks.append(.left(replica, at: leave(staged)))
        case .findLeft(let replica, let paths):
            tasks.append(.leftAreGone(replica, paths.filter { files[$0] == nil }))
        case .sweep(let replica, let kept):
            for path in files.keys
            where path.hasPrefix(replica.path + ".new") && !kept.contains(path) {
                files[path] = nil
            }
        case .report(let problem): problems.append(problem)
        case .recovered(_, nil): recoveries += 1
        case .recovered(_, let keyPath?): mended.append(keyPath)
        case .check(let replica):
            checked.append(replica.path)
            tasks.append(.checked(replica, checkProblem))
        case .watch, .unwatch, .markSecrets: break
        }
    }

    /// Gives what a write displaced a second name that no file has; nil where no file may be added.
    private func leave(_ staged: StagedFile) -> String? {
        guard stagingErrors[staged.targetPath] == nil else { return nil }
        let identity = files[staged.temporaryPath]?.identity
        let names = (1...9).map { staged.targetPath + ".saved" + ($0 == 1 ? "" : ".\($0)") }
        let name = names.first { files[$0] == nil || files[$0]?.identity == identity }
        if let name { files[name] = files[staged.temporaryPath] }
        return name
    }

    private func sighting(_ path: String, _ patience: Patience) -> Sighting {
        if let error = unreadable[path] { return .unreadable(error) }
        guard let file = files[path] else { return .absent }
        guard let mark = writers[path] else { return .content(file) }
        if patience == .untilClosed { return .busy(mark: mark) }
        var open = file
        open.isOpen = true
        return .content(open)
    }

    private func stage(
        _ bytes: [UInt8],
        _ replica: ReplicaID,
        _ expected: FileContent?,
        _ access: FileAccess
    ) {
        if let error = stagingErrors[replica.path] {
            tasks.append(.stagingFailed(replica, error))
            return
        }
        let target = files[replica.path]
        let staged = StagedFile(
            temporaryPath: replica.path + ".new\(nextInode + 1)",
            targetPath: replica.path,
            identity: FileIdentity(device: 1, inode: nextInode + 1),
            method: target == nil ? .create : .exchange
        )
        put(bytes, at: staged.temporaryPath)
        let isOpen = target?.isOpenToOthers ?? (access != .ownerOnly)
        files[staged.temporaryPath]?.isOpenToOthers = isOpen
        tasks.append(.staged(replica, staged))
    }

    private func publish(
        _ staged: StagedFile,
        _ replica: ReplicaID,
        _ expected: FileContent?
    ) {
        let target = files[replica.path]
        if let error = publishingErrors[replica.path] {
            tasks.append(.publishingFailed(replica, error))
        } else if (target == nil) != (expected == nil) {
            tasks.append(.publishingFailed(replica, .onDesk(.raced, replica.path)))
        } else {
            files[replica.path] = files[staged.temporaryPath]
            files[replica.path]?.place = place(of: replica.path)
            files[staged.temporaryPath] = target
            files[staged.temporaryPath]?.place = nil
            tasks.append(.published(replica))
        }
    }
}

extension StorageError {
    /// An error as a file store would throw it.
    static func onDesk(_ code: Code, _ path: String = "/a.toml") -> StorageError {
        StorageError(
            code: code,
            path: path,
            errno: 5,
            problem: "'\(path)' can't be used: \(code.rawValue)",
            advice: "Try again"
        )
    }
}

extension ReplicaConfiguration: ExpressibleByStringLiteral {
    /// A file at a path, with nothing else said of it.
    public init(stringLiteral path: String) { self.init(path: path) }
}
