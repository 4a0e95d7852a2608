// What a follower makes of secrets: of all domains, without their values; of one, marked.

import SettingsClient
import SettingsModel
import SettingsProtocol
import Testing

private func take(
    _ kind: SettingsProtocol.Notification.Kind,
    _ params: String,
    in following: inout Following
) throws -> ChangeBatch? {
    try following.take(kind, JSONObject(JSONText(Array(params.utf8), nesting: 8)))
}

private func token(_ value: String, _ members: String) -> String {
    #"{"epoch":"e",\#(members),"changes":[{"domain":"a.b","key":"token","path":["token"],"#
        + #"\#(value),"rev":1,"layer":"user","origin":"test"}]}"#
}

@Suite struct `A follower of all domains` {
    @Test func `is told nothing of a secret, and that it's gone where it was none`() throws {
        var following = Following()
        let first = #""seq":1,"first":true,"more":false"#
        let open = try take(.snapshot, token(#""value":1"#, first), in: &following)
        #expect(open?.changes.count == 1)

        let secret = token(#""secret":true"#, #""from":1,"seq":2"#)
        let hidden = try take(.changed, secret, in: &following)
        #expect(hidden?.withoutWithheld == nil)

        let removal = token(#""deleted":true"#, #""from":2,"seq":3"#)
        let gone = try take(.changed, removal, in: &following)
        #expect(gone?.changes.map(\.value) == [nil])
    }
}

@Suite struct `A follower of a domain` {
    private static let first = #""seq":1,"first":true,"more":false"#
    private static let mark = #"{"domain":"a.b","keys":["token","unknown"]}"#

    @Test func `is told once that a value it knows is a secret`() throws {
        var following = Following()
        #expect(try take(.secrets, Self.mark, in: &following) == nil)
        let open = try take(.snapshot, token(#""value":1"#, Self.first), in: &following)
        #expect(open?.changes.map(\.isSecret) == [false])
        #expect(open?.changes.map(\.isOnlyMarked) == [false])

        let marked = try take(.secrets, Self.mark, in: &following)
        #expect(marked?.seq == 1)
        #expect(marked?.changes.map(\.key) == ["token"])
        #expect(marked?.changes.map(\.value) == [.integer(1)])
        #expect(marked?.changes.map(\.isSecret) == [true])
        #expect(marked?.changes.map(\.isOnlyMarked) == [true])
        #expect(try take(.secrets, Self.mark, in: &following) == nil)
    }

    @Test func `isn't shown a secret that is gone after a reconnect`() throws {
        var following = Following()
        _ = try take(.snapshot, token(#""secret":true,"value":1"#, Self.first), in: &following)
        let nothing = #"{"epoch":"f","seq":1,"first":true,"more":false,"changes":[]}"#
        let gone = try take(.snapshot, nothing, in: &following)
        #expect(gone?.changes.map(\.value) == [nil])
        #expect(gone?.changes.map(\.message.old) == [nil])
    }

    @Test func `isn't told of a mark that came with the value`() throws {
        var following = Following()
        let secret = token(#""secret":true,"value":1"#, Self.first)
        #expect(try take(.snapshot, secret, in: &following)?.changes.map(\.isSecret) == [true])
        #expect(try take(.secrets, Self.mark, in: &following) == nil)
        // It was removed and set, openly.
        let gone = token(#""deleted":true"#, #""from":1,"seq":2"#)
        #expect(try take(.changed, gone, in: &following)?.changes.map(\.value) == [nil])
        let open = token(#""value":2"#, #""from":2,"seq":3"#)
        #expect(try take(.changed, open, in: &following)?.changes.map(\.isSecret) == [false])
        #expect(try take(.secrets, Self.mark, in: &following)?.changes.count == 1)
    }

    @Test func `is told by a snapshot, too, that a value is a secret or isn't any more`() throws {
        var following = Following()
        for (members, isSecret) in [
            (#""value":1"#, false), (#""secret":true,"value":1"#, true), (#""value":1"#, false),
        ] {
            let batch = try take(.snapshot, token(members, Self.first), in: &following)
            #expect(batch?.changes.map(\.isSecret) == [isSecret])
        }
    }
}
