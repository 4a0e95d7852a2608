// Values that break a rule: refused from clients, held in files.

import SettingsDocument
import SettingsModel
import SettingsSchema
import Simulation
import SyncEngine
import TestSupport
import Testing

private let rows = numberRow("size", 6...72) + textRow("theme")
private let text = "# mine\nsize = 12 # points\ntheme = \"light\"\n"

@Suite struct `A client's edit` {
    @Test func `that breaks a rule is refused with what was found, expected and in force`() throws {
        let desk = try Desk(toml: text, rows: rows)
        desk.forget()
        let answer = desk.edit([KeyEdit("theme", .string("dark")), KeyEdit("size", .integer(99))])
        guard case .failure(let refusal) = answer else {
            Issue.record("it was taken")
            return
        }
        #expect(refusal.code == .invalid)
        #expect(
            refusal.problem
                == "'size' is 99, expected a whole number from 6 to 72. The value in force is 12"
        )
        #expect(refusal.advice == "Set another value; the rule is in '/Settings.bundle/Root.toml'")
        #expect(desk.text() == text)
        #expect(desk.value("theme") == .string("light"))
        #expect(desk.writes == 0)
    }

    @Test func `is held to the rules where it goes back to an old value`() throws {
        let desk = try Desk(toml: text)
        desk.set("size", .integer(99))
        desk.set("size", .integer(20))
        desk.adopt(rows: rows)
        let entry = try #require(desk.history.last)
        #expect((try? desk.undo([entry])?.get()) == nil)
        #expect(desk.value("size") == .integer(20))
    }

    @Test func `of a key that no row has may be anything`() throws {
        let desk = try Desk(toml: text, rows: rows)
        desk.set("other", .array([.integer(1)]))
        #expect(desk.value("other") == .array([.integer(1)]))
    }
}

@Suite struct `A hand edit that breaks a rule` {
    @Test func `is told with 3,000 others in a moment`() throws {
        let keys = (0..<3_000).map { "k\($0)" }
        let text = { (value: String) in keys.map { "\($0) = \(value)\n" }.joined() }
        let desk = try Desk(
            toml: text("12"),
            rows: keys.map { numberRow($0, 6...72) }.joined()
        )
        desk.read()
        let seconds = processorSeconds {
            for value in ["99", "98"] {
                desk.save("/a.toml", text(value))
                #expect(desk.engine.status(of: desk.id("/a.toml"))?.problems.count == keys.count)
            }
            desk.save("/a.toml", text("13"))
        }
        #expect(seconds < 60)
        #expect(desk.value("k2999") == .integer(13))
        #expect(desk.engine.status(of: desk.id("/a.toml"))?.problems == [])
    }

