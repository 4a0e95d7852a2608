// How a file is replaced, and what a failure or a crash at each step leaves.

import SettingsDocument
import SettingsModel
import Simulation
import SyncEngine
import Testing

@Suite struct `Publishing a file` {
    private let text = "# mine\nsize = 12\ntheme = \"light\"\n"

    @Test func `puts down what it intends before it does it`() throws {
        let desk = try Desk(toml: text)
        desk.forget()
        desk.set("size", .integer(14))
        #expect(desk.files.count == 1)
        let steps = desk.effects.compactMap { effect in
            switch effect {
            case .commit(let transaction, _, _):
                transaction.replicas.contains { $0.intent != nil } ? "intent" : "commit"
            case .acknowledge: "answer"
            case .stage: "stage"
            case .publish: "publish"
            case .lookAtDisplaced: "look at what came out"
            case .discard: "discard"
            default: nil
            }
        }
        #expect(
            steps == [
                "commit", "answer", "stage", "intent", "publish", "look at what came out",
                "commit", "discard",
            ]
        )
    }

    @Test func `knows after a crash who had read the old text`() throws {
        let desk = try Desk(toml: text)
        desk.beforePublishing { desk.read() }
        desk.set("size", .integer(14))
        #expect(desk.files.count == 1)

        // The agent dies, and whoever has the old text in hand saves it with an edit.
        desk.put(text.replacing("light", with: "dark"), at: "/a.toml")
        desk.restart()
        desk.pass(5_000)
        #expect(desk.value("size") == .integer(14))
        #expect(desk.value("theme") == .string("dark"))
    }

    @Test(arguments: [(AgentEnd.death, 1), (.farewell, 0)])
    func `suspects readers nobody noted of what it replaced only after a death`(
        end: AgentEnd,
        readers: Int
    ) throws {
        let desk = try Desk(toml: text)
        desk.set("size", .integer(14))
        desk.set("size", .integer(15))

        desk.restart(after: end)
        desk.set("theme", .string("dark"))

        let versions = desk.journal.recovered.versions.compactMap(\.version)
        let replaced = try #require(versions.first { $0.number == 2 })
        let shown = try #require(versions.first { $0.number == 3 })
        #expect(replaced.possibleHolders == readers)
        #expect(shown.possibleHolders == 1, "nobody was watching while no agent was there")
    }

    @Test func `takes a save that landed in between`() throws {
        let desk = try Desk(toml: text)
        desk.read()
        desk.beforePublishing {
            desk.put(text.replacing("light", with: "dark") + "# new\n", at: "/a.toml")
        }
        desk.set("size", .integer(14))
        #expect(desk.value("size") == .integer(14))
        #expect(desk.value("theme") == .string("dark"))
        #expect(desk.text() == "# mine\nsize = 14\ntheme = \"dark\"\n# new\n")
    }

    /// Has a desk's next write displace a save.
    private func displace(
        _ save: String,
        on desk: Desk,
        then: @escaping (StagedFile) -> Void = { _ in }
    ) {
        desk.before = { effect in
            guard case .publish(_, let staged, _) = effect else { return }
            desk.before = { _ in }
            desk.put(save, at: "/a.toml")
            then(staged)
        }
    }

    private func leftProblems(_ desk: Desk) -> [String] {
        desk.engine.problems(of: desk.id("/a.toml")).filter { $0.code == .displaced }
            .map(\.consequence)
    }

    @Test func `leaves a save beside the file that it displaced and can't read, and reports it`()
        throws
    {
        let desk = try Desk(toml: text)
        displace("size = = 13\n", on: desk)
        desk.set("size", .integer(14))
        #expect(desk.text() == text.replacing("12", with: "14"))
        #expect(desk.text("/a.toml.saved") == "size = = 13\n")
        #expect(desk.files.count == 2)
        #expect(desk.condition() == .ok)
        let problem = try #require(desk.problems.first)
        #expect(desk.problems.count == 1)
        #expect(problem.code == .displaced && problem.place == nil)
        #expect(
            problem.problem
                == "'/a.toml' was saved while the agent wrote it, and that save can't be merged"
        )
        #expect(problem.consequence == "Kept that save as '/a.toml.saved'")
        #expect(
            problem.advice
                == "Complete or correct '/a.toml.saved' and move it over '/a.toml', or remove it"
        )
    }

    @Test func `reports it until somebody removes it, also after a restart`() throws {
        let desk = try Desk(toml: text)
        for size in 14...15 {
            displace("size = = \(size)\n", on: desk)
            desk.set("size", .integer(Int64(size)))
        }
        let both = ["/a.toml.saved", "/a.toml.saved.2"].map { "Kept that save as '\($0)'" }
        #expect(leftProblems(desk) == both)
        desk.restart()
        #expect(leftProblems(desk) == both)

        desk.files["/a.toml.saved"] = nil
        desk.touch()
        #expect(leftProblems(desk) == [both[1]])
        #expect(desk.recoveries == 1)
        #expect(desk.problems.last?.consequence == both[1], "what is left is told again")

        desk.dies()
        desk.files["/a.toml.saved.2"] = nil
        desk.restart()
        #expect(leftProblems(desk) == [])
    }

    @Test(arguments: 0...16)
    func `leaves it there after a crash, too`(steps: Int) throws {
        let desk = try Desk(toml: text)
        displace("size = = 13\n", on: desk) { _ in desk.effectsToLive = steps }
        desk.set("size", .integer(14))
        desk.restart()
        desk.pass(5_000)
        #expect(desk.text() == text.replacing("12", with: "14"))
        #expect(desk.text("/a.toml.saved") == "size = = 13\n")
        #expect(desk.files.count == 2)
        #expect(desk.value("size") == .integer(14))
        #expect(leftProblems(desk).count == 1)
    }

    @Test(arguments: [StorageError.Code.tooLarge, .unreadable, .notRegular], [nil, 0, 1])
    func `leaves what it displaced and can't open, also after a crash`(
        code: StorageError.Code,
        steps: Int?
    ) throws {
        let desk = try Desk(toml: text)
        displace("theirs = 1\n", on: desk) { staged in
            desk.unreadable[staged.temporaryPath] = .onDesk(code)
            desk.effectsToLive = steps
        }
        desk.set("size", .integer(14))
        if steps != nil { desk.restart() }
        desk.pass(5_000)
        #expect(desk.text("/a.toml.saved") == "theirs = 1\n")
        #expect(desk.files.count == 2)
        #expect(leftProblems(desk).count == 1)

        desk.save("/a.toml", text.replacing("light", with: "dark"))
        #expect(desk.text() == "# mine\nsize = 14\ntheme = \"dark\"\n")
        #expect(desk.condition() == .ok)
    }

    @Test func `waits with what it displaced while that can't be given a name`() throws {
        let desk = try Desk(toml: text)
        displace("size = = 13\n", on: desk) { _ in
            desk.stagingErrors["/a.toml"] = .onDesk(.diskFull)
        }
        desk.set("size", .integer(14))
        #expect(desk.text("/a.toml.saved") == nil)
        #expect(desk.files.count == 2)
        desk.stagingErrors = [:]
        desk.pass(5_000)
        #expect(desk.text("/a.toml.saved") == "size = = 13\n")
        #expect(desk.files.count == 2)
        #expect(leftProblems(desk).count == 1)
    }

    @Test(arguments: [StorageError.Code.noDescriptors, .inputOutput])
    func `waits with what it displaced and can't open for now`(code: StorageError.Code) throws {
        let desk = try Desk(toml: text)
        desk.before = { [text] effect in
            guard case .publish(_, let staged, _) = effect else { return }
            desk.before = { _ in }
            desk.put(text.replacing("light", with: "dark"), at: "/a.toml")
            desk.unreadable[staged.temporaryPath] = .onDesk(code)
        }
        desk.set("size", .integer(14))
        desk.unreadable = [:]
        desk.pass(5_000)
        #expect(desk.value("theme") == .string("dark"))
        #expect(desk.files.count == 1)
    }

    @Test(arguments: [0, 10_000] as [Int64])
    func `tries twice to open what it displaced, however long that was busy`(time: Int64) throws {
        let desk = try Desk(toml: text)
        var path = ""
        desk.before = { [text] effect in
            guard case .publish(_, let staged, _) = effect else { return }
            desk.before = { _ in }
            path = staged.temporaryPath
            desk.put(text.replacing("light", with: "dark"), at: "/a.toml")
            desk.writers[path] = 1
        }
        desk.set("size", .integer(14))
        desk.pass(time)
        desk.writers = [:]
        desk.unreadable[path] = .onDesk(.inputOutput)
        desk.pass(1_000)
        desk.unreadable = [:]
        desk.pass(5_000)
        #expect(desk.value("theme") == .string("dark"))
        #expect(desk.files.count == 1)
    }

    @Test func `makes a file that is gone after a crash interrupted its creation`() throws {
        let desk = try Desk([:], replicas: ["/a.toml"])
        desk.before = { effect in
            guard case .publish = effect else { return }
            desk.before = { _ in }
            desk.effectsToLive = 0
        }
        desk.set("size", .integer(14))
        desk.dies()
        desk.files = [:]
        desk.restart()
        desk.pass(5_000)
        #expect(desk.text() == "size = 14\n")
        #expect(desk.files.count == 1)
        #expect(desk.condition() == .ok)
    }

    @Test func `begins anew when the file vanished meanwhile`() throws {
        let desk = try Desk(toml: text)
        desk.beforePublishing { desk.delete() }
        desk.set("size", .integer(14))
        desk.pass(5_000)
        // The change came before the file was known to be gone, so it is to be in one.
        #expect(desk.text() == text.replacing("12", with: "14"))
    }

    @Test func `waits with a file that has changed whenever it is to be written`() throws {
        let desk = try Desk(toml: text)
        desk.stagingErrors["/a.toml"] = .onDesk(.raced)
        desk.forget()
        desk.set("size", .integer(14))
        #expect(desk.effects.count { if case .stage = $0 { true } else { false } } == 4)
        #expect(desk.problems.map(\.code) == [.file(.raced)])

        desk.stagingErrors = [:]
        desk.pass(3_000)
        #expect(desk.text() == text.replacing("12", with: "14"))
        #expect(desk.condition() == .ok)
    }

    @Test func `writes what an old buffer lacked once that can be written`() throws {
        let desk = try Desk(toml: text)
        desk.set("size", .integer(14))
        desk.stagingErrors["/a.toml"] = .onDesk(.readOnly)
        desk.save("/a.toml", text + "# more\n")
        desk.stagingErrors = [:]
        desk.pass(3_000)
        #expect(desk.text() == text.replacing("12", with: "14") + "# more\n")
    }

    @Test(arguments: [StorageError.Code.readOnly, .diskFull, .inputOutput])
    func `waits and tries again when the file can't be written`(code: StorageError.Code) throws {
        let desk = try Desk(toml: text)
        desk.stagingErrors["/a.toml"] = .onDesk(code)
        desk.set("size", .integer(14))
        #expect(desk.value("size") == .integer(14))
        #expect(desk.text() == text)
        #expect(desk.problems.map(\.code) == [.file(code)])
        #expect(desk.engine.status(of: desk.id("/a.toml"))?.pendingWrites == 1)

        desk.pass(3_000)
        #expect(desk.problems.count == 1)
        desk.stagingErrors = [:]
        desk.pass(3_000)
        #expect(desk.text() == text.replacing("12", with: "14"))
        #expect(desk.recoveries == 1)
        #expect(desk.condition() == .ok)
    }

    @Test func `leaves the file as it was when the last step fails`() throws {
        let desk = try Desk(toml: text)
        desk.publishingErrors["/a.toml"] = .onDesk(.readOnly)
        desk.set("size", .integer(14))
        #expect(desk.text() == text)
        #expect(desk.files.count == 1)
        desk.publishingErrors = [:]
        desk.pass(3_000)
        #expect(desk.text() == text.replacing("12", with: "14"))
    }

    @Test(arguments: 0...30)
    func `survives a crash after any number of steps`(steps: Int) throws {
        let desk = try Desk(toml: text)
        desk.read()
        desk.effectsToLive = steps
        let answer = desk.set("size", .integer(14))
        desk.effectsToLive = 0
        // Somebody saves while no agent is there.
        let isWritten = desk.text()?.contains("14") == true
        desk.put((desk.text() ?? "").replacing("light", with: "dark"), at: "/a.toml")

        desk.restart()
        desk.pass(5_000)

        if answer != nil || isWritten { #expect(desk.value("size") == .integer(14)) }
        #expect(desk.value("theme") == .string("dark"))
        let size = desk.value("size") == .integer(14) ? "14" : "12"
        #expect(desk.text() == "# mine\nsize = \(size)\ntheme = \"dark\"\n")
        #expect(desk.files.count == 1, "nothing is left beside it")
    }

    @Test(arguments: 0...40)
    func `brings every file up to date after a crash, however far it had come`(steps: Int) throws {
        let desk = try Desk(
            ["/a.toml": "size = 12\n"],
            replicas: ["/a.toml", ReplicaConfiguration(path: "/b.json", adoption: .all)]
        )
        desk.set("size", .integer(13))
        desk.effectsToLive = steps
        desk.set("size", .integer(14))
        desk.set("theme", .string("dark"))
        desk.restart()
        desk.pass(5_000)
        for path in ["/a.toml", "/b.json"] {
            #expect(desk.engine.differences(of: desk.id(path)) == [])
            #expect(desk.text(path)?.contains("dark") == (desk.value("theme") != nil))
        }
        #expect(desk.files.count == 2)
    }

    @Test(arguments: [1, 2, 16])
    func `keeps as many versions as it may, and never less than it needs`(limit: Int) throws {
        var limits = Limits()
        limits.fileVersions = limit
        let desk = try Desk(toml: text, limits: limits)
        for number in 1...20 {
            desk.read()
            desk.save("/a.toml", text.replacing("12", with: "\(number + 100)"))
        }
        #expect(desk.journal.recovered.versions.count == max(2, limit))
        desk.read()
        desk.beforePublishing {
            desk.put(
                text.replacing("12", with: "120").replacing("light", with: "dark"),
                at: "/a.toml"
            )
        }
        desk.set("size", .integer(14))
        #expect(desk.value("size") == .integer(14))
        #expect(desk.value("theme") == .string("dark"))
    }

    @Test func `has nothing swept that another domain's write of the same file needs`() throws {
        let domains = try [Domain("org.example.a"), Domain("org.example.b")]
        let ids = domains.map { ReplicaID(domain: $0, path: "/a.toml") }
        let staged = StagedFile(
            temporaryPath: "/.a.tmp",
            targetPath: "/a.toml",
            identity: FileIdentity(device: 1, inode: 1),
            method: .exchange
        )
        for writer in ids {
            var state = RecoveredState()
            let intent = PublishIntent(
                staged: staged,
                old: nil,
                new: [],
                timestamps: [:],
                decided: 0
            )
            state.replicas = [ReplicaRecord(replica: writer, intent: intent)]
            var engine = Engine(EngineSetup(limits: .standard, agent: "a"), from: state)
            let replicas = [ReplicaConfiguration(path: "/a.toml")]
            let configurations = domains.map {
                DomainConfiguration(domain: $0, replicas: replicas)
            }
            let effects = engine.step(
                .configure(configurations),
                at: Instant(wall: 0, monotonic: 0)
            )
            let kept = effects.compactMap { if case .sweep(_, let kept) = $0 { kept } else { nil } }
            #expect(kept == [["/.a.tmp"], ["/.a.tmp"]])
        }
    }

    @Test func `acknowledges nothing that isn't durable`() throws {
        let desk = try Desk(toml: text)
        desk.isHoldingCommits = true
        #expect(desk.set("size", .integer(14)) == nil)
        #expect(desk.set("none", nil) == nil, "an answer tells of what came before it")
        desk.flush()
        #expect(desk.answers.count == 2)
    }

    @Test func `shows the timestamps of its own text, not of what changed since`() throws {
        let desk = try Desk(toml: text)
        desk.before = { effect in
            guard case .stage = effect else { return }
            desk.before = { _ in }
            let request = EditRequest(
                domain: desk.domain,
                edits: [KeyEdit("size", .integer(15))],
                client: "test"
            )
            desk.take(.edit(AnswerID(99), request))
        }
        desk.set("size", .integer(14))
        let intents = desk.effects.compactMap { effect -> PublishIntent? in
            guard case .commit(let transaction, _, _) = effect else { return nil }
            return transaction.replicas.compactMap(\.intent).first
        }
        let stamps = intents.compactMap { $0.timestamps["size"]?.counter }
        #expect(desk.text()?.contains("size = 15") == true)
        #expect(stamps.count == 2)
        #expect(stamps.first != stamps.last)
    }
}

