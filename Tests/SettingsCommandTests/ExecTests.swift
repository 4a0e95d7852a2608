// What 'exec' gives a program, and when it reloads it: without programs or clocks.

import Foundation
import SettingsDocument
import SettingsModel
import Testing

@testable import settingsctl

private func path(_ text: String) throws -> SettingKeyPath { try SettingKeyPath(parsing: text) }

@Suite struct `The environment of a program` {
    private func variables(_ settings: [String: SettingValue]) throws -> ProgramEnvironment {
        let paths = try settings.map { (try path($0.key), $0.value) }
        return ProgramEnvironment(Dictionary(uniqueKeysWithValues: paths), prefix: "P_")
    }

    @Test(
        arguments: [
            ("font.size", .integer(13), "P_FONT_SIZE=13"), ("a", .string("x y"), "P_A=x y"),
            ("a-b.c", .boolean(true), "P_A_B_C=true"), ("a.\"b.c\"", .real(1.5), "P_A_B_C=1.5"),
            ("a", .array([.integer(1), .string("x")]), #"P_A=[1,"x"]"#), ("é", .null, "P__=null"),
            ("a", .string(""), "P_A="), ("a", .string("1"), "P_A=1"),
        ] as [(String, SettingValue, String)]
    )
    func `has a variable for each setting`(
        key: String,
        value: SettingValue,
        variable: String
    ) throws {
        let environment = try variables([key: value])
        #expect(environment.variables == [variable])
        #expect(environment.leftOut == [])
    }

    @Test func `has neither of two settings of one name`() throws {
        let environment = try variables(["a.b": .integer(1), "a_b": .integer(2), "c": .integer(3)])
        #expect(environment.variables == ["P_C=3"])
        #expect(environment.leftOut.map(\.key.description) == ["a.b", "a_b"])
        #expect(environment.leftOut.first?.reason == "'a_b' would be P_A_B, too")
    }

    @Test func `has no text that it can't hold`() throws {
        let environment = try variables(["a": .string("x\0y")])
        #expect(environment.variables == [])
        #expect(environment.leftOut.map(\.reason) == ["a variable can't hold a NUL"])
    }

    @Test(arguments: [
        ("LD_", "preload"), ("LD_", "x"), ("MALLOC_", "trace"), ("GLIBC_", "tunables"),
        ("LOC", "path"),
    ])
    func `has nothing that changes what the program loads`(prefix: String, key: String) throws {
        let settings = [try path(key): SettingValue.string("x")]
        let environment = ProgramEnvironment(settings, prefix: prefix)
        let name = prefix + key.uppercased()
        #expect(environment.variables == [])
        #expect(
            environment.leftOut.map(\.reason) == ["\(name) would change what the program loads"]
        )
    }

    @Test(arguments: [
        ("org.example.editor", "EDITOR_"), ("my-app", "MY_APP_"), ("org.example.3d", "_3D_"),
    ])
    func `is named after the domain`(name: String, prefix: String) throws {
        #expect(ProgramEnvironment.prefix(for: try Domain(name)) == prefix)
    }

    @Test(arguments: [
        ("EDITOR_", true), ("_", true), ("a1", true), ("", false), ("1A", false), ("A-", false),
        ("A=", false), ("Ä", false),
    ])
    func `has variables that a shell takes`(prefix: String, isPrefix: Bool) {
        #expect(ProgramEnvironment.isPrefix(prefix) == isPrefix)
    }
}

@Suite struct `A program that is signalled on change` {
    @Test func `is when changes have settled, and goes on`() {
        var plan = ExecPlan(.signal(1))
        plan.changed(at: 0)
        plan.changed(at: 60)
        let early = plan.nextOrder(at: 159)
        let due = plan.nextOrder(at: 160)
        let late = plan.nextOrder(at: 9_999)
        #expect([early, due, late] == [nil, .signal(1), nil])
        #expect(plan.deadline == nil)
        let end = plan.ended(with: 3)
        #expect(end == .exit(3))
    }

    @Test func `is after a second though changes never stop`() {
        var plan = ExecPlan(.signal(1))
        for time in stride(from: Int64(0), to: 5_000, by: 50) { plan.changed(at: time) }
        #expect(plan.deadline == 1_000)
    }

