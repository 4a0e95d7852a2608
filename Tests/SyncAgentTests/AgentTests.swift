// What the agent makes of the engine's effects, and of a journal that fails.

import SettingsDocument
import SettingsModel
import SyncEngine
import SyncPlatform
import TestSupport
import Testing

@testable import SyncAgent

private let path = "/files/editor.toml"
private let domains = ["org.example.editor": "[[file]]\npath = \"\(path)\"\n"]

/// An agent with three files that have changed, each of which takes as long to read as a turn lasts.
private func slow() throws -> Bench {
    let files = ["editor", "b", "c"].map { "/files/\($0).toml" }
    let bench = try Bench(
        domains: [editor.name: files.map { "[[file]]\npath = \"\($0)\"\n" }.joined()]
    )
    bench.set("a", .integer(1))
    bench.settle()
    bench.files.willTouch = { call, _ in
        guard call == "look" else { return }
        let end = SystemClock.monotonicMilliseconds + 110
        while SystemClock.monotonicMilliseconds < end {}
    }
    for file in files { bench.files.notice(.touched(ReplicaID(domain: editor, path: file))) }
    bench.agent.filesChanged()
    #expect(bench.agent.backlog > 1)
    return bench
}

private final class Recorder: Audience {
    var announced: [UInt64] = []
    var problems: [String] = []
    var recovered: [String] = []
    var onPause: () -> Void = {}

    func announced(upTo seq: UInt64) { announced.append(seq) }
    func problemAppeared(_ problem: Problem) { problems.append(problem.code.name) }
    func recovered(_ replica: ReplicaID, _ keyPath: SettingKeyPath?) {
        recovered.append(replica.path)
    }
    func unlinked(_ replica: ReplicaID) {}
    func secretsAppeared(in domains: Set<Domain>) {}
    func paused() { onPause() }
}

@Suite struct `An agent` {
    @Test func `announces what is written, in order`() throws {
        let bench = try Bench(domains: domains)
        let recorder = Recorder()
        bench.agent.audience = recorder
        bench.log.isHolding = true
        for value in 1...3 as ClosedRange<Int64> {
            bench.agent.edit(EditRequest("a", .integer(value))) { _ in }
        }
        bench.settle()
        #expect(recorder.announced == [])
        #expect(bench.agent.announcedSeq == 0)

        bench.log.release(2)
        bench.settle()
        #expect(recorder.announced == [1, 2])
        bench.log.isHolding = false
        bench.log.release()
        bench.settle()
        #expect(recorder.announced == [1, 2, 3])
        #expect(bench.files.text(path) == "a = 3\n")
    }

    @Test func `tells of reads before what was seen after them`() throws {
        let bench = try Bench(domains: domains)
        bench.files.write("a = 1\n", to: path)
        bench.agent.filesChanged()
        bench.settle()
        let replica = ReplicaID(domain: editor, path: path)
        bench.files.willTouch = { call, touched in
            guard call == "look", touched == path else { return }
            bench.files.willTouch = { _, _ in }
            // Noticed while the file was being read.
            bench.files.notice(.overflowed)
            bench.files.write("a = 2\n", to: path)
        }

        bench.files.notice(.touched(replica))
        bench.agent.filesChanged()
        bench.settle()

        #expect(bench.values() == ["a": .integer(2)])
        #expect(bench.files.drain().isEmpty)
    }

    @Test func `leaves the loop to others when a file never falls silent`() throws {
        let bench = try Bench(domains: domains)
        let replica = ReplicaID(domain: editor, path: path)
        bench.files.write("a = 1\n", to: path)
        var looks = 0
        bench.files.willTouch = { call, _ in
            guard call == "look" else { return }
            looks += 1
            bench.files.notice(.touched(replica))
        }

        bench.agent.filesChanged()
        let looksOfOneTurn = looks
        #expect(looksOfOneTurn > 1)
        bench.run { looks > looksOfOneTurn }
        bench.files.willTouch = { _, _ in }
        bench.settle()
        #expect(bench.values() == ["a": .integer(1)])
        #expect(bench.agent.backlog == 0)
    }

