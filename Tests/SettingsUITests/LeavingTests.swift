// Clicks that lead away from a field in which something was typed.

import SettingsModel
import SettingsProtocol
import Testing

@testable import SettingsUI

/// The network's pane with the port's field open, and this typed into it.
private func typed(_ port: String) -> Model {
    var state = Fixture.network()
    state.press(.down, .enter, .control("u"))
    state.type(port)
    return state
}

private let port = Fixture.place("network", "port")
private let proxy = Fixture.place("network", "proxy")

extension Model {
    /// Clicks on the first cell that shows a text, or so many cells behind it.
    @discardableResult
    fileprivate mutating func click(on text: String, plus columns: Int = 0) -> [Effect] {
        for (y, line) in lines.enumerated() {
            guard let range = line.firstRange(of: text) else { continue }
            let x = String(line[..<range.lowerBound]).columns + columns
            return send(.mouse(.press, Point(x: x, y: y)))
        }
        Issue.record("no '\(text)' on the screen")
        return []
    }
}

@Suite struct `A click away from a field` {
    @Test func `on another row saves what is typed, as Tab does`() {
        var state = typed("8080")
        #expect(state.click(on: "User") == [.write(1, port, .integer(8080))])
        #expect(state.typing.field == nil)
        #expect(state.navigation.focusedPlace == Fixture.place("network", "user"))
    }

    @Test func `on another row's control saves, and then does what it does`() {
        var state = typed("8080")
        let wanted: [Effect] = [
            .write(1, port, .integer(8080)), .write(2, proxy, .boolean(true)),
        ]
        #expect(state.click(on: "Off ●") == wanted)
    }

    @Test func `writes nothing where nothing was typed`() {
        var state = typed("8443")
        #expect(state.click(on: "User") == [])
        #expect(state.typing.field == nil)
    }

    @Test(arguments: ["User", "Off ●", "Changes", "‹ Settings"])
    func `stays where it can't be saved, and says why`(text: String) {
        var state = typed("84430")
        #expect(state.click(on: text) == [])
        #expect(state.typing.field?.edit.text == "84430")
        #expect(state.navigation.focusedPlace == port)
        #expect(state.navigation.tab == 0)
        #expect(
            state.status?.text
                == "✗ Port: “84430” is above 65535. Not saved; the stored value is still 8443."
        )
    }

    @Test func `on a tab or the way back saves and goes there`() {
        var state = typed("8080")
        #expect(state.click(on: "Changes") == [.write(1, port, .integer(8080))])
        #expect(state.navigation.tab == state.navigation.changesTab)
        state = typed("8080")
        #expect(state.click(on: "‹ Settings") == [.write(1, port, .integer(8080))])
        #expect(state.navigation.screen.content == .programs)
    }

    @Test func `on its own row's title does nothing`() {
        var state = typed("8080")
        #expect(state.click(on: "Port") == [])
        #expect(state.typing.field?.edit.text == "8080")
    }

    @Test func `stays where no agent answers`() {
        var state = typed("8080")
        state.send(.agent(.lost("it ended")))
        #expect(state.click(on: "User") == [])
        #expect(state.typing.field?.edit.text == "8080")
    }
}
