// The changes against what stands in the files.

import SettingsModel
import SettingsProtocol
import Testing

@testable import SettingsUI

private let volume = Fixture.place("game", "volume")
private let debug = Fixture.place("game", "debug")

/// The volume is 6 in its file and 7 in use; the debugger is in no file.
private var read: FilesRead {
    var files = FilesRead()
    files.values = [volume: .real(6)]
    files.differing = [volume, debug]
    files.unreadable = ["/home/zoe/.config/ssu/more.toml"]
    return files
}

@Suite struct `The changes against the files` {
    private func changes(_ look: Look = Look.all[0]) -> State {
        var state = Fixture.game(look.size, look.signs)
        state.home = "/home/zoe"
        state.type("v")
        state.press(.tab, .tab)
        return state
    }

    @Test func `are asked for with what is in use`() {
        var state = Fixture.game()
        state.type("v")
        #expect(state.press(.tab) == [])
        guard case .readFiles(let inUse)? = state.press(.tab).first else {
            Issue.record("the files aren't asked for")
            return
        }
        #expect(state.view().plain.contains("Reading the files …"))
        #expect(inUse.values[volume] == .real(7))
        #expect(inUse.values[Fixture.place("game", "music")] == .real(3.5))
        #expect(inUse.own == [volume, debug])
        #expect(state.press(.down) == [])
    }

    @Test(arguments: Look.all) func `look as they did`(look: Look) throws {
        var state = changes(look)
        state.send(.agent(.filesRead(read)))
        try GoldenFile("31-files-\(look.name)").check(state.view())
    }

    @Test func `take a value back to the file's, and away where it's in none`() {
        var state = changes()
        state.send(.agent(.filesRead(read)))
        #expect(state.type("d").first == .write(state.lastWrite, volume, .real(6)))
        state.press(.down)
        #expect(state.type("d").first == .write(state.lastWrite, debug, nil))
    }

    @Test func `are read again when what changed is in its file`() {
        var state = changes()
        state.send(.agent(.filesRead(read)))
        let change = Fixture.change(volume, .real(6))
        let effects = state.send(.agent(.changed([change])))
        #expect(effects.contains(.wait(.files, .milliseconds(300))))
        guard case .readFiles? = state.send(.timer(.files)).first else {
            Issue.record("the files aren't asked for")
            return
        }
        state.send(.agent(.filesRead(FilesRead())))
        let said = "Every setting is as the files say. Tab compares with the defaults."
        #expect(state.view().plain.contains(said))
    }

    @Test func `are forgotten with the next comparison`() {
        var state = changes()
        state.send(.agent(.filesRead(read)))
        state.press(.tab)
        #expect(state.comparison == .defaults)
        #expect(state.inFiles == nil)
        state.send(.agent(.filesRead(read)))
        #expect(state.inFiles == nil)
    }

    @Test func `are told in lines`() {
        var conversation = Conversation(Fixture.game())
        for line in ["changes", "compare"] { _ = conversation.read(line, at: Fixture.moment) }
        let (said, effects) = conversation.read("compare", at: Fixture.moment)
        #expect(said == [] && effects.count == 1)
        #expect(conversation.isWaiting)
        let heard = conversation.hear(.agent(.filesRead(read)), at: Fixture.moment).0
        #expect(
            heard == [
                "Changes.", "Group ShootStuffUp.", "1 Game Volume, was 6.0, is 7.0",
                "2 Debug, was none, is On",
                "- is what the files say, + is the value in use. "
                    + "'/home/zoe/.config/ssu/more.toml' can't be read.",
            ]
        )
        #expect(!conversation.isWaiting)
    }
}
