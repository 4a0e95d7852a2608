// Replacing files: what is kept, what is refused, what is never lost.

import CLinux
import FileReplacing
import Foundation
import Glibc
import SettingsModel
import SyncEngine
import Testing

@testable import SyncPlatform

extension `Watched` {
    @Suite struct `A publication` {
        @Test func `replaces the text and leaves nothing beside it`() throws {
            let storing = try Storing()
            let replica = try storing.replica("s", holding: "old")
            let staged = try storing.write("new", to: replica)
            #expect(storing.folder.text("s") == "new")
            #expect(staged.method == .exchange)
            #expect(storing.folder.names() == ["s"])
        }

        @Test func `is seen as an echo with the same text`() throws {
            let storing = try Storing()
            let replica = try storing.replica("s", holding: "old")
            try storing.write("new", to: replica)
            try storing.watching.waitForTouch(of: replica)
            #expect(try storing.content(of: replica).bytes == Array("new".utf8))
        }

        @Test func `keeps a symlink and replaces its target`() throws {
            let storing = try Storing()
            try shell("cd '\(storing.folder.path)'; mkdir x; echo old > x/f; ln -s x/f s")
            let replica = try storing.replica("s")
            try storing.write("new", to: replica)
            #expect(try FileStatus.named(replica.path).kind == .link)
            #expect(storing.folder.text("x/f") == "new")
            #expect(storing.folder.names() == ["s", "x"])
        }

        @Test func `keeps mode, times of nobody, extended attributes and ACL`() throws {
            let storing = try Storing()
            let replica = try storing.replica("s", holding: "old")
            try shell(
                """
                cd '\(storing.folder.path)'; chmod 640 s
                setfattr -n user.note -v kept s; setfacl -m u:12345:r s
                """
            )
            let before = try shell(
                "cd '\(storing.folder.path)'; getfacl s; getfattr -d s; stat -c '%a %u %g' s"
            )

            try storing.write("new", to: replica)

            let after = try shell(
                "cd '\(storing.folder.path)'; getfacl s; getfattr -d s; stat -c '%a %u %g' s"
            )
            #expect(before.contains("user.note=\"kept\"") && before.contains("user:12345:r--"))
            #expect(before == after)
        }

        @Test func `takes no ACL from the folder that the old file didn't have`() throws {
            let storing = try Storing()
            let replica = try storing.replica("s", holding: "old")
            chmod(replica.path, 0o600)
            try shell("setfacl -d -m u:12345:rwx '\(storing.folder.path)'")
            try storing.write("new", to: replica)
            #expect(try !shell("getfacl -c '\(replica.path)'").contains("12345"))
            #expect(try FileStatus.named(replica.path).mode == 0o600)
        }

        @Test(.enabled(if: geteuid() == 0, "only root may give files away"))
        func `keeps owner and group`() throws {
            let storing = try Storing()
            let replica = try storing.replica("s", holding: "old")
            chown(replica.path, 0, 54_321)
            try storing.write("new", to: replica)
            #expect(try FileStatus.named(replica.path).groupID == 54_321)
        }

        @Test func `creates a file as the umask says, and its folders for the user alone`() throws {
            let storing = try Storing()
            let replica = try storing.replica("a/b/s")
            let staged = try storing.write("new", to: replica)
            #expect(staged.method == .create)
            #expect(storing.folder.text("a/b/s") == "new")
            #expect(try FileStatus.named(storing.folder["a/b"]).mode == 0o700)
            let umask = try shell("umask").trimmingCharacters(in: .whitespacesAndNewlines)
            let mask = try #require(mode_t(umask, radix: 8))
            #expect(try FileStatus.named(replica.path).mode == 0o666 & ~mask)
            #expect(storing.folder.names(in: "a/b") == ["s"])
        }

        @Test(arguments: ["", "setfacl -d -m u:12345:rwx,o::r ."])
        func `creates a file for its owner alone where that is asked for`(command: String) throws {
            let storing = try Storing()
            try shell("umask 0; cd '\(storing.folder.path)'; \(command)")
            let replica = try storing.replica("s")
            let staged = try storing.store.stage(
                [0x31],
                for: replica,
                expecting: nil,
                access: .ownerOnly,
                in: nil
            )
            #expect(try FileStatus.named(staged.temporaryPath).mode == 0o600)
            try storing.store.publish(staged, for: replica, expecting: nil)
            #expect(try FileStatus.named(replica.path).mode == 0o600)
            #expect(try !storing.content(of: replica).isOpenToOthers)
        }

