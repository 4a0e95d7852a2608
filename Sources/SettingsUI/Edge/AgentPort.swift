// The screen's connection to the agent: requests out, answers and changes in.

import SettingsClient
import SettingsModel
import SettingsProtocol

/// A lasting connection that turns the agent's messages into events.
final class AgentPort {
    private let agent: LastingConnection
    private var domains: Set<Domain>
    /// The domains that the agent was asked for last.
    private var subscribed: Set<Domain> = []
    /// The number of the subscription; nil until the agent has said it.
    private var subscription: Int64?
    private var lastID: Int64 = 0
    /// The requests that aren't answered, by their numbers.
    private var waiting: [Int64: Request] = [:]
    /// Whether the files must be asked about again, as something changed since the last question.
    private var asksAgain = false

    private enum Request: Equatable {
        case write(Int)
        case hello
        case explain(SettingPlace)
        case follow(SettingPlace, [String])
        /// The explanation of a setting that files were to follow.
        case followed(SettingPlace, [String], group: UInt64?)
        case apply(Int)
        case undo
        case lately
        case history
        case subscription
        /// The files and what is wrong with them.
        case files
        case other
    }

    /// Why there is no agent, where that was told.
    private(set) var absence: String?
    /// Whether it was told that there is no agent.
    var isLost: Bool { absence != nil }
    /// What poll(2) waits for.
    var descriptor: Int32 { agent.descriptor }

    /// Subscribes to domains, with all their values first.
    ///
    /// - Throws: ``ClientError`` with code `.noAgent` when the process has no descriptors left.
    init(domains: Set<Domain>) throws(ClientError) {
        self.domains = domains
        agent = try LastingConnection(ClientOptions())
    }

    private func begin() {
        waiting = [:]
        asksAgain = false
        request(.hello, .hello) { $0.member("client", AgentMirror.clientName) }
        // Before the subscription, so that no change is told by both.
        request(.history, .history) {
            $0.member("domain", onlyDomain?.name)
            $0.member("limit", Self.longestHistory)
        }
        subscribe()
    }

    /// Asks what is wrong now; while an answer is waited for, once more after it.
    private func askForProblems() {
        guard !isAskingForProblems else {
            asksAgain = true
            return
        }
        request(.replicas, .files) { $0.member("domain", onlyDomain?.name) }
    }

    /// Whether it isn't known yet what is wrong with files.
    var isAskingForProblems: Bool { waiting.values.contains(.files) }

    private func subscribe() {
        subscription = nil
        subscribed = domains
        request(.subscribe, .subscription) {
            $0.member("domains", domains.sorted().map(\.name))
            $0.member("snapshot", true)
        }
        // What was wrong before is in no notification.
        askForProblems()
    }

    /// The domain if there is but one.
    private var onlyDomain: Domain? { domains.count == 1 ? domains.first : nil }

    /// Hears of these domains too from now on: panes that were read again may show others.
    func hear(of wanted: Set<Domain>) {
        domains.formUnion(wanted)
        keepSubscribed()
    }

    /// Asks for all domains where some came since; the answer to the question before is waited for.
    private func keepSubscribed() {
        guard agent.isOpen, let subscription, subscribed != domains else { return }
        request(.unsubscribe, .other) { $0.member("sub", UInt64(subscription)) }
        subscribe()
    }

    /// How much of what happened before is asked for: more than anyone scrolls through.
    private static let longestHistory = 1_000

    /// How much of it is asked for after a change; a save of more than so many values is rare.
    private static let lateHistory = 100

    private func request(
        _ method: Method,
        _ meaning: Request,
        _ parameters: (inout JSONWriter) -> Void
    ) {
        lastID += 1
        agent.send(requestLine(method, id: lastID, parameters))
        waiting[lastID] = meaning
    }

    // MARK: Requests

    /// What becomes of a request for which no agent is there.
    private static let advice = "It's looked for again by itself"

