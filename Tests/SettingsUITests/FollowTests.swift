// Mapped files that have texts of their own: what the inspector says of them, and how they follow.

import SettingsModel
import SettingsProtocol
import SettingsSchema
import Testing

@testable import SettingsUI

private let volume = Fixture.place("game", "volume")

@Suite struct `What the inspector says of mapped files` {
    @Test func `is what each has, and whether it follows`() {
        let state = Fixture.inspected(own: ["/x/b.toml"], following: ["/x/kitty.conf"])
        let lines = state.inspectorLines(volume)
        #expect(lines.contains(.header("1 of 2 follow")))
        #expect(lines.contains(.fact("follows", "kitty.conf:14 vol 7.0")))
        #expect(lines.contains(.fact("its own", "b.toml:14 vol loud")))
    }
}

@Suite struct `A file with a text of its own` {
    @Test func `is asked to follow with all others of the setting`() {
        var state = Fixture.inspected(own: ["/y/c.ini", "/x/b.toml", "/x/b.toml"])
        #expect(state.offersFollow)
        #expect(state.type("f") == [.follow(volume, ["/x/b.toml", "/y/c.ini"], .written)])
    }

    @Test(arguments: [Region.table, .inspector])
    func `is asked to follow beside the inspector, and in it`(region: Region) {
        var state = Fixture.inspected(own: ["/x/b.toml"], Size(width: 120, height: 40))
        state.navigation.region = region
        #expect(state.offersFollow)
        #expect(state.type("f") == [.follow(volume, ["/x/b.toml"], .written)])
    }

    @Test func `is asked nothing while the inspector is closed`() {
        var state = Fixture.inspected(own: ["/x/b.toml"])
        state.press(.escape)
        #expect(!state.offersFollow)
        #expect(state.type("f") == [])
        #expect(state.status == nil)
    }

    @Test func `is there only where one is known`() {
        var state = Fixture.inspected(own: [], following: ["/x/kitty.conf"])
        #expect(!state.offersFollow)
        #expect(state.type("f") == [])
        let words = "No file is known to have its own text for Game Volume"
        #expect(state.status == Status(.note, words))
    }

    @Test func `isn't shown of a secret`() {
        var state = Fixture.network()
        let password = Fixture.place("network", "password")
        state.press(.end, .up, .up, .up, .character("i"))
        #expect(state.navigation.focusedPlace == password)
        let answer = Fixture.explanation(of: password, own: ["/x/b.toml"])
        state.send(.agent(.explained(password, answer)))
        #expect(!state.offersFollow)
        #expect(state.type("f") == [])
    }
}

@Suite struct `A file whose text can be a word` {
    @Test(arguments: [Region.table, .inspector])
    func `is asked to keep it, with all others of the setting`(region: Region) {
        var state = Fixture.inspected(
            own: ["/x/b.toml", "/y/c.ini"],
            words: ["/y/c.ini"],
            Size(width: 120, height: 40)
        )
        state.navigation.region = region
        #expect(state.hints.contains { $0.sends == "w" && $0.label.hasPrefix("this is its ") })
        #expect(state.type("w") == [.follow(volume, ["/y/c.ini"], .asIs)])
    }

    @Test func `is there only where one is known`() {
        var state = Fixture.inspected(own: ["/x/b.toml"])
        #expect(!state.hints.contains { $0.sends == "w" })
        #expect(state.type("w") == [])
        let words = "No file is known to have its own word for Game Volume"
        #expect(state.status == Status(.note, words))
    }
}