    @Test func `isn't when it was asked to end`() {
        var plan = ExecPlan(.signal(1))
        plan.signalled(15)
        plan.changed(at: 0)
        let order = plan.nextOrder(at: 100)
        #expect(order == nil)
    }
}

@Suite struct `A program that is restarted on change` {
    @Test func `is asked to end, and started when it has`() {
        var plan = ExecPlan(.restart)
        plan.changed(at: 0)
        let order = plan.nextOrder(at: 100)
        #expect(order == .end)
        // It is started with what is so then.
        plan.changed(at: 120)
        let second = plan.nextOrder(at: 300)
        #expect(second == nil)
        let end = plan.ended(with: 143)
        #expect(end == .startAgain)
        #expect(plan.deadline == nil)
    }

    @Test func `isn't for what was changed and changed back`() {
        var plan = ExecPlan(.restart)
        plan.changed(at: 0)
        plan.changedBack()
        let order = plan.nextOrder(at: 100)
        #expect(order == nil)
        #expect(plan.deadline == nil)
    }

    @Test func `runs on while its file can't be written, which is tried again`() {
        var plan = ExecPlan(.restart)
        plan.changed(at: 0)
        let order = plan.nextOrder(at: 100)
        #expect(order == .end)
        plan.failed(at: 100)
        let due = 100 + ExecPlan.retry
        let early = plan.nextOrder(at: due - 1)
        let again = plan.nextOrder(at: due)
        #expect([early, again] == [nil, .end])
        plan.failed(at: due)
        let end = plan.ended(with: 3)
        #expect(end == .exit(3))
    }

    @Test func `is killed when it doesn't end`() {
        var plan = ExecPlan(.restart)
        plan.changed(at: 0)
        let order = plan.nextOrder(at: 100)
        #expect(order == .end)
        #expect(plan.deadline == 100 + ExecPlan.patience)
        let early = plan.nextOrder(at: 99 + ExecPlan.patience)
        let due = plan.nextOrder(at: 100 + ExecPlan.patience)
        #expect([early, due] == [nil, .kill])
        let end = plan.ended(with: 137)
        #expect(end == .startAgain)
    }

    @Test func `has ended when it ended by itself`() {
        var plan = ExecPlan(.restart)
        plan.changed(at: 0)
        let end = plan.ended(with: 0)
        #expect(end == .exit(0))
    }

    @Test(arguments: [1, 2, 3, 15] as [Int32])
    func `isn't started again when somebody ends it meanwhile`(signal: Int32) {
        var plan = ExecPlan(.restart)
        plan.changed(at: 0)
        let order = plan.nextOrder(at: 100)
        #expect(order == .end)
        plan.signalled(signal)
        let end = plan.ended(with: 143)
        #expect(end == .exit(143))
    }

    @Test(arguments: [1, 2, 3, 28] as [Int32])
    func `is, though it was signalled before and didn't end`(signal: Int32) {
        var plan = ExecPlan(.restart)
        plan.signalled(signal)
        plan.changed(at: 0)
        let order = plan.nextOrder(at: 100)
        #expect(order == .end)
        let end = plan.ended(with: 143)
        #expect(end == .startAgain)
    }
}

@Suite struct `A file that is rendered` {
    @Test func `leaves nothing beside it when it can't be put in its place`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        // Where the file should be, there is a folder.
        let path = folder.appending(path: "own.json")
        try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
        defer { _ = try? FileManager.default.removeItem(at: folder) }  // what stays is in /tmp
        let file = try RenderedFile(at: path.path, format: .json, .replace)
        #expect(throws: Failure.self) { try file.write([0x7B, 0x7D]) }
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(left == ["own.json"])
    }

    @Test func `keeps the link and the mode of one that was there`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { _ = try? FileManager.default.removeItem(at: folder) }  // what stays is in /tmp
        let path = folder.appending(path: "own.json").path
        let link = folder.appending(path: "link.json").path
        try Data("{}".utf8).write(to: URL(filePath: path))
        try #require(chmod(path, 0o640) == 0 && symlink("own.json", link) == 0)
        let file = try RenderedFile(at: link, format: .json, .replace)
        try file.write(Array("{\"a\":1}".utf8))
        try file.write(Array("{\"a\":2}".utf8))
        var status = stat()
        try #require(lstat(link, &status) == 0)
        #expect(status.st_mode & S_IFMT == S_IFLNK)
        try #require(lstat(path, &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o640)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "{\"a\":2}")
    }
}