        @Test(arguments: [mode_t(0o600), 0o640, 0o644])
        func `makes a file that is gone anew for those who could read it`(mode: mode_t) throws {
            let storing = try Storing()
            let replica = try storing.replica("s", holding: "old")
            _ = try storing.content(of: replica)
            // Nobody reads it after this.
            #expect(chmod(replica.path, mode) == 0)
            #expect(unlink(replica.path) == 0)
            #expect(storing.store.look(at: replica, patience: .untilClosed) == .absent)
            let staged = try storing.store.stage(
                [0x31],
                for: replica,
                expecting: nil,
                access: .asBefore,
                in: nil
            )
            #expect(try FileStatus.named(staged.temporaryPath).mode == mode)
        }

        @Test func `makes one for its owner alone where nobody has seen it before`() throws {
            let storing = try Storing()
            let staged = try storing.store.stage(
                [0x31],
                for: try storing.replica("s"),
                expecting: nil,
                access: .asBefore,
                in: nil
            )
            #expect(try FileStatus.named(staged.temporaryPath).mode == 0o600)
        }

        @Test func `creates the target of a dangling symlink`() throws {
            let storing = try Storing()
            try shell("cd '\(storing.folder.path)'; ln -s x/f s")
            let replica = try storing.replica("s")
            try storing.write("new", to: replica)
            #expect(try FileStatus.named(replica.path).kind == .link)
            #expect(storing.folder.text("x/f") == "new")
        }

        @Test func `never opens the file for writing`() throws {
            let storing = try Storing()
            let replica = try storing.replica("s", holding: "old text")
            let old = try FileStatus.named(replica.path).identity
            _ = try storing.content(of: replica)
            storing.watching.forgetEvents()
            let staged = try storing.write("new", to: replica)
            #expect(staged.identity != old)
            storing.watching.settle()
            #expect(!storing.watching.events.contains(.modified(replica, old)))
            #expect(!storing.watching.events.contains(.modified(replica, staged.identity)))
        }

        @Test func `leaves a file alone that was saved since the look`() throws {
            let storing = try Storing()
            let replica = try storing.replica("s", holding: "old")
            let old = try storing.content(of: replica)
            let staged = try storing.store.stage([0x31], for: replica, expecting: old)
            try storing.folder.replace("s", with: "theirs")
            let theirs = try FileStatus.named(replica.path)
            let error = #expect(throws: StorageError.self) {
                try storing.store.publish(staged, for: replica, expecting: old)
            }
            #expect(error?.code == .raced)
            #expect(try FileStatus.named(replica.path) == theirs)
        }

        @Test func `brings out what was saved in the last moment`() throws {
            let moment = LastMoment()
            let storing = try Storing(calls: moment.calls)
            let replica = try storing.replica("s", holding: "old")
            let old = try storing.content(of: replica)
            let staged = try storing.store.stage([0x31], for: replica, expecting: old)
            moment.act { try storing.folder.replace("s", with: "theirs") }
            try storing.store.publish(staged, for: replica, expecting: old)

            let sighting = storing.store.lookAtDisplaced(
                staged,
                of: replica,
                patience: .untilClosed
            )

            guard case .content(let content) = sighting else {
                Issue.record("saw \(sighting)")
                return
            }
            #expect(content.bytes == Array("theirs".utf8))
            storing.store.discard(staged, of: replica)
            #expect(storing.folder.names() == ["s"])
            #expect(storing.folder.text("s") == "1")
        }

