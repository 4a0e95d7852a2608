// What a follower of all domains makes of secrets, whose values it isn't told.

import SettingsClient
import SettingsModel
import SettingsProtocol
import Testing

@Suite struct `A follower of all domains` {
    private func take(
        _ what: String,
        _ kind: SettingsProtocol.Notification.Kind,
        _ place: String,
        in following: inout Following
    ) throws -> ChangeBatch? {
        let text = """
            {"epoch":"e",\(place),"changes":[{"domain":"a.b","key":"token","path":["token"],\(what),\
            "rev":1,"layer":"user","origin":"test"}]}
            """
        return try following.take(kind, JSONObject(JSONText(Array(text.utf8), nesting: 8)))
    }

    @Test func `is told nothing of a secret, and that it's gone where it was none`() throws {
        var following = Following()
        let first = #""seq":1,"first":true,"more":false"#
        #expect(try take(#""value":1"#, .snapshot, first, in: &following)?.changes.count == 1)

        let hidden = try take(#""secret":true"#, .changed, #""from":1,"seq":2"#, in: &following)
        #expect(hidden?.withoutWithheld == nil)

        let gone = try take(#""deleted":true"#, .changed, #""from":2,"seq":3"#, in: &following)
        #expect(gone?.changes.map(\.value) == [nil])
    }
}
