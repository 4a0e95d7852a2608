// Values that nobody may see: what is told of them, and which files get them.

import SettingsModel
import SettingsSchema
import SyncEngine
import Testing

private let rows = textRow("token", "IsSecure = true\nSAMaximumLength = 4")
private let accounts = """
    [[PreferenceSpecifiers]]
    Type = "IASKListGroupSpecifier"
    Key = "accounts"
    ItemSpecifier = { Type = "PSTextFieldSpecifier", Key = "password", Title = "P", IsSecure = true }

    """

@Suite struct `A secret` {
    @Test func `is in force, and never in the history or a problem`() throws {
        let desk = try Desk(toml: "token = \"abcd\"\n", rows: rows)
        desk.read()
        desk.save("/a.toml", "token = \"hunter2\"\n")
        desk.set("token", .string("efgh"))
        desk.read()
        desk.save("/a.toml", "token = \"ijkl\"\n")
        #expect(desk.value("token") == .string("ijkl"))
        #expect(desk.history.filter { !$0.isWithoutValues } == [])
        let problem = try #require(desk.problems.first)
        #expect(problem.problem == "'token' is a hidden value, expected at most 4 characters")
        #expect(problem.excerpt == "")
        #expect(problem.consequence == "Kept the last good value")
    }

    @Test func `isn't told in a refusal`() throws {
        let desk = try Desk(toml: "token = \"abcd\"\n", rows: rows)
        guard case .failure(let refusal) = desk.set("token", .string("hunter2")) else {
            Issue.record("it was taken")
            return
        }
        #expect(!refusal.problem.contains("hunter2"))
        #expect(!refusal.problem.contains("abcd"))
    }

    @Test(arguments: ["token = \"hunter2\n", "token = hunter2\n", "token = [hunter2\n"])
    func `isn't told with the line that can't be read`(text: String) throws {
        let desk = try Desk(toml: "token = \"abcd\"\n", rows: rows)
        desk.forget()
        desk.save("/a.toml", text)
        let problem = try #require(desk.problems.first)
        #expect(problem.place?.line == 1)
        #expect(problem.excerpt == "")
        #expect(problem.problem == "line 1 can't be read")
        #expect(!"\(problem)".contains("hunter2"))
    }

    @Test func `isn't told with the line that a managed file locks`() throws {
        let desk = try Desk(
            ["/a.toml": "", "/managed.toml": "token = \"safe\"\n"],
            replicas: ["/a.toml", ReplicaConfiguration(path: "/managed.toml", layer: .managed)]
        )
        desk.adopt(rows: rows)
        desk.save("/a.toml", "token = \"mine\"\n")
        let problem = try #require(desk.problems.first)
        #expect(problem.code == .locked)
        #expect(problem.place == SourcePlace(line: 1, column: 1))
        #expect(problem.excerpt == "")
    }

    @Test func `isn't told with what is wrong beside it on a line`() throws {
        let desk = try Desk(toml: "t = { token = \"abcd\", size = 1 }\n")
        desk.adopt(rows: textRow("t.token", "IsSecure = true") + numberRow("t.size", 0...2))
        desk.forget()
        desk.save("/a.toml", "t = { token = \"hunter2\", size = 9 }\n")
        let problem = try #require(desk.problems.first)
        #expect(problem.place?.line == 1)
        #expect(problem.excerpt == "")
        #expect(!"\(problem)".contains("hunter2"))
    }

    @Test func `isn't told with another key that a managed file locks`() throws {
        let desk = try Desk(
            ["/a.toml": "", "/managed.toml": "t.size = 1\n"],
            replicas: ["/a.toml", ReplicaConfiguration(path: "/managed.toml", layer: .managed)]
        )
        desk.adopt(rows: textRow("t.token", "IsSecure = true"))
        desk.save("/a.toml", "t = { size = 2, token = \"hunter2\" }\n")
        let problem = try #require(desk.problems.first)
        #expect(problem.code == .locked)
        #expect(problem.excerpt == "")
    }

    @Test(arguments: [
        (rows, "token", true), (rows, "wrap", false), (accounts, "accounts", true),
    ])
    func `is kept from who didn't ask for it`(
        rows: String,
        key: SettingKeyPath,
        isHidden: Bool
    ) throws {
        let desk = try Desk(toml: "", rows: rows)
        #expect(desk.engine.hides(desk.domain, key) == isHidden)
        #expect(desk.engine.hasSecrets(desk.domain))
    }

