// Tab in a wide layout: through the groups of the table, the inspector and the side bar.

import Glibc
import SettingsModel
import SettingsProtocol
import Testing

@testable import SettingsUI

private let wide = Size(width: 120, height: 40)

extension Model {
    /// Presses keys and answers what they ask of the agent; gives all else that they ask for.
    @discardableResult
    fileprivate mutating func go(_ keys: Key...) -> [Effect] {
        keys.flatMap { key in answered(send(.key(key))) }
    }

    fileprivate mutating func answered(_ effects: [Effect]) -> [Effect] {
        effects.flatMap { effect in
            guard case .explain(let place) = effect else { return [effect] }
            return send(.agent(.explained(place, Fixture.explanation(of: place))))
        }
    }
}

/// The game's pane with the side bar and the inspector beside it.
private func game(_ size: Size = wide) -> Model {
    var state = Fixture.game(size)
    state.inspector.isWanted = true
    _ = state.answered(state.send(.resize(size)))
    return state
}

/// What the keys act on: the title of a row or of a program, or a layer.
private func hand(_ state: Model) -> String {
    switch state.navigation.region {
    case .table: state.focusedRow?.title ?? ""
    case .inspector: state.inspectedLayer.rawValue
    case .sideBar: state.mirror.tree.programs[state.navigation.chosenProgram].title
    }
}

@Suite struct `Tab in a wide layout` {
    @Test func `goes from the last group to the inspector, the side bar and the first group`() {
        var state = game()
        let met = (0..<6).map { _ in
            state.go(.tab)
            return hand(state)
        }
        #expect(
            met == [
                "Ship Stability", "Version", "user", "ShootStuffUp", "Music Volume",
                "Ship Stability",
            ]
        )
    }

    @Test func `goes back the same way with Shift`() {
        var state = game()
        let met = (0..<5).map { _ in
            state.go(.backTab)
            return hand(state)
        }
        #expect(met == ["Music Volume", "ShootStuffUp", "user", "Version", "Ship Stability"])
    }

    @Test func `knows only groups where nothing stands beside the table`() {
        var state = Fixture.game()
        state.go(.tab, .tab, .tab)
        #expect(hand(state) == "Music Volume")
    }

    @Test func `opens a program from the side bar, and gives the table the keys`() {
        var state = game()
        state.go(.backTab, .backTab)
        state.type("jj")
        #expect(hand(state) == "Network")
        let line = state.lines[4]
        #expect(line.hasPrefix("▌ Network"))
        #expect(state.view().cursor == Point(x: 2, y: 4))
        state.go(.enter)
        #expect(state.navigation.region == .table)
        #expect(state.table.title == "Network")
        #expect(hand(state) == "Host")
    }

    @Test func `acts on the layer in hand, and on none that isn't ours`() {
        var state = game()
        state.navigation.region = .inspector
        #expect(state.type("e") == [.edit(file: "/home/zoe/.config/ssu/game.toml", line: 14)])
        state.go(.down)
        #expect(hand(state) == "site")
        #expect(state.type("e") == [.edit(file: "/etc/ssu/game.toml", line: 9)])
        #expect(state.type("d") == [])
        #expect(state.status?.text == "Only the user layer is changed here, not the site layer")
        state.go(.up)
        #expect(state.type("d").first == .write(2, Fixture.place("game", "volume"), nil))
    }

    @Test func `leaves the keys to the table when the rest has no room any more`() {
        var state = game()
        state.go(.backTab, .backTab)
        state.send(.resize(Size(width: 80, height: 24)))
        state.go(.down)
        #expect(hand(state) == "Game Volume")
    }

    @Test func `isn't needed with a mouse`() {
        var state = game()
        let y = state.lines.firstIndex { $0.contains("site") && $0.contains("5") } ?? 0
        state.send(.mouse(.press, Point(x: 90, y: y)))
        #expect(state.navigation.region == .inspector)
        #expect(hand(state) == "site")
        state.send(.mouse(.press, Point(x: 30, y: 4)))
        #expect(state.navigation.region == .table)
    }
}

@Suite struct `The line of the layer in hand` {
    private let line = FileLine(file: "/home/zoe/.config/ssu/game.toml", number: 14)

    @Test func `is read and shown`() {
        var state = game()
        var read = line
        read.text = "volume = 7 # loud"
        state.send(.lineRead(read))
        #expect(state.view().plain.contains("line      14  volume = 7 # loud"))
        state.go(.backTab, .backTab, .backTab)
        #expect(
            state.go(.down) == [.readLine(FileLine(file: "/etc/ssu/game.toml", number: 9))]
        )
        // The answer to what was asked for before is of no use any more.
        state.send(.lineRead(read))
        #expect(!state.view().plain.contains("loud"))
    }

    @Test func `is read again after a change`() {
        var state = game()
        let place = Fixture.place("game", "volume")
        let effects = state.send(.agent(.changed([Fixture.change(place, .real(6))])))
        #expect(effects.contains(.explain(place)))
        #expect(
            state.send(.agent(.explained(place, Fixture.explanation(of: place))))
                == [.readLine(line)]
        )
    }

    @Test func `isn't read where the file may hold a secret`() {
        var state = Fixture.network(wide)
        state.inspector.isWanted = true
        state.send(.resize(wide))
        let host = Fixture.place("network", "host")
        #expect(state.send(.agent(.explained(host, Fixture.explanation(of: host)))) == [])
        #expect(state.view().plain.contains("line      14"))
    }
}

@Suite struct `A line of a file` {
    @Test(arguments: [(1, "a = 1"), (2, "é\t\u{1B}"), (3, ""), (4, "end"), (5, "")])
    func `is read without its end`(number: Int, text: String) throws {
        var template = Array("/tmp/settings-ui-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        defer { unlink(path) }
        let bytes = Array("a = 1\r\né\t\u{1B}\n\nend".utf8)
        #expect(write(descriptor, bytes, bytes.count) == bytes.count)
        close(descriptor)
        #expect(FileLine(file: path, number: number).read().text == text)
    }

    @Test(arguments: ["/nowhere/at/all", "/dev/zero", "/tmp"])
    func `is none where there is no file of lines`(path: String) {
        #expect(FileLine(file: path, number: 1).read().text.isEmpty)
    }
}