    @Test func `takes one turn at a time, whatever comes while it has much to do`() throws {
        let bench = try Bench(domains: domains)
        let replica = ReplicaID(domain: editor, path: path)
        bench.files.write("a = 1\n", to: path)
        var looks = 0
        bench.files.willTouch = { call, _ in
            guard call == "look" else { return }
            looks += 1
            bench.files.notice(.touched(replica))
            // As long as a turn.
            let end = SystemClock.monotonicMilliseconds + 110
            while SystemClock.monotonicMilliseconds < end {}
        }

        bench.agent.filesChanged()
        for _ in 0..<20 { bench.agent.filesChanged() }
        #expect(looks == 1)
        var rounds: [Int] = []
        looks = 0
        bench.run {
            rounds.append(looks)
            looks = 0
            return rounds.count == 5
        }
        #expect(rounds.allSatisfy { $0 <= 1 })
        #expect(rounds.contains(1))
        bench.files.willTouch = { _, _ in }
        bench.settle()
        #expect(bench.agent.backlog == 0)
    }

    @Test func `reads for a client what that has written before, however much there is to do`()
        throws
    {
        let bench = try slow()
        let client = bench.connect()
        client.request("set", #"["org.example.editor","a",2]"#)
        let get = client.request("get", #"["org.example.editor","a"]"#)
        #expect(client.answer(to: get).number("value") == 2)
    }

    @Test func `does what there is to do before it ends`() throws {
        let bench = try slow()
        let edit = EditRequest("a", .integer(2))
        var order: [String] = []
        bench.agent.edit(edit) { _ in order.append("answered") }
        bench.agent.sayFarewell { order.append($0 ? "done" : "given up") }
        bench.run { order.count == 2 }
        #expect(order == ["answered", "done"])
    }

    @Test func `answers so many edits before they are durable, and further ones after`() throws {
        let bench = try Bench(domains: domains)
        bench.settle()
        bench.log.isHolding = true
        var answers = 0
        for number in 0..<CommitLine.earlyAnswers + 1 {
            let edit = EditRequest("k", .integer(Int64(number)))
            bench.agent.edit(edit, answering: .whenAccepted) { _ in answers += 1 }
        }
        #expect((1...CommitLine.earlyAnswers).contains(answers))
        bench.log.isHolding = false
        bench.log.release()
        bench.run { answers > CommitLine.earlyAnswers }
    }

    @Test func `looks again when the time has come`() throws {
        let bench = try Bench(domains: domains)
        bench.files.write("a = 1\n", to: path)
        bench.agent.filesChanged()
        bench.settle()
        bench.files.remove(path)
        bench.agent.filesChanged()

        // Absent for a moment, a file may be a save in progress; then it is missing.
        bench.run {
            if case .missing = bench.agent.engine.conditions(of: editor).first?.1 {
                true
            } else {
                false
            }
        }

        #expect(bench.values() == ["a": .integer(1)])
    }

    @Test func `writes again what couldn't be written, and says so once`() throws {
        let bench = try Bench(domains: domains)
        bench.set("a", .integer(1))
        bench.settle()
        bench.files.unwritable[path] = .sample(
            .diskFull,
            path,
            problem: "the disk is full"
        )
        bench.set("a", .integer(2))
        bench.settle()
        bench.messages.clear()
        bench.set("a", .integer(3))
        bench.settle()
        #expect(bench.messages.texts == [])

        bench.files.unwritable = [:]
        bench.run { bench.files.text(path) == "a = 3\n" }
        bench.settle()

        #expect(bench.messages.texts == ["\(path): in sync again"])
    }

    @Test func `finishes what is being committed before it ends`() throws {
        let bench = try Bench(domains: domains)
        bench.log.isHolding = true
        let edit = EditRequest("a", .integer(1))
        var order: [String] = []
        bench.agent.edit(edit) { _ in order.append("answered") }
        bench.agent.sayFarewell { order.append($0 ? "done" : "given up") }
        bench.settle()
        #expect(order == [])

        bench.log.release()
        bench.log.isHolding = false
        bench.settle()

        #expect(order == ["answered", "done"])
    }

    @Test func `ends at once when nothing is under way`() throws {
        let bench = try Bench()
        var isDone = false
        bench.agent.sayFarewell { isDone = $0 }
        #expect(isDone)
    }

    @Test func `says that something is missing when the journal took nothing at the end`() throws {
        let bench = try Bench(domains: domains)
        bench.log.failingCommits = [bench.log.commits + 1]
        bench.set("a", .integer(1))
        var isWhole: Bool?
        bench.agent.sayFarewell { isWhole = $0 }
        #expect(isWhole == false)
    }

    @Test func `lets nobody ask between a step and the commit of what it changed`() throws {
        let other = domain("org.example.other")
        let bench = try Bench(domains: [
            editor.name: "[[file]]\npath = \"\(path)\"\n",
            other.name: "[[file]]\npath = \"/files/other.toml\"\n",
        ])
        let recorder = Recorder()
        bench.agent.audience = recorder
        bench.log.isHolding = true
        var standings: Set<Bool> = []
        recorder.onPause = {
            guard bench.values() == ["a": .integer(1)] else { return }
            standings.insert(bench.agent.standing(of: editor) == .beingWritten)
        }

        bench.files.write("a = 1\n", to: path)
        bench.files.write("b = 1\n", to: "/files/other.toml")
        bench.agent.filesChanged()

        #expect(standings == [true])
        bench.log.isHolding = false
        bench.log.release()
    }

    @Test func `calls for a folder that was touched, and after an overflow`() throws {
        let bench = try Bench()
        var calls = 0
        bench.agent.foldersTouched = { calls += 1 }
        bench.files.notice(.folderTouched("/home/domains"))
        bench.agent.filesChanged()
        #expect(calls == 1)
        bench.files.notice(.overflowed)
        bench.agent.filesChanged()
        #expect(calls == 2)
    }
}

@Suite struct `An agent whose journal fails` {
    /// An agent whose next commit fails.
    private func failing(_ limits: Limits = .standard) throws -> Bench {
        let bench = try Bench(domains: domains, limits: limits)
        bench.set("a", .integer(1))
        bench.settle()
        bench.messages.clear()
        bench.log.failingCommits = [bench.log.commits + 1]
        return bench
    }

    @Test func `refuses the change and forgets it`() throws {
        let bench = try failing()
        let client = bench.connect()

        let line = client.call("set", #"["org.example.editor","a",2]"#)

        #expect(line.error["code"] as? Int == -32_012)
        #expect(line.data["slug"] as? String == "Store")
        #expect(
            line.error["message"] as? String
                == "nothing was changed: the disk of the journal 'memory' is full"
        )
        #expect(client.call("get", #"["org.example.editor","a"]"#).number("value") == 1)
        #expect(bench.files.text(path) == "a = 1\n")
        #expect(bench.messages.all.map(\.priority) == [.error])
    }

    @Test func `refuses everything at once until it tries again`() throws {
        let bench = try failing()
        let client = bench.connect()
        let commits = bench.log.commits
        client.request("set", #"["org.example.editor","a",2]"#)
        client.request("set", #"["org.example.editor","b",2]"#)
        #expect(client.rest().map { $0.data["slug"] as? String } == ["Store", "Store"])
        #expect(client.call("stats").description.contains("is full"))
        let later = client.call("set", #"["org.example.editor","c",2]"#)
        #expect(later.data["slug"] as? String == "Store")
        #expect(bench.log.commits == commits + 2)

        bench.run { bench.agent.journalError == nil }

        #expect(client.call("set", #"["org.example.editor","c",3]"#).number("seq") == 2)
        #expect(bench.messages.texts.last == "memory: takes changes again")
        bench.settle()
        #expect(bench.files.text(path) == "a = 1\nc = 3\n")
    }

    @Test func `still has locks in force, and takes files in when it works again`() throws {
        let bench = try failing()
        let managed = bench.home.paths.managedFiles(of: "org.example.editor")[0]
        bench.set("a", .integer(2))
        #expect(bench.agent.journalError != nil)

        bench.files.write("a = 9\n", to: managed)
        bench.files.write("a = 1\nb = 5\n", to: path)
        bench.agent.filesChanged()
        bench.settle()
        #expect(bench.values()["a"] == .integer(9))
        #expect(bench.agent.announcedSeq == 1)

        bench.run { bench.agent.journalError == nil }
        bench.settle()
        #expect(bench.values() == ["a": .integer(9), "b": .integer(5)])
        #expect(bench.agent.announcedSeq > 1)
    }

    @Test(arguments: [(30, ""), (5, String(repeating: "x", count: 3_000))])
    func `keeps only so much that waits for the journal, and reads the files when it works again`(
        saves: Int,
        comment: String
    ) throws {
        var limits = Limits.standard
        limits.heldCommits = 20
        limits.heldBytes = 10_000
        let bench = try failing(limits)
        bench.set("a", .integer(2))

        for number in 1...saves {
            bench.files.write("a = 1\nb = \(number)\n# \(comment)\n", to: path)
            bench.agent.filesChanged()
        }

        // What it knows of the files now is more than it may keep.
        let client = bench.connect()
        let refused = client.call("get", #"["org.example.other","a"]"#)
        #expect(refused.data["slug"] as? String == "Store")
        bench.run { bench.agent.journalError == nil }
        bench.settle()
        #expect(bench.values() == ["a": .integer(1), "b": .integer(Int64(saves))])
        #expect(client.call("get", #"["org.example.editor","b"]"#).number("value") == saves)
    }

    @Test func `tells of each failure once, however often it tries`() throws {
        let bench = try failing()
        bench.log.failingCommits.insert(bench.log.commits + 2)
        bench.set("a", .integer(2))
        bench.run { bench.agent.journalError == nil }
        bench.set("a", .integer(2))

        #expect(bench.agent.journalError != nil)
        #expect(bench.messages.all.count == 1)
    }

    @Test func `tries a journal that can't even be read again`() throws {
        let bench = try failing()
        bench.log.isUnreadable = true
        let recoveries = bench.log.recoveries
        #expect(bench.set("a", .integer(2)) == nil)
        bench.run { bench.log.recoveries >= recoveries + 2 }
        #expect(bench.agent.journalError != nil)
        // Saves meanwhile don't gather, and the last is seen.
        for number in 1...1_000 {
            bench.files.write("b = \(number)\n", to: path)
            bench.agent.filesChanged()
        }
        #expect(bench.agent.backlog <= 1)

        bench.log.isUnreadable = false
        bench.run { bench.agent.journalError == nil }

        bench.settle()
        #expect(bench.values() == ["b": .integer(1_000)])
        #expect(bench.set("a", .integer(3)) != nil)
        #expect(bench.values()["a"] == .integer(3))
    }
}

@Suite struct `A message` {
    @Test func `says where, what, what was done and what to do, of a broken file`() throws {
        let bench = try Bench(domains: domains)
        bench.files.areOpenToOthers = true
        bench.files.write("a = 1\nfont.size = = 12\n", to: path)
        bench.agent.filesChanged()
        bench.settle()

        #expect(
            bench.messages.texts == [
                """
                /files/editor.toml:2:13: found '=', expected a value
                  2 | font.size = = 12
                    |             ^
                Kept the last good values. Write a value after the '=', text in double quotes.
                """
            ]
        )
    }

    @Test func `shows a line that has no effect, as its key is locked`() throws {
        let bench = try Bench(domains: domains)
        let managed = bench.home.paths.managedFiles(of: "org.example.editor")[0]
        bench.files.areOpenToOthers = true
        bench.files.write("font.size = 10\n", to: managed)
        bench.files.write("[font]\nsize = 12\n", to: path)
        bench.agent.filesChanged()
        bench.settle()

        #expect(
            bench.messages.texts == [
                """
                /files/editor.toml:2:1: 'font.size' is locked by '\(managed)'
                  2 | size = 12
                    | ^
                The locked value stays in force. Remove the line, or ask whoever administers this computer.
                """
            ]
        )
    }

    @Test func `tells of a file that can't be written`() throws {
        let bench = try Bench(domains: domains)
        bench.files.unwritable[path] = .sample(
            .readOnly,
            path,
            problem: "the file system is read-only",
            advice: "Mount it for writing"
        )
        bench.set("a", .integer(1))
        bench.settle()

        #expect(
            bench.messages.texts == [
                """
                /files/editor.toml: the file system is read-only
                The change is kept and waits to be written. Mount it for writing.
                """
            ]
        )
    }

    @Test func `tells of a journal that fails`() throws {
        let bench = try Bench(domains: domains)
        bench.log.failingCommits = [bench.log.commits + 1]
        bench.set("a", .integer(1))

        #expect(
            bench.messages.texts == [
                """
                memory: the disk of the journal 'memory' is full
                Refused what was not committed; changes are refused until it works again. Make room; changes are taken again then.
                """
            ]
        )
    }

    @Test func `tells of a mistake in a domain file`() throws {
        let text = "[[file]]\npath = \"~/a.toml\"\nformat = \"yml\"\n"
        let formats = Format.allCases.map(\.rawValue).joined(separator: ", ")
        let bench = try Bench(domains: ["org.example.editor": text])

        #expect(
            bench.messages.texts == [
                """
                \(bench.home["domains/org.example.editor.toml"]):3:10: there is no format 'yml'
                  3 | format = "yml"
                    |          ^
                The file is left out. Use one of \(formats).
                """
            ]
        )
    }

    @Test func `shows no control character, and systemd each line's priority`() {
        let problem = ConfigurationProblem(
            path: "/a\u{1B}b",
            place: SourcePlace(line: 1, column: 2),
            excerpt: "  1 | x\n    |  ^",
            problem: "'\u{7}' is wrong",
            consequence: "Ignored it",
            advice: "Remove it"
        )
        #expect(
            Message(problem).linesWithPriority
                == "<4>/a\\u{1B}b:1:2: '\\u{07}' is wrong\n<4>  1 | x\n<4>    |  ^\n"
                + "<4>Ignored it. Remove it.\n"
        )
        #expect(Message(.notice, "x").lines == "x\n")
    }
}
