// How much the aliases of a YAML file may stand for.

import SettingsDocument
import SettingsModel
import Testing

@Suite struct `A YAML file at a limit` {
    /// An array of three is four values.
    @Test(arguments: [(8, true), (7, false)])
    func `is read while its aliases stand for few enough values`(limit: Int, isRead: Bool) {
        var limits = Limits.standard
        limits.expandedValues = limit
        let text = "a: &a [1, 2, 3]\nb: *a\nc: *a\n"
        do {
            _ = try Format.yaml.parse(Array(text.utf8), limits: limits)
            #expect(isRead)
        } catch {
            #expect(!isRead)
            #expect(error.code == .tooMany)
            #expect(error.place.line == 3)
        }
    }
}
