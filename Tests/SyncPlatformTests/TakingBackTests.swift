// A publication undone, and saves that come while it is.

import FileReplacing
import Glibc
import SettingsModel
import SyncEngine
import Testing

@testable import SyncPlatform

/// Files whose names were exchanged: the path shows ours, "1", the temporary name what it displaced.
private final class Exchanged {
    let storing: Storing
    let replica: ReplicaID
    let old: FileContent
    let staged: StagedFile
    private let decided: Int64
    /// What happens before each exchange from now on, the next one first.
    var saves: [() throws -> Void] = []

    /// Publishes "1" over "old", or over what somebody saved in that moment.
    init(displacing save: String? = "mistake") throws {
        let before = Before()
        storing = try Storing(
            calls: RenameCalls(exchange: { from, to in
                before.each()
                return RenameCalls().exchange(from, to)
            })
        )
        replica = try storing.replica("s", holding: "old")
        old = try storing.content(of: replica)
        staged = try storing.store.stage([0x31], for: replica, expecting: old)
        decided = SystemClock.wallMilliseconds
        if let save { try storing.folder.replace("s", with: save) }
        try storing.store.publish(staged, bytes: [0x31], for: replica, expecting: old)
        _ = storing.store.lookAtDisplaced(staged, of: replica, patience: .untilClosed)
        before.each = { [unowned self] in
            // A save that fails is missed by the expectations.
            if !saves.isEmpty { _ = try? saves.removeFirst()() }
        }
    }

    private final class Before {
        var each: () -> Void = {}
    }

    func takeBack() -> Bool {
        let intent = PublishIntent(
            staged: staged,
            old: old,
            new: [0x31],
            timestamps: [:],
            decided: decided
        )
        return storing.store.takeBack(intent, of: replica)
    }

    var path: String? { storing.folder.text("s") }

    /// What is left under the temporary name.
    var displaced: String? {
        storing.folder.text(String(staged.temporaryPath.split(separator: "/").last ?? ""))
    }
}

extension `Watched` {
    @Suite struct `A publication that is taken back` {
        @Test func `leaves the path as it was, and nothing beside it`() throws {
            let exchanged = try Exchanged()
            #expect(exchanged.takeBack())
            exchanged.storing.store.discard(exchanged.staged, of: exchanged.replica)
            #expect(exchanged.path == "mistake")
            #expect(exchanged.storing.folder.names() == ["s"])
            let content = try exchanged.storing.content(of: exchanged.replica)
            #expect(content.bytes == Array("mistake".utf8))
        }

        @Test(arguments: ["rename", "in place"])
        func `isn't touched where somebody has saved since`(way: String) throws {
            let exchanged = try Exchanged()
            try exchanged.storing.folder.save("theirs", to: "s", way)
            #expect(!exchanged.takeBack())
            #expect(exchanged.path == "theirs")
            #expect(exchanged.displaced == "mistake")
        }

        @Test func `isn't touched while somebody has it open to write`() throws {
            let exchanged = try Exchanged()
            let writer = open(exchanged.replica.path, O_WRONLY | O_CLOEXEC)
            defer { close(writer) }
            #expect(!exchanged.takeBack())
            #expect(exchanged.displaced == "mistake")
            pwrite(writer, "theirs", 6, 0)
            #expect(exchanged.path == "theirs")
        }

        @Test func `isn't touched where somebody has saved the same text since`() throws {
            let exchanged = try Exchanged()
            try shell("sleep 0.02; printf 1 > '\(exchanged.replica.path)'")
            #expect(!exchanged.takeBack())
            #expect(exchanged.path == "1")
        }

        @Test(arguments: ["rename", "in place"])
        func `leaves a save of the same moment at the path`(way: String) throws {
            let exchanged = try Exchanged()
            let folder = exchanged.storing.folder
            exchanged.saves = [{ try folder.save("theirs", to: "s", way) }]
            #expect(!exchanged.takeBack())
            #expect(exchanged.path == "theirs")
            #expect(exchanged.displaced == "mistake")
        }

        @Test func `leaves the last of several such saves at the path`() throws {
            let exchanged = try Exchanged()
            let folder = exchanged.storing.folder
            exchanged.saves = ["first", "second", "third"].map { text in
                { try folder.replace("s", with: text) }
            }
            #expect(!exchanged.takeBack())
            #expect(exchanged.path == "third")
        }