    /// Asks the agent for what an effect needs of it; gives what can be said at once.
    func request(_ effect: Effect) -> [AgentEvent] {
        switch effect {
        case .write(let number, _, _, _) where !agent.isOpen,
            .apply(let number, _, _) where !agent.isOpen:
            return [.refused(number, problem: "no agent answers", advice: Self.advice)]
        case .undo where !agent.isOpen:
            return [.notUndone(problem: "no agent answers", advice: Self.advice, isOver: false)]
        case .explain(let place) where !agent.isOpen:
            return [.unexplained(place, "No agent answers")]
        case .follow(let place, _, _) where !agent.isOpen:
            return [.notFollowed(place, problem: "no agent answers", advice: Self.advice)]
        case .write(let number, let place, let value, let rev):
            request(value == nil ? .unset : .set, .write(number)) {
                $0.member("domain", place.domain.name)
                $0.member("key", place.keyPath.segments)
                $0.member("value", value)
                $0.member("ifRev", rev)
            }
        case .explain(let place): ask(.explain, about: place, .explain(place))
        case .follow(let place, let files, let following):
            let meaning = Request.follow(place, files)
            // The key may have been pressed twice.
            guard !waiting.values.contains(meaning) else { break }
            request(.follow, meaning) {
                $0.member("domain", place.domain.name)
                $0.member("key", place.keyPath.segments)
                if following == .asIs { $0.member("asIs", true) }
            }
        case .apply(let number, let domain, let changes): apply(changes, in: domain, number)
        case .undo(let target):
            request(.undo, .undo) { json in
                switch target {
                case .steps(let steps):
                    json.key("steps")
                    json.array(steps) { $0.integer($1) }
                case .entry(let id): json.member("id", id)
                }
            }
        case .askLately(let domain):
            request(.history, .lately) {
                $0.member("domain", (domain ?? onlyDomain)?.name)
                $0.member("limit", Self.lateHistory)
            }
        case .rescan(let domain):
            request(.rescan, .other) { $0.member("domain", domain.name) }
        default: break
        }
        return []
    }

    private func apply(_ changes: [Written], in domain: Domain, _ number: Int) {
        request(.apply, .apply(number)) {
            $0.member("domain", domain.name)
            $0.key("changes")
            $0.array(changes) { json, change in
                json.object {
                    $0.member("key", change.place.keyPath.segments)
                    $0.member("value", change.new)
                    if change.new == nil { $0.member("unset", true) }
                }
            }
        }
    }

    private func ask(_ method: Method, about place: SettingPlace, _ meaning: Request) {
        request(method, meaning) {
            $0.member("domain", place.domain.name)
            $0.member("key", place.keyPath.segments)
        }
    }

    // MARK: Events

    /// How long the agent's messages are read before the keys have their turn: a part of a snapshot
    /// takes about two milliseconds, and as long again until it's taken on.
    private static let patience = Duration.milliseconds(1)

    /// What happened since the last time, as far as that is soon read.
    ///
    /// Of a snapshot of 50,000 values a part is read at a time: the descriptor stays readable.
    func events() -> [AgentEvent] {
        var events: [AgentEvent] = []
        let end = ContinuousClock.now + Self.patience
        while let event = agent.eventAtHand() {
            switch event {
            case .opened:
                absence = nil
                begin()
                events.append(.connected)
            case .lost(let error): events += lost("No agent: \(error.problem)")
            case .message(let message):
                do throws(JSONError) {
                    events += try self.events(of: message)
                } catch {
                    agent.leave()
                    events += lost("The agent's message can't be read: \(error.problem)")
                }
            }
            guard ContinuousClock.now < end else {
                agent.lookAgain()
                break
            }
        }
        return events
    }

    /// Tells once that there is no agent, however often it is looked for in vain.
    private func lost(_ reason: String) -> [AgentEvent] {
        guard !isLost else { return [] }
        absence = reason
        return [.lost("\(reason). It's looked for again")]
    }

    private func events(of message: AgentMessage) throws(JSONError) -> [AgentEvent] {
        switch message {
        case .result(let id, let json):
            guard let id, let request = waiting.removeValue(forKey: id) else { return [] }
            return try events(of: JSONObject(json), answering: request)
        case .failure(let id, let error):
            guard let id, let request = waiting.removeValue(forKey: id) else { return [] }
            switch request {
            case .write(let number) where error.code == .revConflict: return [.outrun(number)]
            case .write(let number), .apply(let number):
                return [.refused(number, problem: error.problem, advice: error.advice)]
            case .undo:
                let (problem, advice) = (error.problem, error.advice)
                return [.notUndone(problem: problem, advice: advice, isOver: error.code.isFinal)]
            case .explain(let place):
                return [.unexplained(place, error.problem)]
            case .follow(let place, _), .followed(let place, _, _):
                return [.notFollowed(place, problem: error.problem, advice: error.advice)]
            case .subscription:
                agent.leave()
                return lost("The agent tells of no changes: \(error.problem)")
            default: return []
            }
        case .notification(let kind, let params):
            return try event(kind, JSONObject(params)).map { [$0] } ?? []
        case .unknown: return []
        }
    }

