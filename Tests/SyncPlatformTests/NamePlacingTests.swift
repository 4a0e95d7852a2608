// Which writers create a file in the place of one that they removed.

import SyncEngine
import Testing

@testable import SyncPlatform

extension `Watched` {
    @Suite struct `A file that is placed` {
        /// What is told of it, by a command that has the file `f` and another one, `g`.
        private func isCreated(by command: String) throws -> Bool {
            let storing = try Storing()
            let replica = try storing.replica("f", holding: "size = 1\n")
            try storing.folder.write("size = 2\n", to: "g")
            storing.watching.forgetEvents()
            try shell("cd '\(storing.folder.path)'; \(command)")
            storing.watching.settle()
            let events = storing.watching.events
            #expect(events.contains(.touched(replica)))
            return events.contains(.created(replica))
        }

        @Test(arguments: [
            "cp --remove-destination g f", "install -m 644 g f", "rm f; cat g > f",
            "tar cf t --transform s/g/f/ g; tar xmf t", "rm f; ln g f",
        ])
        func `after another was removed is created`(command: String) throws {
            #expect(try isCreated(by: command))
        }

        @Test(arguments: [
            "cp g f", "cat g > f", "mv g f", "cp g h; mv h f", "mv f f~; cat g > f",
            "ln f f~; mv g f", "rm f; mv g f",
        ])
        func `as editors place it isn't`(command: String) throws {
            #expect(try !isCreated(by: command))
        }
    }
}
