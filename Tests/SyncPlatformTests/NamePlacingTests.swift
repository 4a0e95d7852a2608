// How files come to their names, by the programs that place them.

import SyncEngine
import Testing

@testable import SyncPlatform

extension `Watched` {
    @Suite struct `A file that is placed` {
        /// What is told of it, by a command that has the file `f` and another one, `g`.
        private func placing(by command: String) throws -> Placing? {
            let storing = try Storing()
            let replica = try storing.replica("f", holding: "size = 1\n")
            try storing.folder.write("size = 2\n", to: "g")
            // The other one is there before this one is opened.
            _ = storing.store.look(at: replica, patience: .untilClosed)
            storing.watching.settle()
            storing.watching.forgetEvents()
            try shell("cd '\(storing.folder.path)'; \(command)")
            storing.watching.settle()
            let events = storing.watching.events
            #expect(events.contains(.touched(replica)))
            return events.compactMap { event -> Placing? in
                if case .placed(replica, let placing) = event { placing } else { nil }
            }.last
        }

        @Test(arguments: [
            "cp --remove-destination g f", "install -m 644 g f", "rm f; cat g > f",
            "tar cf t --transform s/g/f/ g; tar xmf t", "rm f; ln g f",
        ])
        func `after another was removed replaces it`(command: String) throws {
            #expect(try placing(by: command) == .replaced)
        }

        @Test(
            arguments: [
                ("cp g f", nil), ("cat g > f", nil), ("mv f f~; cat g > f", .created),
                ("mv g f", .renamed), ("cat f; cp g h; mv h f", .renamed),
                ("rm f; mv g f", .renamed),
                ("sed -i s/1/3/ f", .renamed), ("sed -i.bak s/1/3/ f", .renamed),
                ("cp f f~; mv g f", .renamedBesideAnother),
                ("ln f f~; mv g f", .renamedBesideAnother),
                ("cp f f~; rm f~; mv g f", .renamed),
            ] as [(String, Placing?)]
        )
        func `by another program is told by how it comes to its name`(
            command: String,
            expected: Placing?
        ) throws {
            #expect(try placing(by: command) == expected)
        }
    }
}