    @Test func `stays in its file and isn't passed on, while the rest of the save is`() throws {
        let desk = try Desk(toml: text, rows: rows)
        desk.read()
        desk.forget()
        let saved = "# mine\nsize = 99 # points\ntheme = \"dark\"\n"
        desk.save("/a.toml", saved)

        #expect(desk.text() == saved)
        #expect(desk.value("size") == .integer(12))
        #expect(desk.value("theme") == .string("dark"))
        #expect(desk.writes == 0)
        let problem = try #require(desk.problems.first)
        #expect(problem.code == .invalid)
        #expect(problem.place == SourcePlace(line: 2, column: 8))
        #expect(problem.problem == "'size' is 99, expected a whole number from 6 to 72")
        #expect(problem.consequence == "Kept the last good value, 12")
        #expect(
            problem.advice == "Fix the line, or run: settingsctl reset org.example.editor size"
        )
        #expect(problem.excerpt == "  2 | size = 99 # points\n    |        ^")
        #expect(desk.history.last?.kind == .refused)
    }

    @Test func `is taken out of its file by an undo`() throws {
        let desk = try Desk(toml: text, rows: rows)
        desk.read()
        desk.save("/a.toml", text.replacing("12", with: "99"))
        let entry = try #require(desk.history.last)
        _ = try desk.undo([entry])?.get()
        #expect(desk.text() == text)
        #expect(desk.value("size") == .integer(12))
        #expect(desk.engine.status(of: desk.id("/a.toml"))?.problems == [])
    }

    @Test func `is advised of in words for a shell`() throws {
        let desk = try Desk(toml: "\"a b\" = 12\n", rows: numberRow(#"\"a b\""#, 6...72))
        desk.read()
        desk.save("/a.toml", "\"a b\" = 99\n")
        let problem = try #require(desk.problems.first)
        #expect(
            problem.advice
                == "Fix the line, or run: settingsctl reset org.example.editor '\"a b\"'"
        )
    }

    @Test func `is told once, and again that it is mended`() throws {
        let desk = try Desk(toml: text, rows: rows)
        desk.read()
        desk.save("/a.toml", text.replacing("12", with: "99"))
        desk.touch()
        desk.read()
        desk.save("/a.toml", "\n" + text.replacing("12", with: "99"))
        #expect(desk.problems.count == 1)
        #expect(desk.recoveries == 0)
        #expect(desk.engine.status(of: desk.id("/a.toml"))?.problems.first?.place?.line == 3)

        desk.read()
        desk.save("/a.toml", text.replacing("12", with: "14"))
        #expect(desk.recoveries == 1)
        #expect(desk.value("size") == .integer(14))
        #expect(desk.engine.status(of: desk.id("/a.toml"))?.problems == [])
    }

    @Test func `that is taken out of the file removes the key`() throws {
        let desk = try Desk(toml: text, rows: rows)
        desk.read()
        desk.save("/a.toml", text.replacing("12", with: "99"))
        desk.read()
        desk.save("/a.toml", "# mine\ntheme = \"light\"\n")
        #expect(desk.value("size") == nil)
        #expect(desk.text() == "# mine\ntheme = \"light\"\n")
        #expect(desk.recoveries == 1)
    }

    @Test func `stays while other keys are written`() throws {
        let desk = try Desk(toml: text, rows: rows)
        desk.read()
        desk.save("/a.toml", text.replacing("12", with: "99"))
        desk.set("theme", .string("dark"))
        #expect(desk.text() == "# mine\nsize = 99 # points\ntheme = \"dark\"\n")
        desk.set("more", .integer(1))
        #expect(desk.text() == "# mine\nsize = 99 # points\ntheme = \"dark\"\nmore = 1\n")
        #expect(desk.value("size") == .integer(12))
    }

    @Test func `is replaced by whoever sets the key anew`() throws {
        let desk = try Desk(toml: text, rows: rows)
        desk.read()
        desk.save("/a.toml", text.replacing("12", with: "99"))
        desk.set("size", .integer(14))
        #expect(desk.text() == text.replacing("12", with: "14"))
        #expect(desk.recoveries == 1)
    }

    @Test func `is replaced by another file of the domain that sets the key later`() throws {
        let desk = try Desk(
            ["/a.toml": "size = 12\n", "/b.toml": "size = 12\n"],
            replicas: ["/a.toml", ReplicaConfiguration(path: "/b.toml", adoption: .present)]
        )
        desk.adopt(rows: rows)
        desk.read("/a.toml")
        desk.read("/b.toml")
        desk.save("/a.toml", "size = 99\n")
        #expect(desk.text("/b.toml") == "size = 12\n")
        desk.save("/b.toml", "size = 20\n")
        #expect(desk.text("/a.toml") == "size = 20\n")
    }

    @Test func `goes from its file when its key is reset, though nothing else had it`() throws {
        let desk = try Desk(toml: "size = 99\n", rows: numberRow("other", 1...2))
        desk.adopt(rows: rows, edition: 2)
        #expect(desk.value("size") == .integer(99))

        let fresh = try Desk(toml: "", rows: rows)
        fresh.save("/a.toml", "size = 99\n")
        #expect(fresh.value("size") == nil)
        #expect(fresh.problems.first?.consequence == "No value is in force")
        fresh.set("size", nil)
        #expect(fresh.text() == "")
        fresh.read()
        fresh.save("/a.toml", "size = 20\n")
        #expect(fresh.value("size") == .integer(20))
    }

    @Test func `survives the agent's death`() throws {
        let desk = try Desk(toml: text, rows: rows)
        desk.read()
        desk.save("/a.toml", text.replacing("12", with: "99"))
        desk.forget()
        desk.restart()
        #expect(desk.value("size") == .integer(12))
        #expect(desk.text() == text.replacing("12", with: "99"))
        #expect(desk.problems.map(\.code) == [.invalid])
        desk.set("theme", .string("dark"))
        desk.restart()
        #expect(
            desk.text() == text.replacing("12", with: "99").replacing("light", with: "dark")
        )
        desk.set("size", .integer(14))
        #expect(
            desk.text() == text.replacing("12", with: "14").replacing("light", with: "dark")
        )
    }

    @Test func `comes before what a client sets later, though the clock goes back`() throws {
        let desk = try Desk(toml: text, rows: rows)
        desk.read()
        desk.save("/a.toml", text.replacing("12", with: "99"))
        desk.pass(-60_000)
        desk.set("size", .integer(14))
        #expect(desk.text() == text.replacing("12", with: "14"))
    }

    @Test func `that puts a leaf in place of a table leaves the table's keys in force`() throws {
        let nested = "[font]\nsize = 12\n"
        let desk = try Desk(toml: nested, rows: numberRow("font.size", 6...72))
        desk.read()
        desk.save("/a.toml", "font = 5\n")
        #expect(desk.value("font.size") == .integer(12))
        #expect(desk.text() == "font = 5\n")
        desk.set("theme", .string("dark"))
        #expect(desk.text() == "font = 5\ntheme = \"dark\"\n")

        desk.set("font.size", .integer(20))
        #expect(desk.value("font.size") == .integer(20))
        let text = try #require(desk.text())
        #expect(try Format.toml.parse(Array(text.utf8)).entries.count == 2)
        #expect(!text.contains("font = 5"))
    }

    @Test func `that puts a leaf in place of a table and is taken out removes the table`() throws {
        let desk = try Desk(toml: "[font]\nsize = 12\n", rows: numberRow("font.size", 6...72))
        desk.read()
        desk.save("/a.toml", "font = 5\n")
        desk.read()
        desk.save("/a.toml", "theme = \"dark\"\n")
        #expect(desk.value("font.size") == nil)
        #expect(desk.text() == "theme = \"dark\"\n")
    }

    @Test func `is typed by its rule in a file that has only texts`() throws {
        let desk = try Desk(
            ["/a.ini": "size = 12\n"],
            replicas: [ReplicaConfiguration(path: "/a.ini", format: .ini)]
        )
        desk.delete("/a.ini")
        let typed = try Desk([:], replicas: [ReplicaConfiguration(path: "/a.ini", format: .ini)])
        typed.adopt(rows: rows)
        typed.save("/a.ini", "size = 12\n")
        #expect(typed.value("size") == .integer(12))
        #expect(typed.problems == [])
        typed.save("/a.ini", "size = 99\n")
        #expect(typed.value("size") == .integer(12))
        #expect(typed.text("/a.ini") == "size = 99\n")
    }

    @Test func `that a write displaced is in the history and told`() throws {
        let desk = try Desk(toml: text, rows: rows)
        desk.read()
        desk.beforePublishing { desk.put(text.replacing("12", with: "99"), at: "/a.toml") }
        desk.set("theme", .string("dark"))
        #expect(desk.value("size") == .integer(12))
        #expect(desk.text() == text.replacing("light", with: "dark"))
        #expect(desk.history.contains { $0.kind == .refused && $0.value == .integer(99) })
        #expect(desk.problems.map(\.code) == [.invalid])
    }
}

