// Which agent the lock file beside the journal tells of.

import SettingsProtocol
import Testing

@Suite struct `The note of who has the journal` {
    private let noted = JournalHolder(process: 7, socket: "/run/socket")

    @Test(arguments: [7, nil] as [Int32?])
    func `is believed unless another process has the lock`(process: Int32?) {
        #expect(JournalHolder(noted.text, lockedBy: process) == noted)
    }

    @Test(arguments: ["7\n/run/socket\n", "", "half"])
    func `is of an agent before, when another process has the lock`(text: String) {
        #expect(JournalHolder(text, lockedBy: 8) == JournalHolder(process: 8, socket: nil))
    }

    @Test func `tells of nobody when there is none`() {
        #expect(JournalHolder("", lockedBy: nil) == nil)
    }
}