@Suite struct `A mapped file of a setting that is reset` {
    @Test(arguments: [
        (["/x/kitty.conf"], "; kitty.conf keeps 7.0"),
        (["/x/kitty.conf", "/y/c.ini"], "; kitty.conf, c.ini keep 7.0"), ([], ""),
    ])
    func `is named with the value that it keeps`(files: [String], words: String) {
        var state = Fixture.state(values: [(volume, .real(7))])
        state.open(0)
        state.press(.down)
        state.type("d")
        let effects = state.send(.agent(.accepted(1, .changed(101), [])))
        #expect(effects.contains(.explain(volume)))
        var now = Fixture.explanation(of: volume, following: files)
        for index in now.layers.indices { now.layers[index].time = nil }
        for _ in 0..<2 { state.send(.agent(.explained(volume, now))) }
        #expect(state.status?.text == "Game Volume → 3.5, the default   saved" + words)
    }
}

@Suite struct `A file that followed` {
    private func follow(_ group: UInt64?, _ files: [String] = ["/x/b.toml"]) -> Model {
        var state = Fixture.state()
        state.open(0)
        let now = Fixture.explanation(of: volume, following: files)
        state.send(.agent(.followed(volume, files, group: group, now)))
        return state
    }

    private func report(_ id: UInt64, _ file: String, why: String = "follow") -> HistoryReport {
        var report = HistoryReport(
            id: id,
            seq: 0,
            time: 0,
            domain: volume.domain,
            key: volume.keyPath,
            origin: "client:settings ui",
            why: why
        )
        (report.old, report.new) = (.string("loud"), .string("7.0"))
        (report.file, report.at, report.group) = (file, "vol", 7)
        return report
    }

    @Test func `is undone and redone as a step`() {
        var state = follow(7)
        #expect(state.type("u") == [.undo(.steps([7]))])
        state.send(.agent(.undone(group: 8, warnings: [])))
        #expect(state.press(.control("r")) == [.undo(.steps([8]))])
        state.send(.agent(.undone(group: 9, warnings: [])))
        #expect(state.type("u") == [.undo(.steps([7]))])
    }

    @Test func `is nothing to undo where nothing was written`() {
        var state = follow(nil)
        #expect(state.type("u") == [])
        #expect(state.status == Status(.note, "Nothing to undo"))
    }

    @Test func `is named in the history, and where its own text is back`() {
        var state = follow(7)
        state.send(.agent(.history([])))
        state.send(.agent(.lately([report(7, "/x/b.toml")])))
        #expect(state.mirror.log.entries.map(\.file) == ["/x/b.toml"])
        state.type("]]")
        #expect(state.view().plain.contains("b.toml: loud → 7.0"))
        #expect(state.type("u") == [.undo(.steps([7]))])
        state.send(.agent(.undone(group: 8, warnings: [])))
        let words = "Undone: b.toml has its own text again"
        #expect(state.status == Status(.good, words))
        #expect(state.mirror.log.entries.map(\.isUndone) == [true])

        var undo = report(8, "/x/b.toml", why: "undo")
        (undo.old, undo.new) = (undo.new, undo.old)
        (undo.undoes, undo.group) = ([7], 8)
        state.send(.agent(.lately([report(7, "/x/b.toml"), undo])))
        #expect(state.mirror.log.entries.map(\.isUndone) == [true])
    }

    @Test func `elsewhere before the start is a line of the history`() {
        var state = Fixture.state()
        state.send(.agent(.history([report(7, "/x/b.toml")])))
        state.type("]]")
        #expect(state.view().plain.contains("b.toml: loud → 7.0"))
        #expect(state.type("u") == [.undo(.steps([7]))])
    }
}

@Suite struct `A file that was to follow` {
    @Test(arguments: [
        (["/x/kitty.conf"], "kitty.conf follows now"),
        (["/x/b.toml", "/x/kitty.conf"], "b.toml, kitty.conf follow now"),
    ]) func `follows, as the agent explains then`(files: [String], words: String) {
        var state = Fixture.inspected(own: files)
        state.type("f")
        let now = Fixture.explanation(of: volume, following: files)
        // Nothing is asked again: the answer has it all.
        #expect(state.send(.agent(.followed(volume, files, group: nil, now))) == [])
        #expect(state.status == Status(.good, words))
        #expect(!state.offersFollow)
        let header = "\(files.count) of \(files.count) follow"
        #expect(state.inspectorLines(volume).contains(.header(header)))
    }

