// What has no room: long texts, low and narrow screens, and very wide ones.

import SettingsModel
import SettingsProtocol
import Testing

@testable import SettingsUI

private let volume = Fixture.place("game", "volume")
private let problem =
    "'password' is a secret, and others can read '/home/zoe/.config/catalogue/settings.toml'"
private let advice = "Run: chmod 600 /home/zoe/.config/catalogue/settings.toml"

/// A screen on which a write was refused with more words than a line has room for.
private func refused(_ size: Size) -> Model {
    var state = Fixture.network(size)
    state.inspector.isWanted = true
    state.send(.resize(size))
    state.press(.enter)
    state.type("x")
    state.press(.enter)
    state.send(.agent(.refused(state.mirror.writes.lastNumber, problem: problem, advice: advice)))
    let host = Fixture.place("network", "host")
    state.send(.agent(.explained(host, Fixture.explanation(of: host))))
    return state
}

/// The letters of a text that was broken into lines.
private func letters(_ text: some Sequence<Character>) -> String {
    String(text.filter { !$0.isWhitespace && !"│┃▌".contains($0) })
}

@Suite struct `A screen that is low` {
    @Test(arguments: [4, 8, 11])
    func `says in its last line what is told, and then the keys again`(height: Int) {
        var state = refused(Size(width: 60, height: height))
        #expect(state.lines[height - 1].contains("'password' is a secret"))
        state.press(.down)
        #expect(state.lines[height - 1].contains("help"))
    }
}

@Suite struct `A text longer than its line` {
    @Test func `is in the inspector, as the status line says`() {
        var state = Fixture.network()
        state.press(.down)
        state.press(.enter, .control("u"))
        state.type("8444")
        state.press(.enter)
        state.send(
            .agent(.refused(state.mirror.writes.lastNumber, problem: problem, advice: advice))
        )
        #expect(state.lines[22].hasSuffix("…  i: all of it"))
        state.type("i")
        let shown = letters(state.lines.map { $0.dropFirst(5).prefix(70) }.joined())
        #expect(shown.contains(letters("\(problem). Not saved: 8444. \(advice)")))
    }

    @Test(arguments: [40, 60, 80]) func `is told of in a status line of any width`(width: Int) {
        let state = refused(Size(width: width, height: 12))
        var other = state
        other.status = Status(.error, "✗ Host: \(problem)")
        #expect(other.lines[10].contains("i: all of it"))
        other.status = Status(.good, "Host → short")
        #expect(!other.lines[10].contains("i: all of it"))
    }

    @Test func `is whole beside the table, where it needs no key`() {
        let state = refused(Size(width: 120, height: 40))
        let panel = state.lines.map { $0.dropFirst(84) }.joined()
        let told = "\(problem). Not saved: games.example.orgx. \(advice)"
        #expect(letters(panel).contains(letters(told)))
        #expect(!state.lines[38].contains("i: all of it"))
    }

    @Test(arguments: [34, 20]) func `is read by scrolling on a narrow screen`(width: Int) {
        var state = refused(Size(width: width, height: 12))
        state.type("i")
        // A problem is what it opens at.
        #expect(state.view().plain.contains("problem"))
        var seen = ""
        for _ in 0..<40 {
            seen += state.lines[3]
            state.press(.down)
        }
        #expect(letters(seen).contains("chmod600"))
    }

    @Test func `keeps the name of a file whole`() {
        var answer = Fixture.explanation(of: volume)
        answer.layers[0].file = "/home/zoe/.config/catalogue/settings.toml"
        for height in [24, 40] {
            var state = Fixture.game(Size(width: 120, height: height))
            state.mirror.look.home = "/home/zoe"
            state.inspector.isWanted = true
            state.send(.resize(state.mirror.look.size))
            state.send(.agent(.explained(volume, answer)))
            #expect(state.view().plain.contains("settings.toml"))
            #expect(!state.isInspectorCut)
        }
        #expect("~/.config/settings.toml".cutInFront(to: 14, mark: "…") == "…settings.toml")
        #expect("settings.toml".cutInFront(to: 13, mark: "…") == "settings.toml")
        #expect("琴琴琴".cutInFront(to: 4, mark: "…") == "…琴")
    }

    @Test func `goes on below as long as there is room`() {
        let port = Fixture.place("network", "port")
        var state = Fixture.network(Size(width: 120, height: 40))
        state.inspector.isWanted = true
        state.press(.down)
        let panel = state.lines.map { $0.dropFirst(84) }.joined()
        #expect(letters(panel).contains(letters("a whole number from 0 to 65535")))
        #expect(letters(panel).contains("settingsctlsetorg.example.networkport8443"))
        #expect(letters(panel).contains(letters("schema    Root.json : item 3")))
        state.send(.agent(.explained(port, Fixture.explanation(of: port))))
        state.send(.resize(Size(width: 120, height: 20)))
        #expect(state.lines.contains { $0.contains("a whole number from 0…") })
        #expect(!state.view().plain.contains("schema"))
    }
}

