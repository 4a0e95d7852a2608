// Keys that stand several times in a file, as the agent tells of them.

import SettingsDocument
import SettingsModel
import Testing

@testable import SyncEngine

private func desk(_ text: String, _ path: String = "/a.json") throws -> Desk {
    try Desk([path: text], replicas: [ReplicaConfiguration(path: path)])
}

@Suite struct `A key that a file has twice` {
    @Test func `is told with its line and what counts, while its value is in force`() throws {
        let desk = try desk("{\n  \"size\": 1,\n  \"size\": 2\n}\n")
        #expect(desk.value("size") == .integer(2))
        #expect(
            desk.problems == [
                Problem(
                    replica: desk.id("/a.json"),
                    code: .repeated,
                    keyPath: "size",
                    place: SourcePlace(line: 2, column: 3),
                    excerpt: "  2 |   \"size\": 1,\n    |   ^",
                    problem: "'size' is set again on line 3",
                    consequence: "Only the last one counts",
                    advice: "Remove all but one of them"
                )
            ]
        )
    }

    @Test func `is told once, and anew only when it was well between`() throws {
        let desk = try desk("{\n  \"size\": 1,\n  \"size\": 2\n}\n")
        desk.forget()
        desk.save("/a.json", "{\n  \"b\": 1,\n  \"size\": 1,\n  \"size\": 2\n}\n")
        desk.set("size", .integer(3))
        #expect(desk.text("/a.json") == "{\n  \"b\": 1,\n  \"size\": 1,\n  \"size\": 3\n}\n")
        #expect(desk.problems == [])
        let status = desk.engine.status(of: desk.id("/a.json"))
        #expect(status?.problems.map(\.place?.line) == [3])

        desk.save("/a.json", "{\n  \"b\": 1,\n  \"size\": 3\n}\n")
        #expect(desk.mended == ["size"])
        #expect(desk.engine.status(of: desk.id("/a.json"))?.problems == [])
        desk.save("/a.json", "{\n  \"b\": 1,\n  \"b\": 2,\n  \"size\": 3\n}\n")
        #expect(desk.problems.map(\.keyPath) == ["b"])
    }

    @Test func `isn't removed where another value of it would come to light`() throws {
        let text = "{\"a\": {\"size\": 1, \"size\": 2}, \"b\": 1}\n"
        let desk = try desk(text)
        for key in ["a.size", "a"] as [SettingKeyPath] {
            guard case .failure(let refusal)? = desk.set(key, nil) else {
                Issue.record("'\(key)' was removed")
                continue
            }
            #expect(refusal.code == .invalid)
            #expect(
                refusal.problem == "'a.size' can't be removed from '/a.json': "
                    + "duplicate key 'size'"
            )
            #expect(refusal.advice == "Remove all but one of them by hand")
        }
        #expect(desk.text("/a.json") == text)
        #expect(desk.value("a.size") == .integer(2))
        #expect(try desk.set("b", nil)?.get().changed == true)
    }

    @Test func `is removed with all its lines from a file of lines`() throws {
        let desk = try desk("a = 1\nb = 1\na = 2\n", "/a.ini")
        #expect(desk.problems.map(\.problem) == ["'a' is set again on line 3"])
        #expect(try desk.set("a", nil)?.get().changed == true)
        #expect(desk.text("/a.ini") == "b = 1\n")
    }

    @Test func `is told without its line where that may have a secret`() throws {
        let desk = try Desk(toml: "", rows: textRow("token", "IsSecure = true"))
        var configuration = desk.configurations
        configuration[0].replicas = ["/a.json"]
        desk.put("{\"token\": \"hunter2\", \"b\": 1, \"b\": 2, \"token\": \"x\"}\n", at: "/a.json")
        desk.configure(configuration)
        #expect(desk.problems.map(\.keyPath) == ["token", "b"])
        #expect(!desk.problems.contains { "\($0)".contains("hunter2") })
    }

    @Test(arguments: [
        ("\"b\": 1,\n\"b\": 2,\n\"token\": \"hunter2\"", ["b 1 | {\"b\": 1,"]),
        ("\"b\": 1,\n\"token\": \"x\", \"b\": 2, \"b\": 3", ["b 1 | {\"b\": 1,"]),
        ("\"b\": 1, \"token\": \"x\",\n\"b\": 2", ["b"]),
        ("\"b\": 1, \"token\": \"x\",\n\"b\": 2,\n\"token\": \"y\"", ["b", "token"]),
        ("\"t\": {\"token\": \"x\"},\n\"t\": 1", ["t"]),
    ])
    func `is told with its line where no secret is on that`(text: String, told: [String]) throws {
        let desk = try Desk(toml: "", rows: textRow("token", "IsSecure = true"))
        var configuration = desk.configurations
        configuration[0].replicas = ["/a.json"]
        desk.put("{\(text)}\n", at: "/a.json")
        desk.configure(configuration)
        let lines = desk.problems.map { problem in
            let line = problem.excerpt.split(separator: "\n").first ?? ""
            return (problem.keyPath?.description ?? "") + line.dropFirst()
        }
        #expect(lines == told)
    }

    @Test(arguments: ["/a.json", "/a.ini"])
    func `that breaks a rule is told with advice that works`(path: String) throws {
        let desk = try desk(path == "/a.ini" ? "u = 5\n" : "{\"u\": 5}\n", path)
        desk.adopt(rows: numberRow("u", 1...20))
        let text = path == "/a.ini" ? "u = 5\nu = 99\n" : "{\"u\": 5, \"u\": 99}\n"
        desk.save(path, text)
        let advice = desk.problems.filter { $0.code == .invalid }.map(\.advice)
        let domain = desk.domain
        #expect(advice == ["Fix the line, or run: settingsctl set \(domain) u VALUE"])
        #expect(try desk.set("u", .integer(7))?.get().changed == true)
        #expect(desk.text(path) == text.replacing("99", with: "7"))
        let left = desk.engine.status(of: desk.id(path))?.problems.map(\.code)
        #expect(left == [.repeated])
    }

    @Test func `is one of so many that are told of one file`() throws {
        let most = TextProblems.mostRepeatsTold
        func text(_ keys: Int) -> String {
            let entries = (0..<keys).map { "\"k\($0)\": 1, \"k\($0)\": 2" }
            return "{" + entries.joined(separator: ", ") + "}\n"
        }
        for (keys, told) in [(most, most), (most + 1, most)] {
            #expect(try desk(text(keys)).problems.count == told)
        }
    }

    @Test(arguments: ["/a.ini", "/a.json"])
    func `is removed with many others untried`(path: String) throws {
        let count = EditCheck.mostEditsTried + 1
        let keys = (0..<count).map { "k\($0)" }
        let text =
            path == "/a.ini"
            ? keys.map { "\($0) = 1\n\($0) = 2\n" }.joined()
            : "{" + keys.map { "\"\($0)\": 1, \"\($0)\": 2" }.joined(separator: ", ") + "}\n"
        let desk = try desk(text, path)
        let edits = keys.map { KeyEdit(SettingKeyPath(segments: [$0]), nil) }
        #expect(try desk.edit(edits)?.get().changed == true)
        #expect(keys.allSatisfy { desk.value(SettingKeyPath(segments: [$0])) == nil })
    }

    @Test func `gives way to what keeps its file from being read`() throws {
        let desk = try desk("{\n  \"size\": 1,\n  \"size\": 2\n}\n")
        desk.save("/a.json", "{\n  \"size\": 1,\n  \"size\" 2\n}\n")
        let problems = try #require(desk.engine.status(of: desk.id("/a.json"))?.problems)
        #expect(problems.map(\.code) == [.text(.syntax)])
        #expect(problems.map(\.place) == [SourcePlace(line: 3, column: 10)])
        #expect(try desk.set("size", nil)?.get().changed == true)
    }

    @Test func `isn't well again before all that is wrong with it is`() throws {
        let desk = try desk("{\"u\": 1, \"b\": 1}\n")
        desk.adopt(rows: numberRow("u", 1...20))
        desk.save("/a.json", "{\"u\": 5, \"u\": 99, \"b\": 1}\n")
        #expect(desk.problems.map(\.keyPath) == ["u", "u"])
        let known = desk.mended
        desk.read("/a.json")
        desk.save("/a.json", "{\"u\": 99, \"b\": 1}\n")
        #expect(desk.mended == known)
        desk.read("/a.json")
        desk.save("/a.json", "{\"u\": 3, \"b\": 1}\n")
        #expect(desk.engine.status(of: desk.id("/a.json"))?.problems == [])
    }
}