        @Test func `ends after eight such saves, with the newest displaced`() throws {
            let exchanged = try Exchanged()
            let folder = exchanged.storing.folder
            exchanged.saves = (1...20).map { number in
                { try folder.replace("s", with: "save \(number)") }
            }
            #expect(!exchanged.takeBack())
            #expect(exchanged.saves.count == 12)
            #expect(exchanged.path == "save 7")
            #expect(exchanged.displaced == "save 8")
        }

        @Test(arguments: [true, false])
        func `leaves the later of two saves at the path after a crash`(isEarlierThere: Bool) throws
        {
            let exchanged = try Exchanged()
            let temporary = exchanged.staged.temporaryPath
            try shell("touch -d '1 minute ago' '\(temporary)'")
            try exchanged.storing.folder.replace("s", with: "mended")
            // The agent was putting the mistake back when it died.
            if isEarlierThere {
                #expect(RenameCalls().exchange(temporary, exchanged.replica.path) == 0)
            }
            let later = DiskFileStore(watcher: exchanged.storing.watching.watcher)

            let state = later.settle(exchanged.staged, over: exchanged.old, of: exchanged.replica)

            #expect(state == .published)
            #expect(exchanged.path == "mended")
            #expect(exchanged.displaced == "mistake")
        }

        /// Which of the two is dated so that the text before the write seems to be the later one: a file may
        /// be moved there with an old time, and a clock may have been set back.
        @Test(arguments: ["the save is an hour old", "the clock was set back"])
        func `leaves a save that came after a crash at the path, whatever its time`(
            how: String
        ) throws {
            let exchanged = try Exchanged(displacing: nil)
            // The names were exchanged, and then the agent died.
            try exchanged.storing.folder.replace("s", with: "theirs")
            let isSaveOld = how == "the save is an hour old"
            let (dated, date) =
                isSaveOld
                ? (exchanged.replica.path, "1 hour ago")
                : (exchanged.staged.temporaryPath, "1 hour")
            try shell("touch -d '\(date)' '\(dated)'")
            let later = DiskFileStore(watcher: exchanged.storing.watching.watcher)

            let state = later.settle(exchanged.staged, over: exchanged.old, of: exchanged.replica)

            #expect(state == .published)
            #expect(exchanged.path == "theirs")
            #expect(exchanged.displaced == "old")
        }

        @Test func `puts a save that says what was there before the write at the path`() throws {
            let exchanged = try Exchanged()
            let temporary = exchanged.staged.temporaryPath
            try shell("touch -d '1 minute ago' '\(temporary)'")
            try exchanged.storing.folder.replace("s", with: "old")
            // The agent was putting the mistake back when it died.
            #expect(RenameCalls().exchange(temporary, exchanged.replica.path) == 0)
            let later = DiskFileStore(watcher: exchanged.storing.watching.watcher)

            let state = later.settle(exchanged.staged, over: exchanged.old, of: exchanged.replica)

            #expect(state == .published)
            #expect(exchanged.path == "old")
            #expect(exchanged.displaced == "mistake")
        }

        @Test(arguments: ["rename", "in place"])
        func `leaves a save at the path that a crash kept from being seen`(way: String) throws {
            let exchanged = try Exchanged()
            // The names were exchanged, and then the agent died.
            #expect(exchanged.takeBack())
            let temporary = exchanged.staged.temporaryPath.split(separator: "/").last ?? ""
            let isInto = way == "in place"
            try exchanged.storing.folder.save("theirs", to: isInto ? String(temporary) : "s", way)
            let later = DiskFileStore(watcher: exchanged.storing.watching.watcher)

            let state = later.settle(
                exchanged.staged,
                over: exchanged.old,
                of: exchanged.replica
            )
            #expect(state == (isInto ? .published : .notPublished))
            #expect(exchanged.path == "theirs")
        }
    }
}

extension Folder {
    fileprivate func save(_ text: String, to name: String, _ way: String) throws {
        if way == "rename" { try replace(name, with: text) } else { try write(text, to: name) }
    }
}

extension DiskFileStore {
    /// What became of a replacement of `old` by "1".
    func settle(
        _ staged: StagedFile,
        over old: FileContent?,
        of replica: ReplicaID
    ) -> StagedState {
        let intent = PublishIntent(
            staged: staged,
            old: old,
            new: [0x31],
            timestamps: [:],
            decided: 0
        )
        return settle(intent, of: replica)
    }
}