@Suite struct `A low screen` {
    @Test(arguments: [Size(width: 40, height: 12), Size(width: 20, height: 5)])
    func `opens the inspector where the value comes from`(size: Size) {
        var state = Fixture.game(size)
        state.type("i")
        state.send(.agent(.explained(volume, Fixture.explanation(of: volume))))
        #expect(state.lines.contains { $0.contains("▸ user") && $0.contains("7.0") })
        #expect(state.lines[size.height >= 12 ? 2 : 0].contains("Game Volume"))
        // So it does when all is known already.
        state.press(.escape)
        state.type("i")
        #expect(state.lines.contains { $0.contains("▸ user") })
    }

    @Test(arguments: [Size(width: 40, height: 12), Size(width: 20, height: 5)])
    func `scrolls the help, which any other key closes`(size: Size) {
        var state = Fixture.game(size)
        state.type("?")
        var seen = state.view().plain
        #expect(seen.contains("move"))
        for _ in 0..<60 {
            state.press(.down)
            seen += state.view().plain
        }
        for word in ["search every", "where it comes", "mouse on", "quit"] {
            #expect(seen.contains(word), "\(word)")
        }
        let end = state.view()
        state.type(" ")
        #expect(state.view() == end)
        state.press(.up)
        #expect(state.view() != end)
        state.send(.mouse(.wheelDown, Point(x: 3, y: 2)))
        #expect(state.view() == end)
        state.press(.escape)
        #expect(state.overlays.help == .hidden)
        state.type("?")
        #expect(state.view().plain.contains("move"))
    }

    @Test func `has one key close a help that is all in view`() {
        var state = Fixture.game()
        state.type("?")
        state.press(.down)
        #expect(state.overlays.help == .hidden)
    }

    @Test func `shows what a search finds`() {
        var state = Fixture.game(Size(width: 20, height: 5))
        state.type("/vol")
        #expect(state.lines[0].contains("vol"))
        #expect(state.lines[1].contains("Music Vol") && state.lines[1].contains("3.5"))
        state.press(.down)
        #expect(state.lines.contains { $0.contains("▌• Game") })
        state.press(.enter)
        #expect(state.focusedRow?.title == "Game Volume")
    }
}

@Suite struct `A wide screen` {
    @Test(arguments: [160, 200, 300]) func `gives what the table doesn't need`(width: Int) throws {
        let frame = Frame(Size(width: width, height: 50), sideBar: .shown, inspector: .shown)
        let sideBar = try #require(frame.sideBar)
        let inspector = try #require(frame.inspector)
        #expect(frame.body.width == 84)
        #expect(frame.body.x - sideBar.end <= 1 && inspector.x - frame.body.end <= 1)
        #expect(inspector.end == width)
        #expect(sideBar.width > 22 && sideBar.width <= 36 && inspector.width > 36)
    }

    @Test(arguments: [200, 300]) func `has the table in the middle of what no inspector takes`(
        width: Int
    ) throws {
        let frame = Frame(Size(width: width, height: 50), sideBar: .shown, inspector: .hidden)
        let left = frame.body.x - (try #require(frame.sideBar)).end
        let right = width - frame.body.end
        #expect(frame.body.width == 84)
        #expect(abs(left - right) <= 1)
    }

    @Test func `has the places of the layers beside them`() {
        var state = Fixture.game(Size(width: 200, height: 50))
        state.mirror.look.home = "/home/zoe"
        state.inspector.isWanted = true
        state.send(.resize(state.mirror.look.size))
        state.send(.agent(.explained(volume, Fixture.explanation(of: volume))))
        #expect(state.view().plain.contains("7.0   ~/.config/ssu/game.toml:14"))
    }
}

@Suite struct `What the search goes through` {
    private func search(_ query: String) -> [String] {
        var state = Fixture.state()
        state.type("/" + query)
        guard case .search(let search) = state.overlays.current else { return [] }
        return search.results.map { state.scene.title(search.place($0)) }
    }

    @Test func `is the footers too, each at its first setting`() {
        #expect(search("score server") == ["Host"])
        #expect(search("played when") == ["Alert Sound"])
    }

    @Test func `is asked for by one kind of filters`() {
        var state = Fixture.game()
        state.type("/")
        let lines = state.lines
        #expect(lines.contains { $0.contains("@modified  @problem  @key:font  @type:switch") })
        #expect(lines[23].contains("Tab @modified"))
        state.press(.tab)
        #expect(state.lines.contains { $0.contains("/ @modified") })
        #expect(state.lines.contains { $0.contains("default 3.5  ·  user layer") })
    }
}