@Suite struct `A schema that changes` {
    @Test func `lets in what it refused before`() throws {
        let desk = try Desk(toml: text, rows: rows)
        desk.read()
        desk.save("/a.toml", text.replacing("12", with: "99"))
        desk.adopt(rows: numberRow("size", 6...100), edition: 2)
        #expect(desk.value("size") == .integer(99))
        #expect(desk.text() == text.replacing("12", with: "99"))
        #expect(desk.recoveries == 1)
        #expect(desk.engine.changes.change(of: desk.domain, "size")?.origin == .file("/a.toml"))
    }

    @Test func `lets in what it refused before the agent died`() throws {
        let desk = try Desk(toml: text, rows: rows)
        desk.read()
        desk.save("/a.toml", text.replacing("12", with: "99"))
        desk.dies()
        desk.adopt(rows: numberRow("size", 6...100), edition: 2)
        #expect(desk.value("size") == .integer(99))
    }

    @Test func `that can't be read lets nothing in that was refused`() throws {
        let desk = try Desk(toml: text, rows: rows)
        desk.read()
        desk.save("/a.toml", text.replacing("12", with: "99"))
        desk.dies()
        desk.adopt(.unread)
        #expect(desk.value("size") == .integer(12))
        #expect(desk.text() == text.replacing("12", with: "99"))
    }

    @Test func `and is gone lets everything in`() throws {
        let desk = try Desk(toml: text, rows: rows)
        desk.read()
        desk.save("/a.toml", text.replacing("12", with: "99"))
        desk.adopt(.none)
        #expect(desk.value("size") == .integer(99))
    }

    @Test func `leaves in force what it refuses now, and says so when asked`() throws {
        let desk = try Desk(toml: text, rows: rows)
        desk.forget()
        desk.adopt(rows: numberRow("size", 20...72), edition: 2)
        #expect(desk.value("size") == .integer(12))
        #expect(desk.writes == 0)
        let problem = try #require(desk.engine.problems(in: desk.domain).first)
        #expect(problem.keyPath == "size")
        #expect(problem.place == SourcePlace(line: 2, column: 8))
        #expect(problem.problem == "'size' is 12, expected a whole number from 20 to 72")

        desk.read()
        desk.save("/a.toml", text.replacing("light", with: "dark"))
        #expect(desk.value("size") == .integer(12))
    }
}