@Suite struct `A configuration` {
    private let text = "size = 12\n"

    private func configuration(_ desk: Desk, _ paths: [String]) -> [DomainConfiguration] {
        [
            DomainConfiguration(
                domain: desk.domain,
                replicas: paths.map { ReplicaConfiguration(path: $0, adoption: .all) }
            )
        ]
    }

    @Test func `may add a file, which comes to say what the others say`() throws {
        let desk = try Desk(toml: text)
        desk.configure(configuration(desk, ["/a.toml", "/b.toml"]))
        #expect(desk.text("/b.toml") == text)
    }

    @Test func `may let a file go, which is left as it is`() throws {
        let desk = try Desk(toml: text)
        desk.configure(configuration(desk, ["/b.toml"]))
        desk.set("size", .integer(14))
        #expect(desk.text() == text)
        #expect(desk.text("/b.toml") == "size = 14\n")
    }

    @Test func `may let a file go whose settings go into another with the next change`() throws {
        let first = ReplicaConfiguration(path: "/a.toml")
        let desk = try Desk(
            ["/a.toml": text, "/b.toml": "wrap = true\n"],
            replicas: [first, ReplicaConfiguration(path: "/b.toml", adoption: .present)]
        )
        desk.configure([DomainConfiguration(domain: desk.domain, replicas: [first])])
        desk.pass(5_000)
        #expect(desk.text() == text)
        #expect(desk.value("wrap") == .boolean(true))
        desk.set("size", .integer(13))
        #expect(desk.text() == "size = 13\nwrap = true\n")
    }

    @Test func `may let a whole domain go, and take it on again, and subscribers hear of both`()
        throws
    {
        let desk = try Desk(toml: text)
        let old = desk.configurations
        desk.configure([])
        #expect(desk.engine.knownDomains.isEmpty)
        #expect(desk.engine.changes.change(of: desk.domain, "size")?.value == nil)
        desk.configure(old)
        #expect(desk.value("size") == .integer(12))
        #expect(desk.engine.changes.change(of: desk.domain, "size")?.value == .integer(12))
    }

    @Test func `waits for a file that is being written, and takes what that displaced`() throws {
        let desk = try Desk(toml: text)
        desk.read()
        desk.beforePublishing {
            desk.put("size = 12\nnew = 1\n", at: "/a.toml")
            desk.configure([])
        }
        desk.set("size", .integer(14))
        #expect(desk.engine.knownDomains.isEmpty)
        #expect(desk.journal.recovered.registers.contains { $0.keyPath == "new" })
        #expect(desk.files.count == 1)
    }
}
