// YAML edits, byte for byte.

import SettingsDocument
import SettingsModel
import Testing

@Suite struct `A YAML edit` {
    @Test(
        .enabled(if: TOMLSharedFolder.folder != nil, TOMLSharedFolder.isMissing),
        arguments: TOMLEditCase.shared("yaml")
    )
    func `gives the shared case's bytes`(_ edit: TOMLEditCase) throws {
        let document = try YAMLDocument(Array(edit.before.utf8), as: .yaml, limits: .standard)

        let revision = try document.revised(by: DocumentChange(edit.path, edit.value))

        #expect(String(decoding: revision.document.bytes, as: UTF8.self) == edit.after)
    }

    @Test(.enabled(if: TOMLSharedFolder.folder != nil, TOMLSharedFolder.isMissing))
    func `has all of the shared cases`() {
        #expect(TOMLEditCase.shared("yaml").count == 45)
    }
}
