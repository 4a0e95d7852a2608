// The YAML test suite: its files are read as it says, as far as libyaml reads them.

import Foundation
import SettingsDocument
import SettingsModel
import Testing

/// One file of the suite.
struct YAMLSuiteFile: Sendable, CustomTestStringConvertible {
    var name: String
    var bytes: [UInt8]
    var isValid: Bool
    /// The values of its documents as JSON, where it has that form.
    var json: String?

    var testDescription: String { name }

    /// All files, in the order of their names.
    static func all() throws -> [YAMLSuiteFile] {
        let folder = try TOMLSharedFolder.suite("yaml").appending(path: "yaml")
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path())
        return try names.sorted().filter { $0.hasSuffix("/in.yaml") }.map { name in
            let file = folder.appending(path: name)
            let place = file.deletingLastPathComponent()
            let error = place.appending(path: "error").path()
            let json = try? String(
                contentsOf: place.appending(path: "in.json"),
                encoding: .utf8
            )
            return YAMLSuiteFile(
                name: String(name.dropLast("/in.yaml".count)),
                bytes: Array(try Data(contentsOf: file)),
                isValid: !FileManager.default.fileExists(atPath: error),
                json: json
            )
        }
    }
}

@Suite(.enabled(if: TOMLSharedFolder.folder != nil, TOMLSharedFolder.isMissing))
struct `The YAML test suite` {
    @Test func `is read as far as libyaml reads it`() throws {
        let files = try YAMLSuiteFile.all()
        let read = files.filter { (try? Format.yaml.parse($0.bytes)) != nil }

        #expect(files.count { $0.isValid } == 308)
        #expect(files.count { !$0.isValid } == 94)
        #expect(read.count { $0.isValid } >= 257)
        #expect(94 - read.count { !$0.isValid } >= 78)

        print("read", read.count { $0.isValid }, "refused", 94 - read.count { !$0.isValid })
    }
}
