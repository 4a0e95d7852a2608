// The agent's own small files, which a person may be editing.

import FileReplacing
import Glibc
import SyncEngine
import Testing

@testable import SyncPlatform

@Suite struct `A file of the agent's own` {
    @Test func `is replaced, and nothing beside it is touched`() throws {
        let folder = try Folder()
        try folder.write("old", to: "a.toml")
        try folder.write("somebody's", to: "a.toml.new")
        try shell("cd '\(folder.path)'; chmod 640 a.toml; ln -s a.toml link")

        try OwnFiles.replace(folder["link"], expecting: Array("old".utf8), with: [0x31])

        #expect(folder.text("a.toml") == "1")
        #expect(folder.text("a.toml.new") == "somebody's")
        #expect(folder.names() == ["a.toml", "a.toml.new", "link"])
        #expect(try FileStatus.named(folder["a.toml"]).mode & 0o777 == 0o640)
        #expect(try FileStatus.named(folder["link"]).kind == .link)
    }

    @Test func `isn't read without end`() {
        #expect(throws: StorageError.self) { try OwnFiles.read("/proc/self/pagemap") }
    }

    @Test func `is made where there is none`() throws {
        let folder = try Folder()
        try OwnFiles.replace(folder["a.toml"], expecting: nil, with: [0x31])
        #expect(folder.text("a.toml") == "1")
        #expect(folder.names() == ["a.toml"])
    }

    @Test(arguments: [nil, "old"])
    func `stays as somebody saved it in the meantime`(old: String?) throws {
        let folder = try Folder()
        try folder.write("theirs", to: "a.toml")
        let error = #expect(throws: StorageError.self) {
            try OwnFiles.replace(
                folder["a.toml"],
                expecting: old.map { Array($0.utf8) },
                with: [0x31]
            )
        }
        #expect(error?.code == .raced)
        #expect(folder.text("a.toml") == "theirs")
        #expect(folder.names() == ["a.toml"])
    }

    /// Replaces "old" in a file where somebody saves before each of the first exchanges.
    private func replace(_ folder: Folder, saving texts: [String]) -> StorageError? {
        var texts = texts[...]
        let calls = RenameCalls(exchange: { from, to in
            // A save that fails is missed by the expectations.
            if let text = texts.popFirst() { _ = try? folder.replace("a.toml", with: text) }
            return RenameCalls().exchange(from, to)
        })
        return #expect(throws: StorageError.self) {
            try OwnFiles.replace(
                folder["a.toml"],
                expecting: Array("old".utf8),
                with: [0x31],
                calls
            )
        }
    }

    @Test(arguments: [["first"], ["first", "second"], ["first", "second", "third"]])
    func `shows the last of the saves of the same moment`(texts: [String]) throws {
        let folder = try Folder()
        try folder.write("old", to: "a.toml")
        let error = replace(folder, saving: texts)
        #expect(error?.code == .raced)
        #expect(folder.text("a.toml") == texts.last)
        #expect(folder.names() == ["a.toml"])
    }

    @Test func `that is saved all the time keeps the newest save beside it, which is told`() throws
    {
        let folder = try Folder()
        try folder.write("old", to: "a.toml")
        let error = replace(folder, saving: (1...20).map { "save \($0)" })
        let left = folder.names().filter { $0 != "a.toml" }
        #expect(left.map { folder.text($0) } == ["save 8"])
        #expect(folder.text("a.toml") == "save 7")
        #expect(error?.problem == "'\(folder["a.toml"])' is being saved by others all the time")
        let beside = folder[try #require(left.first)]
        #expect(error?.advice == "The newest save is in '\(beside)'. Put it in its place")
    }

    @Test func `stays as somebody put it there, also if that can't be read`() throws {
        let folder = try Folder()
        try shell("mkdir '\(folder["a.toml"])'")
        let error = #expect(throws: StorageError.self) {
            try OwnFiles.replace(folder["a.toml"], expecting: Array("old".utf8), with: [0x31])
        }
        #expect(error?.code == .raced)
        #expect(try FileStatus.named(folder["a.toml"]).kind == .folder)
        #expect(folder.names() == ["a.toml"])
    }

    @Test func `isn't written where it has another name`() throws {
        let folder = try Folder()
        try folder.write("old text", to: "a.toml")
        try shell("cd '\(folder.path)'; ln a.toml dotfile")
        let error = #expect(throws: StorageError.self) {
            try OwnFiles.replace(folder["a.toml"], expecting: Array("old text".utf8), with: [0x31])
        }
        #expect(error?.code == .irreplaceable)
        #expect(folder.text("dotfile") == "old text" && folder.text("a.toml") == "old text")
        #expect(folder.names() == ["a.toml", "dotfile"])
    }

    @Test func `isn't touched where others could put a link in its place`() throws {
        let folder = try Folder()
        try shell("mkdir -m 777 '\(folder["open"])'")
        let error = #expect(throws: StorageError.self) { try OwnFiles.touch(folder["open/x"]) }
        #expect(error?.code == .unsafe)
        #expect(folder.names(in: "open") == [])
        try OwnFiles.touch(folder["x"])
        #expect(folder.names() == ["open", "x"])
    }

    @Test func `leaves nothing behind when it can't be written`() throws {
        let folder = try Folder()
        let error = #expect(throws: StorageError.self) {
            try OwnFiles.replace(folder["gone/a.toml"], expecting: nil, with: [0x31])
        }
        #expect(error?.errno == ENOENT)
        #expect(folder.names() == [])
    }
}
