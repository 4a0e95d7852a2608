// How much a YAML file may ask for: depth, and what its aliases stand for.

import SettingsDocument
import SettingsModel
import Testing

@Suite struct `A YAML file at a limit` {
    @Test(arguments: [
        (String(repeating: "[", count: 512) + String(repeating: "]", count: 512), true),
        (String(repeating: "[", count: 513) + String(repeating: "]", count: 513), false),
        (String(repeating: "- ", count: 512) + "a\n", true),
        (String(repeating: "- ", count: 513) + "a\n", false),
    ])
    func `is read up to the nesting limit`(text: String, isRead: Bool) {
        #expect(Limits.standard.nesting == 512)
        do {
            _ = try Format.yaml.parse(Array(text.utf8))
            #expect(isRead)
        } catch {
            #expect(!isRead)
            #expect(error.code == .tooDeep)
        }
    }

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
