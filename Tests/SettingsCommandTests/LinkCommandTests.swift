// What a link would change, whose values count, and how it is undone, as the commands say it.

import Foundation
import SettingsModel
import SettingsProtocol
import Testing

/// A file that differs in two settings, in one of which it's the newer one.
private func plan() -> LinkPlan {
    var plan = LinkPlan(token: "t7")
    plan.hasOthers = true
    plan.set([
        LinkPlan.Difference(
            key("font.size"),
            here: .integer(12),
            there: .integer(10),
            isNewer: false
        ),
        LinkPlan.Difference(key("theme"), here: .string("a"), there: .string("b"), isNewer: true),
    ])
    plan.taken = LinkPlan.Settings([key("port")])
    return plan
}

private func terminal(_ plan: LinkPlan = plan(), seq: UInt64? = 4) throws -> Terminal {
    try Terminal(plan: plan) { call in
        if case .replicas = call {
            var other = replica("/f")
            other.domain = domain("x.y")
            return .result(SettingsProtocol.Replicas([replica("/g"), replica("/f"), other]))
        }
        var linked = Linked(replica("/f"))
        linked.seq = seq
        return .result(linked)
    }
}

@Suite struct `A link of a file that differs` {
    @Test func `is refused where nobody says whose values count`() throws {
        let terminal = try terminal()
        let errors = """
            settingsctl: '/f' and 'a.b' differ in 2 settings: font.size, theme
            Nothing was linked. Say whose values count with --prefer this, others or newer; see them with: \
            settingsctl link --dry-run a.b /f

            """
        #expect(
            try terminal.run("link", "a.b", "/f") == Outcome(status: 3, output: "", errors: errors)
        )
        #expect(terminal.calls.isEmpty)
    }

    @Test(arguments: [
        (
            "this",
            """
            The values of '/f' count for 2 settings: font.size, theme
            1 setting came from '/f': port
            To undo: settingsctl undo --seq 4 && settingsctl unlink a.b /f --revert

            """
        ),
        (
            "newer",
            """
            The values of '/f' count for 1 setting: theme
            The values of the others count for 1 setting: font.size
            1 setting came from '/f': port
            To undo: settingsctl undo --seq 4 && settingsctl unlink a.b /f --revert

            """
        ),
    ])
    func `says what it changed and how that is undone`(word: String, summary: String) throws {
        let terminal = try terminal()
        let outcome = try terminal.run("link", "a.b", "/f", "--prefer", word)
        let expected = "in sync  toml  user  /f\n" + summary
        #expect(outcome == Outcome(status: 0, output: expected, errors: ""))
        guard case .link(let link)? = terminal.calls.last else { throw NoCall() }
        #expect(link.preference?.rawValue == word)
        #expect(link.plan == "t7")
    }

    @Test func `that changes nothing but the file is undone by one command`() throws {
        let output = try terminal(seq: nil).run("link", "a.b", "/f", "--prefer", "others").output
        #expect(
            output.hasSuffix("port\nTo undo: settingsctl unlink a.b /f --revert\n"),
            "\(output)"
        )
    }

    @Test func `is shown and not made by a dry run`() throws {
        let terminal = try terminal()
        let output = """
            '/f' would be linked to 'a.b', with '/g'.
            It is linked to 'x.y', too: a change of it changes both.
            2 settings differ from '/g':
              font.size  12 in this file           10 elsewhere (newer)
              theme      "a" in this file (newer)  "b" elsewhere
            1 setting would come from '/f': port

            """
        #expect(
            try terminal.run("link", "a.b", "/f", "--dry-run")
                == Outcome(status: 0, output: output, errors: "")
        )
        let json = try terminal.run("link", "a.b", "/f", "--dry-run", "--json").output
        let start = #"{"token":"t7","linked":false,"others":true,"differs":2,"newer":1,"#
        #expect(json.hasPrefix(start))
        #expect(terminal.calls.allSatisfy { $0 == .replicas(domain: nil) })
    }
}

@Suite struct `A link` {
    @Test func `of a file that doesn't differ prefers the others, and needs no word`() throws {
        var plan = LinkPlan(token: "t")
        plan.hasOthers = true
        plan.taken = LinkPlan.Settings((1...7).map { key("k\($0)") })
        let terminal = try terminal(plan, seq: nil)
        let output = """
            in sync  toml  user  /f
            7 settings came from '/f': k1, k2, k3, k4, k5, …
            To undo: settingsctl unlink a.b /f

            """
        #expect(try terminal.run("link", "a.b", "/f").output == output)
        guard case .link(let link)? = terminal.calls.last else { throw NoCall() }
        #expect(link.preference == .others)
    }

    @Test func `of several files links one after the other`() throws {
        let terminal = try terminal(LinkPlan(token: "t"), seq: nil)
        let output = try terminal.run("link", "a.b", "/f", "/g").output
        #expect(output == "in sync  toml  user  /f\nin sync  toml  user  /f\n")
        let files = terminal.calls.map { call in
            if case .link(let link) = call { link.file ?? "" } else { "" }
        }
        #expect(files == ["/f", "/g"])
    }

