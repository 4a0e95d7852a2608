// The file of messages, with its limit.

import Glibc
import Testing

@testable import SyncPlatform

@Suite struct `A log file` {
    private let folder: Folder

    init() throws { folder = try Folder() }

    @Test func `is the user's alone, and grows at its end`() throws {
        let log = LogFile(folder["agent.log"])
        log.append("one\n")
        log.append("two\n")
        #expect(folder.text("agent.log") == "one\ntwo\n")
        #expect(try FileStatus.named(folder["agent.log"]).mode & 0o777 == 0o600)
    }

    @Test func `becomes the user's alone where it wasn't`() throws {
        try folder.write("old\n", to: "agent.log")
        LogFile(folder["agent.log"]).append("new\n")
        #expect(folder.text("agent.log") == "old\nnew\n")
        #expect(try FileStatus.named(folder["agent.log"]).mode & 0o777 == 0o600)
    }

    @Test func `gives way to a new one past its limit, and one old file is kept`() {
        let log = LogFile(folder["agent.log"], limit: 8)
        log.append("1234\n")
        log.append("67\n")
        #expect(folder.names() == ["agent.log"])
        log.append("a\n")
        #expect(folder.text("agent.log.1") == "1234\n67\n")
        #expect(folder.text("agent.log") == "a\n")
        log.append("longer than the limit\n")
        log.append("b\n")
        #expect(folder.text("agent.log.1") == "longer than the limit\n")
        #expect(folder.text("agent.log") == "b\n")
        #expect(folder.names() == ["agent.log", "agent.log.1"])
    }

    @Test func `is created anew when somebody removes or renames it`() throws {
        let log = LogFile(folder["agent.log"])
        log.append("one\n")
        #expect(rename(folder["agent.log"], folder["old"]) == 0)
        log.append("two\n")
        #expect(folder.text("old") == "one\n")
        #expect(folder.text("agent.log") == "two\n")
    }

    @Test func `is never another file that a link leads to`() throws {
        try folder.write("theirs\n", to: "other")
        try shell("cd '\(folder.path)'; ln -s other agent.log")
        LogFile(folder["agent.log"]).append("one\n")
        #expect(folder.text("other") == "theirs\n")
    }

    @Test func `doesn't grow past its limit where it can't give way`() throws {
        try shell("mkdir '\(folder["agent.log.1"])'")
        let log = LogFile(folder["agent.log"], limit: 8)
        log.append("1234567\n")
        log.append("1\n")
        #expect(folder.text("agent.log") == "1234567\n")
    }
}
