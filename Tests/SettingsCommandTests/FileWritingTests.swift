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

        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(left.sorted() == ["link.toml", "x.toml"])
    }

    @Test func `isn't written where a new file would part its names`() throws {
        try terminal.write("y.toml", "a = 1\n")
        let folder = terminal.folder
        let file = folder.appending(path: "y.toml").path
        try #require(link(file, folder.appending(path: "other.toml").path) == 0)
        let outcome = try terminal.run("file", "set", file, "a", "2")
        #expect(outcome.status == 6)
        #expect(
            outcome.errors == """
                settingsctl: \(file): it has 2 names, and a new file in its place would part them
                Nothing was changed. Make each of its other names a symbolic link to it (ln -sf).

                """
        )
        #expect(try terminal.read("y.toml") == "a = 1\n")
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

@Suite struct `A value in the way of a key` {
    private let terminal: Terminal

    init() throws { terminal = try Terminal() }

    private static let files = [
        ("f.toml", "[font]\nsize = 3\n"), ("f.json", "{\"font\": {\"size\": 3}}\n"),
        ("f.yaml", "font:\n  size: 3\n"), ("f.jsonc", "{\"font\": {\"size\": 3}} // c\n"),
        (
            "f.plist",
            "<plist version=\"1.0\"><dict><key>font</key><dict><key>size</key><integer>3</integer></dict></dict></plist>\n"
        ),
    ]

    @Test(arguments: files)
    func `stays`(file: String, text: String) throws {
        try terminal.write(file, text)
        let outcome = try terminal.run("file", "set", file, "font.size.unit", "pt")
        let message = """
            settingsctl: \(file): 'font.size.unit': 'font.size' is 3, expected a dictionary
            Nothing was changed. Remove it first, or name another place.

            """
        #expect(outcome == Outcome(status: 3, output: "", errors: message))
        let element = try terminal.run("file", "set", file, "font.size[0]", "pt")
        #expect(element.status == 3)
        #expect(element.errors.contains("'font.size' is 3, expected an array"))
        #expect(try terminal.read(file) == text)
    }

    @Test(arguments: [("null", "a.b"), ("[]", "a.b"), ("{}", "a.b")])
    func `gives way if there is nothing in it`(value: String, place: String) throws {
        try terminal.write("f.json", "{\"a\": \(value)}\n")
        #expect(try terminal.run("file", "set", "f.json", place, "1").status == 0)
        #expect(try terminal.run("file", "get", "f.json", place).output == "1\n")
    }

    @Test func `gives way to what takes its place in the same command`() throws {
        try terminal.write("f.toml", "a = 3\n")
        #expect(try terminal.run("file", "set", "f.toml", "a={}", "a.b=1", "--force").status == 0)
        #expect(try terminal.run("file", "get", "f.toml", "a.b").output == "1\n")
    }
}

@Suite struct `The folder of a file that settingsctl writes` {
    private let terminal: Terminal

    init() throws {
        terminal = try Terminal()
        try terminal.write("sub/x.toml", "a = 1\n")
    }

    /// Runs a command that is killed if it does not end (timeout(1)).
    private func run(_ words: String) throws -> Outcome {
        let program = try Terminal.executable.get().path
        try terminal.write("run", words.replacing("settingsctl", with: "'\(program)'"))
        return try terminal.run(shell: "run")
    }

    @Test func `is known by the folder that one is in`() throws {
        let outcome = try run(
            """
            /bin/mkdir bat; cd bat; printf -- '--theme=x\\n' >config
            settingsctl file get config theme && settingsctl file check config
            """
        )
        #expect(outcome.status == 0)
        #expect(outcome.output.hasPrefix("x\n"))
    }

    @Test func `may have a name that is no UTF-8`() throws {
        let outcome = try run(
            """
            d=$(printf 'a\\377'); /bin/mkdir "$d"; cd "$d"; printf 'a = 1\\n' >x.toml
            /bin/ln -s x.toml link.toml
            settingsctl file set x.toml a 2 && settingsctl file set link.toml b 3 && /bin/cat x.toml
            """
        )
        #expect(outcome == Outcome(status: 0, output: "a = 2\nb = 3\n", errors: ""))
    }

    @Test func `may be locked by somebody for ever`() throws {
        let folder = open(terminal.folder.path + "/sub", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(folder) }
        try #require(flock(folder, LOCK_EX | LOCK_NB) == 0)
        let killer = "/usr/bin/timeout -s KILL 20"
        let outcome = try run("exec \(killer) settingsctl file set sub/x.toml a 2")
        #expect(outcome == Outcome(status: 0, output: "", errors: ""))
        #expect(try terminal.read("sub/x.toml") == "a = 2\n")
    }

    @Test(.enabled(if: geteuid() == 0, "root becomes another user, who may not read a folder"))
    func `may be one that its user can enter alone`() throws {
        let folder = terminal.folder.path + "/sub"
        try #require(chown(folder + "/x.toml", 64_321, 64_321) == 0)
        try #require(chown(folder, 64_321, 64_321) == 0)
        try #require(chmod(folder, 0o311) == 0)
        let user = "/usr/bin/setpriv --reuid=64321 --regid=64321 --clear-groups"
        let outcome = try run("exec \(user) settingsctl file set sub/x.toml a 2")
        #expect(outcome == Outcome(status: 0, output: "", errors: ""))
        #expect(try terminal.read("sub/x.toml") == "a = 2\n")
    }
}