    @Test func `is what nothing calls open where the rules can't be read`() throws {
        let desk = try Desk(toml: "token = \"abcd\"\n")
        #expect(!desk.engine.hides(desk.domain, "token"))
        desk.adopt(.unread)
        #expect(desk.engine.hides(desk.domain, "token"))
    }

    @Test func `stays one when its row is gone, unless another calls it open`() throws {
        let desk = try Desk(toml: "token = \"abcd\"\n", rows: rows)
        desk.adopt(.none)
        #expect(desk.engine.hides(desk.domain, "token"))
        desk.adopt(rows: textRow("token", ""), edition: 2)
        #expect(!desk.engine.hides(desk.domain, "token"))
    }

    @Test func `stays one through every change of its bundle, also for the history and files`()
        throws
    {
        let pin = textRow("pin", "IsSecure = true")
        let desk = try Desk(toml: "token = \"abcd\"\n", rows: rows + pin)
        desk.adopt(rows: pin, edition: 2)
        desk.adopt(rows: pin + textRow("wrap"), edition: 3)
        #expect(desk.engine.hides(desk.domain, "token"))
        desk.read()
        desk.save("/a.toml", "token = \"hunter2\"\n")
        #expect(desk.value("token") == .string("hunter2"))
        #expect(desk.history.filter { !$0.isWithoutValues } == [])
        desk.open(toOthers: true)
        guard case .failure(let refusal) = desk.set("token", .string("efgh")) else {
            Issue.record("it was taken")
            return
        }
        #expect(refusal.problem == "'token' is a secret, and others can read '/a.toml'")
    }

    @Test(arguments: [AgentEnd.farewell, .death])
    func `stays one when another agent begins`(end: AgentEnd) throws {
        let desk = try Desk(toml: "token = \"abcd\"\n", rows: rows)
        desk.adopt(.none)
        desk.restart(after: end)
        #expect(desk.engine.hides(desk.domain, "token"))
        #expect(desk.engine.secretKeys(of: desk.domain) == ["token"])
        desk.set("token", .string("efgh"))
        desk.read()
        desk.save("/a.toml", "token = \"hunter2\"\n")
        #expect(desk.value("token") == .string("hunter2"))
        #expect(desk.history.filter { !$0.isWithoutValues } == [])
    }

    @Test func `stays one where its bundle went while no agent was there`() throws {
        let desk = try Desk(toml: "token = \"abcd\"\n", rows: rows)
        desk.dies()
        desk.adopt(.none)
        #expect(desk.engine.hides(desk.domain, "token"))
    }

    @Test func `stays one while its domain has no file`() throws {
        let desk = try Desk(toml: "token = \"abcd\"\n", rows: rows)
        let before = desk.configurations
        desk.configure([])
        #expect(desk.engine.isSecret(desk.domain, "token"))
        desk.restart()
        #expect(desk.engine.isSecret(desk.domain, "token"))
        desk.configure(before)
        desk.adopt(.none)
        #expect(desk.engine.hides(desk.domain, "token"))
    }

    @Test func `is none any more once a row calls it open, also when that row goes`() throws {
        let desk = try Desk(toml: "token = \"abcd\"\n", rows: rows)
        desk.adopt(.none)
        desk.adopt(rows: textRow("token", ""), edition: 2)
        desk.adopt(.none)
        #expect(!desk.engine.hides(desk.domain, "token"))
        desk.restart()
        #expect(!desk.engine.hides(desk.domain, "token"))
        #expect(!desk.engine.hasSecrets(desk.domain))
    }

    @Test func `stays one in a table of which everything else is named`() throws {
        let schema = """
            {"properties": {"t": {"type": "object", "properties": {"size": {"type": "integer"}},
             "additionalProperties": {"type": "string", "writeOnly": true}}}}
            """
        let desk = try Desk(toml: "[t]\nsize = 1\ntoken = \"abcd\"\n")
        desk.adopt(.read(try .json(schema)))
        #expect(desk.engine.hides(desk.domain, "t.token"))
        desk.adopt(.none)
        desk.restart()
        #expect(desk.engine.hides(desk.domain, "t.token"))
        #expect(!desk.engine.hides(desk.domain, "t.size"))
        #expect(desk.engine.secretKeys(of: desk.domain) == ["t.token"])
    }

