// Schemas that panes are made of, read from the disk.

import Foundation
import SettingsModel
import SettingsSchema
import Testing

@testable import SchemaFiles

private let schemaTexts = [
    "s.json": #"{"properties": {"size": {"type": "integer", "minimum": 6, "default": 12}}}"#,
    "s.yaml": "properties:\n  size: {type: integer, minimum: 6, default: 12}\n",
    "s.toml": "[properties.size]\ntype = \"integer\"\nminimum = 6\ndefault = 12\n",
]

@Suite struct `A schema's source` {
    @Test(arguments: schemaTexts.keys.sorted())
    func `is a JSON Schema in any format`(name: String) throws {
        let folder = try BundleOnDisk(schemaTexts)
        let source = SchemaSource.schema(folder.folder.appending(path: name).path)
        let schema = try source.schema(languages: [], idiom: .wide)
        let keyPath = SettingKeyPath(segments: ["size"])
        #expect(schema.defaults.map(\.value) == [.integer(12)])
        #expect(schema.refusal(of: .integer(5), at: keyPath)?.code == .range)
    }

    @Test(
        arguments: [
            ("s.json", "{\"properties\": }", "1:16"), ("a.toml", "size = \n", "1:8"),
        ]
    )
    func `that can't be read says where`(name: String, text: String, place: String) throws {
        let folder = try BundleOnDisk([name: text])
        let path = folder.folder.appending(path: name).path
        #expect {
            try SchemaSource.schema(path).schema(languages: [], idiom: .wide)
        } throws: { error in
            "\(error)".hasPrefix("\(path):\(place): ")
        }
    }

    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            ("/dev/zero", "it is no ordinary file"), ("/", "it is a folder"),
            ("/nonexistent.json", "it isn't there"),
        ]
    )
    func `that is no ordinary file is refused`(path: String, reason: String) {
        #expect {
            try SchemaSource.schema(path).schema(languages: [], idiom: .wide)
        } throws: { error in
            "\(error)".contains(reason)
        }
    }
}