    @Test func `still has its own text where it can't be written, and says why`() {
        let files = ["/x/b.toml", "/x/kitty.conf"]
        var state = Fixture.inspected(own: files)
        state.type("f")
        var problem = FileProblem.refused(volume, nil)
        (problem.file, problem.problem) = ("/x/b.toml", "it is read-only")
        state.send(.agent(.problem(problem)))
        let now = Fixture.explanation(of: volume, own: ["/x/b.toml"], following: ["/x/kitty.conf"])
        state.send(.agent(.followed(volume, files, group: nil, now)))
        #expect(state.status == Status(.error, "✗ b.toml keeps its own text: it is read-only"))
        #expect(state.offersFollow)
    }

    @Test func `is shown while another setting is inspected`() {
        var state = Fixture.inspected(own: ["/x/b.toml"])
        state.type("f")
        state.press(.escape, .down, .character("i"))
        let other = state.navigation.focusedPlace
        #expect(other != volume)
        let now = Fixture.explanation(of: volume, following: ["/x/b.toml"])
        state.send(.agent(.followed(volume, ["/x/b.toml"], group: nil, now)))
        #expect(state.status == Status(.good, "b.toml follows now"))
        #expect(state.inspector.explanation(of: other) == nil)
    }

    @Test func `doesn't where the agent refuses, and what each says is asked again`() {
        var state = Fixture.inspected(own: ["/x/b.toml"])
        state.type("f")
        let refusal = AgentEvent.notFollowed(
            volume,
            problem: "no mapped file has a text of its own for 'volume'",
            advice: "See what each file says: settingsctl explain game volume"
        )
        #expect(state.send(.agent(refusal)) == [.explain(volume)])
        let words =
            "✗ Game Volume: no mapped file has a text of its own for 'volume'. "
            + "See what each file says: settingsctl explain game volume"
        #expect(state.status == Status(.error, words))
    }

    @Test func `doesn't where no agent answers, and what is known stays`() {
        var state = Fixture.inspected(own: ["/x/b.toml"])
        state.send(.agent(.lost("No agent")))
        #expect(state.type("f") == [.follow(volume, ["/x/b.toml"], .written)])
        let refusal = AgentEvent.notFollowed(volume, problem: "no agent answers", advice: "")
        #expect(state.send(.agent(refusal)) == [])
        #expect(state.status == Status(.error, "✗ Game Volume: no agent answers."))
        #expect(state.inspectorLines(volume).contains(.fact("its own", "b.toml:14 vol loud")))
    }
}

extension Fixture {
    /// The game with the inspector of its volume, on top where it has no room beside the table; files say
    /// the volume in their own words, or have texts of their own.
    static func inspected(
        own: [String],
        following: [String] = [],
        words: [String] = [],
        _ size: Size = Size(width: 80, height: 24)
    ) -> Model {
        var state = game(size)
        state.inspector.isWanted = true
        state.send(.resize(size))
        if state.frame.inspector == nil { state.type("i") }
        let answer = explanation(of: volume, own: own, following: following, words: words)
        state.send(.agent(.explained(volume, answer)))
        return state
    }

    fileprivate static func explanation(
        of place: SettingPlace,
        own: [String] = [],
        following: [String] = [],
        words: [String] = []
    ) -> Explanation {
        var answer = explanation(of: place)
        var follower = answer.layers[0]
        (follower.at, follower.says) = ("vol", .string("7.0"))
        var other = follower
        (other.says, other.isOwn, other.time) = (.string("loud"), true, nil)
        for (files, report) in [(following, follower), (own, other)] {
            answer.layers += files.map { file in
                var report = report
                report.file = file
                report.table = words.contains(file) ? "levels" : nil
                return report
            }
        }
        return answer
    }
}

extension Model {
    fileprivate var offersFollow: Bool { hints.contains { $0.sends == "f" } }
}
