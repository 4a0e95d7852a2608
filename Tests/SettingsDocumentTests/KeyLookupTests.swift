// Leaves that are asked for by their keys, in every format.

import SettingsDocument
import SettingsModel
import Testing

@Suite struct `The leaves at some keys` {
    @Test(arguments: LawFiles.all)
    func `are those that have just these keys`(files: LawFiles) {
        for laws in files.loaded {
            let leaves = laws.document.entries
            let keys = Set(leaves.map(\.keyPath))
            #expect(keys.count == leaves.count, "\(laws.name)")
            let others = keys.flatMap { key in
                Array(key.ancestors) + [
                    key.appending("x"),
                    SettingKeyPath(segments: key.segments.map { $0.uppercased() }),
                    SettingKeyPath(segments: ["no"] + key.segments),
                ]
            }
            let found = laws.document.entries(at: keys.union(others))
            #expect(found.inOrder == leaves.inOrder, "\(laws.name)")
        }
    }

    @Test func `can be as deep as a key path`() throws {
        let deep = SettingKeyPath(segments: Array(repeating: "k", count: 64))
        let header = Array(repeating: "k", count: 63).joined(separator: ".")
        let toml = try Format.toml.parse(Array("[\(header)]\nk = {x = 1}\n".utf8))
        let open = String(repeating: "{\"k\":", count: 64)
        let close = String(repeating: "}", count: 64)
        let json = try Format.json.parse(Array("\(open){\"x\":1}\(close)".utf8))
        let value = SettingValue.dictionary([.init("x", .integer(1))])
        for document in [toml, json] as [any Document] {
            #expect(document.entries(at: [deep]).map(\.value) == [value])
            #expect(document.entries(at: [deep.appending("x")]) == [])
        }
    }
}

extension [DocumentEntry] {
    fileprivate var inOrder: [DocumentEntry] { sorted { $0.keyPath < $1.keyPath } }
}
