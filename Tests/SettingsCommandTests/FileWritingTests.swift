// settingsctl file: what becomes of the file that it writes.

import CLinux
import Foundation
import Glibc
import Testing

@Suite struct `A file that settingsctl writes` {
    private let terminal: Terminal
    private let toml = "# mine\n[font]\nsize = 14  # big\n"

    init() throws {
        terminal = try Terminal()
        try terminal.write("x.toml", toml)
    }

    @Test func `keeps its mode, links to it and its other names`() throws {
        let folder = terminal.folder
        let file = folder.appending(path: "x.toml").path
        try FileManager.default.createSymbolicLink(
            atPath: folder.appending(path: "link.toml").path,
            withDestinationPath: "x.toml"
        )
        try #require(chmod(file, 0o640) == 0)
        #expect(try terminal.run("file", "set", "link.toml", "font.size", "1").status == 0)
        var status = stat()
        try #require(lstat(folder.appending(path: "link.toml").path, &status) == 0)
        #expect(status.st_mode & S_IFMT == S_IFLNK)
        try #require(stat(file, &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o640)

        try #require(link(file, folder.appending(path: "other.toml").path) == 0)
        #expect(try terminal.run("file", "set", "x.toml", "font.size", "2").status == 0)
        #expect(try terminal.read("other.toml").contains("size = 2"))
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(left.sorted() == ["link.toml", "other.toml", "x.toml"])
    }

    @Test func `has its old bytes again where a limit ends the writing in place`() throws {
        let text = "a = 1\n#" + String(repeating: "o", count: 3_000) + "\nz = 1\n"
        try terminal.write("y.toml", text)
        let folder = terminal.folder
        let file = folder.appending(path: "y.toml").path
        try #require(link(file, folder.appending(path: "other.toml").path) == 0)
        let program = try Terminal.executable.get().path
        try terminal.write("run", "ulimit -f 1; exec '\(program)' file set y.toml a 22222222")
        let outcome = try terminal.run(shell: "run")
        #expect(outcome.status == 6)
        #expect(outcome.errors.contains("y.toml: can't be written: File too large"))
        #expect(try terminal.read("y.toml") == text)
    }

    @Test func `is made where a link leads that leads to nothing yet`() throws {
        let link = terminal.folder.appending(path: "link.toml").path
        try FileManager.default.createSymbolicLink(
            atPath: link,
            withDestinationPath: "there.toml"
        )
        #expect(try terminal.run("file", "set", "link.toml", "a", "1").status == 0)
        #expect(try terminal.read("there.toml") == "a = 1\n")
    }

    /// An ACL as the kernel has it: version 2, then tag, permissions and id of each entry.
    private static let accessList: [UInt8] =
        [2, 0, 0, 0]
        + [(1, 6, -1), (2, 4, 12_345), (4, 4, -1), (16, 4, -1), (32, 0, -1)].flatMap {
            (tag: UInt8, permissions: UInt8, id: Int32) -> [UInt8] in
            [tag, 0, permissions, 0]
                + withUnsafeBytes(of: id.littleEndian) { Array($0) }
        }

    @Test(arguments: [
        ("user.note", Array("mine".utf8)), ("system.posix_acl_access", accessList),
    ])
    func `keeps extended attributes and access list`(name: String, value: [UInt8]) throws {
        let file = terminal.folder.appending(path: "x.toml").path
        guard setxattr(file, name, value, value.count, 0) == 0 else {
            // A file system without them has none to keep.
            try #require(errno == EOPNOTSUPP)
            return
        }
        var before = stat()
        try #require(stat(file, &before) == 0)

        #expect(try terminal.run("file", "set", "x.toml", "font.size", "15").status == 0)

        var buffer = [UInt8](repeating: 0, count: 256)
        let count = getxattr(file, name, &buffer, buffer.count)
        #expect(Array(buffer.prefix(max(0, count))) == value)
        var after = stat()
        try #require(stat(file, &after) == 0)
        #expect(after.st_mode == before.st_mode)
        #expect(after.st_ino != before.st_ino)
    }

    @Test func `is left alone when its owner made it read-only`() throws {
        let file = terminal.folder.appending(path: "x.toml").path
        try #require(chmod(file, 0o444) == 0)
        let outcome = try terminal.run("file", "set", "x.toml", "font.size", "15")
        let message = """
            settingsctl: x.toml: it is read-only
            Nothing was changed. To allow it: chmod u+w x.toml

            """
        #expect(outcome == Outcome(status: 6, output: "", errors: message))
        #expect(try terminal.read("x.toml") == toml)
    }

    @Test func `isn't touched when nothing changes`() throws {
        let file = terminal.folder.appending(path: "x.toml").path
        var before = stat()
        try #require(stat(file, &before) == 0)
        #expect(try terminal.run("file", "set", "x.toml", "font.size", "14").status == 0)
        var after = stat()
        try #require(stat(file, &after) == 0)
        #expect(after.st_ino == before.st_ino)
        #expect(after.st_mtim.tv_nsec == before.st_mtim.tv_nsec)
    }

    @Test(arguments: ["x.toml", "new.toml"])
    func `has the changes of all who write it at once`(file: String) throws {
        let writers = 24
        let statuses = try terminal.runAtOnce(
            (0..<writers).map { ["file", "set", file, "key\($0)", "\($0)"] }
        )
        #expect(statuses == Array(repeating: 0, count: writers))
        let text = try terminal.read(file)
        let missing = (0..<writers).filter { !text.contains("key\($0) = \($0)\n") }
        #expect(missing == [])
        let left = try FileManager.default.contentsOfDirectory(atPath: terminal.folder.path)
        #expect(Set(left).isSubset(of: ["x.toml", "new.toml"]))
    }
}