    private func events(
        of json: JSONObject,
        answering request: Request
    ) throws(JSONError) -> [AgentEvent] {
        switch request {
        case .write(let number):
            let acceptance = try Acceptance(json: json)
            let outcome = Outcome(
                seq: acceptance.seq,
                isChange: acceptance.isChanged,
                group: acceptance.group
            )
            return [.accepted(number, outcome, acceptance.warnings)]
        case .hello:
            let number: UInt64? = json.optionalInteger("connection")
            guard let number else {
                agent.leave()
                return lost("The agent is of an older version. Run: settingsctl agent restart")
            }
            return [.greeted(connection: number, epoch: try json.string("epoch"))]
        case .apply(let number):
            let done = try BatchAcceptance(json: json)
            let isChange = done.revs?.contains(done.seq) ?? false
            let outcome = Outcome(seq: done.seq, isChange: isChange, group: done.group)
            return [.accepted(number, outcome, done.warnings)]
        case .undo:
            let done = try BatchAcceptance(json: json)
            return [.undone(group: done.group, warnings: done.warnings)]
        case .subscription:
            subscription = json.optionalInteger("sub")
            let domains = subscribed
            keepSubscribed()
            return [.subscribed(domains)]
        case .history: return [.history(try HistoryPage(json: json).entries)]
        case .lately: return [.lately(try HistoryPage(json: json).entries)]
        case .explain(let place): return [.explained(place, try Explanation(json: json))]
        // A file that can't be written is no failure of the request.
        case .follow(let place, let files):
            let done = try BatchAcceptance(json: json)
            ask(.explain, about: place, .followed(place, files, group: done.group))
        case .followed(let place, let files, let group):
            return [.followed(place, files, group: group, try Explanation(json: json))]
        case .files:
            if asksAgain {
                asksAgain = false
                askForProblems()
            }
            return [.knownProblems(try Replicas(json: json).replicas.flatMap(problems))]
        case .other: break
        }
        return []
    }

    private func problems(_ replica: ReplicaReport) -> [FileProblem] {
        guard domains.contains(replica.domain) else { return [] }
        return replica.diagnostics.map { diagnostic in
            FileProblem(
                domain: replica.domain,
                file: replica.file,
                code: diagnostic.code,
                severity: diagnostic.severity,
                state: replica.state,
                key: diagnostic.key,
                value: diagnostic.value,
                place: diagnostic.place,
                problem: diagnostic.problem
            )
        }
    }

    private func event(
        _ kind: Notification.Kind,
        _ json: JSONObject
    ) throws(JSONError) -> AgentEvent? {
        switch kind {
        case .changed: return .changed(try ChangeMessage.list(in: json))
        case .snapshot:
            let isLast = !json.flag("more")
            if isLast { agent.isOfUse() }
            return .snapshot(
                try ChangeMessage.list(in: json),
                isFirst: json.flag("first"),
                isLast: isLast
            )
        case .problem:
            return .problem(
                FileProblem(
                    domain: try json.domain(),
                    file: try json.string("file"),
                    code: try json.string("code"),
                    severity: try json.choice("severity"),
                    state: try json.choice("state"),
                    key: json["key"] == nil ? nil : try json.keyPath(),
                    value: try json.value("value"),
                    place: json.place(),
                    problem: try json.string("problem")
                )
            )
        case .recovered:
            // What is still wrong with it isn't told again.
            askForProblems()
            let key = json["key"] == nil ? nil : try json.keyPath()
            return .recovered(try json.domain(), file: try json.string("file"), key: key)
        case .secrets:
            let domain = try json.domain()
            return .secrets(try json.keyPaths().map { SettingPlace(domain: domain, keyPath: $0) })
        case .bookmark, .goodbye, .hello: return nil
        }
    }
}

extension RPCError.Code {
    /// Whether what was refused so would be refused again: it depends on nothing that may end by itself.
    var isFinal: Bool {
        switch self {
        case .store, .busy, .denied, .cancelled, .fileBroken, .internal: false
        default: true
        }
    }
}
