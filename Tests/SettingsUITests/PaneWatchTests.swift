// Panes that are written while they are on the screen.

import Glibc
import SettingsModel
import SettingsProtocol
import SettingsSchema
import TestSupport
import Testing

@testable import SettingsUI

/// A bundle on the disk, which goes with the object.
private final class WrittenBundle {
    let path: String

    init() throws {
        var template = Array("/tmp/settings-ui-XXXXXX".utf8CString)
        path = String(cString: try #require(mkdtemp(&template)))
        try #require(mkdir(path + "/de.lproj", 0o700) == 0)
    }

    deinit {
        let names = [
            "de.lproj/Root.strings", "fr.lproj/Root.strings", "Root.plist", "Root.json",
            "Sound.json",
        ]
        for name in names { unlink(path + "/" + name) }
        for name in ["de.lproj", "fr.lproj", ""] { rmdir(path + "/" + name) }
    }

    func write(_ name: String, _ text: String = "") throws {
        let descriptor = open(path + "/" + name, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        try #require(Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count)
    }

    var source: PaneSource {
        PaneSource(domain: Fixture.domain("game"), title: "Game", description: .bundle(path))
    }
}

@Suite struct `Panes that are written while they are shown` {
    @Test func `are noticed, translations too`() throws {
        let bundle = try WrittenBundle()
        let watch = PaneWatch()
        watch.follow(bundle.source)
        #expect(watch.changed() == [])
        for name in ["Root.plist", "de.lproj/Root.strings"] {
            try bundle.write(name)
            #expect(watch.changed() == [bundle.source.domain], "\(name)")
            #expect(watch.changed() == [])
        }
    }

    @Test func `are noticed in a language that came later`() throws {
        let bundle = try WrittenBundle()
        let watch = PaneWatch()
        watch.follow(bundle.source)
        try #require(mkdir(bundle.path + "/fr.lproj", 0o700) == 0)
        #expect(watch.changed() == [bundle.source.domain])
        watch.follow(bundle.source)
        try bundle.write("fr.lproj/Root.strings")
        #expect(watch.changed() == [bundle.source.domain])
    }

    @Test func `are read again once nothing more is written for a while`() {
        var state = Fixture.state()
        let (game, network) = (Fixture.domain("game"), Fixture.domain("network"))
        let pause = [Effect.wait(.panes, .milliseconds(100))]
        #expect(state.send(.panesWritten([network])) == pause)
        #expect(state.send(.panesWritten([game, network])) == pause)
        #expect(state.send(.timer(.panes)) == [.readPanes(game), .readPanes(network)])
        #expect(state.send(.timer(.panes)) == [])
    }
}

@Suite struct `The pane that is shown first` {
    private let link = #"{"Type": "PSChildPaneSpecifier", "Title": "Sound", "File": "Sound"}"#
    private let toggle = """
        {"Type": "PSToggleSwitchSpecifier", "Title": "Mute", "Key": "mute", "DefaultValue": false}
        """

    private func pane(_ rows: String, _ more: String = "") -> String {
        #"{\#(more)"PreferenceSpecifiers": [\#(rows)]}"#
    }

    @Test func `is drawn before those that it opens are read`() throws {
        let bundle = try WrittenBundle()
        try bundle.write("Root.json", pane(link))
        try bundle.write("Sound.json", pane(toggle))
        let first = bundle.source.program(.narrow, .firstPane)
        #expect(Array(first.panes.keys) == ["Root"])
        #expect(first.extent == .partial)
        var state = Fixture.state(programs: [first])
        #expect(state.lines[3].hasPrefix("▌  Sound"))
        #expect(!state.lines[3].contains("missing"))
        state.send(.panes(bundle.source.program(.narrow)))
        state.press(.enter)
        #expect(state.lines[3].contains("Mute"))
    }

    @Test func `is all there is where it opens none`() throws {
        let bundle = try WrittenBundle()
        try bundle.write("Root.json", pane(toggle))
        #expect(bundle.source.program(.narrow, .firstPane).extent == .whole)
    }

    @Test func `is read with all others where tabs say which it is`() throws {
        let bundle = try WrittenBundle()
        let tabs = #""SATabs": [{"File": "Sound", "Title": "Sound"}], "#
        try bundle.write("Root.json", pane(toggle, tabs))
        try bundle.write("Sound.json", pane(toggle))
        let first = bundle.source.program(.narrow, .firstPane)
        #expect(first.panes.count == 2)
        #expect(first.extent == .whole)
    }
}

@Suite struct `Panes that can't be read` {
    private let rows = """
        {"Type": "PSToggleSwitchSpecifier", "Title": "Mute", "Key": "mute", "DefaultValue": false},
        {"Type": "PSChildPaneSpecifier", "Title": "More", "File": "Sound"}
        """
    private let mute = Fixture.place("game", "mute")

    private func good() throws -> WrittenBundle {
        let bundle = try WrittenBundle()
        try bundle.write("Root.json", #"{"PreferenceSpecifiers": [\#(rows)]}"#)
        try bundle.write("Sound.json", #"{"PreferenceSpecifiers": [\#(rows)]}"#)
        return bundle
    }

    @Test(arguments: ["Root", "Sound"])
    func `stay as they were, and where the mistake is is told`(pane: String) throws {
        let bundle = try good()
        var state = Fixture.state(
            programs: [bundle.source.program(.narrow)],
            values: [(mute, .boolean(true))]
        )
        let rows = state.lines[4...5]
        for text in ["{\n  x", "{"] {
            try bundle.write("\(pane).json", text)
            state.send(.panes(bundle.source.program(.narrow)))
            #expect(state.lines[3].contains("\(pane).json, line "))
            #expect(state.lines[4].contains("Showing the panes as they were read before."))
            #expect(Array(state.lines[9...10]) == Array(rows), "as they were")
        }
        let file = bundle.path + "/\(pane).json"
        #expect(state.press(.character("e")) == [.edit(file: file, line: 1)])
        #expect(state.press(.character("r")) == [.readPanes(bundle.source.domain)])
        // The values are as live as ever.
        #expect(state.press(.character(" ")) == [.write(1, mute, .boolean(false))])

        try bundle.write("\(pane).json", #"{"PreferenceSpecifiers": [\#(self.rows)]}"#)
        state.send(.panes(bundle.source.program(.narrow)))
        #expect(state.contents.notice == nil)
    }

    @Test func `at the start are shown as far as they can be, and said not to be all`() throws {
        let bundle = try good()
        try bundle.write("Sound.json", "{")
        var state = Fixture.state(programs: [bundle.source.program(.narrow)])
        #expect(state.lines[4].contains("settings may be missing"))
        #expect(state.lines.contains { $0.contains("Mute") })
        #expect(state.lines.contains { $0.contains("'Sound' can't be read") })
        state.press(.character("v"))
        #expect(!state.lines.contains { $0.contains("Every setting is at its default") })

        try bundle.write("Sound.json", #"{"PreferenceSpecifiers": [\#(rows)]}"#)
        state.send(.panes(bundle.source.program(.narrow)))
        #expect(state.mirror.tree.programs[0].mistake == nil)
    }

    @Test func `are named in the list of programs and found by a search for problems`() throws {
        let bundle = try good()
        try bundle.write("Root.json", "{")
        var state = Fixture.state(programs: [bundle.source.program(.narrow), Fixture.ship])
        #expect(state.lines.contains { $0.contains("panes can't be read") })
        state.type("/@problem")
        state.send(.timer(.search))
        #expect(state.lines.contains { $0.contains("Root.json:1: ") })
    }
}

@Suite struct `A row for another domain` {
    private let program = Fixture.program(
        "game",
        "Game",
        [
            "Root": """
            {"Type": "PSTextFieldSpecifier", "Title": "Name", "Key": "name"},
            {"Type": "PSTextFieldSpecifier", "Title": "Sound", "Key": "sound",
             "SADomain": "org.example.sound"}
            """
        ]
    )

    @Test func `is one more domain to hear of`() {
        let state = Fixture.state(programs: [program])
        #expect(
            state.mirror.tree.domains == [Fixture.domain("game"), Fixture.domain("sound")]
        )
    }

    @Test func `lights up when its value is changed elsewhere`() {
        var state = Fixture.state(programs: [program])
        let place = Fixture.place("sound", "sound")
        state.send(.agent(.changed([Fixture.change(place, .string("loud"))])))
        #expect(state.status?.text == "⇄ Sound changed in the editor: not set → loud")
        #expect(state.lines.contains { $0.contains("Sound") && $0.contains("loud") })
    }
}