    @Test(arguments: [
        (".config/kitty/kitty.conf", "kitty"), (".gitconfig", "git"), (".npmrc", "npm"),
        (".config/Code/User/settings.json", "vscode"), (".config/starship.toml", "starship"),
        (".config/foot/foot.ini", "foot"), (".foorc", "foorc"), ("s.toml", "s"),
        (".config/helix/config.toml", "helix"), (".ssh/config", "ssh"),
        ("dotfiles/dot-config/mpv/mpv.conf", "mpv"), ("tmux/dot-tmux.conf", "tmux"),
        ("config/dot-tmux.conf", "tmux"),
    ])
    func `names the domain by the file's path`(path: String, name: String) throws {
        let terminal = try terminal(LinkPlan(token: "t"), seq: nil)
        try terminal.write(path, "a = 1\n")
        let outcome = try terminal.run("link", "./" + path)
        #expect(outcome.status == 0)
        guard case .link(let link)? = terminal.calls.last else { throw NoCall() }
        #expect(link.domain == domain(name))
        #expect(link.file == terminal.folder.path + "/" + path)
    }

    @Test(arguments: [["link", "typo"], ["link"], ["link", ""], ["link", "a.b", ""]])
    func `needs a file`(words: [String]) throws {
        #expect(try terminal().run(words).status == 2)
    }

    @Test func `of a domain's first file needs no summary`() throws {
        var plan = LinkPlan(token: "t")
        plan.taken = LinkPlan.Settings([key("k")])
        let output = try terminal(plan, seq: nil).run("link", "a.b", "/f").output
        #expect(output == "in sync  toml  user  /f\n")
    }

    @Test func `names the lines that can't be read`() throws {
        let terminal = try terminal(LinkPlan(token: "t"), seq: nil)
        try terminal.write("x.service", "[Unit]\nDescription=x\noops\nAfter=y\n")
        let errors = """
            settingsctl: x.service:3:1: found a line without '='
            The line stays as it is. Write it as key=value, or put '#' before a comment.

            """
        let outcome = try terminal.run("link", "a.b", "x.service")
        #expect(outcome == Outcome(status: 0, output: "in sync  toml  user  /f\n", errors: errors))
    }

    @Test func `of what can't be compared now goes by its time`() throws {
        var plan = LinkPlan(token: "t")
        plan.problem = "another program is writing it"
        let terminal = try terminal(plan)
        #expect(try terminal.run("link", "a.b", "/f").status == 0)
        guard case .link(let link)? = terminal.calls.last else { throw NoCall() }
        #expect(link.preference == nil)
        let shown = try terminal.run("link", "a.b", "/f", "--dry-run").output
        #expect(shown == "'/f' can't be compared now: another program is writing it.\n")
    }

    @Test(arguments: [
        ["link", "a.b", "/f", "--layer", "site", "--prefer", "this"],
        ["link", "a.b", "--schema", "/s", "--dry-run"],
    ])
    func `that competes with nothing has no preference`(words: [String]) throws {
        #expect(try terminal().run(words).status == 2)
    }
}

@Suite struct `settingsctl unlink` {
    @Test func `says how many settings it forgot`() throws {
        let terminal = try Terminal { _ in
            var linked = Linked(nil)
            linked.forgotten = 2
            return .result(linked)
        }
        let outcome = try terminal.run("unlink", "a.b", "/f", "--revert")
        #expect(
            outcome.output
                == "Forgot 2 settings of '/f' alone.\nThe history has them: settingsctl log a.b\n"
        )
        var expected = Call.Unlink(domain: domain("a.b"), file: "/f")
        expected.isReverted = true
        #expect(terminal.calls.contains(.unlink(expected)))
    }

    /// A terminal with an agent that has files of domains.
    private func terminal(_ files: [(domain: String, file: String)]) throws -> Terminal {
        let replicas = files.map { place in
            var report = replica(place.file)
            report.domain = domain(place.domain)
            return report
        }
        return try Terminal { call in
            guard case .unlink = call else { return .result(SettingsProtocol.Replicas(replicas)) }
            return .result(Linked(nil))
        }
    }

    @Test func `names another domain that has the file`() throws {
        let terminal = try terminal([("look", "/f"), ("look", "/gone"), ("a.b", "/g")])
        let told = """
            It is still linked to 'look', which writes it, too.
            To stop that: settingsctl unlink look /f

            """
        let outcome = try terminal.run("unlink", "a.b", "/f")
        #expect(outcome == Outcome(status: 0, output: told, errors: ""))
        #expect(try terminal.run("unlink", "a.b", "/g").output == "")
    }

    @Test func `finds the domain of a file`() throws {
        let terminal = try terminal([("x.y", "/g"), ("a.b", "/f")])
        #expect(try terminal.run("unlink", "/f") == Outcome(status: 0, output: "", errors: ""))
        let expected = Call.Unlink(domain: domain("a.b"), file: "/f")
        #expect(terminal.calls.contains(.unlink(expected)))
    }

    @Test(arguments: [
        (
            "/h", 1, "'/h' isn't linked",
            "Nothing was changed. See the linked files: settingsctl status"
        ),
        (
            "/f", 2, "'/f' is linked to 'a.b' and 'x.y'",
            "Nothing was unlinked. Name one of them: settingsctl unlink a.b /f"
        ),
    ])
    func `needs one domain of a file`(
        file: String,
        status: Int32,
        problem: String,
        advice: String
    ) throws {
        let terminal = try terminal([("x.y", "/f"), ("a.b", "/f")])
        let message = "settingsctl: \(problem)\n\(advice)\n"
        let outcome = try terminal.run("unlink", file)
        #expect(outcome == Outcome(status: status, output: "", errors: message))
    }
}
