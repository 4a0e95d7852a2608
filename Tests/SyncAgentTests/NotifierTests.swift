// Notices shown by real programs, with files and journal in memory.

import Glibc
import SettingsModel
import SyncEngine
import SyncPlatform
import TestSupport
import Testing

@testable import SyncAgent

private let domains = [
    editor.name:
        "defaults = false\n[[file]]\npath = \"/f/a.toml\"\n[[file]]\npath = \"/f/b.toml\"\n"
]
/// Notes the title, and the text in one line.
private let note = #"printf '%s: %s\n' "$1" "$(printf %s "$2" | tr '\n' ' ')" >> told"#
private let advice = "What to do: settingsctl doctor"

/// An agent whose notices a line of shell shows, and who shows them.
private final class Show {
    let bench: Bench
    let notifier: Notifier

    init(
        _ script: String? = note,
        hasDesktop: Bool = false,
        limit: Duration = .seconds(120)
    ) throws {
        bench = try Bench(domains: domains)
        bench.files.areOpenToOthers = true
        notifier = Notifier(
            bench.settings,
            bench.home.paths,
            hasDesktop: hasDesktop,
            times: Notifier.Times(settle: .zero, limit: limit),
            loop: bench.loop,
            report: bench.messages.add
        )
        bench.host.show(by: notifier)
        if let script { name(script) }
        save("a = 1\n")
    }

    /// Names a line of shell as the program that shows notices.
    func name(_ script: String) {
        bench.settings.notices.command = ["sh", "-c", script, "sh", "{title}", "{text}"]
    }

    // A child that ends unheard would stay for another test's program to be taken for.
    deinit { bench.run { notifier.child == nil } }

    func save(_ text: String, to path: String = "/f/a.toml") {
        bench.files.write(text, to: path)
        bench.agent.filesChanged()
        settle()
    }

    /// Runs the loop until a notice would have begun.
    func settle() {
        bench.settle()
        bench.settle()
    }

    /// Waits until so many notices were shown; gives them.
    @discardableResult
    func told(_ count: Int) -> [String] {
        bench.run { lines.count >= count && notifier.child == nil }
        settle()
        bench.run { notifier.child == nil }
        return lines
    }

    private var lines: [String] {
        (bench.home.text("/told") ?? "").split(separator: "\n").map(String.init)
    }
}

@Suite(.timeLimit(.minutes(10))) struct `A program that shows notices` {
    @Test func `is run once for a broken file, and again when that is broken again`() throws {
        let show = try Show()
        let told =
            "settings-agent: \(editor): /f/a.toml:1:4 can't be read. "
            + "Kept the last good values. \(advice)"

        show.save("a =\n")
        #expect(show.told(1) == [told])
        show.save("a = = 2\n")
        #expect(show.told(1) == [told])

        show.save("a = 2\n")
        show.save("a =\n")
        #expect(show.told(2) == [told, told])
    }

    @Test func `is run again for a broken file that was unlinked and is linked again`() throws {
        let show = try Show()
        show.save("a =\n")
        let told = show.told(1)
        let name = "domains/\(editor).toml"
        for (text, count) in [("defaults = false\n", 1), (domains[editor.name] ?? "", 2)] {
            try show.bench.home.write(text, to: name)
            show.bench.directory.reload(show.bench.agent)
            #expect(show.told(count) == Array(repeating: told[0], count: count))
        }
    }

    @Test func `is run for a mistake in a domain file, too`() throws {
        let show = try Show()
        let name = "domains/\(editor).toml"
        try show.bench.home.write("titel = \"X\"\n", to: name)
        show.bench.directory.reload(show.bench.agent)
        #expect(
            show.told(1) == [
                "settings-agent: \(editor): ~/.config/settings-agent/\(name):1:1 has a mistake. "
                    + advice
            ]
        )
    }

    @Test func `runs alone, and what comes meanwhile is one notice`() throws {
        let show = try Show("while ! test -e go; do sleep 0.01; done; " + note)
        show.save("a =\n")
        show.bench.run { show.notifier.child != nil }
        let first = show.notifier.child?.number

        show.save("b =\n", to: "/f/b.toml")
        show.save("")
        show.bench.run {
            show.bench.agent.engine.problems(of: ReplicaID(domain: editor, path: "/f/a.toml"))
                .contains { $0.code == .empty }
        }
        #expect(show.notifier.child?.number == first)
        #expect(show.bench.home.text("/told") == nil)

        try show.bench.home.write("", to: "/go")
        let told = show.told(2)
        #expect(told.count == 2)
        #expect(told.last?.contains("/f/b.toml:1:4 can't be read.") == true)
    }

    @Test func `is ended when it takes too long, and the next one runs`() throws {
        let script = "if mkdir first 2>/dev/null; then exec sleep 1000; fi; " + note
        let show = try Show(script, limit: .seconds(2))
        show.save("a =\n")
        show.bench.run { show.notifier.child != nil }
        let first = try #require(show.notifier.child?.number)
        show.save("b =\n", to: "/f/b.toml")

        let told = show.told(1)

        #expect(told.count == 1)
        #expect(told.first?.contains("/f/b.toml:1:4 can't be read.") == true)
        #expect(kill(first, 0) != 0)
        #expect(
            show.bench.messages.texts.last == """
                settings-agent: a notice wasn't shown: 'sh' took more than 2000 ms and was killed
                The problem itself is in this log. Change 'command' of [notify] in \
                '\(show.bench.home.paths.agentFile)', or write on = [] there.
                """
        )
    }

    @Test func `that fails is reported once in a row`() throws {
        let show = try Show("echo >> told; exit 3")
        show.save("a =\n")
        show.bench.run { show.bench.home.text("/told") == "\n" && show.notifier.child == nil }
        show.save("b =\n", to: "/f/b.toml")
        show.bench.run { show.bench.home.text("/told") == "\n\n" && show.notifier.child == nil }
        let reports = show.bench.messages.texts.filter { $0.contains("a notice wasn't shown") }
        #expect(reports.count == 1)
        #expect(reports.first?.contains("'sh' ended with status 3") == true)
    }

    @Test func `isn't run without a desktop unless the file names it`() throws {
        let show = try Show(nil)
        show.save("a =\n")
        show.settle()
        show.name(note)
        show.save("b =\n", to: "/f/b.toml")

        let told = show.told(1)

        // The other problem counts as shown: the log has it.
        #expect(told.count == 1)
        #expect(told.first?.contains("/f/a.toml") == false)
        #expect(show.bench.messages.all.count == 2)
    }

    @Test func `isn't run where no kind of notice is on`() throws {
        let show = try Show()
        show.bench.settings.notices.kinds = [.held]
        show.save("a =\n")
        show.settle()
        show.save("a = 1\n")
        show.settle()
        show.bench.settings.notices.kinds = [.broken]
        show.save("b =\n", to: "/f/b.toml")
        #expect(show.told(1).count == 1)
        #expect(show.told(1).first?.contains("/f/a.toml") == false)
    }

    @Test(
        arguments: [
            ([:], false), (["DISPLAY": ""], false), (["TERM": "linux"], false),
            (["DISPLAY": ":0"], true), (["WAYLAND_DISPLAY": "wayland-0"], true),
            (["DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/user/1/bus"], true),
        ] as [([String: String], Bool)]
    )
    func `has a desktop where there is a display or a session bus`(
        environment: [String: String],
        has: Bool
    ) {
        #expect(Notifier.hasDesktop { environment[$0] } == has)
    }
}