        @Test(arguments: [
            "rm s", "rm s; ln -s other s", "rm s; mkdir s", "mkdir x; mv s x/s; ln -s x/s s",
        ])
        func `leaves a path alone that became something else`(command: String) throws {
            let storing = try Storing()
            let replica = try storing.replica("s", holding: "old")
            let old = try storing.content(of: replica)
            let staged = try storing.store.stage([0x31], for: replica, expecting: old)
            try shell("cd '\(storing.folder.path)'; \(command)")
            let before = try shell("cd '\(storing.folder.path)'; ls -R; readlink s || true")
            let error = #expect(throws: StorageError.self) {
                try storing.store.publish(staged, for: replica, expecting: old)
            }
            #expect(error?.code == .raced)
            #expect(try shell("cd '\(storing.folder.path)'; ls -R; readlink s || true") == before)
            storing.store.discard(staged, of: replica)
            #expect(storing.folder.names().allSatisfy { !$0.hasSuffix("settings-agent") })
        }

        @Test func `leaves a file alone that appeared`() throws {
            let storing = try Storing()
            let replica = try storing.replica("s")
            let staged = try storing.store.stage([0x31], for: replica, expecting: nil)
            try storing.folder.write("theirs", to: "s")
            let error = #expect(throws: StorageError.self) {
                try storing.store.publish(staged, for: replica, expecting: nil)
            }
            #expect(error?.code == .raced)
            #expect(storing.folder.text("s") == "theirs")
        }

        @Test func `compares and renames where names can't be exchanged`() throws {
            let calls = RenameCalls(exchange: { _, _ in
                errno = EINVAL
                return -1
            })
            let storing = try Storing(calls: calls)
            let replica = try storing.replica("s", holding: "old")
            let staged = try storing.write("new", to: replica)
            #expect(staged.method == .compareAndRename)
            #expect(storing.folder.text("s") == "new")
            #expect(storing.folder.names() == ["s"])

            let seen = try storing.content(of: replica)
            let second = try storing.store.stage([0x31], for: replica, expecting: seen)
            try storing.folder.write("theirs", to: "s")
            let error = #expect(throws: StorageError.self) {
                try storing.store.publish(second, for: replica, expecting: seen)
            }
            #expect(error?.code == .raced)
            #expect(storing.folder.text("s") == "theirs")
        }

        @Test(arguments: [ENOSYS, EINVAL])
        func `creates by a link where the kernel can't rename without replacing`(
            number: Int32
        ) throws {
            let calls = RenameCalls(create: { _, _ in
                errno = number
                return -1
            })
            let storing = try Storing(calls: calls)
            let replica = try storing.replica("s")
            try storing.write("new", to: replica)
            #expect(storing.folder.text("s") == "new")
            #expect(storing.folder.names() == ["s"])
        }
    }

    @Suite struct `After a crash` {
        private func states(expecting text: String?) throws -> [StagedState] {
            let storing = try Storing()
            let replica = try storing.replica("s", holding: text)
            let old = text == nil ? nil : try storing.content(of: replica)
            // A second store is what a new agent knows: nothing.
            let staged = try storing.store.stage([0x31], for: replica, expecting: old)
            var states = [storing.store.stagedState(of: staged)]
            try storing.store.publish(staged, for: replica, expecting: old)
            states.append(storing.store.stagedState(of: staged))
            storing.store.discard(staged, of: replica)
            states.append(storing.store.stagedState(of: staged))
            return states
        }

        @Test func `the names tell how far a replacement got`() throws {
            #expect(try states(expecting: "old") == [.notPublished, .published, .gone])
        }

        @Test(arguments: ["old", nil])
        func `names that are both gone may have gone away with their folder`(old: String?) throws {
            let storing = try Storing()
            let replica = try storing.replica("s", holding: old)
            let content = old == nil ? nil : try storing.content(of: replica)
            let staged = try storing.store.stage([0x31], for: replica, expecting: content)
            for name in storing.folder.names() { unlink(storing.folder[name]) }
            #expect(storing.store.stagedState(of: staged) == .away)
        }

        @Test func `the names tell how far a creation got`() throws {
            #expect(try states(expecting: nil) == [.notPublished, .published, .published])
        }

        @Test func `a staged file is known again when its disk was mounted anew`() throws {
            let storing = try Storing()
            let replica = try storing.replica("s", holding: "old")
            let old = try storing.content(of: replica)
            var staged = try storing.store.stage([0x31], for: replica, expecting: old)
            let later = DiskFileStore(watcher: storing.watching.watcher, limits: .standard)
            staged.identity.device += 1

            #expect(later.stagedState(of: staged) == .notPublished)
            #expect(later.lookAtDisplaced(staged, of: replica, patience: .untilStill) == .absent)
            later.discard(staged, of: replica)
            #expect(storing.folder.names() == ["s"])
            #expect(storing.folder.text("s") == "old")
        }

        @Test func `an unpublished file is thrown away and the old one is whole`() throws {
            let storing = try Storing()
            let replica = try storing.replica("s", holding: "old")
            let staged = try storing.store.stage(
                [0x31],
                for: replica,
                expecting: storing.content(of: replica)
            )
            storing.store.discard(staged, of: replica)
            #expect(storing.folder.names() == ["s"])
            #expect(storing.folder.text("s") == "old")
            #expect(storing.store.stagedState(of: staged) == .gone)
        }

        @Test(arguments: [
            ("s", "'s' vanished since it was read"), (".s.*", "'*' was removed before its time"),
        ])
        func `which of the files is gone is told`(gone: String, problem: String) throws {
            let storing = try Storing()
            let replica = try storing.replica("s", holding: "old")
            let old = try storing.content(of: replica)
            let staged = try storing.store.stage([0x31], for: replica, expecting: old)
            try shell("cd '\(storing.folder.path)'; rm \(gone)")
            let error = #expect(throws: StorageError.self) {
                try storing.store.publish(staged, for: replica, expecting: old)
            }
            #expect(error?.code == .raced)
            let told = problem.replacing("'s'", with: "'\(replica.path)'")
                .replacing("*", with: staged.temporaryPath)
            #expect(error?.problem == told)
        }

        @Test func `temporary files without an intent are swept, and nothing else`() throws {
            let storing = try Storing()
            let replica = try storing.replica("s", holding: "old")
            let kept = try storing.store.stage(
                [0x31],
                for: replica,
                expecting: storing.content(of: replica)
            )
            let others = [
                ".s.0123456789ab.settings-agen", ".s.0123456789.settings-agent", "s.swp",
                ".t.0123456789ab.settings-agent",
            ]
            for name in others + [".s.0123456789ab.settings-agent"] {
                try storing.folder.write("x", to: name)
            }
            storing.store.sweep(replica, keeping: [kept.temporaryPath])
            let left =
                others + ["s", String(kept.temporaryPath.dropFirst(storing.folder.path.count + 1))]
            #expect(storing.folder.names() == left.sorted())
        }

        @Test func `what another domain's write of the file needs is not swept`() throws {
            let storing = try Storing()
            let replica = try storing.replica("s", holding: "old")
            let old = try storing.content(of: replica)
            let staged = try storing.store.stage([0x31], for: replica, expecting: old)
            let other = ReplicaID(domain: try Domain("org.example.other"), path: replica.path)
            storing.store.sweep(other, keeping: [])
            try storing.store.publish(staged, for: replica, expecting: old)
            #expect(storing.folder.text("s") == "1")
        }

        @Test func `a temporary file that somebody still writes is not swept`() throws {
            let storing = try Storing()
            let replica = try storing.replica("s", holding: "old")
            try storing.folder.write("x", to: ".s.0123456789ab.settings-agent")
            let writer = open(
                storing.folder[".s.0123456789ab.settings-agent"],
                O_WRONLY | O_CLOEXEC
            )
            storing.store.sweep(replica, keeping: [])
            #expect(storing.folder.names().count == 2)
            close(writer)
            storing.store.sweep(replica, keeping: [])
            #expect(storing.folder.names() == ["s"])
        }

        @Test func `what a lost journal may have known is kept, and told`() throws {
            let storing = try Storing()
            let store = DiskFileStore(watcher: storing.watching.watcher, memory: .lost)
            var kept: [String] = []
            store.onKept = { kept.append("\($0): \($1)") }
            let replica = try storing.replica("s", holding: "ours")
            for (text, number) in [("theirs", 0), ("ours", 1), ("", 2)] {
                try storing.folder.write(text, to: ".s.00000000000\(number).settings-agent")
            }

            for _ in 0..<2 { store.sweep(replica, keeping: []) }
            storing.store.sweep(replica, keeping: [])

            let name = try #require(storing.folder.names().first)
            #expect(name.hasPrefix(".s.") && name.hasSuffix(".kept"))
            #expect(storing.folder.names() == [name, "s"])
            #expect(storing.folder.text(name) == "theirs")
            #expect(kept == ["\(replica.path): \(storing.folder[name])"])
        }

        @Test func `what the agent of a new journal left itself is no save`() throws {
            let storing = try Storing()
            let store = DiskFileStore(watcher: storing.watching.watcher, memory: .lost)
            let replica = try storing.replica("s", holding: "old")
            let old = try storing.content(of: replica)
            _ = try store.stage([0x31], for: replica, expecting: old)
            store.sweep(replica, keeping: [])
            #expect(storing.folder.names() == ["s"])
        }

        @Test func `what may be the save of a file that is gone is kept, though it's written`()
            throws
        {
            let storing = try Storing()
            let store = DiskFileStore(watcher: storing.watching.watcher, memory: .lost)
            let name = ".s.000000000000.settings-agent"
            try storing.folder.write("the", to: name)
            let writer = open(storing.folder[name], O_WRONLY | O_CLOEXEC)
            defer { close(writer) }
            store.sweep(try storing.replica("s"), keeping: [])
            pwrite(writer, "theirs", 6, 0)
            #expect(storing.folder.names().map { storing.folder.text($0) } == ["theirs"])
            #expect(storing.folder.names() != [name])
        }

        @Test
        func `a save that was left beside its file has a name of its own, and is never swept`()
            throws
        {
            let moment = LastMoment()
            let storing = try Storing(calls: moment.calls)
            let replica = try storing.replica("s", holding: "old")
            try storing.folder.write("somebody's", to: "s.saved")
            let old = try storing.content(of: replica)
            let staged = try storing.store.stage([0x31], for: replica, expecting: old)
            moment.act { try storing.folder.replace("s", with: "theirs") }
            try storing.store.publish(staged, for: replica, expecting: old)

            let path = storing.store.leave(staged, of: replica)
            #expect(path == storing.folder["s.saved.2"])
            // The agent died, and the next one finds it where the intent says.
            let later = DiskFileStore(watcher: storing.watching.watcher)
            #expect(later.stagedState(of: staged) == .published)
            #expect(later.leave(staged, of: replica) == path)
            later.discard(staged, of: replica)
            later.sweep(replica, keeping: [])

            #expect(storing.folder.names() == ["s", "s.saved", "s.saved.2"])
            #expect(storing.folder.text("s.saved.2") == "theirs")
            #expect(storing.folder.text("s") == "1")
        }

        @Test(arguments: ["mkdir s", "ln -s other s"])
        func `what came to a path in that moment and is no file is left beside it`(
            command: String
        ) throws {
            let moment = LastMoment()
            let storing = try Storing(calls: moment.calls)
            let replica = try storing.replica("s", holding: "old")
            let old = try storing.content(of: replica)
            let staged = try storing.store.stage([0x31], for: replica, expecting: old)
            let folder = storing.folder.path
            moment.act { try shell("cd '\(folder)'; rm s; \(command)") }
            try storing.store.publish(staged, for: replica, expecting: old)
            let displaced = storing.store.lookAtDisplaced(
                staged,
                of: replica,
                patience: .untilClosed
            )
            guard case .unreadable(let error) = displaced else {
                Issue.record("saw \(displaced)")
                return
            }
            #expect(error.code == .notRegular || error.code == .symlinkLoop)
            #expect(storing.store.leave(staged, of: replica) == storing.folder["s.saved"])
            storing.store.discard(staged, of: replica)
            #expect(storing.folder.names() == ["s", "s.saved"])
            #expect(storing.folder.text("s") == "1")
            #expect(!storing.store.isGone(storing.folder["s.saved"]))
            #expect(storing.store.isGone(storing.folder["s.saved.2"]))
        }

        @Test func `a save that was left under a temporary name is not swept`() throws {
            var limits = Limits.standard
            limits.fileBytes = 10
            let storing = try Storing(limits: limits)
            let replica = try storing.replica("s", holding: "old")
            let name = ".s.0123456789ab.settings-agent"
            try storing.folder.write("too large", to: name)
            storing.store.sweep(replica, keeping: [])
            #expect(storing.folder.names() == ["s"])
            try storing.folder.write("much too large", to: name)
            storing.store.sweep(replica, keeping: [])
            #expect(storing.folder.names() == [name, "s"])
        }
    }
}
