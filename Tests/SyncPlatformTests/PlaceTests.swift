// In which folder a file is made that was seen before.

import SyncEngine
import Testing

@testable import SyncPlatform

extension Watched {
    @Suite struct `A file that is gone` {
        private func inode(of name: String, in storing: Storing) throws -> UInt64 {
            try FileStatus.following(storing.folder[name]).identity.inode
        }

        @Test(arguments: ["rm m/s", "rm m/s; rm s"])
        func `makes a removed file anew in a folder in which it was seen`(command: String) throws {
            let storing = try Storing()
            try shell("cd '\(storing.folder.path)'; mkdir m; echo 1 >m/s; ln -s m/s s")
            let replica = try storing.replica("s")
            let place = try #require(try storing.content(of: replica).place)
            #expect(try place.nameFolder == inode(of: "", in: storing))
            #expect(try place.fileFolder == inode(of: "m", in: storing))
            try shell("cd '\(storing.folder.path)'; \(command)")
            let staged = try storing.store.stage(
                [0x31],
                for: replica,
                expecting: nil,
                access: .asUsual,
                in: place
            )
            storing.store.discard(staged, of: replica)
        }

        @Test(arguments: [("s", "ln -sfn m/s s"), ("d/s", "ln -sfn m d")])
        func `tells when the newest symlink was led to it`(path: String, link: String) throws {
            let storing = try Storing()
            try shell(
                "cd '\(storing.folder.path)'; mkdir m; echo 1 >m/s; ln -s m/s s; ln -s m d"
            )
            let replica = try storing.replica(path)
            let first = try #require(try storing.content(of: replica).linked)
            #expect(try storing.content(of: storing.replica("m/s")).linked == nil)
            try shell("cd '\(storing.folder.path)'; sleep 0.05; \(link)")
            let content = try storing.content(of: replica)
            let again = try #require(content.linked)
            #expect(again > first)
            #expect(content.changed < again)
        }

        @Test(arguments: [
            ("mv m away", "'FOLDER/m' isn't there"),
            ("mv m away; mkdir m", "'FOLDER/m' isn't the folder that the file was in"),
        ])
        func `makes nothing where its folder isn't the one in which it was seen`(
            command: String,
            problem: String
        ) throws {
            let storing = try Storing()
            try shell("cd '\(storing.folder.path)'; mkdir m; echo 1 >m/s; ln -s m/s s")
            let replica = try storing.replica("s")
            let place = try storing.content(of: replica).place
            try shell("cd '\(storing.folder.path)'; \(command)")
            let error = #expect(throws: StorageError.self) {
                try storing.store.stage(
                    [0x31],
                    for: replica,
                    expecting: nil,
                    access: .asUsual,
                    in: place
                )
            }
            #expect(error?.code == .noFolder)
            #expect(error?.problem == problem.replacing("FOLDER", with: storing.folder.path))
            #expect(storing.folder.names(in: "m") == [])
        }
    }
}
