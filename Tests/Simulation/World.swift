// Everything around one agent: files, people, clocks and what they meant.

import SettingsDocument
import SettingsModel
import SyncEngine
package import TestSupport

/// One edit that somebody meant, at the moment it became one.
package struct Intent {
    /// The world's own time, which never goes back.
    var time: Int64
    var key: SettingKeyPath
    var value: SettingValue?
    var who: String
    /// The save that it came with; nil for a client.
    var save: Int?
    /// The domain that a client named; nil for an editor, who knows files.
    var domain: Domain?
    /// Whether it must hold; a request that was never answered may.
    var isPromised = true
}

/// One save by one editor, at the moment the whole text was there.
struct EditorSave {
    var number: Int
    var time: Int64
    var who: String
    var path: String
    var keys: [SettingKeyPath: SettingValue]
    /// Kept of mapped files only.
    var text: [UInt8] = []
}

/// The world that one interleaving happens in.
package final class World {
    package var random: SeededRandom
    /// Milliseconds that never go back.
    package private(set) var now: Int64 = 1_000_000
    /// How far the wall clock is off.
    private(set) var offset: Int64 = 0
    private(set) var clockWasStepped = false
    package let files: SimulatedFiles
    package let journal: SimulatedJournal
    package private(set) var agent: SimulatedAgent?
    private let hasOddTimes: Bool
    let weakness: Weakness?
    /// nil in a world without rules.
    private(set) var rules: WorldRules?
    private(set) var configuration: [DomainConfiguration]
    let domain: Domain
    let keys: [SettingKeyPath]
    /// How the keys are shared out among the domains.
    let sharing: Sharing
    /// nil in a world without mapped files.
    let mapping: Mapping?
    private var numberCount = 20
    var inbox: [Pending] = []
    /// What was meant with the requests that wait for an answer.
    var asked: [AnswerID: [Intent]] = [:]
    var requestCount: UInt64 = 0
    /// The answers that clients got.
    var answers: [AnswerID: Result<EditReceipt, Refusal>] = [:]
    /// The entries of the history that they were told of.
    var promisedEntries: [HistoryEntry] = []
    var following = Following()
    private var saveCount = 0
    package private(set) var intents: [Intent] = []
    /// The saves that were made, in order.
    var editorSaves: [EditorSave] = []
    var savedComments: [(text: String, path: String, save: Int)] = []
    /// Keys that somebody removed in an editor, if only to write them anew, or wrote where none was.
    var removedKeys: Set<SettingKeyPath> = []
    var whoSaves: String?
    /// How often a save has a mistake at first.
    let mistakeRate: Double
    /// Texts that somebody saved and nobody can read.
    var mistakes: Set<[UInt8]> = []
    /// Whether files have changed whenever they are to be written.
    var isRefusing = false
    /// What an agent did that it must never do.
    var complaints: [String] = []
    /// Files that agents have put in place.
    package var writes = 0
    package let subscriber: Subscriber
    let seed: UInt64
    let trace: Trace?
    /// What the engines were given and asked for; nil when nobody compares it.
    var digest: Digest?

    /// Makes a world with two files of one domain, in different formats, that begins like those before it.
    package init(
        seed: UInt64,
        mix: Mix,
        weakness: Weakness? = nil,
        like beginnings: Beginnings,
        trace: Trace? = nil
    ) throws {
        self.seed = seed
        self.trace = trace
        hasOddTimes = mix.clockSteps > 0
        mistakeRate = mix.mistakes
        random = SeededRandom(seed: seed)
        self.weakness = weakness
        keys = try ["font.name", "font.size", "theme", "wrap", "tabs", "lang"].map {
            try SettingKeyPath(parsing: $0)
        }
        sharing = mix.sharesFile ? (random.chance(0.5) ? .byKey : .all) : .none
        mapping = try Mapping(mix.mapped, weakness: weakness)
        configuration = try sharing.configurations(of: keys, mapping)
        domain = configuration[0].domain
        let kind = Beginning.Kind(sharing: sharing, mapped: mix.mapped, weakness: weakness)
        let beginning = mix.isRuled ? nil : beginnings.kept[kind]
        journal =
            beginning.map { SimulatedJournal(copying: $0.journal) }
            ?? SimulatedJournal(weakness: weakness)
        subscriber = beginning.map { Subscriber(copying: $0.subscriber) } ?? Subscriber()
        files =
            beginning.map { SimulatedFiles(copying: $0.files) }
            ?? SimulatedFiles(replicas: configuration.flatMap(\.replicaIDs))
        files.trace = trace
        if let beginning {
            begin(like: beginning)
            return
        }
        if mix.isRuled {
            let rules = WorldRules(for: keys, using: &random)
            self.rules = rules
            if weakness != .ignoresRules { configuration[0].schema = .read(try rules.schema()) }
        }
        files.put(files.make(Array(Self.firstText.utf8), modified: wall), at: "/settings.toml")
        if let mapping {
            let text = Array(mapping.firstText.utf8)
            for path in mapping.paths { files.put(files.make(text, modified: wall), at: path) }
        }
        try begin()
        if !mix.isRuled { beginnings.kept[kind] = Beginning(of: self) }
    }

    /// What the first file says at first.
    static let firstText = """
        # my settings
        font.name = "Mono" # keep
        font.size = 12

        # look
        theme = "light"
        wrap = true

        tabs = 4
        lang = "en"

        """

    /// Lets the agent read everything once, and takes what the file says as meant.
    private func begin() throws {
        let document = try Format.toml.parse(Array(Self.firstText.utf8))
        for entry in document.entries {
            intents.append(
                Intent(
                    time: now - 1,
                    key: entry.keyPath,
                    value: entry.value,
                    who: "file",
                    save: nil
                )
            )
        }
        start()
        settle(limit: 400)
    }

    /// Begins as another world did.
    private func begin(like beginning: Beginning) {
        now = beginning.now
        intents = beginning.intents
        complaints = beginning.complaints
        writes = beginning.writes
        agent = SimulatedAgent(copying: beginning.agent, into: self)
    }

    // MARK: Time

    package var wall: Int64 { now + offset }

    func pass(_ milliseconds: Int64) { now += milliseconds }

    func stepClock() {
        clockWasStepped = true
        offset += random.pick([-3_600_000, 3_600_000, 86_400_000_000])
        if wall < 0 || wall > 1 << 45 { offset = 0 }
    }

    /// The time that a save gives its file; a restored or unpacked file may have any.
    func timeOfSave() -> Int64 {
        guard hasOddTimes, random.chance(0.2) else { return wall }
        return random.pick([0, 86_400_000, wall - 3_600_000, 2_147_483_647_000])
    }

    // MARK: The agent's life

    func start() {
        tell("start")
        agent = SimulatedAgent(world: self)
    }

    func kill() {
        tell("kill -9, \(journal.waiting) transactions lost")
        agent = nil
        forgetUnanswered()
        files.forgetUnless(kept: journal.texts)
    }

    /// How likely a power cut is now: most shall find something to undo.
    var riskOfPowerCut: Double {
        guard journal.hasUnsynced || files.hasUnsynced else { return 0.005 }
        return files.hasStray || files.lostStray ? 0.5 : 0.1
    }

    /// The power goes, with what only the kernel had; whether or not the agent runs.
    func cutPower() {
        tell("power cut")
        agent = nil
        files.cutPower(
            keeping: { random.number(in: 0...$0) },
            isKept: { random.chance(0.5) }
        )
        journal.cutPower { random.number(in: 0...$0) }
        forgetUnanswered()
        files.forgetUnless(kept: journal.texts)
    }

    /// The disk of the journal is full: what isn't on it yet won't be, and the agent goes on without.
    func failCommit() {
        tell("\(journal.waiting) transactions fail")
        forgetUnanswered()
        files.forgetUnless(kept: journal.texts)
        files.isWatched = true
        agent?.beginAnew()
        if let agent { subscriber.resumes(with: agent.engine.changes, epoch: journal.epoch) }
    }

    /// How likely a kill is now: most shall meet something to lose.
    var riskOfKill: Double { files.hasStray ? 0.5 : 0.02 }

    private func forgetUnanswered() {
        journal.crash()
        for pending in inbox { asked[pending.id] = nil }
        inbox = []
        following.forgetUnanswered()
        // Taken but not answered: committed or not, both are right.
        for var intent in asked.sorted(by: { $0.key.number < $1.key.number }).flatMap(\.value) {
            intent.isPromised = false
            note(intent)
        }
        asked = [:]
    }

    /// Lets the agent work until it has nothing to do.
    ///
    /// - Returns: Whether it came to rest within the limit.
    @discardableResult
    func settle(limit: Int) -> Bool {
        for _ in 0..<limit {
            guard let agent else { return true }
            if agent.step() { continue }
            guard let deadline = agent.nextDeadline else { return true }
            // A write that always fails is tried again for ever.
            if isRefusing, deadline > now + 400 { return true }
            now = max(now, deadline)
        }
        return false
    }

    // MARK: What people mean

    func nextSave() -> Int {
        saveCount += 1
        return saveCount
    }

    /// A number that nobody has written yet.
    func nextNumber() -> Int {
        numberCount += 1
        return numberCount
    }

    func intend(
        _ key: SettingKeyPath,
        _ value: SettingValue?,
        by who: String,
        save: Int?,
        isPromised: Bool = true
    ) {
        if value == nil { removedKeys.insert(key) }
        tell("\(who) means \(key) = \(String(legibly: value as Any))")
        var intent = Intent(time: now, key: key, value: value, who: who, save: save)
        intent.isPromised = isPromised
        if rules?.refuses(value, at: key) == true {
            rules?.note(intent)
        } else {
            intents.append(intent)
        }
    }

    /// Takes what a client meant as meant.
    func note(_ intent: Intent) { intents.append(intent) }

    func parse(_ text: [UInt8], _ path: String) -> (any Document)? {
        if let mapping = mapping(of: path) { return try? mapping.format.parse(text) }
        // Half a save can't be read.
        return try? Format.detect(name: path, bytes: text)?.parse(text)
    }
}

extension DomainConfiguration {
    fileprivate var replicaIDs: [ReplicaID] {
        replicas.map { ReplicaID(domain: domain, path: $0.path) }
    }
}
