// XML and binary property lists, against the recorded cases and Foundation.

import Foundation
import SettingsDocument
import SettingsModel
import Testing

@Suite struct `A recorded property list case` {
    static let cases = RecordedCase.load(["xml": .xmlPropertyList])

    @Test(.enabled(if: !cases.isEmpty, missingSuites), arguments: cases)
    func `is edited byte for byte`(recorded: RecordedCase) throws {
        let document = try recorded.format.parse(Array(recorded.before.utf8))
        let revision = try document.revised(by: recorded.change)
        #expect(String(decoding: revision.document.bytes, as: UTF8.self) == recorded.after)
    }
}