    @Test func `is recorded once, and again where that failed`() throws {
        let desk = try Desk(toml: "token = \"abcd\"\n", rows: rows)
        let recorded = desk.effects.compactMap(\.secrets).flatMap(\.self)
        #expect(recorded == [SecretRecord(domain: desk.domain, keys: ["token"])])
        desk.forget()
        desk.restart()
        desk.adopt(.none)
        #expect(desk.effects.compactMap(\.secrets) == [])

        var lost = Engine(EngineSetup(agent: "a"), from: RecoveredState())
        lost.goOn(from: desk.engine)
        let again = lost.step(.configure(desk.configurations), at: Instant(wall: 1, monotonic: 1))
        #expect(again.compactMap(\.secrets).flatMap(\.self) == recorded)
    }
}

extension Effect {
    /// What it has the journal keep of secrets; nil for nothing.
    fileprivate var secrets: [SecretRecord]? {
        guard case .commit(let transaction, _, _) = self, !transaction.secrets.isEmpty else {
            return nil
        }
        return transaction.secrets
    }
}

@Suite struct `The files of a secret` {
    @Test func `don't get it where others can read them`() throws {
        let desk = try Desk(toml: "token = \"abcd\"\n", rows: rows)
        desk.open(toOthers: true)
        guard case .failure(let refusal) = desk.set("token", .string("efgh")) else {
            Issue.record("it was taken")
            return
        }
        #expect(refusal.problem == "'token' is a secret, and others can read '/a.toml'")
        #expect(refusal.advice == "Take the right from them: chmod 600 /a.toml")
        #expect(desk.value("token") == .string("abcd"))
        desk.open(toOthers: false)
        desk.set("token", .string("efgh"))
        #expect(desk.text() == "token = \"efgh\"\n")
    }

    @Test func `get it where only their owner reads them`() throws {
        let desk = try Desk(
            ["/a.toml": "token = \"abcd\"\n", "/b.toml": "token = \"abcd\"\n"],
            replicas: ["/a.toml", ReplicaConfiguration(path: "/b.toml", adoption: .present)]
        )
        desk.adopt(rows: rows)
        desk.open("/b.toml", toOthers: true)
        desk.set("token", .string("efgh"))
        #expect(desk.text("/a.toml") == "token = \"efgh\"\n")
        #expect(desk.text("/b.toml") == "token = \"abcd\"\n")
        #expect(desk.problems.map(\.replica.path) == ["/b.toml"])
        desk.open("/b.toml", toOthers: false)
        #expect(desk.text("/b.toml") == "token = \"efgh\"\n")
    }

    @Test func `are made for their owner alone, and again when they are gone`() throws {
        let desk = try Desk(replicas: ["/a.toml"])
        desk.adopt(rows: rows)
        desk.set("token", .string("abcd"))
        #expect(desk.text() == "token = \"abcd\"\n")
        #expect(desk.files["/a.toml"]?.isOpenToOthers == false)

        desk.delete()
        desk.pass(5_000)
        desk.set("token", .string("efgh"))
        #expect(desk.text() == "token = \"efgh\"\n")
        #expect(desk.files["/a.toml"]?.isOpenToOthers == false)
    }

    @Test func `are made as open as others before they hold one`() throws {
        let desk = try Desk(replicas: ["/a.toml"])
        desk.adopt(rows: rows)
        desk.set("wrap", .boolean(true))
        #expect(desk.files["/a.toml"]?.isOpenToOthers == true)
        guard case .failure = desk.set("token", .string("abcd")) else {
            Issue.record("it was taken")
            return
        }
    }

    @Test func `aren't those that are never made`() throws {
        var store = ReplicaConfiguration(path: "/store.plist", adoption: .all)
        store.creation = .never
        let desk = try Desk(["/a.toml": ""], replicas: ["/a.toml", store])
        desk.adopt(rows: rows)
        desk.open(toOthers: true)
        guard case .failure(let refusal) = desk.set("token", .string("abcd")) else {
            Issue.record("it was taken")
            return
        }
        #expect(refusal.advice == "Take the right from them: chmod 600 /a.toml")
    }

    @Test func `with one in a list's elements are as private`() throws {
        let desk = try Desk(toml: "", rows: accounts)
        desk.open(toOthers: true)
        let account = SettingValue.dictionary([.init("password", .string("x"))])
        guard case .failure = desk.set("accounts", .array([account])) else {
            Issue.record("it was taken")
            return
        }
    }
}
