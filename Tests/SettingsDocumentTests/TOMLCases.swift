// TOML edits, byte for byte.

import Foundation
import SettingsDocument
import SettingsModel
import Testing

/// One edit with the file before and after it.
struct TOMLEditCase: Sendable, CustomTestStringConvertible {
    var name: String
    var path: DocumentPath
    /// The value to set, or nil to remove.
    var value: SettingValue?
    var before: String
    var after: String

    var testDescription: String { name }

    /// The shared cases of one format.
    static func shared(_ format: String) -> [TOMLEditCase] {
        guard let folder = TOMLSharedFolder.folder,
            let data = try? Data(contentsOf: folder.appending(path: "documents/cases.json")),
            let all = try? JSONSerialization.jsonObject(with: data) as? [String: [[String: Any]]]
        else { return [] }
        return (all["tree"] ?? []).filter { $0["fmt"] as? String == format }.compactMap(
            TOMLEditCase.init
        )
    }

    private init?(_ object: [String: Any]) {
        guard let name = object["name"] as? String, let path = object["path"] as? [Any],
            let before = object["before"] as? String, let after = object["after"] as? String
        else { return nil }
        self.name = name
        self.before = before
        self.after = after
        self.path = DocumentPath(
            path.compactMap { element in
                if let key = element as? String { return .key(key) }
                return (element as? Int).map(PathElement.index)
            }
        )
        // The case spells its value as TOML would, but for dictionaries.
        guard let text = object["val"] as? String else { return }
        let toml = text.replacing("\": ", with: "\" = ")
        guard
            let document = try? TOMLDocument(
                Array("v = \(toml)".utf8),
                as: .toml,
                limits: .standard
            ),
            case .dictionary(let entries) = document.root
        else { return nil }
        value = entries.first?.value
    }
}

@Suite struct `A TOML edit` {
    @Test(
        .enabled(if: TOMLSharedFolder.folder != nil, TOMLSharedFolder.isMissing),
        arguments: TOMLEditCase.shared("toml")
    )
    func `gives the shared case's bytes`(_ edit: TOMLEditCase) throws {
        let document = try TOMLDocument(Array(edit.before.utf8), as: .toml, limits: .standard)

        let revision = try document.revised(by: DocumentChange(edit.path, edit.value))

        #expect(String(decoding: revision.document.bytes, as: UTF8.self) == edit.after)
    }

    @Test(.enabled(if: TOMLSharedFolder.folder != nil, TOMLSharedFolder.isMissing))
    func `has all of the shared cases`() {
        #expect(TOMLEditCase.shared("toml").count == 25)
    }
}
