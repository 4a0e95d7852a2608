// Full disks and disks that can't be written.

import Foundation
import SettingsModel
import SyncEngine
import SyncStore
import TestSupport
import Testing

/// A file system of its own, of a given size; only root may mount one.
private final class SmallDisk {
    static var canMount: Bool { (try? SmallDisk(kilobytes: 64)) != nil }

    let path: String

    init(kilobytes: Int) throws {
        path = NSTemporaryDirectory() + "disk-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        guard mount("none", path, "tmpfs", 0, "size=\(kilobytes)k") == 0 else {
            rmdir(path)
            throw POSIXError(.EPERM)
        }
    }

    deinit {
        umount2(path, Int32(MNT_DETACH))
        rmdir(path)
    }

    /// Takes every byte that is left.
    func fill() {
        let file = open(path + "/rest", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        let page = [UInt8](repeating: 1, count: 4_096)
        while write(file, page, page.count) > 0 {}
        close(file)
    }

    func becomeReadOnly() -> Bool {
        // Between fork(2) and exec(2), a child of another test has all our descriptors too.
        for _ in 0..<1_000 {
            if mount("none", path, "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), "") == 0 { return true }
            guard errno == EBUSY else { return false }
            poll(nil, 0, 5)
        }
        return false
    }

    func journal(_ loop: TestLoop) throws -> JournalDatabase {
        try JournalDatabase(
            path: path + "/journal.db",
            limits: .standard,
            boot: "boot 1",
            deliver: { loop.append($0) }
        )
    }
}

@Suite(.enabled(if: SmallDisk.canMount), .timeLimit(.minutes(10)))
struct `On a small disk a journal` {
    @Test func `says that the disk is full, keeps what it had, and goes on when there is room`()
        throws
    {
        let disk = try SmallDisk(kilobytes: 2_048)
        let loop = TestLoop()
        let ballast = disk.path + "/ballast"
        let journal = try disk.journal(loop)
        #expect(FileManager.default.createFile(atPath: ballast, contents: Data(count: 1_000_000)))
        var committed = 0
        var failure: JournalError.Code?
        while failure == nil {
            let result = loop.commit(try setting("k\(committed)", bytes: 50_000), to: journal)
            failure = result.code
            if result.isSuccess { committed += 1 }
        }
        #expect(failure == .diskFull)
        #expect(committed > 0)
        #expect(loop.commit(try setting("small"), to: journal).code == .diskFull)

        // Recovery works on the full disk too, and where not a byte is left.
        #expect(try journal.recover().registers.count == committed)
        disk.fill()
        #expect(try journal.recover().registers.count == committed)
        try FileManager.default.removeItem(atPath: ballast)
        #expect(try journal.recover().registers.count == committed)
        #expect(loop.commit(try setting("more", bytes: 50_000), to: journal).isSuccess)
        journal.close()

        let again = try disk.journal(loop)
        #expect(again.opened == .existing)
        #expect(try again.recover().registers.count == committed + 1)
    }

    @Test func `says that the disk is full when it is begun on one`() throws {
        let disk = try SmallDisk(kilobytes: 16)
        let error = #expect(throws: JournalError.self) { try disk.journal(TestLoop()) }
        #expect(error?.code == .diskFull)
    }
}

@Suite struct `A folder or a FIFO in the journal's place` {
    @Test(arguments: ["mkdir", "mkfifo"])
    func `is told as what it is`(make: String) throws {
        let folder = try JournalFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path + "/state",
            withIntermediateDirectories: true
        )
        let path = folder.journalPath
        #expect((make == "mkdir" ? mkdir(path, 0o700) : mkfifo(path, 0o600)) == 0)
        let error = #expect(throws: JournalError.self) { try folder.journal(TestLoop()) }
        #expect(error?.problem.hasPrefix("the journal '\(path)' is no regular file") == true)
        #expect(error?.advice.hasSuffix("mv \(path) \(path).old") == true)
    }
}

@Suite struct `A folder that can't be written` {
    @Test(.enabled(if: SmallDisk.canMount))
    func `makes a journal in it read-only`() throws {
        let disk = try SmallDisk(kilobytes: 2_048)
        do {
            let loop = TestLoop()
            let journal = try disk.journal(loop)
            #expect(loop.commit(try setting("k"), to: journal).isSuccess)
        }
        #expect(disk.becomeReadOnly())
        let error = #expect(throws: JournalError.self) { try disk.journal(TestLoop()) }
        #expect(error?.code == .readOnly)
        #expect(error?.advice == "Make it and its folder writable")
    }

    @Test(.enabled(if: SmallDisk.canMount))
    func `refuses a journal that isn't there yet`() throws {
        let disk = try SmallDisk(kilobytes: 64)
        #expect(disk.becomeReadOnly())
        let error = #expect(throws: JournalError.self) { try disk.journal(TestLoop()) }
        #expect(error?.code == .readOnly)
    }
}
