// JSON against the public suites.

import Foundation
import SettingsDocument
import SettingsModel
import Testing

@Suite(.enabled(if: SharedFolder.url != nil, SharedFolder.isMissing))
struct `The JSON suites` {
    @Test func `have the files that we know`() {
        let names = SharedFolder.json.map { $0.name.split(separator: "/").last ?? "" }
        #expect(names.count { $0.hasPrefix("y_") } == 95)
        #expect(names.count { $0.hasPrefix("n_") } == 188)
        #expect(SharedFolder.json5.count == 113)
    }

    @Test(arguments: SharedFolder.json)
    func `are read or refused as JSONTestSuite says`(file: SuiteFile) throws {
        let name = file.name.split(separator: "/").last ?? ""
        let document = try? JSONDocument(file.bytes, as: .json, limits: .standard)
        if name.hasPrefix("y_") { #expect(document != nil) }
        if name.hasPrefix("n_") { #expect(document == nil) }
        if let document { #expect(document.bytes == file.bytes) }
    }

    @Test(arguments: SharedFolder.json5)
    func `are read or refused as json5-tests says`(file: SuiteFile) throws {
        let isValid = file.name.hasSuffix(".json") || file.name.hasSuffix(".json5")
        // An empty or comments-only settings file has no settings yet; the suite wants a value.
        let isBlank = [
            "misc/empty.txt", "top-level-block-comment.txt", "top-level-inline-comment.txt",
        ]
        .contains { file.name.hasSuffix($0) }
        let document = try? JSONDocument(file.bytes, as: .json5, limits: .standard)
        #expect((document != nil) == (isValid || isBlank))
    }
}
